import { instantText } from '../locations/local-time.rules.ts'
import { handlingOf, stopMinutes } from '../locations/stop-minutes.rules.ts'
import { requestedWindow } from '../orders/stops/window.rules.ts'
import { callsAcross, crossingBetween, type TripCrossing, withoutLooseCrossings } from '../trips/crossing.rules.ts'
import { called, calledOn } from '../trips/hours/calls.rules.ts'
import type { Call } from '../trips/hours/duties.model.ts'
import { keptOnTheWay } from '../trips/hours/kept.rules.ts'
import { latenessOf, leastLateness } from '../trips/hours/lateness.rules.ts'
import { type Law, lawFor } from '../trips/hours/law.rules.ts'
import { restedAt } from '../trips/hours/state.rules.ts'
import type { TripState, TripStop } from '../trips/state.rules.ts'
import { keptOpening, keptTimes, newOpening, type Opening } from './asked.rules.ts'
import { type Past, pastOf } from './facts/before.rules.ts'
import { withRoadsOf } from './facts/vehicle.rules.ts'
import { later, minutesBetween } from './instants.rules.ts'
import type { OrderStop, PlanPlace, StopTime, World } from './rules.ts'

/** Assumed drive when either end has no coordinates, in minutes. */
const unknownDriveMinutes = 60

/** Whether an arrival was reported; planning no longer changes such a stop. */
export function isReached({ status }: Pick<TripStop, 'status'>): boolean {
  return status === 'AT_STOP' || status === 'COMPLETED'
}

/** Whether its times were set by a person or another system, so that they are not computed. */
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

/** The requested times of an order stop on a trip; undefined for stops without an order and for transfers. */
export function requestedStop(stop: TripStop, world: Pick<World, 'orders'>): OrderStop | undefined {
  if (stop.kind !== 'ORDER') return undefined
  return world.orders.get(stop.order_id!)?.stops.find(({ stop_id }) => stop_id === stop.stop_id)
}

/** The time zone of a place. */
export function zoneOf(locationId: string, world: Pick<World, 'places' | 'time_zone'>): string {
  return world.places.get(locationId)?.time_zone ?? world.time_zone
}

/** Minutes of driving from one place to the next; an hour if one has no coordinates. */
export function drivingBetween(
  from: PlanPlace | undefined,
  to: PlanPlace | undefined,
  { roads }: Pick<World, 'roads'>,
): number {
  if (from && to && from.location_id === to.location_id) return 0
  const road = from && to ? roads.find(from, to) : undefined
  return road ? Math.ceil(road.driving_minutes) : unknownDriveMinutes
}

/** Minutes from one place to the next with breaks and rests, for a single, rested driver (HOURS-4). */
export function driveMinutes(
  from: PlanPlace | undefined,
  to: PlanPlace | undefined,
  world: Pick<World, 'roads'>,
): number {
  const [way] = called([{ ...plainCall, driving: drivingBetween(from, to, world) }], restedAt(0), lawFor(1))
  return way!.begin
}

/** Options for timing a trip again. */
export interface Timing {
  /** Start of the first stop that can still be planned. */
  starts_at?: string | undefined
  /** Earliest start by stop: a transfer waits for the drop. */
  earliest?: ReadonlyMap<string, string>
  /** Start of the first stop, if it has no requested time. */
  otherwise?: string | undefined
  /** Duration by stop in minutes, if neither plan nor order gives one. */
  lengths?: ReadonlyMap<string, number>
}

/** A call of zero duration at a place that is always open. */
const plainCall: Call = { driving: 0, work: 0, opens: (from) => from, latest: Infinity }

/** A stop to be timed; `known` is its earliest start, if that does not depend on earlier stops. */
interface TimedCall extends KnownCall {
  stop: TripStop
  known: number | undefined
}

/** A call that can be compared with others for caching. */
interface KnownCall extends Call {
  /** Number of the opening it waits for. */
  opening: number
}

/**
 * Planned times along a trip: the first stop begins when its window opens, each other when its crew can lawfully be
 * there (HOURS-4) and its window and place are open. Stops that were reached and times set by hand stay.
 */
