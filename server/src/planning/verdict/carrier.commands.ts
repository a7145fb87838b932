import type { Sentence } from '@cartage/contract/message'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import type { TripState } from '../../trips/state.rules.ts'
import { liftedReasons, loadCarriers } from '../facts/carriers.views.ts'
import { loadLoad } from '../facts/views.ts'
import { reasonsOfCarriers } from './carrier.rules.ts'

/** Why a refusal of a carrier is overridden, and whether the caller may (permission `carrier.override`). */
export interface CarrierOverride {
  reason: string | null
  isAllowed: boolean
}

/** What programs and the operator do overrides nothing. */
export const noOverride: CarrierOverride = { reason: null, isAllowed: false }

/**
 * FIT-6: whether a trip may go to its carrier as that stands today. What was overridden when it was planned counts here too.
 * @param partnerId a company that it goes to although another drives it
 * @returns what is overridden now, to be kept with the reason
 * @throws Problem plan_refused; plan_doubtful for a caller who may override it and says no reason
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
