import type { DriverActKind, DriverDay, DriverStop } from '@cartage/contract/doors/app/driver'
import { fill } from '@cartage/contract/message'
import { withOpeningHours } from '@cartage/contract/reading/opening-hours'
import { type ReactNode, useEffect, useState } from 'react'
import { goodsLine } from '../kit/goods-line.ts'
import { ActSheet } from './act-sheet.tsx'
import { allowedActs, nextAct, type ShownVisit, targetsOf } from './acts.ts'
import { Connection } from './connection.tsx'
import { useDriver } from './context.ts'
import { Camera, ChevronLeft, Lock, MapPin, MessageText, Pen, Phone, Question, Warning } from './icons.tsx'
import { activityLabel, actLabel, addressLines, crossingLabel, dayLabel, navigationLink, timeLabel } from './labels.ts'
import type { Snapshot } from './model.ts'
import { ReportedAct } from './reported-act.tsx'
import type { Texts } from './texts.ts'

interface StopScreenProps {
  visit: ShownVisit
  /** Next visit; undefined if it is this one, or if there is none. */
  next: ShownVisit | undefined
  onNext(stopId: string): void
  questions: DriverDay['questions']
  snapshot: Snapshot
  onBack(): void
}

/** One visit: its place, the tasks of each order, and the reports for all of them (DOOR-11). */
export function StopScreen({ visit, next: following, onNext, questions, snapshot, onBack }: StopScreenProps) {
  const { texts, language } = useDriver()
  const [open, setOpen] = useState<DriverActKind>()
  const { stop, stops, acts } = visit
  const next = nextAct(visit)
  const zone = stop.place.time_zone
  useEffect(() => {
    // In a block: newer browsers return a promise, which React would take for an effect cleanup.
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
            {[activityLabel(stop, texts), planLabel(stop, texts, language)].filter(Boolean).join(' · ')}
          </p>
          <h1>{stop.place.name ?? stop.place.city}</h1>
        </div>
      </header>
      <Connection snapshot={snapshot} />
      <main>
        <Place stop={stop} />
        {next && (
          <button type="button" className="big" onClick={() => setOpen(next)}>
            {actLabel(next, stop, texts)}
          </button>
        )}
        {!next && following && (
          <button type="button" className="big" onClick={() => onNext(following.stop.stop_id)}>
            {fill(texts.goOn, { name: following.stop.place.name ?? following.stop.place.city ?? '' })}
          </button>
        )}
        <Others shown={visit} next={next} hasQuestions={questions.length > 0} onOpen={setOpen} />
        {stops.map((one) => (
          <Facts key={one.stop.stop_id} stop={one.stop} isOneOfMany={stops.length > 1} />
        ))}
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
          targets={targetsOf(visit, open)}
          questions={questions}
          time={timeLabel(new Date().toISOString(), zone, language)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

/** Planned times, with the day unless it is today. */
function planLabel({ planned_start_at, planned_end_at, place }: DriverStop, texts: Texts, language: string): string {
  const zone = place.time_zone
  const day = dayLabel(planned_start_at, zone, { texts, language, now: new Date() })
  const times = [planned_start_at, planned_end_at].map((at) => timeLabel(at, zone, language))
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
      {requestedLabel(stop, texts) !== '' && <p className="requested">{requestedLabel(stop, texts)}</p>}
      {stop.crossing && <p className="requested">{crossingLabel(stop, { texts, language, now: new Date() })}</p>}
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
  ['DEVIATION', Warning],
  ['ANSWERS', Question],
]

interface OthersProps {
  shown: ShownVisit
  next: DriverActKind | undefined
  hasQuestions: boolean
  onOpen(kind: DriverActKind): void
}

/** Other possible acts. Leaving without reporting completion is possible too. */
function Others({ shown, next, hasQuestions, onOpen }: OthersProps) {
  const { texts } = useDriver()
  const allowed = allowedActs(shown)
  const offered = tiles.filter(([kind]) => allowed.includes(kind) && (kind !== 'ANSWERS' || hasQuestions))
  return (
    <div className="pair">
      {offered.map(([kind, Icon]) => (
        <button key={kind} type="button" className="tile" onClick={() => onOpen(kind)}>
          <Icon />
          {actLabel(kind, shown.stop, texts)}
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

/** Requested times of a stop. */
function requestedLabel({ requested_from, requested_to }: DriverStop, texts: Texts): string {
  const window = [requested_from, requested_to].filter(Boolean).join(' – ')
  return window === '' ? '' : fill(texts.requested, { time: window })
}

/** Details of one order at the stop. */
function Facts({ stop, isOneOfMany }: { stop: DriverStop; isOneOfMany: boolean }) {
  const { texts, language } = useDriver()
  const facts = [
    [texts.reference, stop.reference_number],
    ...(isOneOfMany ? [] : [[texts.order, stop.order_number] as const]),
    [texts.customerReference, stop.customer_reference],
    [texts.container, stop.container_number],
    [texts.pin, stop.pin_code],
    [texts.seal, stop.seal_number],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  const { dangerous_goods: dangerous = [] } = stop
  if (facts.length === 0 && !isOneOfMany && stop.goods.length === 0 && stop.note === '') return null
  return (
    <section className="card" data-order={stop.order_number}>
      {isOneOfMany && (
        <h2>
          {texts.order} {stop.order_number}
        </h2>
      )}
      {stop.note !== '' && <p className="note">{stop.note}</p>}
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {dangerous.length > 0 && (
        <>
          <h2 className="goods-title">{texts.dangerous}</h2>
          <ul className="goods dangerous">
            {dangerous.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
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
