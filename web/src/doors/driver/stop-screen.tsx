import type { DriverActKind, DriverDay, DriverStop } from '@cartage/contract/doors/app/driver'
import { type ReactNode, useEffect, useState } from 'react'
import { withOpeningHours } from '../../ui/time/opening-hours.ts'
import { goodsLine } from '../kit/goods-line.ts'
import { ActSheet } from './act-sheet.tsx'
import { allowedActs, nextAct, type ShownStop } from './acts.ts'
import { Connection } from './connection.tsx'
import { useDriver } from './context.ts'
import { Camera, ChevronLeft, Lock, MapPin, MessageText, Pen, Phone, Question } from './icons.tsx'
import type { Snapshot } from './model.ts'
import { ReportedAct } from './reported-act.tsx'
import type { Texts } from './texts.ts'
import { activityWord, actWord, addressLines, dayWord, navigationLink, timeWord } from './words.ts'

interface StopScreenProps {
  shown: ShownStop
  questions: DriverDay['questions']
  snapshot: Snapshot
  onBack(): void
}

/** One stop: where it is, what is to be done, and what the driver reports. */
export function StopScreen({ shown, questions, snapshot, onBack }: StopScreenProps) {
  const { texts, language } = useDriver()
  const [open, setOpen] = useState<DriverActKind>()
  const { stop, acts } = shown
  const next = nextAct(shown)
  const zone = stop.place.time_zone
  useEffect(() => {
    // In a block: what it returns, a promise in newer browsers, would be taken for the end of the effect.
    window.scrollTo(0, 0)
  }, [])
  return (
    <>
      <header className="head head-stop">
        <button type="button" className="round" aria-label={texts.back} onClick={onBack}>
          <ChevronLeft />
        </button>
        <div className="head-names">
          <p className="head-company">
            {[activityWord(stop, texts), planWord(stop, texts, language)].filter(Boolean).join(' · ')}
          </p>
          <h1>{stop.place.name ?? stop.place.city}</h1>
        </div>
      </header>
      <Connection snapshot={snapshot} />
      <main>
        <Place stop={stop} />
        {next && (
          <button type="button" className="big" onClick={() => setOpen(next)}>
            {actWord(next, stop, texts)}
          </button>
        )}
        <Others shown={shown} next={next} hasQuestions={questions.length > 0} onOpen={setOpen} />
        <Facts stop={stop} />
        {acts.length > 0 && (
          <section className="card">
            <h2>{texts.reported}</h2>
            <ul className="reported">
              {acts.map((act) => (
                <ReportedAct key={act.act_id} act={act} stop={stop} />
              ))}
            </ul>
          </section>
        )}
      </main>
      {open && (
        <ActSheet
          kind={open}
          stop={stop}
          questions={questions}
          time={timeWord(new Date().toISOString(), zone, language)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

/** The day, unless it is today, and the times. */
function planWord({ planned_start_at, planned_end_at, place }: DriverStop, texts: Texts, language: string): string {
  const zone = place.time_zone
  const day = dayWord(planned_start_at, zone, { texts, language, now: new Date() })
  const times = [planned_start_at, planned_end_at].map((at) => timeWord(at, zone, language))
  const span = [...new Set(times)].filter((time) => time !== '').join(' – ')
  return [day === texts.today ? '' : day, span].filter((part) => part !== '').join(' ')
}

function Place({ stop }: { stop: DriverStop }) {
  const { texts, language } = useDriver()
  const link = navigationLink(stop, /iPhone|iPad/.test(navigator.userAgent))
  return (
    <section className="card place">
      <address>
        {addressLines(stop.place).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      {stop.place.description && <p className="note">{withOpeningHours(stop.place.description, language)}</p>}
      <div className="pair">
        {link && (
          <a className="tile" href={link}>
            <MapPin />
            {texts.navigate}
          </a>
        )}
        {stop.phone_number && (
          <a className="tile" href={`tel:${stop.phone_number.replace(/[^+\d]/g, '')}`}>
            <Phone />
            {texts.call}
          </a>
        )}
      </div>
    </section>
  )
}

const tiles: readonly [DriverActKind, () => ReactNode][] = [
  ['PHOTO', Camera],
  ['SIGNATURE', Pen],
  ['SEAL', Lock],
  ['REMARK', MessageText],
  ['ANSWERS', Question],
]

interface OthersProps {
  shown: ShownStop
  next: DriverActKind | undefined
  hasQuestions: boolean
  onOpen(kind: DriverActKind): void
}

/** What else can be reported. Leaving without a word that the goods are done is possible too. */
function Others({ shown, next, hasQuestions, onOpen }: OthersProps) {
  const { texts } = useDriver()
  const allowed = allowedActs(shown)
  const offered = tiles.filter(([kind]) => allowed.includes(kind) && (kind !== 'ANSWERS' || hasQuestions))
  return (
    <div className="pair">
      {offered.map(([kind, Icon]) => (
        <button key={kind} type="button" className="tile" onClick={() => onOpen(kind)}>
          <Icon />
          {actWord(kind, shown.stop, texts)}
        </button>
      ))}
      {next === 'DONE' && (
        <button type="button" className="tile" onClick={() => onOpen('LEAVE')}>
          {texts.leave}
        </button>
      )}
    </div>
  )
}

function Facts({ stop }: { stop: DriverStop }) {
  const { texts, language } = useDriver()
  const facts = [
    [texts.reference, stop.reference_number],
    [texts.order, stop.order_number],
    [texts.container, stop.container_number],
    [texts.pin, stop.pin_code],
    [texts.seal, stop.seal_number],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  if (facts.length === 0 && stop.goods.length === 0 && stop.note === '') return null
  return (
    <section className="card">
      {stop.note !== '' && <p className="note">{stop.note}</p>}
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {stop.goods.length > 0 && (
        <>
          <h2 className="goods-title">{texts.goods}</h2>
          <ul className="goods">
            {[...new Set(stop.goods)].map((line) => (
              <li key={line}>{goodsLine(line, language)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
