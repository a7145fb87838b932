import { CompanyPartialInput } from '@cartage/contract/companies/company-input'
import { sampleCarriers } from '../../../seeds/companies.ts'
import { createDice } from '../../../seeds/dice.ts'
import { blockedCarrier } from '../../../seeds/planted.ts'
import type { WorldTrip } from '../../../seeds/world.ts'
import { byOperator } from '../audit/rules.ts'
import { patchCompany } from '../companies/commands.ts'
import type { Context } from '../context.ts'
import { dispatchTrip } from '../dispatch/trip.commands.ts'
import { Problem } from '../http/problem.ts'
import { carryOut } from '../planning/commands.ts'
import { loadWorld } from '../planning/facts/views.ts'
import { planned } from '../planning/plan.rules.ts'
import { asTarget } from '../planning/request.commands.ts'
import type { PlanningCommand, Target, WholeTrip, World } from '../planning/rules.ts'
import { keepSamples } from '../positions/jobs.ts'
import type { Sample } from '../positions/samples.rules.ts'
import { readPositionFacts } from '../positions/settings.views.ts'
import { followTemperatures } from '../temperatures/commands.ts'
import { followPositions } from '../trips/eta/commands.ts'
import { reportStops } from '../trips/report.commands.ts'
import type { TripState, TripStop } from '../trips/state.rules.ts'
import { tripIdsOfOrders, tripsByIds } from '../trips/store.ts'
import { reportsUntil, trackOf, warmthUntil } from './rules.ts'
import { companiesByName, ordersByIdentifier, pointsOf, resourcesByExternalId } from './views.ts'

/** Plans trips like a planner, reports progress for drivers, and dispatches some to carriers. */
export async function createTrips(
  ctx: Context,
  tenantId: string,
  trips: readonly WorldTrip[],
  now: Date,
): Promise<void> {
  const own = trips.filter(({ carrier }) => carrier === undefined)
  await unlessRefused(ctx, tenantId, own, async () =>
    planTogether(ctx, tenantId, await withoutTrip(ctx, tenantId, own)),
  )
  for (const trip of trips) await unlessRefused(ctx, tenantId, [trip], () => planAlone(ctx, tenantId, trip))
  await confirmAll(ctx, tenantId, trips)
  await reportProgress(ctx, tenantId, trips, now)
}

/** Skips what the planning rules refuse: the world is a little smaller then. */
async function unlessRefused(
  ctx: Context,
  tenantId: string,
  trips: readonly WorldTrip[],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const orders = trips.flatMap((trip) => trip.orders)
    ctx.log.info({ err: error, tenant_id: tenantId, orders }, 'trips of the sample world were refused')
  }
}

function commandFor(ctx: Context, tenantId: string) {
  const given = { dry_run: false, override_reason: 'Agreed with the customer', versions: [] }
  // Days of the sample that are over count as planned in time.
  const call = { tenantId, by: byOperator, is_afterwards: true, ...given }
  return (command: PlanningCommand) => carryOut(ctx, call, command)
}

/** Trips with the ids of their plannable orders, without those already planned. */
async function withoutTrip(ctx: Context, tenantId: string, trips: readonly WorldTrip[]) {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const known = await ordersByIdentifier(
      tx,
      trips.flatMap(({ orders }) => orders),
    )
    return trips.flatMap((trip) => {
      const orders = trip.orders.flatMap((identifier) => known.get(identifier) ?? [])
      const isFree = orders.length > 0 && orders.every((order) => order.status === 'TO_PLAN' && !order.is_blocked)
      return isFree ? [{ trip, order_ids: orders.map(({ order_id }) => order_id) }] : []
    })
  })
}