export function scheduled(given: TripState, all: World, timing: Timing = {}): TripState {
  const trip = { ...given, stops: withoutLooseCrossings(given.stops) }
  const world = withRoadsOf(trip, all)
  const live = trip.stops.filter(({ status }) => status !== 'CANCELLED')
  const first = live.find((stop) => !isReached(stop))
  const crossings = live.map((stop, at) => crossingBetween(live[at - 1], stop))
  const calls = callsAcross(
    live.map((stop, at) => callOf(stop, live[at - 1], stop === first, world, timing)),
    crossings,
  ).map((call, at) => withSailing(call, crossings[at + 1]))
  const crew = trip.resources.map(({ resource_id }) => resource_id).filter((id) => world.drivers.has(id))
  const law = lawFor(crew.length, world.settings.limits.driving_law)
  const pasts = pastsOf({ trip_id: trip.trip_id, crew }, calls[0]?.stop, law, world)
  const begins = beginsOf(calls, { law, pasts, finder: world.opensAt })
  const times = new Map(calls.map(({ stop, work }, at) => [stop, { begin: begins[at], work }]))
  const stops = trip.stops.map((stop): TripStop => {
    const time = isOpen(stop) ? times.get(stop) : undefined
    if (!time) return stop
    if (time.begin === undefined) return withTimes(stop, null, null)
    return withTimes(stop, instantAt(time.begin), instantAt(time.begin + time.work))
  })
  return { ...trip, stops }
}

/** CROSS-1: a fixed sailing sets the time of its stop, unless it is already known. */
function withSailing(call: TimedCall, crossing: TripCrossing | undefined): TimedCall {
  if (call.at !== undefined || !crossing?.departs_at) return call
  return { ...call, known: call.opens(call.known ?? Number.NEGATIVE_INFINITY) }
}

function isOpen(stop: TripStop): boolean {
  return stop.status !== 'CANCELLED' && !isReached(stop) && !hasFixedTimes(stop)
}

/** The start of each call; empty if none is known. Leading stops without a day end in time for the first with one. */
function beginsOf(calls: readonly TimedCall[], along: Along): readonly (number | undefined)[] {
  const from = calls.findIndex(({ known }) => known !== undefined)
  if (from === -1) return calls.map(() => undefined)
  const known = calls[from]!.known!
  if (from === 0) return timesInTime(calls, known, along)
  const before = calls.slice(0, from + 1).map((call): KnownCall => ({ ...call, ...plain }))
  const way = timesFrom(before, known, along)
  const begin = known - (way.at(-1)! - known)
  return timesAfter([...before.slice(0, -1), ...calls.slice(from)], begin, along)
}

/** Fractions of its window after which the first stop may begin, and its maximum wait in minutes. */
const laterParts = [0.25, 0.5, 0.75, 1]
const longestWait = 12 * 60

/**
 * TIME-8: the first stop begins as early as possible, unless that makes a later stop avoidably late. Then it begins
 * later within its own window, so that the crew waits before the trip instead of on it.
 */
function timesInTime(calls: readonly TimedCall[], known: number, along: Along): readonly number[] {
  const soon = timesAfter(calls, known, along)
  const late = (begins: readonly number[]) => latenessOf(calls, begins)
  const [first] = calls
  if (first!.at !== undefined || late(soon) === 0) return soon
  const least = leastLateness(calls, known, along.law)
  if (late(soon) <= least) return soon
  const room = Math.min(first!.latest - known, longestWait)
  const parts = laterParts.map((part) => first!.opens(known + Math.floor(part * room)))
  let best = soon
  for (const start of new Set([openTimes(calls, known, along)[0]!, ...parts])) {
    if (start <= known || late(best) <= least) continue
    const later = timesAfter(calls, start, along)
    if (late(later) < late(best)) best = later
  }
  return best
}

/** Work of each driver before an instant, with the drive to the first stop in minutes. */
type Pasts = (at: number) => (Past & { way: number })[]

/** Other inputs that the times along calls depend on. */
interface Along {
  law: Law
  pasts: Pasts
  finder: World['opensAt']
}

