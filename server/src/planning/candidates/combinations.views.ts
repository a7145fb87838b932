import { setImmediate } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { instantText } from '../../locations/local-time.rules.ts'
import type { TripState } from '../../trips/state.rules.ts'
import { tripIdsOfOrders, tripsByIds, tripsOfStops } from '../../trips/store.ts'
import { decideCommand } from '../decide.rules.ts'
import { areKnown, loadFacts, loadWorld } from '../facts/views.ts'
import { plannableAt } from '../instants.rules.ts'
import { mentionsOf } from '../mentions.rules.ts'
import type { AssigningCommand, PlanState, World } from '../rules.ts'
import {
  type CombinationVerdict,
  judgeCombination,
  oneDay,
  plannedFrom,
  type Wanted,
  withCombination,
} from './combinations.rules.ts'

/** What is judged, as the request states it. */
interface Requested extends Wanted {
  combinations: readonly { resource_ids: readonly string[] }[]
}

/**
 * FIT-14: the verdict on a command with each combination. Reads the same however many combinations there are.
 * @param mayLift the caller may override HARD reasons about a carrier (FIT-6)
 * @throws Problem not_found, state_conflict when an order has nothing left to plan
 */
export async function findFitting(
  ctx: Context,
  tx: Tx,
  requested: Requested,
  mayLift: boolean,
): Promise<CombinationVerdict[]> {
  const { command, combinations, days } = requested
  const resource_ids = [...new Set(combinations.flatMap((one) => one.resource_ids))]
  const { before, world } = await readPlan(ctx, tx, command, resource_ids)
  // TIME-10: nothing is planned before now.
  const plannable = plannableAt(ctx.now())
  const from = requested.from && instantText(Math.max(Date.parse(requested.from), Date.parse(plannable)))
  // From the earliest trip that is tried to the latest, so that the facts of every start are read in one go.
  const planOf = (ids: readonly string[]): PlanState => {
    const one = withCombination(command, ids)
    return from ? plannedFrom(before, one, world)(from, world) : decideCommand(before, one, world)
  }
  const trips = [resource_ids, combinations[0]!.resource_ids].flatMap((ids) => planOf(ids).trips)
  const facts = await loadFacts(tx, world, [...before.trips, ...trips, ...trips.map((trip) => laterBy(trip, days))])
  const verdicts: CombinationVerdict[] = []
  for (const one of combinations) {
    const known = { before, world, facts, plannable }
    verdicts.push(judgeCombination(known, { command, from, days }, one.resource_ids, mayLift))
    // Judging weeks of a driver takes milliseconds each; other requests run in between (LIMIT-15).
    await setImmediate()
  }
  return verdicts
}

/** The trips and orders that a command is about. @throws Problem not_found */
async function readPlan(
  ctx: Context,
  tx: Tx,
  command: AssigningCommand,
  resource_ids: readonly string[],
): Promise<{ before: PlanState; world: World }> {
  const { trip_ids: named, ...mentions } = mentionsOf(command)
  const [ofOrders, ofStops] = await Promise.all([
    tripIdsOfOrders(tx, mentions.order_ids),
    tripsOfStops(tx, mentions.stop_ids),
  ])
  const trip_ids = [...new Set([...named, ...ofOrders, ...ofStops.values()])]
  const planning_group_id = ('target' in command && command.target.new_trip?.planning_group_id) || undefined
  const [trips, read, isKnown] = await Promise.all([
    tripsByIds(tx, trip_ids),
    loadWorld(ctx, tx, { ...mentions, trip_ids, resource_ids }),
    areKnown(tx, { subcontractor_id: undefined, planning_group_id, resource_ids }),
  ])
  const world: World = { ...read, newId: ctx.newId }
  const isMissing = mentions.order_ids.some((id) => !world.orders.has(id))
  if (!isKnown || isMissing || mentions.location_ids.some((id) => !world.places.has(id))) throw new Problem('not_found')
  return { before: { trips, holds: [] }, world }
}

/** The trip as many days later. */
function laterBy(trip: TripState, days: number): TripState {
  const moved = (at: string | null) => at && instantText(Date.parse(at) + days * oneDay)
  const stops = trip.stops.map((stop) => ({
    ...stop,
    planned_start_at: moved(stop.planned_start_at),
    planned_end_at: moved(stop.planned_end_at),
  }))
  return { ...trip, stops }
}
