import { usualMinutes } from '../locations/stop-minutes.rules.ts'
import { requestedWindow } from '../orders/stops/window.rules.ts'
import type { TripState, TripStop } from '../trips/state.rules.ts'
import { later, minutesBetween } from './instants.rules.ts'
import type { OrderStop, PlanPlace, StopTime, World } from './rules.ts'

/** How long a way is taken to be when one of its ends is not on the map, in minutes. */
const unknownDriveMinutes = 60

/** Whether a report has said that someone was there; planning no longer changes such a stop. */
export function isReached({ status }: Pick<TripStop, 'status'>): boolean {
  return status === 'AT_STOP' || status === 'COMPLETED'
}

/** Whether its times were said by a person or another system, so that computing leaves them alone. */
export function hasFixedTimes(stop: TripStop): boolean {
  return stop.fixed_timestamp_type === 'SET_BY_USER' || stop.fixed_timestamp_type === 'ENFORCED_TIMEWINDOW'
}

/** First planned arrival and last planned departure of a trip; null while it has no times. */
export function rangeOf(trip: Pick<TripState, 'stops'>): { starts_at: string | null; ends_at: string | null } {
  let starts_at: string | null = null
  let ends_at: string | null = null
  for (const { status, planned_start_at: start, planned_end_at: end } of trip.stops) {
    if (status === 'CANCELLED') continue
    if (start !== null && (starts_at === null || start < starts_at)) starts_at = start
    if (end !== null && (ends_at === null || end > ends_at)) ends_at = end
  }
  return { starts_at, ends_at }
}

/** What an order requests at a stop of a trip; undefined for stops of their own and transfers. */
export function requestedStop(stop: TripStop, world: Pick<World, 'orders'>): OrderStop | undefined {
  if (stop.kind !== 'ORDER') return undefined
  return world.orders.get(stop.order_id!)?.stops.find(({ stop_id }) => stop_id === stop.stop_id)
}

/** The time zone of a place. */
export function zoneOf(locationId: string, world: Pick<World, 'places' | 'time_zone'>): string {
  return world.places.get(locationId)?.time_zone ?? world.time_zone
}

/** The earliest moment an order requests at a stop; undefined when it names no day. */
export function earliestRequested(input: OrderStop | undefined, world: Pick<World, 'places' | 'time_zone'>) {
  if (!input) return undefined
  return requestedWindow(input, zoneOf(input.location_id, world))?.begins_at
}

/**
 * Minutes from one place to the next with the breaks and the daily rest that driving requires (EU 561/2006, estimated):
 * 45 minutes after each 4.5 hours, 11 hours instead after each 9 hours.
 */
export function driveMinutes(
  from: PlanPlace | undefined,
  to: PlanPlace | undefined,
  { roads }: Pick<World, 'roads'>,
): number {
  if (from && to && from.location_id === to.location_id) return 0
  const road = from && to ? roads.find(from, to) : undefined
  if (!road) return unknownDriveMinutes
  const pauses = Math.max(0, Math.ceil(road.driving_minutes / 270) - 1)
  const nights = Math.floor(pauses / 2)
  return road.driving_minutes + (pauses - nights) * 45 + nights * 660
}

/** How a trip is timed again. */
export interface Timing {
  /** When the first stop that can still be planned begins. */
  starts_at?: string | undefined
  /** Not before these instants, by stop: a transfer waits for the drop. */
  earliest?: ReadonlyMap<string, string>
  /** When the first stop begins that requests nothing. */
  otherwise?: string | undefined
  /** Minutes that stops take, by stop, where neither plan nor order says. */
  lengths?: ReadonlyMap<string, number>
}

/**
 * Planned times along a trip: the first stop begins when its window opens, each other when it can be reached and its
 * window and its place are open. Stops that were reached and times set by hand stay.
 */
