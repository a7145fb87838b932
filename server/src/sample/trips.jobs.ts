import { sampleCarriers } from '../../../seeds/companies.ts'
import { createDice } from '../../../seeds/dice.ts'
import type { WorldTrip } from '../../../seeds/world.ts'
import { byOperator } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import { dispatchTrip } from '../dispatch/trip.commands.ts'
import { Problem } from '../http/problem.ts'
import { carryOut } from '../planning/commands.ts'
import { asTarget } from '../planning/request.commands.ts'
import type { PlanningCommand } from '../planning/rules.ts'
import { keepSamples } from '../positions/jobs.ts'
import { readPositionFacts } from '../positions/settings.views.ts'
import { followPositions } from '../trips/eta/commands.ts'
import { reportStops } from '../trips/report.commands.ts'
import { tripIdsOfOrders, tripsByIds } from '../trips/store.ts'
import { reportsUntil, trackOf } from './rules.ts'
import { companiesByName, ordersByIdentifier, pointsOf, resourcesByExternalId } from './views.ts'

/** Plans trips as a planner does, lets drivers report how far they have come, and hands some to carriers. */
export async function createTrips(
  ctx: Context,
  tenantId: string,
  trips: readonly WorldTrip[],
  now: Date,
): Promise<void> {
  for (const trip of trips) {
    try {
      await createTrip(ctx, tenantId, trip, now)
    } catch (error) {
      // What the rules of planning refuse is left out: the world is a little smaller then.
      if (!(error instanceof Problem) || error.status >= 500) throw error
      ctx.log.info({ err: error, tenant_id: tenantId, orders: trip.orders }, 'a trip of the sample world was refused')
    }
  }
}

/** Does what is still to be done of a trip, so that a run that was cut short is taken up where it was. */
async function createTrip(ctx: Context, tenantId: string, trip: WorldTrip, now: Date): Promise<void> {
  const command = (given: PlanningCommand) =>
    carryOut(
      ctx,
      { tenantId, by: byOperator, dry_run: false, override_reason: 'Agreed with the customer', versions: [] },
      given,
    )
  const kept = await findTrip(ctx, tenantId, trip)
  const tripId = kept?.trip_id ?? (await planTrip(ctx, tenantId, trip, command))
  if (tripId === undefined) return
  if (!kept?.subcontractor_id && !kept?.resources.length) await command(await assignment(ctx, tenantId, tripId, trip))
  if (trip.stage === 'CREATED') return
  const status = kept?.status ?? 'CREATED'
  if (status === 'CREATED') await command({ kind: 'CONFIRM', trip_ids: [tripId] })
  const isUntold = status === 'CREATED' || status === 'PLANNED'
  if (isUntold && !kept?.is_dispatched && trip.carrier !== undefined && trip.carrier < 3) {
    await dispatch(ctx, tenantId, tripId)
  }
  if (isUntold && trip.stage !== 'PLANNED') await reportProgress(ctx, tenantId, tripId, trip, now)
}

/** The trip that the orders are on already. */
async function findTrip(ctx: Context, tenantId: string, { orders }: WorldTrip) {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const known = [...(await ordersByIdentifier(tx, orders)).values()].map(({ order_id }) => order_id)
    const [kept] = await tripsByIds(tx, await tripIdsOfOrders(tx, known))
    return kept
  })
}

async function planTrip(
  ctx: Context,
  tenantId: string,
  { orders, starts_at }: WorldTrip,
  command: (given: PlanningCommand) => Promise<unknown>,
): Promise<string | undefined> {
  const known = await ctx.db.asTenant(tenantId, (tx) => ordersByIdentifier(tx, orders))
  const free = [...known.values()].filter((order) => order.status === 'TO_PLAN' && !order.is_blocked)
  if (free.length === 0) return undefined
  const target = await asTarget(ctx, tenantId, { new_trip: {} })
  const chosen = { order_ids: free.map(({ order_id }) => order_id), stop_ids: [] }
  await command({ kind: 'PLAN', chosen, target, starts_at, times: [] })
  return target.trip_id
}

async function assignment(ctx: Context, tenantId: string, tripId: string, trip: WorldTrip): Promise<PlanningCommand> {
  const about = { kind: 'ASSIGN', trip_id: tripId } as const
  const { carrier } = trip
  if (carrier !== undefined) {
    const name = sampleCarriers[carrier % sampleCarriers.length]!
    const known = await ctx.db.asTenant(tenantId, (tx) => companiesByName(tx, [name]))
    return { ...about, resources: [], subcontractor_id: known.get(name)!.company_id }
  }
  const known = await ctx.db.asTenant(tenantId, (tx) => resourcesByExternalId(tx, trip.resources))
  return { ...about, resources: [...known.values()].map((resource_id) => ({ resource_id })) }
}

async function dispatch(ctx: Context, tenantId: string, tripId: string): Promise<void> {
  try {
    await dispatchTrip(ctx, tenantId, byOperator, tripId)
  } catch (error) {
    // Without a receiver on this machine there is no one to hand it to.
    if (!(error instanceof Problem) || error.code !== 'state_conflict') throw error
  }
}

async function reportProgress(
  ctx: Context,
  tenantId: string,
  tripId: string,
  trip: WorldTrip,
  now: Date,
): Promise<void> {
  const dice = createDice(Date.parse(trip.starts_at) / 60_000)
  const delay = dice.below(20) - 5
  // On some trips that are over, a vehicle waited at its last delivery: that is charged.
  const waited = trip.stage === 'COMPLETED' && dice.isIn(30) ? 80 + 15 * dice.below(5) : 0
  await ctx.db.asTenant(tenantId, async (tx) => {
    const [kept] = await tripsByIds(tx, [tripId])
    const reports = reportsUntil(
      kept!.stops,
      now.getTime(),
      (stop) => Math.max(0, delay) + (stop > 0 ? dice.below(9) : 0),
      (stop) => (stop === kept!.stops.length - 1 ? waited : 0),
    )
    await reportStops(ctx, tx, reports, 'user', byOperator)
  })
}

/** Where the vehicles of trips on their way have been in the last hours. */
export async function createPositions(
  ctx: Context,
  tenantId: string,
  trips: readonly WorldTrip[],
  now: Date,
): Promise<void> {
  const identifiers = trips.filter(({ stage }) => stage !== 'PLANNED').flatMap(({ orders }) => orders)
  const vehicles = trips.flatMap(({ resources }) => resources.slice(0, 1))
  await ctx.db.asTenant(tenantId, async (tx) => {
    const orders = await ordersByIdentifier(tx, identifiers)
    const tripIds = await tripIdsOfOrders(
      tx,
      [...orders.values()].map((order) => order.order_id),
    )
    const moving = (await tripsByIds(tx, tripIds)).filter(({ status }) => status === 'IN_PROGRESS')
    const [known, points, facts] = await Promise.all([
      resourcesByExternalId(tx, vehicles),
      pointsOf(
        tx,
        moving.flatMap(({ stops }) => stops.map(({ location_id }) => location_id)),
      ),
      readPositionFacts(tx),
    ])
    const tractors = new Set(known.values())
    const samples = moving.flatMap(({ stops, resources }) => {
      const vehicle = resources.find(({ resource_id }) => tractors.has(resource_id))
      if (!vehicle) return []
      return trackOf(stops, points, now.getTime()).map(({ at, ...doc }) => {
        return { resource_id: vehicle.resource_id, kind: 'POSITION' as const, recorded_at: at, doc }
      })
    })
    await followPositions(ctx, tx, await keepSamples(tx, facts, samples, undefined))
    tx.afterCommit(() => ctx.wake('positions'))
  })
}
