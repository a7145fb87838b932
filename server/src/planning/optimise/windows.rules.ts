import { requestedWindow } from '../../orders/stops/window.rules.ts'
import type { Facts } from '../facts/rules.ts'
import { later, minutesBetween } from '../instants.rules.ts'
import type { OrderStop } from '../rules.ts'
import { zoneOf } from '../schedule.rules.ts'
import type { Window } from '../solver/problem.rules.ts'

/** Resolution of opening hours, in minutes. */
const step = 15

/** The period of a run in solver time: minutes from its begin. */
export interface Period {
  from_at: string
  to_at: string
}

/**
 * OPT-4: when a stop may begin: in its requested window, on its requested day, and while its place is open, whether the
 * verdict would refuse another time or only warn.
 */
export function windowsOf(stop: OrderStop, period: Period, facts: Facts): Window[] {
  const zone = zoneOf(stop.location_id, facts)
  const end = minutesBetween(period.from_at, period.to_at)
  const requested = requestedMinutes(stop, period, zone) ?? [0, end]
  const [from, to] = [Math.max(0, requested[0]), Math.min(end, requested[1])]
  if (from > to) return [[-2, -1]]
  const open = openWindows(stop, [from, to], period, zone, facts)
  // Never: before the period begins.
  return open.length > 0 ? open : [[-2, -1]]
}

function requestedMinutes(stop: OrderStop, { from_at }: Period, zone: string): Window | undefined {
  const window = requestedWindow(stop, zone)
  if (!window) return undefined
  return [Math.ceil(minutesBetween(from_at, window.begins_at)), Math.floor(minutesBetween(from_at, window.to_at))]
}

function openWindows(stop: OrderStop, [from, to]: Window, { from_at }: Period, zone: string, facts: Facts): Window[] {
  const place = facts.places.get(stop.location_id)
  if (!place?.opening_hours) return [[from, to]]
  const open: [number, number][] = []
  let last: [number, number] | undefined
  for (let at = from; at <= to; at += step) {
    if (facts.isOpen(place, later(from_at, at), zone) === false) last = undefined
    else if (last) last[1] = at
    else {
      last = [at, at]
      open.push(last)
    }
  }
  const at = (minute: number) => later(from_at, minute)
  // TIME-8: work that begins then ends before the place closes, if the place is ever open that long.
  const fits = (minute: number) =>
    Date.parse(facts.opensAt(place, at(minute), zone, stop.minutes)) <= Date.parse(at(minute))
  for (const one of open) while (one[1] > one[0] && !fits(one[1])) one[1] = Math.max(one[0], one[1] - step)
  return open.filter(([begin]) => fits(begin))
}
