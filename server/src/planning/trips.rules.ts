import { msg } from '@cartage/contract/message'
import { stateLabel } from '../orders/state-labels.rules.ts'
import { keptTogether } from '../trips/crossing.rules.ts'
import type { TripResource, TripState } from '../trips/state.rules.ts'
import { mergedStops } from './merge.rules.ts'
import { keptStart, retimed } from './plan.rules.ts'
import type { Of, World } from './rules.ts'
import { isReached, scheduled } from './schedule.rules.ts'
import { checkOpen, checkUnreached, conflict, plainResource, tripOf, uprooted, withTrips } from './stops.rules.ts'

/**
 * Combines several trips into one, each with its stops in their own sequence. Emptied drafts are deleted. Confirmed
 * trips are cancelled, so that everyone who was notified of them learns that they ended. The resources of the first
 * stay, those of the others are added.
 * @throws Problem not_found, state_conflict when a stop of another trip was reached
 */
export function combined(trips: readonly TripState[], { trip_id, trip_ids }: Of<'COMBINE'>, world: World): TripState[] {
  const into = tripOf(trips, trip_id)
  checkOpen(into)
  const others = [...new Set(trip_ids)].map((id) => tripOf(trips, id))
  if (others.includes(into)) throw conflict('A trip cannot be combined with itself.')
  for (const other of others) {
    checkOpen(other)
    for (const stop of other.stops) checkUnreached(stop)
  }
  const there = new Set(into.resources.map(({ resource_id }) => resource_id))
  const added = new Map(others.flatMap(({ resources }) => resources).map((one) => [one.resource_id, one]))
  const resources = [...into.resources, ...[...added.values()].filter(({ resource_id }) => !there.has(resource_id))]
  const own = withoutTransfers(into, into, others)
  const theirs = others.map((other) => withoutTransfers(other, into, others))
  const taken = new Set(theirs.flat())
  const stops = keptTogether(mergedStops(own, theirs, world)).map((stop) => (taken.has(stop) ? uprooted(stop) : stop))
  const filled = { ...into, resources, stops }
  const timed = scheduled(filled, world, { starts_at: keptStart(into, filled) })
  const ended = others.filter(isKnownOutside).map((trip): TripState => ({ ...trip, status: 'CANCELLED', stops: [] }))
  const gone = new Set(others.filter((trip) => !isKnownOutside(trip)))
  return withTrips(
    trips.filter((trip) => !gone.has(trip)),
    [timed, ...ended],
  )
}

function isKnownOutside({ status, is_dispatched, event_sequence }: TripState): boolean {
  return status !== 'CREATED' || is_dispatched || event_sequence > 0
}

/** Removes a transfer between two trips that become one. */
function withoutTransfers(trip: TripState, into: TripState, others: readonly TripState[]) {
  const all = [into, ...others]
  const isBoth = (orderId: string, locationId: string) => {
    const kinds = all.flatMap(({ stops }) =>
      stops.filter((stop) => stop.order_id === orderId && stop.location_id === locationId).map(({ kind }) => kind),
    )
    return kinds.includes('TRANSFER_DROP') && kinds.includes('TRANSFER_PICKUP')
  }
  return trip.stops.filter(
    (stop) => !stop.kind.startsWith('TRANSFER') || isReached(stop) || !isBoth(stop.order_id!, stop.location_id),
  )
}

/** Confirms drafts. @throws Problem not_found, state_conflict for a trip that is not a draft or has no stops */
export function confirmed(
  trips: readonly TripState[],
  { trip_ids }: Of<'CONFIRM' | 'TAKE_BACK' | 'CANCEL'>,
): TripState[] {
  return changedTrips(trips, trip_ids, (trip) => {
    if (trip.status !== 'CREATED')
      throw conflict(msg`${trip.name} is ${stateLabel(trip.status)}: only a draft can be confirmed.`)
    if (trip.stops.length === 0) throw conflict(msg`${trip.name} has no stops. Plan something into it first.`)
    return { ...trip, status: 'PLANNED' }
  })
}

