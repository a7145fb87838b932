import type { TripState } from '../../trips/state.rules.ts'
import { rangeOf } from '../schedule.rules.ts'
import { liveStops, type OtherStop, type OtherTrip } from './rules.ts'

/** Trips in the form in which others that share a resource see them. A trip without times occupies no resource. */
export function otherTripsOf(trips: readonly TripState[]): OtherTrip[] {
  return trips.flatMap((trip) => {
    const { starts_at, ends_at } = rangeOf(trip)
    if (trip.status === 'CANCELLED' || starts_at === null || ends_at === null) return []
    const { trip_id, name, status } = trip
    const resource_ids = trip.resources.map(({ resource_id }) => resource_id)
    const stops = liveStops(trip).map(({ stop_id, kind, order_id, location_id, crossing, ...stop }): OtherStop => {
      const { planned_start_at, planned_end_at, actual_start_at, actual_end_at } = stop
      const times = { planned_start_at, planned_end_at, actual_start_at, actual_end_at }
      return { trip_id, stop_id, kind, order_id, location_id, crossing, ...times }
    })
    return [{ is_completed: status === 'COMPLETED', trip_id, name, starts_at, ends_at, resource_ids, stops }]
  })
}
