import type { TripResource, TripState, TripStatus, TripStop } from '../state.rules.ts'
import { isLater, isReached } from '../stop.rules.ts'

/** An event that others are notified about: of a trip, its resources, or one of its stops. */
export type Happening =
  | { type: 'trip.planned' | 'trip.completed' | 'trip.cancelled'; trip: TripState }
  | { type: 'resource.assigned' | 'resource.unassigned'; trip: TripState; resource: TripResource }
  | { type: 'stop.at_stop' | 'stop.completed' | 'stop.eta_changed'; trip: TripState; stop: TripStop }

const confirmed: readonly TripStatus[] = ['PLANNED', 'IN_PROGRESS', 'COMPLETED']

/**
 * The events of a change (ST-4 to ST-8, ST-10), in reporting order: planning first, then execution.
 * @param after the trips as they are settled
 * @param resourcesAtDispatch ST-11: resources are published when a trip is dispatched, not when it is planned
 */
export function happeningsOf(
  before: readonly TripState[],
  after: readonly TripState[],
  resourcesAtDispatch: boolean,
): Happening[] {
  const known = new Map(before.map((trip) => [trip.trip_id, trip]))
  const stops = new Map(before.flatMap((trip) => trip.stops.map((stop) => [stop.stop_id, stop])))
  const left = new Set(after.map(({ trip_id }) => trip_id))
  const gone = before.filter(({ trip_id }) => !left.has(trip_id))
  const pairs = [
    ...gone.map((trip) => ({ was: trip, now: undefined })),
    ...after.map((trip) => ({ was: known.get(trip.trip_id), now: trip })),
  ]
  const isPublished = (trip: TripState | undefined) =>
    trip !== undefined && confirmed.includes(trip.status) && (trip.is_dispatched || !resourcesAtDispatch)
  return pairs.flatMap(({ was, now }): Happening[] => [
    ...resourceHappenings(
      'resource.unassigned',
      now ?? was!,
      isPublished(was) ? was : undefined,
      isPublished(now) ? now : undefined,
    ),
    ...planHappenings(was, now),
    ...resourceHappenings(
      'resource.assigned',
      now ?? was!,
      isPublished(now) ? now : undefined,
      isPublished(was) ? was : undefined,
    ),
    ...(now?.stops.flatMap((stop) => stopHappenings(now, stops.get(stop.stop_id), stop)) ?? []),
    ...(now?.status === 'COMPLETED' && was?.status !== 'COMPLETED' ? [tripHappening('trip.completed', now)] : []),
  ])
}

function tripHappening(type: 'trip.planned' | 'trip.completed' | 'trip.cancelled', trip: TripState): Happening {
  return { type, trip }
}

function planHappenings(was: TripState | undefined, now: TripState | undefined): Happening[] {
  const wasConfirmed = was !== undefined && confirmed.includes(was.status)
  if (!now) return wasConfirmed ? [tripHappening('trip.cancelled', { ...was, status: 'CANCELLED' })] : []
  if (now.status === 'CANCELLED') return was && was.status !== 'CANCELLED' ? [tripHappening('trip.cancelled', now)] : []
  return confirmed.includes(now.status) && !wasConfirmed ? [tripHappening('trip.planned', now)] : []
}

/** One event for each resource in `having` that is not in `lacking`. */
function resourceHappenings(
  type: 'resource.assigned' | 'resource.unassigned',
  trip: TripState,
  having: TripState | undefined,
  lacking: TripState | undefined,
): Happening[] {
  const others = new Set(lacking?.resources.map(({ resource_id }) => resource_id))
  const found = having?.resources.filter(({ resource_id }) => !others.has(resource_id)) ?? []
  return found.map((resource) => ({ type, trip, resource }))
}

function stopHappenings(trip: TripState, was: TripStop | undefined, stop: TripStop): Happening[] {
  const wasStatus = was?.status ?? 'TO_PLAN'
  if (isReached(stop) && isLater(stop.status, wasStatus)) return arrivalAndEnd(trip, wasStatus, stop)
  const isEstimated = stop.eta_start_at !== null || stop.eta_end_at !== null
  const isSame = stop.eta_start_at === (was?.eta_start_at ?? null) && stop.eta_end_at === (was?.eta_end_at ?? null)
  const isLive = stop.status !== 'COMPLETED' && stop.status !== 'CANCELLED' && trip.status !== 'CREATED'
  return was && isEstimated && !isSame && isLive ? [{ type: 'stop.eta_changed', trip, stop }] : []
}

/** Both events if both were reported at once; an unreported arrival is not invented. */
function arrivalAndEnd(trip: TripState, was: TripStop['status'], stop: TripStop): Happening[] {
  if (stop.status === 'AT_STOP') return [{ type: 'stop.at_stop', trip, stop }]
  const completed: Happening = { type: 'stop.completed', trip, stop }
  if (was === 'AT_STOP' || stop.actual_start_at === null) return [completed]
  const arrived: TripStop = { ...stop, status: 'AT_STOP', status_at: stop.actual_start_at, actual_end_at: null }
  return [{ type: 'stop.at_stop', trip, stop: arrived }, completed]
}
