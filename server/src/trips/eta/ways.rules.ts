import { isDeepStrictEqual } from 'node:util'
import { roadOfVehicle } from '../../positions/roads/rules.ts'
import type { RoadVehicle } from '../../positions/roads/vehicle.rules.ts'
import { crossingBetween } from '../crossing.rules.ts'
import type { TripState } from '../state.rules.ts'
import { isLive } from '../stop.rules.ts'
import { type EtaFacts, roadsTo } from './rules.ts'

/** The places of a trip, and the roads between them. */
type Ways = Pick<EtaFacts, 'places' | 'road'>

/** The roads for several trips, each with its vehicle (ROAD-1); without vehicles all use the same roads. */
interface WaysOfTrips extends Ways {
  vehicle?: (trip: TripState) => RoadVehicle | undefined
}

function ownWays(trip: TripState, { places, road, vehicle }: WaysOfTrips): Ways {
  return { places, road: roadOfVehicle(road, vehicle?.(trip)) }
}

/**
 * A trip with the kilometres to each of its stops and in total; null where unknown. The first stop and cancelled ones
 * have none. A stop whose place has lost its coordinates keeps its measured value.
 */
export function measured(trip: TripState, ways: Ways): TripState {
  const roads = roadsTo({ ...ways, stops: trip.stops })
  const first = trip.stops.find(isLive)
  const stops = trip.stops.map((stop, at) => {
    const road = roads[at]
    if (!road && isLive(stop) && stop !== first) return stop
    return { ...stop, mileage_km: road?.distance_km ?? null, mileage_is_estimated: road?.is_estimated ?? null }
  })
  const isKnown = roads.some((road) => road !== undefined)
  const km = roads.reduce((sum, road) => sum + (road?.distance_km ?? 0), 0)
  return { ...trip, stops, distance_km: isKnown ? Math.round(km * 10) / 10 : null }
}

/** Total kilometres of trips; null while a leg is unknown. */
export function kilometresOf(trips: readonly TripState[], ways: WaysOfTrips): number | null {
  const legs = trips.flatMap((trip) => {
    const live = trip.stops.filter(isLive)
    return roadsTo({ ...ownWays(trip, ways), stops: live }).slice(1)
  })
  if (legs.includes(undefined)) return null
  return Math.round(legs.reduce((sum, road) => sum + road!.distance_km, 0) * 10) / 10
}

/** Trips after a change, measured again if their route changed (ETA-3). The others keep their engine measurements. */
export function measuredAgain(
  before: readonly TripState[],
  after: readonly TripState[],
  ways: WaysOfTrips,
): TripState[] {
  const driven = (trip: TripState) => [...wayOf(trip), JSON.stringify(ways.vehicle?.(trip) ?? null)]
  const was = new Map(before.map((trip) => [trip.trip_id, driven(trip)]))
  return after.map((trip) => {
    return isDeepStrictEqual(was.get(trip.trip_id), driven(trip)) ? trip : measured(trip, ownWays(trip, ways))
  })
}

/** Key of a trip's route: its stops with the known distances. A removed and reinserted stop has lost its distance. */
function wayOf({ stops }: TripState): string[] {
  const live = stops.filter(isLive)
  return live.map(({ stop_id, location_id, mileage_km }, at) => {
    const isCrossed = crossingBetween(live[at - 1], { stop_id }) !== undefined
    return `${stop_id} ${location_id} ${mileage_km} ${isCrossed}`
  })
}
