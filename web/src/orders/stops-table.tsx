import type { StopFacts } from '@cartage/contract/orders/app/punctuality'
import type { OrderRecord } from '@cartage/contract/orders/app/record'
import type { Language } from '@cartage/contract/reading/languages'
import { windowText } from '@cartage/contract/reading/window-text'
import type { OrderTrip } from '@cartage/contract/trips/app/record'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useActivityLabel } from '../records/activity.labels.ts'
import { factsOfStop, PunctualityPill } from '../records/punctuality.tsx'
import { RailAxis, RailTrack, railScale, railStopOf, railTone } from '../records/stops/stop-rail.tsx'
import { StopStatus } from '../trips/labels.tsx'
import { EtaMark } from '../trips/stops/eta-mark.tsx'
import { isEtaEstimated, Span } from '../trips/stops/stop-times.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import { ForeignZone } from '../ui/time/when.tsx'
import { goodsAt, loadOf } from './load.ts'
import { LoadText } from './load-text.tsx'
import { orderTripsQuery } from './tabs/queries.ts'

type Stop = NonNullable<OrderRecord['order']['stops']>[number]
type TripStop = OrderTrip['stops'][number]

/** Stops of an order, one per line: place, load, requested and planned or actual times. */
export function OrderStops({ record }: { record: OrderRecord }) {
  const { t } = useLingui()
  const trips = useQuery(orderTripsQuery(record.order.id)).data?.items ?? []
  const factsOf = (stop: Stop) => factsOfStop(record.stop_facts, stop.id)
  const onTrip = (stop: Stop) => trips.flatMap(({ stops }) => stops).find(({ stop_id }) => stop_id === stop.id)
  const stops = record.order.stops ?? []
  const railOf = (stop: Stop) => railStopOf(onTrip(stop) ?? timesOf(stop), factsOf(stop))
  const span = railScale(stops.map(railOf))
  return (
    <PlainTable<Stop>
      label={t`Stops`}
      rows={stops}
      keyOf={({ id }) => id}
      columns={[
        { id: 'place', title: t`Location`, width: 'w-60', cell: (stop) => <Place stop={stop} /> },
        ...(span === undefined
          ? []
          : [
              {
                id: 'rail',
                title: t`Time axis`,
                head: <RailAxis span={span} />,
                cell: (stop: Stop) => <RailTrack stop={railOf(stop)} span={span} tone={railTone(factsOf(stop))} />,
              },
            ]),
        {
          id: 'load',
          title: t`Goods`,
          width: 'w-28',
          cell: (stop) => <LoadText load={loadOf(goodsAt(record.order, stop.id))} />,
        },
        {
          id: 'asked',
          title: t`Requested`,
          width: 'w-28',
          cell: (stop) => <RequestedTimes stop={stop} facts={factsOf(stop)} />,
        },
        {
          id: 'when',
          title: t`Planned or actual`,
          width: 'w-38',
          cell: (stop) => <Moment stop={stop} onTrip={onTrip(stop)} zone={factsOf(stop)?.time_zone} />,
        },
        {
          id: 'punctuality',
          title: t`Punctuality`,
          width: 'w-26',
          cell: (stop) => <PunctualityPill verdict={factsOf(stop)?.punctuality} />,
        },
        {
          id: 'status',
          title: t`Status`,
          width: 'w-32',
          cell: ({ status }) => (status ? <StopStatus status={status} /> : null),
        },
      ]}
    />
  )
}

/** Times of a stop that no loaded trip contains. */
function timesOf({ status, start_timestamp: start, end_timestamp: end }: Stop) {
  const isDone = status === 'COMPLETED' || status === 'AT_STOP'
  return isDone ? { actual_start_at: start, actual_end_at: end } : { planned_start_at: start, planned_end_at: end }
}

function Place({ stop }: { stop: Stop }) {
  const activityLabel = useActivityLabel()
  const { name, city, address, country } = stop.location
  const where = [city, country].filter(Boolean).join(' ')
  return (
    <>
      <span className="block truncate font-medium">{name ?? city ?? address}</span>
      <span className="block truncate text-[12px] text-ink-3">
        {[activityLabel(stop.activity_label), where, stop.reference_number].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

/** Requested day and time window. */
function RequestedTimes({ stop, facts }: { stop: Stop; facts: StopFacts | undefined }) {
  const { start_time: from, end_time: to } = stop.time_window ?? {}
  const { i18n } = useLingui()
  const times = windowText(i18n.locale as Language, from, to)
  return (
    <>
      <span className="block">
        <OrderDay date={stop.date ?? null} />
      </span>
      {times !== '' && (
        <span className="tnum block text-[12px] text-ink-3">
          {times}
          {facts?.asked_from && <ForeignZone instant={facts.asked_from} zone={facts.time_zone} />}
        </span>
      )}
    </>
  )
}

/** Time of service and its certainty: planned, expected or done. */
function Moment({ stop, onTrip, zone }: { stop: Stop; onTrip: TripStop | undefined; zone: string | undefined }) {
  const { start_timestamp: from, end_timestamp: to } = stop
  if (!from) return <span className="text-ink-3">—</span>
  return (
    <>
      <span className="block">
        <Span from={from} to={to ?? null} zone={zone} isStacked />
      </span>
      <span className="block text-[12px] text-ink-3">
        <Sureness stop={stop} onTrip={onTrip} />
      </span>
    </>
  )
}

function Sureness({ stop, onTrip }: { stop: Stop; onTrip: TripStop | undefined }) {
  if (stop.status === 'COMPLETED') return <Trans>Actual</Trans>
  if (stop.status === 'AT_STOP') return <Trans>Arrived</Trans>
  if (!onTrip?.eta_start_at) return <Trans>Planned</Trans>
  return (
    <>
      <Trans>ETA</Trans> <EtaMark isEstimated={isEtaEstimated(onTrip)} />
    </>
  )
}
