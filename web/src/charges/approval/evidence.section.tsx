import type { Charge } from '@cartage/contract/charges/app/charge'
import type { ChargeEvidence } from '@cartage/contract/charges/app/evidence'
import { listOrderFiles } from '@cartage/contract/orders/app/documents'
import { listSamples } from '@cartage/contract/positions/app/fleet'
import type { Language } from '@cartage/contract/reading/languages'
import { windowText } from '@cartage/contract/reading/window-text'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { Section } from '../../ui/overlay/side-panel.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { OrderDay } from '../../ui/time/local-day.tsx'
import { When } from '../../ui/time/when.tsx'

type Stop = ChargeEvidence['stops'][number]

/** Evidence for an amount: stop times, the vehicle's track and documents. */
export function EvidenceSection({ charge, stops }: { charge: Charge; stops: readonly Stop[] }) {
  const { t } = useLingui()
  const subject = stops.find(({ is_subject }) => is_subject)
  const minutes = charge.evidence?.minutes
  return (
    <>
      <Section title={t`Stop times`}>
        {typeof minutes === 'number' && (
          <p className="pb-2 font-medium">
            <Plural value={minutes} one="# minute at the stop" other="# minutes at the stop" />
          </p>
        )}
        <StopTimes stops={stops} />
      </Section>
      {subject && <Track stop={subject} />}
      {charge.order && <Documents orderId={charge.order.id} />}
    </>
  )
}

function StopTimes({ stops }: { stops: readonly Stop[] }) {
  const { t, i18n } = useLingui()
  const at = (instant: string | null) =>
    instant === null ? <span className="text-ink-3">—</span> : <When instant={instant} />
  return (
    <PlainTable<Stop>
      label={t`Stop times`}
      rows={stops}
      keyOf={({ stop_id }) => stop_id}
      isFaded={({ is_subject }) => !is_subject && stops.some((one) => one.is_subject)}
      columns={[
        {
          id: 'place',
          title: t`Stop`,
          cell: ({ place, is_subject }) => <span className={is_subject ? 'font-semibold' : undefined}>{place}</span>,
        },
        {
          id: 'requested',
          title: t`Appointment`,
          width: 'w-32',
          cell: ({ requested_date, window_start, window_end }) => (
            <span className="tnum">
              <OrderDay date={requested_date} />
              <span className="block whitespace-nowrap">
                {windowText(i18n.locale as Language, window_start, window_end)}
              </span>
            </span>
          ),
        },
        { id: 'planned', title: t`Planned`, width: 'w-36', cell: ({ planned_start_at }) => at(planned_start_at) },
        { id: 'arrived', title: t`Arrived`, width: 'w-36', cell: ({ actual_start_at }) => at(actual_start_at) },
        { id: 'left', title: t`Departed`, width: 'w-36', cell: ({ actual_end_at }) => at(actual_end_at) },
        {
          id: 'trip',
          title: t`Trip`,
          width: 'w-24',
          cell: ({ trip_id, trip_name }) =>
            trip_id !== null && (
              <Link to="/trips/$tripId" params={{ tripId: trip_id }} className="hover:underline">
                {trip_name}
              </Link>
            ),
        },
      ]}
    />
  )
}

const beforeMs = 30 * 60_000

function trackQuery({ vehicle_id, actual_start_at, actual_end_at }: Stop) {
  const from = new Date(Date.parse(actual_start_at ?? '') - beforeMs)
  const to = new Date(Date.parse(actual_end_at ?? '') + beforeMs)
  return queryOptions({
    queryKey: ['positions', 'track', vehicle_id, actual_start_at, actual_end_at],
    queryFn: () =>
      call(listSamples, {
        params: { resource_id: vehicle_id! },
        query: { from: from.toISOString(), to: to.toISOString() },
      }),
    enabled: vehicle_id !== null && actual_start_at !== null && actual_end_at !== null,
  })
}

/** Vehicle positions from half an hour before arrival to half an hour after departure, drawn around the stop. */
function Track({ stop }: { stop: Stop }) {
  const { t } = useLingui()
  const samples = useQuery(trackQuery(stop)).data?.items ?? []
  const points = samples.flatMap(({ value }) => {
    const { latitude, longitude } = value
    return typeof latitude === 'number' && typeof longitude === 'number' ? [{ x: longitude, y: -latitude }] : []
  })
  if (points.length === 0) return null
  const place = stop.latitude === null || stop.longitude === null ? undefined : { x: stop.longitude, y: -stop.latitude }
  const all = place ? [...points, place] : points
  const [left, top] = [Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y))]
  const size = Math.max(...all.map(({ x, y }) => Math.max(x - left, y - top)), 0.001)
  const on = ({ x, y }: { x: number; y: number }) =>
    [5 + (190 * (x - left)) / size, 5 + (90 * (y - top)) / size] as const
  return (
    <Section title={t`Track`}>
      <p className="pb-1 text-ink-2">
        <Trans>
          {stop.vehicle_name}: <Plural value={points.length} one="# position" other="# positions" />
        </Trans>
      </p>
      <svg
        viewBox="0 0 200 100"
        role="img"
        aria-label={t`Track`}
        className="h-40 w-full rounded-lg bg-sunken text-brand"
      >
        <polyline
          points={points.map((point) => on(point).join(',')).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth={1}
        />
        {place && <circle cx={on(place)[0]} cy={on(place)[1]} r={2.5} className="text-red" fill="currentColor" />}
      </svg>
    </Section>
  )
}

function Documents({ orderId }: { orderId: string }) {
  const { t } = useLingui()
  const params = { order_id: orderId }
  const query = { queryKey: ['documents', 'order', orderId], queryFn: () => call(listOrderFiles, { params }) }
  const documents = useQuery(query).data?.items ?? []
  return (
    <Section title={t`Documents`}>
      {documents.length === 0 ? (
        <p className="text-ink-3">{t`No documents`}</p>
      ) : (
        <ul className="grid gap-1">
          {documents.map(({ document_id, name }) => (
            <li key={document_id} className="[overflow-wrap:anywhere]">
              <Link
                to="/orders/$orderId"
                params={{ orderId }}
                search={{ tab: 'documents' }}
                className="hover:underline"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
