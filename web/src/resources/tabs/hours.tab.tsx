import type { DriverHours } from '@cartage/contract/planning/app/hours'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loaded } from '../../records/loaded.tsx'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { Properties, Property } from '../../ui/properties/properties.tsx'
import { RelativeTime } from '../../ui/time/relative-time.tsx'
import { drivingText, useHoursLabels } from '../../verdicts/hours.labels.ts'
import { driverHoursQuery } from '../queries.ts'

/** Driving time of a driver, what remains of it, and when the next rest is due. */
export function HoursTab({ resourceId }: { resourceId: string }) {
  return (
    <Loaded query={useQuery(driverHoursQuery(resourceId))}>
      {(hours) => (
        <div className="grid max-w-[1060px] gap-x-10 px-4 lg:grid-cols-2">
          <Driving hours={hours} />
          <Rests hours={hours} />
        </div>
      )}
    </Loaded>
  )
}

function Driving({ hours }: { hours: DriverHours }) {
  const { t } = useLingui()
  const { today, week, fortnight, until_break_minutes: left } = hours
  const { limit_minutes: limit, longest_minutes: most } = today
  const longest = drivingText(most ?? 0)
  return (
    <Section title={t`Driving time`}>
      <Properties>
        <Property name={t`Today`}>
          <Driven of={today} />
          {most !== null && limit !== null && most > limit && (
            <span className="block text-ink-3">
              <Trans>{longest} are allowed twice a week</Trans>
            </span>
          )}
        </Property>
        <Property name={t`Until a break`}>
          {left !== null && <span className="tnum">{drivingText(left)}</span>}
        </Property>
        <Property name={t`This week`}>
          <Driven of={week} />
        </Property>
        <Property name={t`With the week before`}>
          <Driven of={fortnight} />
        </Property>
        <Property name={t`Source`}>
          <Source hours={hours} />
        </Property>
      </Properties>
    </Section>
  )
}

/** Time driven, time remaining, and both after the plan. */
function Driven({ of }: { of: DriverHours['week'] }) {
  const labels = useHoursLabels()
  const planned = drivingText(of.planned_minutes)
  const isOver = of.limit_minutes !== null && of.planned_minutes > of.limit_minutes
  return (
    <span className="tnum">
      {labels.driven(of.driving_minutes, of.limit_minutes)}
      {of.planned_minutes > of.driving_minutes && (
        <span className={`block ${isOver ? 'text-red' : 'text-ink-3'}`}>
          <Trans>{planned} with what is planned</Trans>
        </span>
      )}
    </span>
  )
}

function Source({ hours: { source, known_until } }: { hours: DriverHours }) {
  const { t } = useLingui()
  if (known_until === null || source === 'PLAN') {
    return <Trans>Planned trips alone: an estimate, and a driver of whom nothing is known is rested.</Trans>
  }
  return (
    <span>
      {source === 'CARD' ? t`Driver card` : t`Vehicle`}{' '}
      <span className="text-ink-3">
        <RelativeTime instant={known_until} />
      </span>
    </span>
  )
}

function Rests({ hours }: { hours: DriverHours }) {
  const { t } = useLingui()
  const labels = useHoursLabels()
  const { resting_since, rest_by, weekly_rest_by, last_weekly_rest: last, next_pause: next, fault } = hours
  return (
    <Section title={t`Breaks and rests`}>
      <Properties>
        {resting_since && <Property name={t`Rests since`}>{labels.dated(resting_since)}</Property>}
        <Property name={t`Next break or rest`}>
          {next && labels.pause(next.kind, next.start_at, next.end_at, next.is_aboard)}
        </Property>
        <Property name={t`Daily rest due by`}>{rest_by && labels.at(rest_by)}</Property>
        <Property name={t`Weekly rest due by`}>{weekly_rest_by && labels.at(weekly_rest_by)}</Property>
        <Property name={t`Last weekly rest`}>
          {last && `${labels.dated(last.start_at)} – ${labels.dated(last.end_at)}`}
        </Property>
        {fault && (
          <Property name={t`Not lawful`}>
            <Link
              to="/trips/$tripId"
              params={{ tripId: fault.trip_id }}
              className="text-red underline-offset-2 hover:underline"
            >
              {fault.message}
            </Link>
          </Property>
        )}
      </Properties>
    </Section>
  )
}
