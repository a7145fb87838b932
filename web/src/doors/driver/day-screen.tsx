import { type DoorLanguage, doorLanguages, languageNames } from '@cartage/contract/reading/languages'
import { Fragment } from 'react'
import { currentStop, type ShownAct, type ShownStop, type ShownTrip } from './acts.ts'
import { Connection } from './connection.tsx'
import { useDriver } from './context.ts'
import { HoursCard } from './hours-card.tsx'
import { Check, ChevronRight, Warning } from './icons.tsx'
import type { Snapshot } from './model.ts'
import { ReportedAct } from './reported-act.tsx'
import { SharingCard } from './sharing-card.tsx'
import { filled } from './texts.ts'
import { activityWord, dayWord, timeWord } from './words.ts'

interface DayScreenProps {
  snapshot: Snapshot
  onOpen(stopId: string): void
  onLanguage(language: DoorLanguage): void
}

/** The trips of the driver, stop by stop. */
export function DayScreen({ snapshot, onOpen, onLanguage }: DayScreenProps) {
  const { texts, language } = useDriver()
  const { day, logo, shown, connection, sharing, hours } = snapshot
  const current = currentStop(shown)?.stop.stop_id
  return (
    <>
      <header className="head">
        {logo !== null && <img className="head-logo" src={logo} alt="" />}
        <div className="head-names">
          <p className="head-company">{day?.company_name}</p>
          <h1>{day?.driver_name ?? 'Cartage'}</h1>
        </div>
        <select
          className="language"
          aria-label={texts.language}
          value={language}
          onChange={(event) => onLanguage(event.target.value as DoorLanguage)}
        >
          {doorLanguages.map((code) => (
            <option key={code} value={code}>
              {languageNames[code]}
            </option>
          ))}
        </select>
      </header>
      <Connection snapshot={snapshot} />
      <main>
        <Elsewhere acts={shown.elsewhere} />
        {shown.trips.map((trip) => (
          <Trip key={trip.trip.trip_id} trip={trip} current={current} onOpen={onOpen} />
        ))}
        {shown.trips.length === 0 && (day || connection === 'NO_LINK') && (
          <p className="empty">{connection === 'NO_LINK' ? texts.noLink : texts.noTrips}</p>
        )}
        {hours && day && <HoursCard hours={hours} />}
        {sharing && day && <SharingCard sharing={sharing} day={day} />}
      </main>
    </>
  )
}

function Elsewhere({ acts }: { acts: readonly ShownAct[] }) {
  const { texts } = useDriver()
  if (acts.length === 0) return null
  return (
    <section className="card">
      <h2>{texts.elsewhere}</h2>
      <ul className="reported">
        {acts.map((act) => (
          <ReportedAct key={act.act_id} act={act} stop={undefined} />
        ))}
      </ul>
    </section>
  )
}

function Trip({
  trip: { trip, stops },
  current,
  onOpen,
}: { trip: ShownTrip; current: string | undefined } & Pick<DayScreenProps, 'onOpen'>) {
  const { texts, language } = useDriver()
  const now = new Date()
  const days = stops.map(({ stop }) => dayWord(stop.planned_start_at, stop.place.time_zone, { texts, language, now }))
  return (
    <section className="card" data-trip={trip.trip_id}>
      <header className="trip-head">
        <h2>{days[0]}</h2>
        <span>{[filled(texts.trip, { name: trip.name }), ...trip.vehicles].join(' · ')}</span>
      </header>
      {trip.note !== '' && <p className="note">{trip.note}</p>}
      <ol className="stops">
        {stops.map((stop, at) => (
          <Fragment key={stop.stop.stop_id}>
            {at > 0 && isNewDay(days, at) && <li className="stop-day">{days[at]}</li>}
            <StopRow shown={stop} isCurrent={stop.stop.stop_id === current} onOpen={onOpen} />
          </Fragment>
        ))}
      </ol>
    </section>
  )
}

/** Whether the day of a stop is another than that of the stops before it, or the first that is known. */
function isNewDay(days: readonly string[], at: number): boolean {
  const known = days.slice(0, at).filter((day) => day !== '')
  return days[at] !== '' && days[at] !== known.at(-1)
}

function StopRow({
  shown,
  isCurrent,
  onOpen,
}: { shown: ShownStop; isCurrent: boolean } & Pick<DayScreenProps, 'onOpen'>) {
  const { texts, language } = useDriver()
  const { stop, state, left_at, arrived_at, acts } = shown
  const zone = stop.place.time_zone
  const isRefused = acts.some((act) => act.state === 'REFUSED')
  const progress =
    state === 'LEFT'
      ? filled(texts.leftAt, { time: timeWord(left_at, zone, language) })
      : state !== 'OPEN' && filled(texts.arrivedAt, { time: timeWord(arrived_at, zone, language) })
  return (
    <li className={`stop stop-${state.toLowerCase()}${isCurrent ? ' is-current' : ''}`}>
      <button type="button" className="stop-button" onClick={() => onOpen(stop.stop_id)}>
        <span className="stop-mark">{state === 'LEFT' && <Check />}</span>
        <span className="stop-time">{timeWord(stop.planned_start_at, zone, language)}</span>
        <span className="stop-words">
          {isCurrent && <span className="badge">{texts.current}</span>}
          <b>{stop.place.name ?? stop.place.city}</b>
          <span>{[activityWord(stop, texts), stop.place.city].filter(Boolean).join(' · ')}</span>
          {progress && <span className="stop-progress">{progress}</span>}
        </span>
        {isRefused && (
          <span className="badge badge-red" title={texts.refused}>
            <Warning />
          </span>
        )}
        <ChevronRight />
      </button>
    </li>
  )
}
