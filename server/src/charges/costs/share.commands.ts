import type { Tx } from '../../db/tenant.ts'
import { listCarriedOrders, listCostsToShare, readAllocation } from './measures.views.ts'
import { sharesOf } from './shares.rules.ts'
import { replaceShares } from './store.ts'

/**
 * Divides the costs of these trips among the orders they carry, by the tenant's method (CHARGE-40). Call it in every
 * transaction that changes a cost, the orders of a trip or their measures. Costs in a closed month keep their shares.
 * The trips or their charges must be locked.
 */
export async function shareCosts(tx: Tx, tripIds: readonly string[]): Promise<void> {
  if (tripIds.length === 0) return
  const ids = [...new Set(tripIds)]
  const [method, costs, carried] = await Promise.all([
    readAllocation(tx),
    listCostsToShare(tx, ids),
    listCarriedOrders(tx, ids),
  ])
  const byTrip = Map.groupBy(carried, ({ trip_id }) => trip_id)
  const together = Map.groupBy(costs, ({ trip_id, currency }) => `${trip_id} ${currency}`)
  const shares = [...together.values()].flatMap((same) => sharesOf(same, byTrip.get(same[0]!.trip_id) ?? [], method))
  await replaceShares(
    tx,
    ids,
    costs.map(({ charge_id }) => charge_id),
    shares,
  )
}
