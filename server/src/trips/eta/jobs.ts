import { bySystem } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { isNamed } from '../../deliveries/subscriptions/views.ts'
import type { JobHandler } from '../../jobs/kinds.ts'
import { openingFinder } from '../../locations/opening-hours.rules.ts'
import { requestRoads } from '../../positions/roads/commands.ts'
import {
  type Engine,
  estimatedRoads,
  placeKey,
  type RoadBook,
  type RoadFinder,
  roadOfVehicle,
} from '../../positions/roads/rules.ts'
import { findEngine, readRoads } from '../../positions/roads/views.ts'
import { type PositionFacts, readPositionFacts } from '../../positions/settings.views.ts'
import { findPlaces, type LastKnown, lastPositions } from '../../positions/views.ts'
import { markDue } from '../../rates/store.ts'
import { changeTrips } from '../change/commands.ts'
import { crossingBetween } from '../crossing.rules.ts'
import { watchStops } from '../geofence.commands.ts'
import type { TripState } from '../state.rules.ts'
import { tripsByIds, tripsForUpdate } from '../store.ts'
import { type EtaFacts, estimateStops, leadingPosition } from './rules.ts'
import { type StopEstimate, updateEstimates, updateTripDistance } from './store.ts'
import { findRoadVehicle } from './vehicle.views.ts'
import { earlierVisits, findCrew, reportedEstimates } from './views.ts'
import { beginFinder, latestFinder } from './waiting.rules.ts'
import { waitingFacts } from './waiting.views.ts'
import { measured } from './ways.rules.ts'

/** Minimum change of an estimate in minutes to be reported, for endpoints that select it. */
const reportedMinutes = 5
/** Maximum wait of an estimate for the road engine, in milliseconds. */
const engineMs = 10_000

/**
 * Estimates a trip's remaining stops, after checking whether positions show an arrival or departure. Distances are
 * requested before the writing transaction.
 */
export const estimateTrip: JobHandler<'trips.estimate'> = async (ctx, job) => {
  const { trip_id } = job.payload
  const prepared = await ctx.db.asWorker(job.tenantId, async (tx) => {
    const [[trip], facts, engine] = await Promise.all([
      tripsByIds(tx, [trip_id]),
      readPositionFacts(tx),
      findEngine(ctx, tx),
    ])
    const scene = trip && (await inputsOf(tx, trip))
    if (!scene) return undefined
    if (!engine) return { facts, scene, road: estimatedRoads.find }
    const [{ book }, vehicle] = await Promise.all([
      readRoads(tx, engine, scene.places.values()),
      findRoadVehicle(tx, trip),
    ])
    return { facts, scene, road: roadOfVehicle(book.find, vehicle), asked: { engine, book } }
  })
  if (!prepared) return
  const { facts, scene, road, asked } = prepared
  if (asked) await askForTrip(ctx, { tenantId: job.tenantId, engine: asked.engine }, asked.book, { ...scene, road })
  await job.finishing(async (tx) => {
    const [trip] = await tripsForUpdate(tx, [trip_id])
    if (trip) await followTrip(ctx, tx, trip, facts, road)
  })
}

/** Requests unknown roads of a trip; those from the current position of its vehicle are not stored. */
async function askForTrip(
  ctx: Context,
  of: { tenantId: string; engine: Engine },
  known: RoadBook,
  scene: EtaInputs & { road: RoadFinder },
) {
  for (const [from, to] of drivesOf(scene)) scene.road(from, to)
  const ways = known.missing()
  if (ways.length === 0) return
  const passing = new Set([scene.position].flatMap((position) => (position && placeKey(position)) ?? []))
  known.add(await requestRoads(ctx, { ...of, ways, withinMs: engineMs, passing }))
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
  return { trip, places, position: leadingPosition(positions) }
}

/**
 * The drives that an estimate may need: between consecutive stops, and from the last position to each remaining stop.
 */
function drivesOf({ trip, places, position }: EtaInputs) {
  const between = trip.stops.slice(1).flatMap((stop, index) => {
    const before = trip.stops[index]!
    const [from, to] = [places.get(before.location_id), places.get(stop.location_id)]
    return from && to && !crossingBetween(before, stop) ? [[from, to] as const] : []
  })
  const ahead = trip.stops.find(({ status }) => status !== 'COMPLETED' && status !== 'CANCELLED')
  const next = ahead && places.get(ahead.location_id)
  return position && next ? [[position, next] as const, ...between] : between
}

async function writeEstimates(ctx: Context, tx: Tx, trip: TripState, road: RoadFinder): Promise<void> {
  const stopIds = trip.stops.map(({ stop_id }) => stop_id)
  const [{ places, position }, reported, isPublished, waiting, { drivers, hours, law }, visits] = await Promise.all([
    inputsOf(tx, trip),
    reportedEstimates(tx, stopIds),
    isNamed(tx, 'stop.eta_changed'),
    waitingFacts(tx, stopIds),
    findCrew(tx, trip.trip_id, ctx.now()),
    earlierVisits(tx, trip.trip_id),
  ])
  const before = await findPlaces(tx, [...new Set(visits.map(({ location_id }) => location_id))])
  const earlier = { visits, hours, places: new Map([...before, ...places]) }
  const now = ctx.now()
  const begins = beginFinder(waiting, await openingFinder(waiting))
  const lengths = new Map(waiting.map(({ stop_id, minutes }) => [stop_id, minutes]))
  const latest = latestFinder(waiting)
  const known = { now: now.getTime(), stops: trip.stops, places, position, reported, drivers, law, earlier }
  const facts: EtaFacts = { ...known, road, begins, latest, lengths }
  const estimated = { ...trip, stops: estimateStops(facts, isPublished ? reportedMinutes : 1) }
  const after = measured(estimated, facts)
  const changed = after.stops.filter((stop, index) => !isSameEstimate(stop, trip.stops[index]!))
  if (isPublished && changed.length > 0) {
    await changeTrips(ctx, tx, [trip], [after], { by: bySystem, at: now.toISOString() })
    return
  }
  await updateEstimates(tx, changed)
  const isSameWay = after.stops.every((stop, index) => stop.mileage_km === trip.stops[index]!.mileage_km)
  if (after.distance_km === trip.distance_km && isSameWay) return
  await updateTripDistance(tx, trip.trip_id, after.distance_km)
  await markDue(tx, [{ subject_type: 'TRIP', subject_id: trip.trip_id }], 'TRIP_CHANGED')
}

const calculated = ['eta_start_at', 'eta_end_at', 'eta_is_estimated', 'mileage_km', 'mileage_is_estimated'] as const

function isSameEstimate(one: StopEstimate, other: StopEstimate): boolean {
  return calculated.every((member) => one[member] === other[member])
}
