import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { newStop, newTrip, type TripState } from '../../trips/state.rules.ts'
import { tripIdsOfOrders, tripsByIds } from '../../trips/store.ts'
import { loadFacts, loadWorld } from '../facts/views.ts'
import { plannableAt } from '../instants.rules.ts'
import { freeOrders, isLocked, unnamed } from './locked.rules.ts'
import type { Desk, RunRequest } from './rules.ts'

/** All inputs of a run, read without locks, because the result is judged again when it is accepted. */
export async function loadDesk(ctx: Context, tx: Tx, request: RunRequest): Promise<Desk> {
  const tripIds = await tripIdsOfOrders(tx, request.order_ids)
  const resource_ids = request.combinations.flatMap((combination) => combination.resource_ids)
  const subjects = { order_ids: request.order_ids, stop_ids: [], trip_ids: tripIds, location_ids: [], resource_ids }
  const [trips, known] = await Promise.all([tripsByIds(tx, tripIds), loadWorld(ctx, tx, subjects)])
  const live = trips.filter(({ status }) => status !== 'CANCELLED')
  const world = { ...known, newId: ctx.newId }
  const combinations = request.combinations.map((combination) =>
    combinationTrip(ctx, combination.resource_ids, request),
  )
  const facts = await loadFacts(tx, world, [...combinations, ...takenApart(request, live, world)])
  // ROAD-1: suggested trips are timed on the roads for their own vehicles.
  const own = facts.vehicles ? { ...world, vehicles: facts.vehicles } : world
  return { request, now: plannableAt(ctx.now()), world: own, facts, trips: live }
}

/** A trip of the combination over the whole period, so that its other trips around the period are loaded. */
function combinationTrip(ctx: Context, resourceIds: readonly string[], { from_at, to_at }: RunRequest): TripState {
  const id = ctx.newId()
  const members = { activity: null, activity_label: '', location_id: id, stop_group_id: id } as const
  const stop = newStop({ ...members, kind: 'STANDALONE', order_id: null, stop_id: id })
  const stops = [{ ...stop, planned_start_at: from_at, planned_end_at: to_at }]
  return newTrip(id, '', { stops, resources: resourceIds.map(unnamed) })
}

/** Drafts that are left empty once the run has taken its orders. */
function takenApart({ order_ids }: RunRequest, trips: readonly TripState[], world: Pick<Desk['world'], 'orders'>) {
  const free = new Set(freeOrders(order_ids, trips, world).free.map(({ order_id }) => order_id))
  return trips.filter(
    (trip) => !isLocked(trip) && trip.stops.every(({ order_id }) => order_id !== null && free.has(order_id)),
  )
}