/** Plans the trips of several trucks in one command, within the hours of their drivers. */
async function planTogether(
  ctx: Context,
  tenantId: string,
  fresh: readonly { trip: WorldTrip; order_ids: string[] }[],
): Promise<void> {
  if (fresh.length === 0) return
  const targets: Target[] = []
  for (const _ of fresh) targets.push(await asTarget(ctx, tenantId, {}))
  const trips = await ctx.db.asTenant(tenantId, async (tx) => {
    const ids = await resourcesByExternalId(
      tx,
      fresh.flatMap(({ trip }) => trip.resources),
    )
    const crewOf = ({ resources }: WorldTrip) => resources.flatMap((id) => ids.get(id) ?? [])
    const subjects = {
      ...{ stop_ids: [], trip_ids: [], location_ids: [], resource_ids: [...ids.values()] },
      order_ids: fresh.flatMap(({ order_ids }) => order_ids),
    }
    const world: World = { ...(await loadWorld(ctx, tx, subjects)), newId: ctx.newId }
    return fresh.map(({ trip, order_ids }, at): WholeTrip => {
      const stop_ids = sequenceOf(trip, order_ids, targets[at]!, world)
      const resources = crewOf(trip).map((resource_id) => ({ resource_id }))
      return { target: targets[at]!, stop_ids, starts_at: trip.starts_at, resources }
    })
  })
  await commandFor(ctx, tenantId)({ kind: 'PLAN_TRIPS', trips, released: [] })
}

/** The stops of a new trip; a truck loads a whole round before its first delivery. */
function sequenceOf({ starts_at, load }: WorldTrip, order_ids: string[], target: Target, world: World): string[] {
  const trips = planned([], { kind: 'PLAN', order_ids, stop_ids: [], target, starts_at, times: [] }, world)
  const sides = Map.groupBy(trips[0]!.stops, ({ activity_label }) => activity_label.startsWith('Delivery'))
  const isRound = load === 'ROUND' || load === 'DRY'
  const stops = isRound ? [...(sides.get(false) ?? []), ...(sides.get(true) ?? [])] : trips[0]!.stops
  return stops.map(({ stop_id }) => stop_id)
}

/** Plans the remaining trips one by one: those of carriers, and those refused in the joint command. */
async function planAlone(ctx: Context, tenantId: string, trip: WorldTrip): Promise<void> {
  const command = commandFor(ctx, tenantId)
  const kept = await findTrip(ctx, tenantId, trip)
  if (kept && (kept.subcontractor_id || kept.resources.length > 0)) return
  const tripId = kept?.trip_id ?? (await planTrip(ctx, tenantId, trip, command))
  if (tripId !== undefined) await command(await assignment(ctx, tenantId, tripId, trip))
}

/** Confirms all trips that should not stay drafts, and notifies the carriers. */
async function confirmAll(ctx: Context, tenantId: string, trips: readonly WorldTrip[]): Promise<void> {
  const kept = await keptTrips(ctx, tenantId, trips)
  const drafts = kept.filter(({ trip, state }) => trip.stage !== 'CREATED' && state.status === 'CREATED')
  const trip_ids = drafts.map(({ state }) => state.trip_id)
  if (trip_ids.length > 0) await commandFor(ctx, tenantId)({ kind: 'CONFIRM', trip_ids })
  for (const { trip, state } of kept) {
    const isUntold = (state.status === 'CREATED' || state.status === 'PLANNED') && !state.is_dispatched
    if (trip.stage !== 'CREATED' && isUntold && trip.carrier !== undefined && trip.carrier < 3) {
      await dispatch(ctx, tenantId, state.trip_id)
    }
  }
}

/** The existing trips of these orders, each with its world trip. */
async function keptTrips(ctx: Context, tenantId: string, trips: readonly WorldTrip[]) {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const names = trips.flatMap(({ orders }) => orders)
    const known = await ordersByIdentifier(tx, names)
    const states = await tripsByIds(
      tx,
      await tripIdsOfOrders(
        tx,
        [...known.values()].map(({ order_id }) => order_id),
      ),
    )
    return trips.flatMap((trip) => {
      const ids = new Set(trip.orders.map((name) => known.get(name)?.order_id))
      const state = states.find(({ stops }) => stops.some(({ order_id }) => order_id !== null && ids.has(order_id)))
      return state ? [{ trip, state }] : []
    })
  })
}

