import type { Road } from '../positions/roads/rules.ts'
import type { Berth, Crossing } from './hours/crossings.rules.ts'
import type { Call } from './hours/duties.model.ts'

/** A ferry or train that a vehicle takes from a stop to the next one. */
export interface TripCrossing {
  kind: 'FERRY' | 'TRAIN'
  /** From departure to arrival. */
  minutes: number
  /** A fixed sailing, by which boarding must be over. Null: it departs as soon as boarding is over. */
  departs_at: string | null
  /** Where the driver can sleep (HOURS-9). */
  berth: Berth
  line: string | null
  /** The stop where the vehicle drives off. */
  lands_stop_id: string
}

interface Boarding {
  /** Stops stored before crossings existed have none. */
  crossing?: TripCrossing | null
}

interface Stop extends Boarding {
  stop_id: string
}

/** CROSS-1: the crossing from one stop to the next; undefined if the leg is driven. */
export function crossingBetween(from: Boarding | undefined, to: { stop_id?: string }): TripCrossing | undefined {
  const crossing = from?.crossing
  return crossing && crossing.lands_stop_id === to.stop_id ? crossing : undefined
}

/** CROSS-1: no driving on a crossing, so nothing to estimate. */
export const notDriven: Road = { distance_km: 0, driving_minutes: 0, is_estimated: false }

const minuteOf = (instant: string) => Date.parse(instant) / 60_000

/**
 * CROSS-1: arrival of a vehicle that boards and then waits; a fixed sailing departs on schedule.
 * @param boarded when boarding is over, in minutes since 1970
 */
export function arrivalOf({ departs_at, minutes }: TripCrossing, boarded: number): number {
  return (departs_at === null ? boarded : Math.max(boarded, minuteOf(departs_at))) + minutes
}

/**
 * HOURS-9: the crossing for driving and rest times.
 * @param landed when the vehicle drives off, if known: the driver is not aboard for longer
 */
export function aboardFrom(crossing: TripCrossing, boarded: number, landed = Infinity): Crossing {
  const aboard = Math.max(0, Math.min(arrivalOf(crossing, boarded), landed) - boarded)
  return { aboard, berth: crossing.berth, sails: crossing.minutes }
}

/** CROSS-1: boarding for a fixed sailing begins so that it ends at departure; a later arrival has missed it. */
function boardingCall<Some extends Call>(call: Some, { departs_at }: TripCrossing): Some {
  if (departs_at === null || call.at !== undefined) return call
  const latest = minuteOf(departs_at) - call.work
  const opens = (from: number) => Math.max(call.opens(from), latest)
  return { ...call, opens, latest: Math.min(call.latest, latest), isSailing: true }
}

/** After arrival the vehicle drives off, regardless of the terminal's opening hours. */
const atOnce = (from: number) => from

/**
 * HOURS-9: consecutive calls with the crossings between them.
 * @param crossings by the index of the call that each leads to
 */
export function callsAcross<Some extends Call>(
  calls: readonly Some[],
  crossings: readonly (TripCrossing | undefined)[],
): Some[] {
  const aboard = calls.map(({ at }, index): Crossing | undefined => {
    const [crossing, before] = [crossings[index], calls[index - 1]]
    if (!crossing || !before) return undefined
    if (before.at !== undefined) return aboardFrom(crossing, before.at + before.work, at)
    // Boarding that is not over yet is not over before it leaves.
    return aboardFrom({ ...crossing, departs_at: null }, 0)
  })
  return calls.map((call, index) => {
    const [boards, lands, next] = [aboard[index + 1], aboard[index], crossings[index + 1]]
    if (!boards && !lands) return call
    const across = { ...call, ...(lands && { driving: 0, opens: atOnce }), boards, lands }
    return boards && next ? boardingCall(across, next) : across
  })
}

/** CROSS-2: removes crossings whose landing no longer directly follows. */
export function withoutLooseCrossings<Some extends Stop & { status: string }>(stops: readonly Some[]): Some[] {
  const live = stops.filter(({ status }) => status !== 'CANCELLED')
  const next = new Map(live.map((stop, at) => [stop.stop_id, live[at + 1]]))
  return stops.map((stop) => {
    if (!stop.crossing) return stop
    const after = next.get(stop.stop_id)
    return after && crossingBetween(stop, after) ? stop : { ...stop, crossing: null }
  })
}

/** CROSS-2: moves an insertion index that would fall between boarding and landing to after the landing. */
export function placeAfterLanding(stops: readonly Stop[], place: number): number {
  const [before, after] = [stops[place - 1], stops[place]]
  return after && crossingBetween(before, after) ? place + 1 : place
}

/** CROSS-2: whether a list contains a boarding and its landing, but not directly after each other. */
export function isSplit(stops: readonly Stop[]): boolean {
  const ids = new Set(stops.map(({ stop_id }) => stop_id))
  return stops.some((stop, at) => {
    if (!stop.crossing || !ids.has(stop.crossing.lands_stop_id)) return false
    const next = stops[at + 1]
    return !next || !crossingBetween(stop, next)
  })
}

/** CROSS-2: stops in their order, with each landing moved to directly after its boarding. */
export function keptTogether<Some extends Stop>(stops: readonly Some[]): Some[] {
  const landings = new Set(stops.flatMap(({ crossing }) => crossing?.lands_stop_id ?? []))
  const byId = new Map(stops.map((stop) => [stop.stop_id, stop]))
  const found = new Set<Some>()
  const add = (stop: Some) => {
    if (found.has(stop)) return
    found.add(stop)
    const landing = byId.get(stop.crossing?.lands_stop_id ?? '')
    if (landing) add(landing)
  }
  for (const stop of stops) if (!landings.has(stop.stop_id)) add(stop)
  for (const stop of stops) add(stop)
  return [...found]
}
