import type { Sentence } from '@cartage/contract/message'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import type { TripState } from '../../trips/state.rules.ts'
import { liftedReasons, loadCarriers } from '../facts/carriers.views.ts'
import { loadLoad } from '../facts/views.ts'
import { reasonsOfCarriers } from './carrier.rules.ts'

/** The reason for overriding a refused carrier, and whether the caller may do so (permission `carrier.override`). */
export interface CarrierOverride {
  reason: string | null
  isAllowed: boolean
}

/** Programs and the operator never override a refusal. */
export const noOverride: CarrierOverride = { reason: null, isAllowed: false }

/**
 * FIT-6: checks whether a trip may go to its carrier with the carrier's current status. Overrides from planning count
 * here too.
 * @param partnerId the company that receives it if another one drives it
 * @returns the reasons overridden now, to be stored with the caller's reason
 * @throws Problem plan_refused; plan_doubtful for a caller who may override it and gives no reason
 */
export async function checkCarriers(
  tx: Tx,
  trip: TripState,
  { reason, isAllowed }: CarrierOverride,
  partnerId: string | null = null,
): Promise<Sentence[]> {
  const ids = [...new Set([trip.subcontractor_id, partnerId].flatMap((id) => id ?? []))]
  const resourceIds = trip.resources.map(({ resource_id }) => resource_id)
  const [carriers, load] = await Promise.all([loadCarriers(tx, ids, resourceIds), loadLoad(tx, trip.trip_id)])
  const refusals = reasonsOfCarriers(trip, carriers, load).filter(({ severity }) => severity === 'HARD')
  if (refusals.length === 0) return []
  const lifted = await liftedReasons(tx, trip.trip_id)
  const messages = refusals.map(({ message }) => message).filter((message) => !lifted.has(String(message)))
  const [message] = messages
  if (message === undefined || (isAllowed && reason !== null)) return messages
  const [code, path] = isAllowed ? (['plan_doubtful', 'override'] as const) : (['plan_refused', ''] as const)
  throw new Problem(code, { message, errors: messages.map((one) => errorItem(path, one, code)) })
}
