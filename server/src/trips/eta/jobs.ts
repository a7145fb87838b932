import { bySystem } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { isNamed } from '../../deliveries/subscriptions/views.ts'
import type { JobHandler } from '../../jobs/kinds.ts'
import { openingFinder } from '../../locations/opening-hours.rules.ts'
import { findRoads, type RoadFinder } from '../../positions/gateway.ts'
import { type PositionFacts, readPositionFacts } from '../../positions/settings.views.ts'
import { findPlaces, type LastKnown, lastPositions } from '../../positions/views.ts'
import { markDue } from '../../rates/store.ts'
import { changeTrips } from '../change/commands.ts'
import { watchStops } from '../geofence.commands.ts'
import type { TripState } from '../state.rules.ts'
import { tripsByIds, tripsForUpdate } from '../store.ts'
import { type EtaFacts, estimateStops, leadingResource, mileagesOf } from './rules.ts'
import { updateEstimates, updateTripDistance } from './store.ts'
import { reportedEstimates } from './views.ts'
import { beginFinder } from './waiting.rules.ts'
import { waitingFacts } from './waiting.views.ts'

/** Minutes an estimate must move to be reported, where an endpoint selects it. */
const reportedMinutes = 5

/**
 * Estimates when a trip reaches the stops ahead of it, after looking whether positions show an arrival or departure.
 * Distances are requested before the transaction that writes.
 */
export const estimateTrip: JobHandler<'trips.estimate'> = async (ctx, job) => {
  const { trip_id } = job.payload
  const prepared = await ctx.db.asWorker(job.tenantId, async (tx) => {
    const [[trip], facts] = await Promise.all([tripsByIds(tx, [trip_id]), readPositionFacts(tx)])
    return trip && { facts, scene: await inputsOf(tx, trip) }
  })
  if (!prepared) return
  const { facts, scene } = prepared
  const road = await findRoads(ctx, facts.settings.road_engine, drivesOf(scene))
  await job.finishing(async (tx) => {
    const [trip] = await tripsForUpdate(tx, [trip_id])
    if (trip) await followTrip(ctx, tx, trip, facts, road)
  })
}

async function followTrip(
  ctx: Context,
  tx: Tx,
  trip: TripState,
  facts: PositionFacts,
  road: RoadFinder,
): Promise<void> {
  if (trip.status === 'CANCELLED') return
  const isChanged = trip.status !== 'CREATED' && (await watchStops(ctx, tx, trip, facts.settings))
  const [current] = isChanged ? await tripsForUpdate(tx, [trip.trip_id]) : [trip]
  if (current && current.status !== 'COMPLETED') await writeEstimates(ctx, tx, current, road)
}

interface EtaInputs {
  trip: TripState
  places: Awaited<ReturnType<typeof findPlaces>>
  position: LastKnown | undefined
}

async function inputsOf(tx: Tx, trip: TripState): Promise<EtaInputs> {
  const [places, positions] = await Promise.all([
    findPlaces(tx, [...new Set(trip.stops.map(({ location_id }) => location_id))]),
    lastPositions(
      tx,
      trip.resources.map(({ resource_id }) => resource_id),
    ),
  ])
  return { trip, places, position: leadingResource(positions) }
}

/** The ways an estimate may need: from stop to stop, and from the last position to each stop ahead. */
function drivesOf({ trip, places, position }: EtaInputs) {
  const stops = trip.stops.flatMap(({ location_id }) => places.get(location_id) ?? [])
  const between = stops.slice(1).map((to, index) => [stops[index]!, to] as const)
  const ahead = trip.stops.find(({ status }) => status !== 'COMPLETED' && status !== 'CANCELLED')
  const next = ahead && places.get(ahead.location_id)
  return position && next ? [[position, next] as const, ...between] : between
}

async function writeEstimates(ctx: Context, tx: Tx, trip: TripState, road: RoadFinder): Promise<void> {
  const stopIds = trip.stops.map(({ stop_id }) => stop_id)
  const [{ places, position }, reported, isPublished, waiting] = await Promise.all([
    inputsOf(tx, trip),
    reportedEstimates(tx, stopIds),
    isNamed(tx, 'stop.eta_changed'),
    waitingFacts(tx, stopIds),
  ])
  const now = ctx.now()
  const begins = beginFinder(waiting, await openingFinder(waiting))
  const facts: EtaFacts = { now: now.getTime(), stops: trip.stops, places, position, reported, road, begins }
  const mileages = mileagesOf(facts)
  const estimated = estimateStops(facts, isPublished ? reportedMinutes : 1)
  const stops = estimated.map((stop, index) => ({ ...stop, mileage_km: mileages[index] ?? stop.mileage_km }))
  const distance_km = mileages.some((km) => km !== null)
    ? round(mileages.reduce<number>((sum, km) => sum + (km ?? 0), 0))
    : null
  const changed = stops.filter((stop, index) => !isSameEstimate(stop, trip.stops[index]!))
  if (isPublished && changed.length > 0) {
    await changeTrips(ctx, tx, [trip], [{ ...trip, stops, distance_km }], { by: bySystem, at: now.toISOString() })
    return
  }
  await updateEstimates(tx, changed)
  if (distance_km === trip.distance_km) return
  await updateTripDistance(tx, trip.trip_id, distance_km)
  await markDue(tx, [{ subject_type: 'TRIP', subject_id: trip.trip_id }], 'TRIP_CHANGED')
}

type Estimate = Pick<TripState['stops'][number], 'eta_start_at' | 'eta_end_at' | 'mileage_km'>

function isSameEstimate(one: Estimate, other: Estimate): boolean {
  const isSame = one.eta_start_at === other.eta_start_at && one.eta_end_at === other.eta_end_at
  return isSame && one.mileage_km === other.mileage_km
}

function round(km: number): number {
  return Math.round(km * 10) / 10
}
