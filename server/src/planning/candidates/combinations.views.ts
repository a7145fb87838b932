import { setImmediate } from 'node:timers/promises'
import type { Input } from '@cartage/contract/endpoint'
import type { judgeCombinations } from '@cartage/contract/planning/app/candidates'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { instantText } from '../../locations/local-time.rules.ts'
import { tripIdsOfOrders, tripsByIds } from '../../trips/store.ts'
import { areKnown, loadFacts, loadWorld } from '../facts/views.ts'
import { plannableAt } from '../instants.rules.ts'
import type { World } from '../rules.ts'
import {
  type CombinationVerdict,
  judgeCombination,
  longestDelay,
  notBefore,
  withNewTrip,
} from './combinations.rules.ts'

/**
 * FIT-14: the verdict on orders with each combination. Reads the same however many combinations there are.
 * @param mayLift the caller may override HARD reasons about a carrier (FIT-6)
 * @throws Problem not_found, state_conflict when an order has nothing left to plan
 */
export async function findFitting(
  ctx: Context,
  tx: Tx,
  { order_ids, combinations, from: requested }: Input<typeof judgeCombinations>['body'],
  mayLift: boolean,
): Promise<CombinationVerdict[]> {
  const resource_ids = [...new Set(combinations.flatMap((one) => one.resource_ids))]
  const trip_ids = await tripIdsOfOrders(tx, order_ids)
  const subjects = { order_ids, stop_ids: [], trip_ids, location_ids: [], resource_ids }
  const [trips, read, isKnown] = await Promise.all([
    tripsByIds(tx, trip_ids),
    loadWorld(ctx, tx, subjects),
    areKnown(tx, { subcontractor_id: undefined, planning_group_id: undefined, resource_ids }),
  ])
  const world: World = { ...read, newId: ctx.newId }
  if (!isKnown || order_ids.some((id) => !world.orders.has(id))) throw new Problem('not_found')
  const before = { trips, holds: [] }
  // TIME-10: nothing is planned before now.
  const from = instantText(Math.max(Date.parse(requested), Date.parse(plannableAt(ctx.now()))))
  const wanted = { order_ids, from, trip_id: ctx.newId(), name: 'New trip' }
  // From the earliest trip that is tried to the latest, so that the facts of every start are read in one go.
  const all = withNewTrip(before, wanted, resource_ids, world)
  const first = notBefore(withNewTrip(before, wanted, combinations[0]!.resource_ids, world), wanted, from, world)
  const begin =
    first.trips
      .flatMap(({ stops }) => stops[0]?.planned_start_at ?? [])
      .toSorted()
      .at(-1) ?? from
  const last = notBefore(first, wanted, instantText(Date.parse(begin) + longestDelay), world)
  const facts = await loadFacts(tx, world, [...trips, ...all.trips, ...first.trips, ...last.trips])
  const verdicts: CombinationVerdict[] = []
  for (const one of combinations) {
    verdicts.push(judgeCombination({ before, world, facts }, wanted, one.resource_ids, mayLift))
    // Judging weeks of a driver takes milliseconds each; other requests run in between (LIMIT-15).
    await setImmediate()
  }
  return verdicts
}
