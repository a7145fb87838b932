import type { CarrierStanding } from '@cartage/contract/dispatch/app/answers'
import type { TripRecord } from '@cartage/contract/trips/app/record'
import { useQuery } from '@tanstack/react-query'
import { CarrierStateBadge } from '../dispatch/carrier-state.tsx'
import { tripAnswerQuery } from '../dispatch/queries.ts'
import { usePermission } from '../session/permission.ts'
import { CarrierTags, isNotWithCarrier, useCarrierWords } from './words.tsx'

type Trip = Pick<TripRecord, 'trip' | 'dispatch'>

/**
 * How far a trip has come at its carrier (DISP-6): what it answered by link or telephone counts before the last message.
 * Null: it has no carrier, is cancelled, or the user may not see answers. Undefined while it is on its way.
 */
export function useCarrierStanding({ trip }: Pick<TripRecord, 'trip'>): CarrierStanding | null | undefined {
  const maySeeAnswers = usePermission('dispatch.read') && trip.status !== 'CANCELLED'
  const answer = useQuery({ ...tripAnswerQuery(trip.trip_id), enabled: maySeeAnswers })
  return answer.isLoading ? undefined : (answer.data?.standing ?? null)
}

/** The state of a trip at its carrier as a badge; without one, what the last message left open. */
export function CarrierState({ record }: { record: Trip }) {
  const standing = useCarrierStanding(record)
  if (standing === undefined) return null
  if (standing === null) return <CarrierTags dispatch={record.dispatch} />
  return (
    <span className="inline-flex" title={standing.answer?.reason ?? undefined}>
      <CarrierStateBadge state={standing.state} is_overdue={standing.is_overdue} />
    </span>
  )
}

/** How far a dispatched trip has come, for a line of facts: the same that its header says. */
export function DispatchedFact({ record }: { record: Trip }) {
  const standing = useCarrierStanding(record)
  const wordOf = useCarrierWords()
  if (standing === undefined) return null
  return standing === null ? wordOf(record.dispatch) : <CarrierState record={record} />
}

const notThere: readonly string[] = ['NOT_SENT', 'FAILED', 'REFUSED']

/** Whether the carrier does not drive the trip at present: it refused the trip, or never received it. */
export function useIsNotWithCarrier(record: Trip): boolean {
  const standing = useCarrierStanding(record)
  return standing ? notThere.includes(standing.state) : isNotWithCarrier(record.dispatch)
}