async function findTrip(ctx: Context, tenantId: string, trip: WorldTrip) {
  return (await keptTrips(ctx, tenantId, [trip]))[0]?.state
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
  const target = await asTarget(ctx, tenantId, {})
  const order_ids = free.map(({ order_id }) => order_id)
  await command({ kind: 'PLAN', order_ids, stop_ids: [], target, starts_at, times: [] })
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
    // Without a receiver on this machine, dispatch is impossible.
    if (!(error instanceof Problem) || error.code !== 'state_conflict') throw error
  }
}

/** Driver reports for the trips that have begun. */
async function reportProgress(ctx: Context, tenantId: string, trips: readonly WorldTrip[], now: Date): Promise<void> {
  const isUntold = ({ status }: TripState) => status === 'CREATED' || status === 'PLANNED'
  const begun = (await keptTrips(ctx, tenantId, trips)).filter(
    ({ trip, state }) => (trip.stage === 'COMPLETED' || trip.stage === 'IN_PROGRESS') && isUntold(state),
  )
  const reports = begun.flatMap(({ trip, state: { stops } }) => reportsOf(trip, stops, now))
  if (reports.length > 0) {
    await ctx.db.asTenant(tenantId, (tx) => reportStops(ctx, tx, reports, 'user', byOperator))
  }
}

function reportsOf(trip: WorldTrip, stops: readonly TripStop[], now: Date) {
  const dice = createDice(Date.parse(trip.starts_at) / 60_000 + Number(trip.orders[0]!.slice(-4)))
  // Under way, only planted delays occur: any other would be an unintended conflict.
  const isOver = trip.stage === 'COMPLETED'
  const delay = trip.planted ? trip.planted.delay : isOver ? dice.below(20) - 5 : 0
  // On some completed trips a vehicle waited at its last delivery: that is charged.
  const waited = isOver && dice.isIn(30) ? 80 + 15 * dice.below(5) : 0
  return reportsUntil(
    stops,
    now.getTime(),
    (stop) => Math.max(0, delay) + (isOver && stop > 0 ? dice.below(9) : 0),
    (stop) => (stop === stops.length - 1 ? waited : 0),
  )
}

/** Blocks a carrier after a trip was planned with it. */
export async function blockCarrier(ctx: Context, tenantId: string): Promise<void> {
  const name = sampleCarriers[blockedCarrier.carrier]!
  const known = await ctx.db.asTenant(tenantId, (tx) => companiesByName(tx, [name]))
  const change = CompanyPartialInput.parse({ purchase: { status: 'BLOCKED' } })
  await patchCompany(ctx, tenantId, byOperator, known.get(name)!.company_id, change)
}

/** Positions of vehicles under way in the last hours. */
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
    const dairy = trips.find(({ planted }) => planted?.fault === 'WARM_DAIRY')?.orders[0]
    const warmId = orders.get(dairy ?? '')?.order_id
    const isWarm = (stops: readonly TripStop[]) =>
      stops.some(({ order_id }) => order_id !== null && order_id === warmId)
    const samples = moving.flatMap(({ stops, resources }): Sample[] => {
      const vehicle = resources.find(({ resource_id }) => tractors.has(resource_id))
      if (!vehicle) return []
      const about = { resource_id: vehicle.resource_id }
      return [
        ...trackOf(stops, points, now.getTime()).map(({ at, ...doc }) => {
          return { ...about, kind: 'POSITION' as const, recorded_at: at, doc }
        }),
        ...(isWarm(stops) ? warmthUntil(now.getTime()) : []).map(({ at, ...doc }) => {
          return { ...about, kind: 'TEMPERATURE' as const, recorded_at: at, doc }
        }),
      ]
    })
    await followPositions(ctx, tx, await keepSamples(tx, facts, samples, undefined))
    await followTemperatures(ctx, tx, samples)
    tx.afterCommit(() => ctx.wake('positions'))
  })
}
