import { fill } from '@cartage/contract/message'
import { type DoorLanguage, doorLanguages, languageNames } from '@cartage/contract/reading/languages'
import { Fragment } from 'react'
import { currentVisit, type ShownAct, type ShownTrip, type ShownVisit, visitsOf } from './acts.ts'
import { Connection } from './connection.tsx'
import { useDriver } from './context.ts'
import { HoursCard } from './hours-card.tsx'
import { Check, ChevronRight, Phone, Warning } from './icons.tsx'
import { activityLabel, crossingLabel, dayLabel, timeLabel } from './labels.ts'
import type { Snapshot } from './model.ts'
import { ReportedAct } from './reported-act.tsx'
import { SharingCard } from './sharing-card.tsx'

interface DayScreenProps {
  snapshot: Snapshot
  onOpen(stopId: string): void
  onLanguage(language: DoorLanguage): void
}

/** The trips of the driver, stop by stop. */
export function DayScreen({ snapshot, onOpen, onLanguage }: DayScreenProps) {
  const { texts, language } = useDriver()
  const { day, logo, shown, connection, sharing, hours } = snapshot
  const current = currentVisit(shown)?.stop.stop_id
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
          <Trip key={trip.trip.trip_id} trip={trip} news={snapshot.news} current={current} onOpen={onOpen} />
        ))}
        {shown.trips.length === 0 && (day || connection === 'NO_LINK') && (
          <p className="empty">{connection === 'NO_LINK' ? texts.noLink : texts.noTrips}</p>
        )}
        {hours && day && <HoursCard hours={hours} />}
        {day?.office_phone && (
          <a className="tile" href={`tel:${day.office_phone.replace(/[^+\d]/g, '')}`}>
            <Phone />
            {texts.callOffice}
          </a>
        )}
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
          <ReportedAct key={act.act_id} act={act} stop={undefined} withPlace />
        ))}
      </ul>
    </section>
  )
}

interface TripProps extends Pick<DayScreenProps, 'onOpen'> {
  trip: ShownTrip
  news: ReadonlyMap<string, string>
  current: string | undefined
}

function Trip({ trip: shown, news, current, onOpen }: TripProps) {
  const { texts, language } = useDriver()
  const { trip } = shown
  const visits = visitsOf(shown)
  const now = new Date()
  const days = visits.map(({ stop }) => dayLabel(stop.planned_start_at, stop.place.time_zone, { texts, language, now }))
  return (
    <section className="card" data-trip={trip.trip_id}>
      <header className="trip-head">
        <h2>{days[0]}</h2>
        <span>{[fill(texts.trip, { name: trip.name }), ...trip.vehicles].join(' · ')}</span>
      </header>
      {trip.note !== '' && <p className="note">{trip.note}</p>}
      <News trip={shown} news={news} />
      <ol className="stops">
        {visits.map((visit, at) => (
          <Fragment key={visit.stop.stop_id}>
            {at > 0 && isNewDay(days, at) && <li className="stop-day">{days[at]}</li>}
            <StopRow
              shown={visit}
              isNew={visit.stops.some(({ stop }) => news.has(stop.stop_id))}
              isCurrent={visit.stop.stop_id === current}
              onOpen={onOpen}
            />
          </Fragment>
        ))}
      </ol>
    </section>
  )
}

/** Whether a stop's day differs from the previous known one, or is the first. */
function isNewDay(days: readonly string[], at: number): boolean {
  const known = days.slice(0, at).filter((day) => day !== '')
  return days[at] !== '' && days[at] !== known.at(-1)
}

/** Announces plan changes until the driver confirms them (DOOR-13). */
function News({ trip: { stops }, news }: Pick<TripProps, 'news'> & { trip: ShownTrip }) {
  const { texts, language, model } = useDriver()
  const ids = stops.map(({ stop }) => stop.stop_id).filter((id) => news.has(id))
  if (ids.length === 0) return null
  const since = ids.map((id) => news.get(id)!).toSorted()[0]!
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className="note news">
      <b>{fill(texts.newSince, { time: timeLabel(since, zone, language) })}</b>
      <button type="button" className="small" onClick={() => void model.confirmPlan(ids)}>
        {texts.seenIt}
      </button>
    </div>
  )
}

interface StopRowProps extends Pick<DayScreenProps, 'onOpen'> {
  shown: ShownVisit
  isNew: boolean
  isCurrent: boolean
}

function StopRow({ shown, isNew, isCurrent, onOpen }: StopRowProps) {
  const { texts, language } = useDriver()
  const { stop, state, left_at, arrived_at, acts } = shown
  const zone = stop.place.time_zone
  const isRefused = acts.some((act) => act.state === 'REFUSED')
  const progress =
    state === 'LEFT'
      ? fill(texts.leftAt, { time: timeLabel(left_at, zone, language) })
      : state !== 'OPEN' && fill(texts.arrivedAt, { time: timeLabel(arrived_at, zone, language) })
  return (
    <li className={`stop stop-${state.toLowerCase()}${isCurrent ? ' is-current' : ''}`}>
      <button type="button" className="stop-button" onClick={() => onOpen(stop.stop_id)}>
        <span className="stop-mark">{state === 'LEFT' && <Check />}</span>
        <span className="stop-time">{timeLabel(stop.planned_start_at, zone, language)}</span>
        <span className="stop-words">
          {isCurrent && <span className="badge">{texts.current}</span>}
          {isNew && <span className="badge badge-new">{texts.isNew}</span>}
          <b>{stop.place.name ?? stop.place.city}</b>
          <span>{[activityLabel(stop, texts), stop.place.city].filter(Boolean).join(' · ')}</span>
          {stop.crossing && <span>{crossingLabel(stop, { texts, language, now: new Date() })}</span>}
          {shown.stops.length > 1 && <span>{fill(texts.orders, { count: shown.stops.length })}</span>}
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
