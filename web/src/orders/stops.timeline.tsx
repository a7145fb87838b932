import type { OrderRecord } from '@cartage/contract/app/order-record'
import { useLingui } from '@lingui/react/macro'
import { When } from '../records/when.tsx'
import { Timeline, TimelineItem } from '../ui/timeline.tsx'
import { OrderDay } from './order-day.tsx'

type Stops = NonNullable<OrderRecord['order']['stops']>

/** The stops of an order from the first to the last, with the time that counts for each. */
export function StopsTimeline({ stops }: { stops: Stops }) {
  const { t } = useLingui()
  return (
    <Timeline label={t`Stops`}>
      {stops.map((stop, at) => (
        <TimelineItem
          key={stop.id}
          title={stop.location.name ?? stop.location.city ?? stop.location.address}
          text={[stop.activity_label, stop.location.city, stop.location.country].filter(Boolean).join(' · ')}
          side={<StopTime stop={stop} />}
          isDone={stop.status === 'COMPLETED'}
          isLast={at === stops.length - 1}
        />
      ))}
    </Timeline>
  )
}

/** The estimate or the actual time when a trip knows one, else the day asked for. */
function StopTime({ stop }: { stop: Stops[number] }) {
  if (!stop.start_timestamp) return <OrderDay date={stop.date ?? null} time={stop.time_window?.start_time ?? null} />
  return <When instant={stop.start_timestamp} />
}
