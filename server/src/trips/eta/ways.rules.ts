import { isDeepStrictEqual } from 'node:util'
import { roadOfVehicle } from '../../positions/roads/rules.ts'
import type { RoadVehicle } from '../../positions/roads/vehicle.rules.ts'
import { crossingBetween } from '../crossing.rules.ts'
import type { TripState } from '../state.rules.ts'
import { isLive } from '../stop.rules.ts'
import { type EtaFacts, roadsTo } from './rules.ts'

/** Where the places of a trip are, and the roads between them. */
type Ways = Pick<EtaFacts, 'places' | 'road'>

/** The same for many trips, each with its vehicle (ROAD-1); without them they are all driven alike. */
interface WaysOfTrips extends Ways {
  vehicle?: (trip: TripState) => RoadVehicle | undefined
}

function ownWays(trip: TripState, { places, road, vehicle }: WaysOfTrips): Ways {
  return { places, road: roadOfVehicle(road, vehicle?.(trip)) }
}

/**
 * A trip with the kilometres to each of its stops, and in all: null where no way is known. The first stop and cancelled
 * ones have none; one whose place is no longer on the map keeps what was measured.
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

/** Kilometres of trips in all; null while one of their ways is not known. */
export function kilometresOf(trips: readonly TripState[], ways: WaysOfTrips): number | null {
  const legs = trips.flatMap((trip) => {
    const live = trip.stops.filter(isLive)
    return roadsTo({ ...ownWays(trip, ways), stops: live }).slice(1)
  })
  if (legs.includes(undefined)) return null
  return Math.round(legs.reduce((sum, road) => sum + road!.distance_km, 0) * 10) / 10
}

/**
 * Trips as a change leaves them, with those measured whose way is another one (ETA-3). The others keep what an engine
 * measured of them.
 */
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

/** The stops of a trip one after the other, with what is known of the ways. A stop that was taken off has lost that. */
function wayOf({ stops }: TripState): string[] {
  const live = stops.filter(isLive)
  return live.map(({ stop_id, location_id, mileage_km }, at) => {
    const isCrossed = crossingBetween(live[at - 1], { stop_id }) !== undefined
    return `${stop_id} ${location_id} ${mileage_km} ${isCrossed}`
  })
}
