import { msg } from '@cartage/contract/message'
import { spokenDay } from '@cartage/contract/message-days'
import { minutesLate } from '@cartage/contract/orders/app/lateness'
import { localTime } from '../../locations/local-time.rules.ts'
import { requestedWindow } from '../../orders/stops/window.rules.ts'
import { crossingBetween } from '../../trips/crossing.rules.ts'
import type { TripState, TripStop } from '../../trips/state.rules.ts'
import { type Facts, hard, liveStops, placeName, type Reason, soft } from '../facts/rules.ts'
import { minutesBetween, spokenTime } from '../instants.rules.ts'
import { isReached, requestedStop, zoneOf } from '../schedule.rules.ts'

/** Whether stops begin within their windows, and are within opening hours (TIME-8). Local time of the location. */
export function windowReasons(trip: TripState, facts: Facts): Reason[] {
  return liveStops(trip).flatMap((stop, index, stops) => {
    const { planned_start_at: at } = stop
    if (at === null || isReached(stop) || isAtSailing(stop, stops[index - 1])) return []
    return [...requestedReasons(trip, stop, at, facts), ...openingReasons(trip, stop, at, facts)]
  })
}

/** CROSS-1: a stop without an order that boards a fixed departure, or lands from one: the sailing sets its time. */
function isAtSailing(stop: TripStop, before: TripStop | undefined): boolean {
  if (stop.kind !== 'STANDALONE') return false
  return Boolean(stop.crossing?.departs_at) || crossingBetween(before, stop) !== undefined
}

function requestedReasons(trip: TripState, stop: TripStop, at: string, facts: Facts): Reason[] {
  const input = requestedStop(stop, facts)
  if (!input?.requested_date) return []
  const { requested_date: day, window_start: from, window_end: to, is_enforced } = input
  const zone = zoneOf(stop.location_id, facts)
  const window = requestedWindow(input, zone)!
  const about = { stop_id: stop.stop_id, order_id: stop.order_id }
  const planned = msg`${placeName(stop.location_id, facts)} is planned for ${spokenTime(at, zone)}`
  const severity = is_enforced ? hard : soft
  if (to !== null && minutesLate(window.to_at, at) > 0) {
    return [
      severity(
        trip,
        'too_late',
        msg`${planned}, but requested by ${spokenDay(window.last_day)} ${to}. Start earlier or request another time.`,
        about,
      ),
    ]
  }
  if (from !== null && Date.parse(at) < Date.parse(window.from_at)) {
    return [
      severity(trip, 'too_early', msg`${planned}, but requested from ${spokenDay(day)} ${from}. Start later.`, about),
    ]
  }
  const { date } = localTime(at, zone)
  if (date === day || date === window.last_day) return []
  return [
    soft(
      trip,
      'other_day',
      msg`${planned}, but requested on ${spokenDay(day)}. Plan it on that day or request another.`,
      about,
    ),
  ]
}

function openingReasons(trip: TripState, stop: TripStop, at: string, facts: Facts): Reason[] {
  const place = facts.places.get(stop.location_id)
  if (!place?.opening_hours) return []
  const zone = zoneOf(stop.location_id, facts)
  const name = placeName(stop.location_id, facts)
  const about = { stop_id: stop.stop_id, order_id: stop.order_id }
  if (facts.isOpen(place, at, zone) === false) {
    const message = msg`${name} is closed at ${spokenTime(at, zone)} (${place.opening_hours}). Plan it while it is open.`
    return [soft(trip, 'closed', message, about)]
  }
  const end = stop.planned_end_at
  const begins = end === null ? at : facts.opensAt(place, at, zone, minutesBetween(at, end))
  if (end === null || Date.parse(begins) <= Date.parse(at)) return []
  const message = msg`${name} closes before the work is done that is planned until ${spokenTime(end, zone)} (${place.opening_hours}). Plan it earlier, or when it is open again.`
  return [soft(trip, 'closed', message, about)]
}
