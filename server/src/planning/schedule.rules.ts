import { instantText } from '../locations/local-time.rules.ts'
import { handlingOf, stopMinutes } from '../locations/stop-minutes.rules.ts'
import { requestedWindow } from '../orders/stops/window.rules.ts'
import { callsAcross, crossingBetween, type TripCrossing, withoutLooseCrossings } from '../trips/crossing.rules.ts'
import { type Call, called, calledOn } from '../trips/hours/calls.rules.ts'
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

/** Minutes at the wheel from one place to the next; an hour where one of them is not on the map. */
export function drivingBetween(
  from: PlanPlace | undefined,
  to: PlanPlace | undefined,
  { roads }: Pick<World, 'roads'>,
): number {
  if (from && to && from.location_id === to.location_id) return 0
  const road = from && to ? roads.find(from, to) : undefined
  return road ? Math.ceil(road.driving_minutes) : unknownDriveMinutes
}

/** Minutes from one place to the next with the breaks and the rests of one driver who is rested (HOURS-4). */
export function driveMinutes(
  from: PlanPlace | undefined,
  to: PlanPlace | undefined,
  world: Pick<World, 'roads'>,
): number {
  const [way] = called([{ ...plainCall, driving: drivingBetween(from, to, world) }], restedAt(0), lawFor(1))
  return way!.begin
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

/** A call of no length at a place that is always open. */
const plainCall: Call = { driving: 0, work: 0, opens: (from) => from, latest: Infinity }

/** A stop that is timed: known is when it begins at the earliest, where that is known without the stops before it. */
interface TimedCall extends KnownCall {
  stop: TripStop
  known: number | undefined
}

/** A call that can be compared with others. */
interface KnownCall extends Call {
  /** Which opening it waits for. */
  opening: number
}

/**
 * Planned times along a trip: the first stop begins when its window opens, each other when its crew can be there lawfully
 * (HOURS-4) and its window and its place are open. Stops that were reached and times set by hand stay.
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

/** CROSS-1: a fixed sailing says when its stop is, where nothing else does. */
function withSailing(call: TimedCall, crossing: TripCrossing | undefined): TimedCall {
  if (call.at !== undefined || !crossing?.departs_at) return call
  return { ...call, known: call.opens(call.known ?? Number.NEGATIVE_INFINITY) }
}

function isOpen(stop: TripStop): boolean {
  return stop.status !== 'CANCELLED' && !isReached(stop) && !hasFixedTimes(stop)
}

/** When each call begins; nothing where none is known. Stops at the beginning that know no day end in time for the first that does. */
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

/** Parts of its window after which the first stop may begin, and how long it waits at most, in minutes. */
const laterParts = [0.25, 0.5, 0.75, 1]
const longestWait = 12 * 60

/**
 * TIME-8: the first stop begins as soon as it can, unless another is late then that need not be: then it begins so much later that its
 * crew waits before the trip and not on it, as far as its own window lets it.
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

/** What each driver has done before an instant, and how far the first stop is from there, in minutes. */
type Pasts = (at: number) => (Past & { way: number })[]

/** What times along calls depend on next to these. */
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
 * HOURS-4: when calls begin after what the drivers have done before: as it is for the one who is last at the end. The first begins later
 * than it could where its driver has to rest and no one has said when it begins.
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

/** Times where the first call begins at an instant. */
function timesFrom(calls: readonly KnownCall[], at: number, along: Along): readonly number[] {
  const [first, ...rest] = calls
  return timesOf([{ ...first!, at, driving: 0 }, ...rest], at, along)
}

/** Times where it begins then or later. */
function openTimes(calls: readonly KnownCall[], from: number, along: Along): readonly number[] {
  const [first, ...rest] = calls
  const opens = (asked: number) => first!.opens(Math.max(asked, from))
  return timesOf([{ ...first!, driving: 0, opens }, ...rest], from, along)
}

function timesOf(calls: readonly KnownCall[], from: number, { law, finder }: Along): readonly number[] {
  const each = calls.map((one) => `${one.driving} ${one.work} ${one.at} ${one.latest} ${one.opening} ${acrossOf(one)}`)
  return keptTimes(finder, law, `${from} ${each}`, () => called(calls, restedAt(from), law).map(({ begin }) => begin))
}

/** How a call boards or lands, to be compared. */
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
  // CROSS-1: a fixed sailing says when the terminal is open.
  const place = stop.crossing?.departs_at ? undefined : placeOf(stop, world)
  const { opens, id: opening } = openingOf(stop, place, soonest, { work, world })
  const isLimited = window && input.window_end !== null
  const call = { stop, driving, work, opens, opening, latest: isLimited ? minuteOf(window.to_at) : Infinity }
  if (isFirst && starts_at !== undefined) return { ...call, at: minuteOf(starts_at), known: minuteOf(starts_at) }
  const from = soonest ?? (isFirst ? otherwise : undefined)
  return { ...call, known: from === undefined ? undefined : opens(minuteOf(from)) }
}

/** A stop whose times are not computed. The way to it was driven in the time there was. */
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
 * When work at a stop can begin: a time that was calculated waits until the place is open for it (TIME-8); one that a person has said
 * does not.
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
      // Rounding to milliseconds is not earlier.
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

/** How long a stop takes: as it is planned, else as its order or its place says (TIME-6), else as stops usually take. */
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

/** The trip with times that a person said for single stops. Others are left to `scheduled`. */
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
