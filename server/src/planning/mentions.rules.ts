import { plannedBy } from '../orders/planned/placing.rules.ts'
import type { Chosen, PlanningCommand } from './rules.ts'
import type { Images } from './undo.rules.ts'

/** The records that a command names. */
export interface Mentions {
  order_ids: readonly string[]
  stop_ids: readonly string[]
  trip_ids: readonly string[]
  location_ids: readonly string[]
}

const none: Mentions = { order_ids: [], stop_ids: [], trip_ids: [], location_ids: [] }

const chosenIn = ({ order_ids, stop_ids }: Chosen) => ({ order_ids, stop_ids })

/** All records that a command names, to be loaded with it. New trips do not exist yet and are left out. */
export function mentionsOf(command: PlanningCommand): Mentions {
  switch (command.kind) {
    case 'PLAN':
    case 'MOVE':
      return { ...none, ...chosenIn(command), trip_ids: command.target.new_trip ? [] : [command.target.trip_id] }
    case 'PLAN_TRIPS': {
      const stop_ids = command.trips.flatMap((trip) => trip.stop_ids)
      return { ...none, stop_ids, order_ids: command.released }
    }
    case 'SPLIT': {
      const trip_ids = [command.from_trip_id, ...(command.target.new_trip ? [] : [command.target.trip_id])]
      return { ...none, order_ids: [command.order_id], trip_ids, location_ids: [command.location_id] }
    }
    case 'COMBINE':
      return { ...none, trip_ids: [command.trip_id, ...command.trip_ids] }
    case 'UNPLAN':
      return { ...none, ...chosenIn(command) }
    case 'INSERT_STOP':
      return { ...none, trip_ids: [command.trip_id], location_ids: [command.location_id] }
    case 'INSERT_CROSSING': {
      const { trip_id, from_location_id, to_location_id } = command
      return { ...none, trip_ids: [trip_id], location_ids: [from_location_id, to_location_id] }
    }
    case 'CONFIRM':
    case 'TAKE_BACK':
    case 'CANCEL':
      return { ...none, trip_ids: command.trip_ids }
    case 'BLOCK':
    case 'UNBLOCK':
      return { ...none, order_ids: command.order_ids }
    default:
      return { ...none, trip_ids: [command.trip_id] }
  }
}

/**
 * The orders that a command planned again on its trips (ORD-22): the planner saw their current state on the screen.
 * @returns null for all orders of the trips
 */
export function plannedAgain(command: PlanningCommand, { before, after }: Images): readonly string[] | null {
  const orders = plannedBy[command.kind]
  if (orders === 'ALL') return null
  if (orders === 'NONE') return []
  const { order_ids, stop_ids } = mentionsOf(command)
  const stops = [...before.trips, ...after.trips].flatMap((trip) => trip.stops)
  const ofStops = stops.filter((stop) => stop_ids.includes(stop.stop_id)).flatMap((stop) => stop.order_id ?? [])
  return [...new Set([...order_ids, ...ofStops])]
}
