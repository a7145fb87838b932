import { urlOf } from '@cartage/contract/client'
import { printTemperatureRecord } from '@cartage/contract/papers/app'
import type { TemperatureExcursion, TemperatureLeg, TemperatureRecord } from '@cartage/contract/temperatures/app'
import { exportOrderTemperature } from '@cartage/contract/temperatures/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Section } from '../ui/overlay/side-panel.tsx'
import { minutesText } from '../ui/time/minutes-text.ts'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { degreesText, rangeText } from './degrees.ts'
import { orderTemperatureQuery, tripTemperatureQuery } from './queries.ts'

/** Temperatures of an order's goods in transit. Nothing without measurements. */
export function OrderTemperature({ orderId }: { orderId: string }) {
  const record = useQuery(orderTemperatureQuery(orderId)).data
  const params = { order_id: orderId }
  return record === undefined ? null : (
    <Temperatures
      record={record}
      file={urlOf(exportOrderTemperature, { params })}
      paper={urlOf(printTemperatureRecord, { params, query: {} })}
    />
  )
}

/** Temperatures of the goods on a trip. */
export function TripTemperature({ tripId }: { tripId: string }) {
  const record = useQuery(tripTemperatureQuery(tripId)).data
  return record === undefined ? null : <Temperatures record={record} />
}

function Temperatures({ record, file, paper }: { record: TemperatureRecord; file?: string; paper?: string }) {
  const { t } = useLingui()
  const { legs, excursions, ranges, tolerance_degrees, tolerated_minutes } = record
  if (legs.length === 0) return null
  const ordered = ranges.map(rangeText).join(', ')
  const tolerance = degreesText(tolerance_degrees)
  return (
    <Section title={t`Temperature`}>
      <p className="pb-1 text-ink-2">
        <Trans>
          Ordered: {ordered}. Accepted: {tolerance} outside of it, or {tolerated_minutes} min.
        </Trans>
      </p>
      {excursions.length === 0 ? (
        <p className="pb-1 text-ink-3">
          <Trans>Never outside of the range for longer than is accepted.</Trans>
        </p>
      ) : (
        <ul aria-label={t`Outside of the range`} className="pb-2">
          {excursions.map((one) => (
            <Outside key={`${one.order_id}.${one.resource_id}.${one.from}.${one.range.most}`} one={one} legs={legs} />
          ))}
        </ul>
      )}
      {legs.map((leg) => (
        <Leg key={`${leg.order_id}.${leg.trip_id}.${leg.resource_id}`} leg={leg} />
      ))}
      {file !== undefined && (
        <p className="mt-2 flex flex-wrap gap-2">
          {paper !== undefined && (
            <a href={paper} target="_blank" rel="noreferrer" className="btn btn-outline">
              <Trans>Record (PDF)</Trans>
            </a>
          )}
          <a href={file} download className="btn btn-outline">
            <Trans>All measurements (CSV)</Trans>
          </a>
        </p>
      )}
    </Section>
  )
}

function Outside({ one, legs }: { one: TemperatureExcursion; legs: readonly TemperatureLeg[] }) {
  const order = legs.find(({ order_id }) => order_id === one.order_id)?.order_number
  const [worst, lasted] = [degreesText(one.worst_degrees), minutesText(one.minutes)]
  return (
    <li className="tnum">
      <span className="font-medium text-red">{worst}</span>{' '}
      <span className="text-ink-2">
        {order} · {one.resource_name} · {lasted} · <RelativeTime instant={one.from} />
      </span>{' '}
      {!one.is_over && (
        <span className="tag tone-red">
          <Trans>going on</Trans>
        </span>
      )}
    </li>
  )
}

const [width, height] = [400, 80]

/** Measurements of a vehicle as a line, without those that do not count. */
function Leg({ leg }: { leg: TemperatureLeg }) {
  const { t } = useLingui()
  const counted = leg.measurements.filter(({ reading }) => reading !== 'IMPOSSIBLE')
  const degrees = counted.map((one) => one.degrees)
  const [low, high] = [Math.min(...degrees), Math.max(...degrees)]
  const [from, until] = [Date.parse(leg.from), Date.parse(leg.until)]
  const x = (at: string) => (width * (Date.parse(at) - from)) / Math.max(1, until - from)
  const y = (one: number) => height - (height * (one - low)) / Math.max(1, high - low)
  const ignored = leg.measurements.length - counted.length
  const [coldest, warmest] = [degreesText(low), degreesText(high)]
  const { order_number, resource_name } = leg
  return (
    <figure className="pt-1">
      <figcaption className="text-[12px] text-ink-3">
        {order_number} · {resource_name}
        {counted.length > 0 && ` · ${coldest} – ${warmest}`}
        {ignored > 0 && (
          <>
            {' · '}
            <Trans>{ignored} without a possible value</Trans>
          </>
        )}
      </figcaption>
      <svg
        viewBox={`-2 -2 ${width + 4} ${height + 4}`}
        role="img"
        aria-label={t`Temperature in ${resource_name}`}
        className="h-20 w-full max-w-[640px] rounded-lg bg-sunken text-brand"
        preserveAspectRatio="none"
      >
        <polyline
          points={counted.map((one) => `${x(one.at).toFixed(1)},${y(one.degrees).toFixed(1)}`).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth={1}
        />
        {counted
          .filter(({ reading }) => reading === 'OUTSIDE')
          .map((one) => (
            <circle key={one.at} cx={x(one.at)} cy={y(one.degrees)} r={1.5} className="text-red" fill="currentColor" />
          ))}
      </svg>
    </figure>
  )
}