export function scheduled(trip: TripState, world: World, timing: Timing = {}): TripState {
  const first = trip.stops.find((stop) => stop.status !== 'CANCELLED' && !isReached(stop))
  const stops: TripStop[] = []
  let before: TripStop | undefined
  for (const stop of trip.stops) {
    const timed = isOpen(stop) ? timedStop(stop, before, stop === first, world, timing) : stop
    stops.push(timed)
    if (stop.status !== 'CANCELLED') before = timed
  }
  return { ...trip, stops: timedBackwards(stops, world) }
}

function isOpen(stop: TripStop): boolean {
  return stop.status !== 'CANCELLED' && !isReached(stop) && !hasFixedTimes(stop)
}

function timedStop(
  stop: TripStop,
  before: TripStop | undefined,
  isFirst: boolean,
  world: World,
  { starts_at, otherwise, earliest, lengths }: Timing,
): TripStop {
  const minutes = lengths?.get(stop.stop_id) ?? minutesAt(stop, world)
  const left = before && (before.actual_end_at ?? before.planned_end_at)
  const arrival = left ? later(left, driveMinutes(placeOf(before!, world), placeOf(stop, world), world)) : undefined
  const input = latest(earliestRequested(requestedStop(stop, world), world), earliest?.get(stop.stop_id))
  const given = isFirst && starts_at !== undefined ? later(starts_at, 0) : undefined
  const start = given ?? opened(latest(arrival, input) ?? (isFirst ? otherwise : undefined), stop, world)
  if (start === undefined) return withTimes(stop, null, null)
  return withTimes(stop, start, later(start, minutes))
}

/** A time that was calculated waits until the place opens; one that a person has said does not. */
function opened(start: string | undefined, stop: TripStop, world: World): string | undefined {
  const place = placeOf(stop, world)
  return start === undefined || !place ? start : world.opensAt(place, start, zoneOf(stop.location_id, world))
}

/** Stops at the beginning that know no day are timed from the first that does. */
function timedBackwards(stops: readonly TripStop[], world: World): TripStop[] {
  const timed = [...stops]
  for (let at = timed.length - 2; at >= 0; at -= 1) {
    const stop = timed[at]!
    const next = timed[at + 1]!
    if (!isOpen(stop) || stop.planned_start_at !== null || next.planned_start_at === null) continue
    const way = driveMinutes(placeOf(stop, world), placeOf(next, world), world)
    const end = later(next.planned_start_at, -way)
    timed[at] = withTimes(stop, later(end, -minutesAt(stop, world)), end)
  }
  return timed
}

function withTimes(stop: TripStop, start: string | null, end: string | null): TripStop {
  const fixed_timestamp_type = start === null ? null : 'CALCULATED'
  return { ...stop, planned_start_at: start, planned_end_at: end, fixed_timestamp_type }
}

/** How long a stop takes: as it is planned, else as its order or its place says (TIME-6), else as stops usually take. */
function minutesAt(stop: TripStop, world: World): number {
  const { planned_start_at: start, planned_end_at: end } = stop
  if (start !== null && end !== null) return minutesBetween(start, end)
  return requestedStop(stop, world)?.minutes ?? usualMinutes
}

function placeOf(stop: TripStop, world: World): PlanPlace | undefined {
  return world.places.get(stop.location_id)
}

function latest(...instants: (string | undefined)[]): string | undefined {
  return instants.reduce((last, next) => (last === undefined || (next !== undefined && next > last) ? next : last))
}

/** The trip with times that a person said for single stops. Others are left to `scheduled`. */
export function withSetTimes(trip: TripState, times: readonly StopTime[]): TripState {
  const said = new Map(times.map((time) => [time.stop_id, time]))
  const stops = trip.stops.map((stop): TripStop => {
    const time = said.get(stop.stop_id)
    if (!time) return stop
    const [planned_start_at, planned_end_at] = [later(time.start_at, 0), later(time.end_at, 0)]
    return { ...stop, planned_start_at, planned_end_at, fixed_timestamp_type: 'SET_BY_USER' }
  })
  return { ...trip, stops }
}
