import { isDeepStrictEqual } from 'node:util'
import type { TripState, TripStop } from '../state.rules.ts'
import { isLive } from '../stop.rules.ts'

/** First planned start and last planned end of the stops that are not cancelled; null if there is none. */
export interface Span {
  starts_at: string | null
  ends_at: string | null
}

/** A trip as stored in its row. */
export interface TripRow extends Omit<TripState, 'stops' | 'resources'>, Span {}

/** A stop as stored in its row. */
export interface StopRow extends TripStop {
  trip_id: string
  sequence: number
}

/** A resource of a trip as stored in its row. */
export interface ResourceRow extends Span {
  trip_id: string
  resource_id: string
  position: number
  name: string | null
  license_plate: string | null
  container_number: string | null
}

/** The minimal writes that turn `before` into `after`. */
export interface TripDifference {
  trips: { added: TripRow[]; changed: TripRow[]; gone: string[] }
  stops: { added: StopRow[]; changed: StopRow[]; gone: StopRow[] }
  resources: { added: ResourceRow[]; changed: ResourceRow[]; gone: ResourceRow[] }
}

/** The planned period of a trip. */
export function spanOf(stops: readonly TripStop[]): Span {
  const live = stops.filter(isLive)
  const starts = live.flatMap(({ planned_start_at: at }) => (at === null ? [] : [at])).sort()
  const ends = live.flatMap(({ planned_end_at: at, planned_start_at: start }) => at ?? start ?? []).sort()
  return { starts_at: starts[0] ?? null, ends_at: ends.at(-1) ?? null }
}

/**
 * The states to store: event sequences never decrease, even if an older state is restored, and a trip's version grows
 * with each change that affects planning. Estimates do not count, because they change continuously by themselves.
 */
export function withVersions(before: readonly TripState[], after: readonly TripState[]): TripState[] {
  const known = new Map(before.map((trip) => [trip.trip_id, trip]))
  const sequences = new Map(
    before.flatMap(({ stops }) => stops.map((stop) => [stop.stop_id, stop.event_sequence] as const)),
  )
  return after.map((trip) => {
    const old = known.get(trip.trip_id)
    const stops = trip.stops.map((stop) => {
      const sequence = Math.max(stop.event_sequence, sequences.get(stop.stop_id) ?? 0)
      return sequence === stop.event_sequence ? stop : { ...stop, event_sequence: sequence }
    })
    const event_sequence = Math.max(trip.event_sequence, old?.event_sequence ?? 0)
    const version = old === undefined ? trip.version + 1 : old.version + (isSamePlan(old, trip) ? 0 : 1)
    return { ...trip, stops, event_sequence, version }
  })
}

/** Whether two states of a trip differ only in estimates and event sequences. */
export function isSamePlan(one: TripState, other: TripState): boolean {
  return isDeepStrictEqual(planOf(one), planOf(other))
}

function planOf({
  version: _version,
  event_sequence: _sequence,
  distance_km: _distance,
  stops,
  ...members
}: TripState) {
  return {
    ...members,
    stops: stops.map(
      ({
        eta_start_at: _start,
        eta_end_at: _end,
        eta_is_estimated: _isReckoned,
        event_sequence: _count,
        mileage_km: _km,
        mileage_is_estimated: _is,
        ...stop
      }) => stop,
    ),
  }
}

/** Compares the rows of two states. A stop that moves to another trip is changed, not new. */
export function differenceOf(before: readonly TripState[], after: readonly TripState[]): TripDifference {
  const trips = compared(before.map(tripRow), after.map(tripRow), ({ trip_id }) => trip_id)
  return {
    trips: { ...trips, gone: trips.gone.map(({ trip_id }) => trip_id) },
    stops: compared(before.flatMap(stopRows), after.flatMap(stopRows), ({ stop_id }) => stop_id),
    resources: compared(
      before.flatMap(resourceRows),
      after.flatMap(resourceRows),
      ({ trip_id, resource_id }) => `${trip_id} ${resource_id}`,
    ),
  }
}

function tripRow({ stops, resources: _resources, ...members }: TripState): TripRow {
  return { ...members, ...spanOf(stops) }
}

function stopRows({ trip_id, stops }: TripState): StopRow[] {
  return stops.map((stop, at) => ({ ...stop, trip_id, sequence: at + 1 }))
}

function resourceRows({ trip_id, stops, resources }: TripState): ResourceRow[] {
  const span = spanOf(stops)
  return resources.map((resource, at) => ({ ...resource, ...span, trip_id, position: at + 1 }))
}

function compared<Row>(before: readonly Row[], after: readonly Row[], keyOf: (row: Row) => string) {
  const old = new Map(before.map((row) => [keyOf(row), row]))
  const now = new Set(after.map(keyOf))
  const added = after.filter((row) => !old.has(keyOf(row)))
  const changed = after.filter((row) => {
    const was = old.get(keyOf(row))
    return was !== undefined && !isDeepStrictEqual(was, row)
  })
  return { added, changed, gone: before.filter((row) => !now.has(keyOf(row))) }
}
