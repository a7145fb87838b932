import { msg } from '@cartage/contract/message'
import type { TripState, TripStop } from '../../trips/state.rules.ts'
import { type Facts, liveStops, placeName, type Reason, soft } from '../facts/rules.ts'
import { minutesBetween, spokenTime } from '../instants.rules.ts'
import { isReached, zoneOf } from '../schedule.rules.ts'
import type { Images } from '../undo.rules.ts'

type Places = Pick<Facts, 'places' | 'time_zone'>

/**
 * TIME-10: warns once for each trip on which a command puts or moves a stop to a time that has passed. A trip that only
 * stands in the past is late, which its expected times show, so this is not a reason of the standing verdict.
 * @param from when planning may begin, from `plannableAt`
 */
export function pastReasons({ before, after }: Images, facts: Places, from: string): Reason[] {
  const known = new Map(before.trips.map((trip) => [trip.trip_id, trip]))
  return after.trips.flatMap((trip) => {
    const stop = firstInPast(trip, known.get(trip.trip_id), from)
    return stop ? [reasonFor(trip, stop, facts)] : []
  })
}

function firstInPast(trip: TripState, before: TripState | undefined, from: string): TripStop | undefined {
  if (trip.status === 'CANCELLED' || trip.status === 'COMPLETED') return undefined
  const known = new Map(before?.stops.map((stop) => [stop.stop_id, stop]))
  const isRetimed = !hasBegun(trip) && !isOnlyShortened(trip, known.size)
  return liveStops(trip).find((stop) => {
    const { planned_start_at: at } = stop
    if (at === null || minutesBetween(at, from) <= 0) return false
    const was = known.get(stop.stop_id)
    return was === undefined || (isRetimed && !isSameStart(was, at))
  })
}

/** On a trip that has begun, stops that follow an inserted one are late rather than planned in the past. */
function hasBegun({ status, stops }: TripState): boolean {
  return status === 'IN_PROGRESS' || stops.some(isReached)
}

/** Where stops only leave a trip, the others come earlier by calculation: nothing was planned there. */
function isOnlyShortened({ stops }: TripState, count: number): boolean {
  return stops.length < count
}

function isSameStart({ planned_start_at: was }: TripStop, at: string): boolean {
  return was !== null && minutesBetween(was, at) === 0
}

function reasonFor(trip: TripState, stop: TripStop, facts: Places): Reason {
  const { stop_id, order_id, location_id } = stop
  const time = spokenTime(stop.planned_start_at!, zoneOf(location_id, facts))
  const message = msg`Work at ${placeName(location_id, facts)} would have begun at ${time}, which has passed: choose a later start, or plan it anyway with a reason if it was driven already.`
  return soft(trip, 'starts_before_now', message, { stop_id, order_id })
}
