import { msg } from '@cartage/contract/message'
import { stateLabel } from '../orders/state-labels.rules.ts'
import { newTrip, type TripState, type TripStop } from '../trips/state.rules.ts'
import { otherTripsOf } from './facts/others.rules.ts'
import { minutesBetween } from './instants.rules.ts'
import { isLocked } from './optimise/locked.rules.ts'
import { keptStart } from './plan.rules.ts'
import type { Of, World } from './rules.ts'
import { scheduled } from './schedule.rules.ts'
import { conflict, tripStopOf, uprooted, withTrips } from './stops.rules.ts'

/**
 * New trips with their stops and resources in one command (OPT-6), with the planned times (OPT-13). Their stops and the
 * released orders are removed from drafts, and an empty draft is deleted. OPT-11: a stop that is on any trip other than
 * the given drafts was planned since, and stays there.
 * @throws Problem not_found, state_conflict when a stop is on a locked or another trip, or can no longer be planned
 */
export function plannedTrips(trips: readonly TripState[], command: Of<'PLAN_TRIPS'>, world: World): TripState[] {
  const taken = new Set(command.trips.flatMap(({ stop_ids }) => stop_ids))
  const released = new Set(command.released)
  const isOpen = (trip: TripState) => command.drafts?.includes(trip.trip_id) ?? true
  const left = trips.flatMap((trip) => {
    const isTaken = ({ stop_id, order_id }: TripStop) =>
      taken.has(stop_id) || (order_id !== null && released.has(order_id) && isOpen(trip))
    const first = trip.stops.find(isTaken)
    if (!first) return [trip]
    if (!isOpen(trip)) throw conflict(msg`${numberOf(first, world)} was planned on ${trip.name} after the run.`)
    if (isLocked(trip)) throw conflict(msg`${trip.name} was locked after the run started. Run it again.`)
    const rest = { ...trip, stops: trip.stops.filter((stop) => !isTaken(stop)) }
    if (rest.stops.length === 0 && trip.event_sequence === 0) return []
    return [scheduled(rest, world, { starts_at: keptStart(trip, rest) })]
  })
  const known = new Map(trips.flatMap(({ stops }) => stops.map((stop) => [stop.stop_id, stop])))
  const added = command.trips.map(({ target, stop_ids, starts_at, resources }): Started => {
    const stops = stop_ids.map((id) => untimedStop(id, known.get(id), world))
    const { name, planning_group_id, note } = target.new_trip!
    const own = resources.map(({ resource_id }) => {
      return { resource_id, name: null, license_plate: null, container_number: null }
    })
    const members = { planning_group_id, note, stops, resources: own }
    return { trip: newTrip(target.trip_id, name, members), starts_at }
  })
  return withTrips(left, scheduledInTurn(added, world))
}

function numberOf({ order_id }: TripStop, { orders }: World): string {
  return (order_id && orders.get(order_id)?.order_number) || ''
}

function untimedStop(stopId: string, on: TripStop | undefined, world: World): TripStop {
  return on ? uprooted(on) : freshStop(stopId, world)
}

function freshStop(stopId: string, world: World): TripStop {
  for (const order of world.orders.values()) {
    const stop = order.stops.find(({ stop_id }) => stop_id === stopId)
    if (!stop) continue
    if (['TO_PLAN', 'PLANNED'].includes(stop.status)) return tripStopOf(order, stop, world)
    throw conflict(msg`A stop of ${order.order_number} is ${stateLabel(stop.status)}.`)
  }
  throw conflict('An order of the run was changed and its stops are others now. Run it again.')
}

/** A new trip, and the start of its first stop. */
export interface Started {
  trip: TripState
  starts_at: string
}

/**
 * Planned times along new trips, each after the earlier work of its drivers on the others. Used for suggested trips and
 * again when they are accepted (OPT-13).
 */
export function scheduledInTurn(fresh: readonly Started[], world: World): TripState[] {
  const ids = new Set(fresh.map(({ trip }) => trip.trip_id))
  const { others, ...before } = world.before ?? { others: [], places: world.places }
  const besides = others.filter(({ trip_id }) => !ids.has(trip_id))
  const timed = new Map<string, TripState>()
  for (const { trip, starts_at } of fresh.toSorted((one, other) => minutesBetween(other.starts_at, one.starts_at))) {
    const known = { ...before, others: [...besides, ...otherTripsOf([...timed.values()])] }
    timed.set(trip.trip_id, scheduled(trip, { ...world, before: known }, { starts_at }))
  }
  return fresh.map(({ trip }) => timed.get(trip.trip_id)!)
}