interface Crew {
  trip_id: string
  crew: readonly string[]
}

function pastsOf({ trip_id, crew }: Crew, first: TripStop | undefined, law: Law, world: World): Pasts {
  const { before, roads } = world
  if (!before || !first) return () => []
  const drive = (from: string, to: string) => {
    const [one, other] = [before.places.get(from), before.places.get(to)]
    return one && other ? drivingBetween(one, other, { roads }) : 0
  }
  return (at) =>
    crew.flatMap((driver) => {
      const past = pastOf({ driver, trip_id }, at, before, law, drive)
      if (!past) return []
      return [{ ...past, way: past.location_id === undefined ? 0 : drive(past.location_id, first.location_id) }]
    })
}

/**
 * HOURS-4: the start of calls after earlier work of the drivers, timed for the one who finishes last. The first call is
 * delayed if its driver has to rest and its start is not set.
 */
function timesAfter(calls: readonly KnownCall[], at: number, along: Along): readonly number[] {
  const { law, pasts } = along
  const each = pasts(at).map(({ start, calls: done, way }): readonly number[] => {
    const [first, ...rest] = calls
    const left = done.length > 0 ? done.at(-1)!.at! + done.at(-1)!.work : start.at
    const opens = (from: number) => first!.opens(Math.max(from, at))
    const open = { ...first!, driving: way, opens }
    const before = keptOnTheWay(done, start, law)
    const begin = first!.at ?? calledOn(before, [open])[0]!.begin
    const pinned = { ...first!, at: begin, driving: Math.floor(Math.max(0, Math.min(way, begin - left))) }
    return calledOn(before, [pinned, ...rest]).map((one) => one.begin)
  })
  return [timesFrom(calls, at, along), ...each].reduce((last, one) => (one.at(-1)! > last.at(-1)! ? one : last))
}

const open = newOpening(plainCall.opens)
const plain = { at: undefined, opens: open.opens, opening: open.id, latest: Infinity }

/** Times if the first call begins at an instant. */
function timesFrom(calls: readonly KnownCall[], at: number, along: Along): readonly number[] {
  const [first, ...rest] = calls
  return timesOf([{ ...first!, at, driving: 0 }, ...rest], at, along)
}

/** Times if the first call begins at an instant or later. */
function openTimes(calls: readonly KnownCall[], from: number, along: Along): readonly number[] {
  const [first, ...rest] = calls
  const opens = (asked: number) => first!.opens(Math.max(asked, from))
  return timesOf([{ ...first!, driving: 0, opens }, ...rest], from, along)
}

function timesOf(calls: readonly KnownCall[], from: number, { law, finder }: Along): readonly number[] {
  const each = calls.map((one) => `${one.driving} ${one.work} ${one.at} ${one.latest} ${one.opening} ${acrossOf(one)}`)
  return keptTimes(finder, law, `${from} ${each}`, () => called(calls, restedAt(from), law).map(({ begin }) => begin))
}

/** Boarding and landing of a call as a key for comparison. */
function acrossOf({ boards, lands, isSailing }: Call): string {
  return boards || lands ? JSON.stringify([boards, lands, isSailing]) : ''
}

function callOf(
  stop: TripStop,
  before: TripStop | undefined,
  isFirst: boolean,
  world: World,
  { starts_at, otherwise, earliest, lengths }: Timing,
): TimedCall {
  const driving = before ? drivingBetween(placeOf(before, world), placeOf(stop, world), world) : 0
  if (!isOpen(stop)) return reachedCall(stop, before, { driving, world })
  const work = lengths?.get(stop.stop_id) ?? minutesAt(stop, world)
  const input = requestedStop(stop, world)
  const window = input && requestedWindow(input, zoneOf(input.location_id, world))
  const soonest = latest(window?.begins_at, earliest?.get(stop.stop_id))
  // CROSS-1: for a fixed sailing the departure replaces the opening hours of the terminal.
  const place = stop.crossing?.departs_at ? undefined : placeOf(stop, world)
  const { opens, id: opening } = openingOf(stop, place, soonest, { work, world })
  const isLimited = window && input.window_end !== null
  const call = { stop, driving, work, opens, opening, latest: isLimited ? minuteOf(window.to_at) : Infinity }
  if (isFirst && starts_at !== undefined) return { ...call, at: minuteOf(starts_at), known: minuteOf(starts_at) }
  const from = soonest ?? (isFirst ? otherwise : undefined)
  return { ...call, known: from === undefined ? undefined : opens(minuteOf(from)) }
}

