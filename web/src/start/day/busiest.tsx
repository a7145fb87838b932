import type { Day, DayVehicle } from '@cartage/contract/app/day'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { classNames } from '../../ui/class-names.ts'
import { minutesText } from '../../ui/time/minutes-text.ts'
import { clockText } from '../../ui/time/when.tsx'
import { partOf } from './part-of.ts'

const hours = [0, 6, 12, 18, 24]
/** Five hours as a fraction of the day: at least 24 pixels wide on the narrowest screen. */
const shortest = 5 / 24

/** The busiest vehicles of today, with their trips over the hours of the day and a line at the current time. */
export function Busiest({ day }: { day: Day }) {
  const span = { from: Date.parse(day.from), to: Date.parse(day.to) }
  const now = partOf(span, Date.parse(day.now))
  if (day.vehicles.length === 0) return null
  return (
    <section aria-labelledby="busiest">
      <h2 id="busiest" className="flex h-10 items-center font-semibold">
        <Trans>Busiest vehicles</Trans>
      </h2>
      <div className="rounded-lg border border-line pt-1 pb-2">
        <div className="grid grid-cols-[140px_minmax(0,1fr)] px-3 text-[11px] text-ink-3" aria-hidden="true">
          <span />
          <span className="relative h-5">
            {hours.slice(0, -1).map((hour) => (
              <span key={hour} className="tnum absolute" style={{ left: `${(hour / 24) * 100}%` }}>
                {String(hour).padStart(2, '0')}
              </span>
            ))}
          </span>
        </div>
        <ul>
          {day.vehicles.map((vehicle) => (
            <Vehicle key={vehicle.resource_id} vehicle={vehicle} span={span} now={now} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Vehicle({ vehicle, span, now }: { vehicle: DayVehicle; span: { from: number; to: number }; now: number }) {
  return (
    <li className="grid h-9 grid-cols-[140px_minmax(0,1fr)] items-center px-3 hover:bg-hover">
      <Link
        to="/resources/$resourceId"
        params={{ resourceId: vehicle.resource_id }}
        className="min-w-0 pr-2 underline-offset-2 hover:underline"
        title={[vehicle.name, vehicle.driver_name].filter(Boolean).join(' · ')}
      >
        <span className="tnum block truncate leading-4 font-medium">{vehicle.name}</span>
        <span className="block truncate text-[11px] leading-4 text-ink-3">{vehicle.driver_name}</span>
      </Link>
      <span className="relative h-full">
        {hours.map((hour) => (
          <span
            key={hour}
            className="absolute inset-y-0 w-px bg-line"
            style={{ left: `${(hour / 24) * 100}%` }}
            aria-hidden="true"
          />
        ))}
        {vehicle.trips.map((trip) => (
          <Bar key={trip.trip_id} trip={trip} span={span} />
        ))}
        <span className="absolute inset-y-0 z-10 w-px bg-red" style={{ left: `${now * 100}%` }} aria-hidden="true" />
      </span>
    </li>
  )
}

function Bar({ trip, span }: { trip: DayVehicle['trips'][number]; span: { from: number; to: number } }) {
  const { t, i18n } = useLingui()
  const left = partOf(span, Date.parse(trip.starts_at))
  const right = partOf(span, Date.parse(trip.ends_at))
  const locale = i18n.locales ?? i18n.locale
  const times = [trip.starts_at, trip.ends_at].map((at) => clockText(new Date(at), locale)).join(' – ')
  const late = trip.late_minutes > 0 ? `+${minutesText(trip.late_minutes)}` : ''
  const label = [t`Trip ${trip.name}`, trip.to_city, times, late].filter(Boolean).join(' · ')
  return (
    <Link
      to="/trips/$tripId"
      params={{ tripId: trip.trip_id }}
      title={label}
      aria-label={label}
      // Too short for a click target of its own. The vehicle's page shows it as well.
      tabIndex={right - left < shortest ? -1 : undefined}
      className={classNames(
        'absolute inset-y-1.5 flex min-w-1.5 items-center overflow-hidden rounded-[4px] px-1.5 text-[11px] font-medium whitespace-nowrap',
        toneOf(trip),
      )}
      style={{ left: `${left * 100}%`, width: `${(right - left) * 100}%` }}
    >
      <span className="truncate">{trip.to_city}</span>
    </Link>
  )
}

function toneOf({ status, late_minutes }: DayVehicle['trips'][number]): string {
  if (status === 'COMPLETED') return 'tone-grey bg-(--tone-soft) text-(--tone)'
  if (late_minutes >= 60) return 'tone-red bg-(--tone-soft) text-(--tone) ring-1 ring-inset ring-(--tone)/40'
  if (late_minutes > 0) return 'tone-amber bg-(--tone-soft) text-(--tone) ring-1 ring-inset ring-(--tone)/40'
  if (status === 'IN_PROGRESS') return 'tone-teal bg-(--tone) text-surface'
  return 'tone-blue bg-(--tone-soft) text-(--tone) ring-1 ring-inset ring-(--tone)/25'
}
