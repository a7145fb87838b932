import type { StopFacts } from '@cartage/contract/orders/app/punctuality'
import type { OrderRecord } from '@cartage/contract/orders/app/record'
import { useLingui } from '@lingui/react/macro'
import { useActivityLabel } from '../records/activity.labels.ts'
import { factsOfStop, PunctualityPill } from '../records/punctuality.tsx'
import { Step, Steps } from '../ui/steps.tsx'
import { OrderDay } from '../ui/time/local-day.tsx'
import { When } from '../ui/time/when.tsx'

type Stops = NonNullable<OrderRecord['order']['stops']>

/** Stops of an order in sequence, each with its relevant time. */
export function StopSteps({ stops, facts }: { stops: Stops; facts: readonly StopFacts[] }) {
  const { t } = useLingui()
  const activityLabel = useActivityLabel()
  return (
    <Steps label={t`Stops`}>
      {stops.map((stop, at) => (
        <Step
          key={stop.id}
          title={stop.location.name ?? stop.location.city ?? stop.location.address}
          text={[activityLabel(stop.activity_label), stop.location.city, stop.location.country]
            .filter(Boolean)
            .join(' · ')}
          side={<StopTime stop={stop} facts={factsOfStop(facts, stop.id)} />}
          isDone={stop.status === 'COMPLETED'}
          isLast={at === stops.length - 1}
        />
      ))}
    </Steps>
  )
}

/** Estimated or actual time if a trip has one, otherwise the requested day. */
function StopTime({ stop, facts }: { stop: Stops[number]; facts: StopFacts | undefined }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <PunctualityPill verdict={facts?.punctuality} />
      {stop.start_timestamp ? (
        <When instant={stop.start_timestamp} zone={facts?.time_zone} />
      ) : (
        <OrderDay date={stop.date ?? null} time={stop.time_window?.start_time ?? null} />
      )}
    </span>
  )
}
