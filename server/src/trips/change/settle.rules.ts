import { msg, type Sentence } from '@cartage/contract/message'
import { Problem } from '../../http/problem.ts'
import { withoutLooseCrossings } from '../crossing.rules.ts'
import type { TripState, TripStatus, TripStop, TripStopStatus } from '../state.rules.ts'
import { isLater, isLive, isReached } from '../stop.rules.ts'
import { groupStops } from './groups.rules.ts'

/**
 * Trips after a change, with every derived status: stops that were not reached follow their trip, a trip follows its
 * stops, and neighbouring stops are grouped. Reached stops keep their actual data, whatever the change requests.
 * @param before the locked trips before the change, including those it removes
 * @param after the requested trips; `status` is CREATED, PLANNED or CANCELLED, the rest is derived
 * @param newId creates the ids of new stop groups
 * @throws Problem state_conflict when a stop that was reached would leave its trip, or a dispatched trip would be
 * deleted
 */
export function settleTrips(
  before: readonly TripState[],
  after: readonly TripState[],
  newId: () => string,
): TripState[] {
  const known = new Map(before.map((trip) => [trip.trip_id, trip]))
  rejectLosses(before, after)
  const settled = after.map((trip) => settleTrip(known.get(trip.trip_id), trip))
  return groupStops(before, settled, newId)
}

function rejectLosses(before: readonly TripState[], after: readonly TripState[]): void {
  const now = new Map(after.flatMap((trip) => trip.stops.map(({ stop_id }) => [stop_id, trip.trip_id])))
  const left = new Set(after.map(({ trip_id }) => trip_id))
  for (const trip of before) {
    for (const stop of trip.stops) {
      if (!isReached(stop) || now.get(stop.stop_id) === trip.trip_id) continue
      throw conflict(msg`A stop of ${trip.name} was already reached and must stay on the trip.`)
    }
    if (trip.is_dispatched && !left.has(trip.trip_id)) {
      throw conflict(msg`${trip.name} is dispatched. Cancel it, so that its carrier or driver is notified.`)
    }
  }
}

function conflict(message: Sentence): Problem {
  return new Problem('state_conflict', { message })
}

function settleTrip(before: TripState | undefined, intended: TripState): TripState {
  const reached = new Map(before?.stops.filter(isReached).map((stop) => [stop.stop_id, stop]))
  const kept = intended.stops.map((stop) => asReached(stop, reached.get(stop.stop_id)))
  const isCancelled = intended.status === 'CANCELLED'
  const stops = withoutLooseCrossings(isCancelled ? kept.filter(isReached) : kept)
  const status = isCancelled ? 'CANCELLED' : statusOf(intended.status, stops)
  return { ...intended, status, stops: stops.map((stop) => followingTrip(stop, status, intended.is_dispatched)) }
}

/** Actual execution wins over any older plan, for example one restored by an undo. */
function asReached(stop: TripStop, reached: TripStop | undefined): TripStop {
  if (!reached || isLater(stop.status, reached.status)) return stop
  const { status, status_at, actual_end_at } = reached
  // An arrival may be reported after the completion.
  const actual_start_at = reached.actual_start_at ?? stop.actual_start_at
  return { ...stop, status, status_at, actual_start_at, actual_end_at }
}

/** The status of a trip that is not cancelled: from its reached stops, or else from whether it is confirmed. */
export function statusOf(intended: TripStatus, stops: readonly TripStop[]): TripStatus {
  const live = stops.filter(isLive)
  if (!live.some(isReached)) return intended === 'CREATED' ? 'CREATED' : 'PLANNED'
  return live.every(({ status }) => status === 'COMPLETED') ? 'COMPLETED' : 'IN_PROGRESS'
}

/** A stop that was not reached follows its trip. */
function followingTrip(stop: TripStop, trip: TripStatus, isDispatched: boolean): TripStop {
  if (isReached(stop) || stop.status === 'CANCELLED') return stop
  const status = restingStatus(stop.status, trip, isDispatched)
  const isSame = status === stop.status && stop.status_at === null
  return isSame ? stop : { ...stop, status, status_at: null, actual_start_at: null, actual_end_at: null }
}

function restingStatus(status: TripStopStatus, trip: TripStatus, isDispatched: boolean): TripStopStatus {
  if (trip === 'CREATED') return 'TO_PLAN'
  if (status === 'ROUTE_TO_STOP') return status
  return isDispatched ? 'DISPATCHED' : 'PLANNED'
}
