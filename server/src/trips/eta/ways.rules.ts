import { isDeepStrictEqual } from 'node:util'
import type { TripState } from '../state.rules.ts'
import { isLive } from '../stop.rules.ts'
import { type EtaFacts, roadsTo } from './rules.ts'

/** Where the places of a trip are, and the roads between them. */
type Ways = Pick<EtaFacts, 'places' | 'road'>

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
export function kilometresOf(trips: readonly TripState[], ways: Ways): number | null {
  const legs = trips.flatMap(({ stops }) => {
    const live = stops.filter(isLive)
    return roadsTo({ ...ways, stops: live }).slice(1)
  })
  if (legs.includes(undefined)) return null
  return Math.round(legs.reduce((sum, road) => sum + road!.distance_km, 0) * 10) / 10
}

/**
 * Trips as a change leaves them, with those measured whose way is another one (ETA-3). The others keep what an engine
 * measured of them.
 */
export function measuredAgain(before: readonly TripState[], after: readonly TripState[], ways: Ways): TripState[] {
  const was = new Map(before.map((trip) => [trip.trip_id, wayOf(trip)]))
  return after.map((trip) => (isDeepStrictEqual(was.get(trip.trip_id), wayOf(trip)) ? trip : measured(trip, ways)))
}

/** The stops of a trip one after the other, with what is known of the ways. A stop that was taken off has lost that. */
function wayOf({ stops }: TripState): string[] {
  return stops.filter(isLive).map(({ stop_id, location_id, mileage_km }) => `${stop_id} ${location_id} ${mileage_km}`)
}