/** A stop whose times are not computed. The drive to it took the time available. */
function reachedCall(
  stop: TripStop,
  before: TripStop | undefined,
  { driving, world }: { driving: number; world: World },
): TimedCall {
  const start = stop.actual_start_at ?? stop.planned_start_at
  const plainest = { ...plainCall, opening: open.id, stop }
  if (start === null) return { ...plainest, driving, work: minutesAt(stop, world), known: undefined }
  const at = minuteOf(start)
  const end = stop.actual_end_at ?? stop.planned_end_at
  const work = end === null ? minutesAt(stop, world) : Math.max(0, minuteOf(end) - at)
  const left = isReached(stop) ? (before?.actual_end_at ?? before?.planned_end_at) : undefined
  const most = left ? Math.max(0, at - minuteOf(left)) : Infinity
  return { ...plainest, driving: Math.min(driving, most), work, at, known: at }
}

/**
 * When work at a stop can begin: a computed time waits until the place is open (TIME-8), a time set by a person does
 * not.
 */
function openingOf(
  stop: TripStop,
  place: PlanPlace | undefined,
  soonest: string | undefined,
  { work, world }: { work: number; world: World },
): Opening {
  const least = soonest === undefined ? Number.NEGATIVE_INFINITY : minuteOf(soonest)
  if (!place) return newOpening((from) => Math.max(from, least))
  const zone = zoneOf(stop.location_id, world)
  return keptOpening(world.opensAt, place, `${least} ${work} ${zone}`, () => {
    const known = new Map<number, number>()
    return (from) => {
      const asked = Math.max(from, least)
      const opens = known.get(asked) ?? minuteOf(world.opensAt(place, instantAt(asked), zone, work))
      known.set(asked, opens)
      // Rounding to milliseconds must not move it earlier.
      return Math.max(asked, opens)
    }
  })
}

function minuteOf(instant: string): number {
  return Date.parse(instant) / 60_000
}

function instantAt(minute: number): string {
  return instantText(Math.round(minute * 60_000))
}

function withTimes(stop: TripStop, start: string | null, end: string | null): TripStop {
  const fixed_timestamp_type = start === null ? null : 'CALCULATED'
  return { ...stop, planned_start_at: start, planned_end_at: end, fixed_timestamp_type }
}

/** Duration of a stop: as planned, else from its order or place (TIME-6), else the default. */
function minutesAt(stop: TripStop, world: World): number {
  const { planned_start_at: start, planned_end_at: end } = stop
  if (start !== null && end !== null) return minutesBetween(start, end)
  return requestedStop(stop, world)?.minutes ?? stopMinutes(null, handlingOf(stop.kind, null), placeOf(stop, world))
}

function placeOf(stop: TripStop, world: World): PlanPlace | undefined {
  return world.places.get(stop.location_id)
}

function latest(...instants: (string | undefined)[]): string | undefined {
  return instants.reduce((last, next) => (last === undefined || (next !== undefined && next > last) ? next : last))
}

/** The trip with times set by a person for single stops. The others are left to `scheduled`. */
export function withSetTimes(trip: TripState, times: readonly StopTime[]): TripState {
  const newTimes = new Map(times.map((time) => [time.stop_id, time]))
  const stops = trip.stops.map((stop): TripStop => {
    const time = newTimes.get(stop.stop_id)
    if (!time) return stop
    const [planned_start_at, planned_end_at] = [later(time.start_at, 0), later(time.end_at, 0)]
    return { ...stop, planned_start_at, planned_end_at, fixed_timestamp_type: 'SET_BY_USER' }
  })
  return { ...trip, stops }
}
