import type { CarrierStanding } from '@cartage/contract/dispatch/app/answers'
import type { ListedTrip } from '@cartage/contract/trips/app/list'
import type { TripRecord } from '@cartage/contract/trips/app/record'
import { useQuery } from '@tanstack/react-query'
import { CarrierStateBadge, useCarrierBadge } from '../dispatch/carrier-state.tsx'
import { tripAnswerQuery } from '../dispatch/queries.ts'
import { standingQuery } from '../dispatch/standings.queries.ts'
import { usePermission } from '../session/permission.ts'
import type { Tone } from '../ui/status.tsx'
import { CarrierTags, isNotWithCarrier, useCarrierLabels } from './labels.tsx'

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
  const labelOf = useCarrierLabels()
  if (standing === undefined) return null
  return standing === null ? labelOf(record.dispatch) : <CarrierState record={record} />
}

/** The same of a row of a list; the rows in sight ask together. */
export function useListedStanding({ trip_id, status }: ListedTrip): CarrierStanding | null | undefined {
  const maySeeAnswers = usePermission('dispatch.read') && status !== 'CANCELLED'
  const query = useQuery({ ...standingQuery(trip_id), enabled: maySeeAnswers })
  return query.isLoading ? undefined : (query.data ?? null)
}

/** The state of a trip at its carrier in a line of a row: in colour, with icon and word. */
export function StandingMark({ standing }: { standing: CarrierStanding }) {
  const { word, tone, icon: Icon } = useCarrierBadge(standing)
  const why = standing.answer?.reason
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1 ${inkOf[tone] ?? ''}`}
      title={why ? `${word}: ${why}` : word}
    >
      <Icon size={12} strokeWidth={2.25} className="shrink-0" aria-hidden="true" />
      <span className="truncate">{word}</span>
    </span>
  )
}

/** Colours of the states at a carrier; the others have no need of one. */
const inkOf: Readonly<Partial<Record<Tone, string>>> = { green: 'text-green', amber: 'text-amber', red: 'text-red' }

const notThere: readonly string[] = ['NOT_SENT', 'FAILED', 'REFUSED']

/** Whether the carrier does not drive the trip at present: it refused the trip, or never received it. */
export function useIsNotWithCarrier(record: Trip): boolean {
  const standing = useCarrierStanding(record)
  return standing ? notThere.includes(standing.state) : isNotWithCarrier(record.dispatch)
}
