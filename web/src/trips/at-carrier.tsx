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
 * State of a trip at its carrier (DISP-6): an answer by link or telephone takes precedence over the last message.
 * Null without a carrier, for a cancelled trip, or without permission to see answers. Undefined while loading.
 */
export function useCarrierStanding({ trip }: Pick<TripRecord, 'trip'>): CarrierStanding | null | undefined {
  const maySeeAnswers = usePermission('dispatch.read') && trip.status !== 'CANCELLED'
  const answer = useQuery({ ...tripAnswerQuery(trip.trip_id), enabled: maySeeAnswers })
  return answer.isLoading ? undefined : (answer.data?.standing ?? null)
}

/** State of a trip at its carrier as a badge. Without one, the open points of the last message. */
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

/** State of a dispatched trip as a fact line, the same as in its header. */
export function DispatchedFact({ record }: { record: Trip }) {
  const standing = useCarrierStanding(record)
  const labelOf = useCarrierLabels()
  if (standing === undefined) return null
  return standing === null ? labelOf(record.dispatch) : <CarrierState record={record} />
}

/** State of a trip in a list row. Visible rows share one request. */
export function useListedStanding({ trip_id, status }: ListedTrip): CarrierStanding | null | undefined {
  const maySeeAnswers = usePermission('dispatch.read') && status !== 'CANCELLED'
  const query = useQuery({ ...standingQuery(trip_id), enabled: maySeeAnswers })
  return query.isLoading ? undefined : (query.data ?? null)
}

/** State of a trip at its carrier in a list row: coloured, with icon and label. */
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

/** Colours of the states at a carrier. The others need none. */
const inkOf: Readonly<Partial<Record<Tone, string>>> = { green: 'text-green', amber: 'text-amber', red: 'text-red' }

const notThere: readonly string[] = ['NOT_SENT', 'FAILED', 'REFUSED']

/** Whether the carrier currently does not drive the trip: it declined the trip or never received it. */
export function useIsNotWithCarrier(record: Trip): boolean {
  const standing = useCarrierStanding(record)
  return standing ? notThere.includes(standing.state) : isNotWithCarrier(record.dispatch)
}