/** Makes confirmed trips drafts again. @throws Problem not_found, state_conflict once a trip has begun or ended */
export function backToDraft(
  trips: readonly TripState[],
  { trip_ids }: Of<'CONFIRM' | 'TAKE_BACK' | 'CANCEL'>,
): TripState[] {
  return changedTrips(trips, trip_ids, (trip) => {
    if (trip.status !== 'PLANNED')
      throw conflict(msg`${trip.name} is ${stateLabel(trip.status)}: only a confirmed trip can be set back to draft.`)
    return { ...trip, status: 'CREATED' }
  })
}

/**
 * Cancels trips; only reached stops stay on them.
 * @throws Problem not_found, state_conflict for one that has ended
 */
export function cancelled(
  trips: readonly TripState[],
  { trip_ids }: Of<'CONFIRM' | 'TAKE_BACK' | 'CANCEL'>,
): TripState[] {
  return changedTrips(trips, trip_ids, (trip) => {
    checkOpen(trip)
    return { ...trip, status: 'CANCELLED', stops: trip.stops.filter(isReached) }
  })
}

function changedTrips(
  trips: readonly TripState[],
  ids: readonly string[],
  change: (trip: TripState) => TripState,
): TripState[] {
  return withTrips(
    trips,
    [...new Set(ids)].map((id) => change(tripOf(trips, id))),
  )
}

/**
 * Assigns resources to a trip, or renames those on it, and a carrier.
 * @throws Problem not_found, state_conflict when the trip has ended or nothing is given
 */
export function assigned(trips: readonly TripState[], command: Of<'ASSIGN'>): TripState[] {
  const { resources, subcontractor_id } = command
  const trip = tripOf(trips, command.trip_id)
  checkOpen(trip)
  if (resources.length === 0 && subcontractor_id === undefined) {
    throw conflict('Choose a resource or a carrier to assign.')
  }
  const given = new Map(resources.map((one) => [one.resource_id, one]))
  const renamed = trip.resources.map((one): TripResource => {
    const next = given.get(one.resource_id)
    given.delete(one.resource_id)
    return next ? { ...one, ...definedOnly(next) } : one
  })
  const unnamed = { name: null, license_plate: null, container_number: null }
  const added = [...given.values()].map((one): TripResource => ({ ...unnamed, ...definedOnly(one) }) as TripResource)
  const after = { ...trip, resources: [...renamed, ...added] }
  return withTrips(trips, [subcontractor_id === undefined ? after : { ...after, subcontractor_id }])
}

function definedOnly<Thing extends object>(thing: Thing): Partial<TripResource> {
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== undefined))
}

/**
 * Replaces all resources of a trip, and moves its start, in one step. Resources that stay keep their names on it.
 * @throws Problem not_found, state_conflict when the trip has ended or nothing is given
 */
export function placed(trips: readonly TripState[], command: Of<'PLACE'>, world: World): TripState[] {
  const { trip_id, resource_ids, starts_at } = command
  const trip = tripOf(trips, trip_id)
  checkOpen(trip)
  if (resource_ids === undefined && starts_at === undefined) throw conflict('Choose resources or a start.')
  const byId = new Map(trip.resources.map((one) => [one.resource_id, one]))
  const resources =
    resource_ids === undefined
      ? trip.resources
      : [...new Set(resource_ids)].map((id) => byId.get(id) ?? plainResource(id))
  const carried = withTrips(trips, [{ ...trip, resources }])
  return starts_at === undefined
    ? carried
    : retimed(carried, { kind: 'SET_TIMES', trip_id, times: [], starts_at }, world)
}

/**
 * Removes resources or the carrier from a trip.
 * @throws Problem not_found, state_conflict when they are not on it
 */
export function withoutResources(trips: readonly TripState[], command: Of<'TAKE_OFF'>): TripState[] {
  const { resource_ids, subcontractor } = command
  const trip = tripOf(trips, command.trip_id)
  checkOpen(trip)
  const isOn = (id: string) => trip.resources.some(({ resource_id }) => resource_id === id)
  const isMissing = !resource_ids.every(isOn) || (subcontractor && trip.subcontractor_id === null)
  if (isMissing || (resource_ids.length === 0 && !subcontractor)) {
    throw conflict(msg`${trip.name} does not have what should be removed. Reload the trip.`)
  }
  const resources = trip.resources.filter(({ resource_id }) => !resource_ids.includes(resource_id))
  return withTrips(trips, [{ ...trip, resources, ...(subcontractor && { subcontractor_id: null }) }])
}
