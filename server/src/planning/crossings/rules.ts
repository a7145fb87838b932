import { newStop, type TripState } from '../../trips/state.rules.ts'
import { later } from '../instants.rules.ts'
import { keptStart } from '../plan.rules.ts'
import type { Of, World } from '../rules.ts'
import { scheduled } from '../schedule.rules.ts'
import { checkOpen, checkUnreached, conflict, inserted, tripOf, withTrips } from '../stops.rules.ts'

const labels = {
  FERRY: { board: 'Board ferry', leave: 'Leave ferry' },
  TRAIN: { board: 'Board train', leave: 'Leave train' },
} as const

/**
 * CROSS-1: inserts a ferry or train into a trip: a boarding stop, immediately followed by a landing stop.
 * @throws Problem not_found, state_conflict when it would come before a stop that was reached, or into another crossing
 */
export function withCrossing(trips: readonly TripState[], command: Of<'INSERT_CROSSING'>, world: World): TripState[] {
  const { from_location_id, to_location_id, boarding_minutes, leaving_minutes, before_stop_id } = command
  const trip = tripOf(trips, command.trip_id)
  checkOpen(trip)
  if (from_location_id === to_location_id) throw conflict('Choose another place to drive off than the one to board.')
  const { board, leave } = labels[command.crossing.kind]
  const own = (location_id: string, activity_label: string) => {
    const ids = { stop_id: world.newId(), stop_group_id: world.newId() }
    return newStop({ ...ids, kind: 'STANDALONE', order_id: null, activity: 'CUSTOM', location_id, activity_label })
  }
  const landing = own(to_location_id, leave)
  const crossing = { ...whole(command.crossing), lands_stop_id: landing.stop_id }
  const boarding = { ...own(from_location_id, board), crossing }
  const isLast = before_stop_id === undefined
  const both = [boarding, landing]
  const after = isLast ? { ...trip, stops: [...trip.stops, ...both] } : inserted(trip, both, before_stop_id, world)
  const lengths = new Map([
    [boarding.stop_id, boarding_minutes],
    [landing.stop_id, leaving_minutes],
  ])
  return withTrips(trips, [scheduled(after, world, { starts_at: keptStart(trip, after), lengths })])
}

/**
 * CROSS-1: changes the sailing or the line.
 * @throws Problem not_found, state_conflict when it was boarded, or the stop is not a crossing
 */
export function crossedOtherwise(
  trips: readonly TripState[],
  { trip_id, stop_id, crossing }: Of<'CHANGE_CROSSING'>,
  world: World,
): TripState[] {
  const trip = tripOf(trips, trip_id)
  checkOpen(trip)
  const boarding = trip.stops.find((stop) => stop.stop_id === stop_id)
  if (!boarding?.crossing) throw conflict('There is no ferry or train at this stop any more. Reload the trip.')
  checkUnreached(boarding)
  const { lands_stop_id } = boarding.crossing
  const stops = trip.stops.map((stop) =>
    stop === boarding ? { ...stop, crossing: { ...whole(crossing), lands_stop_id } } : stop,
  )
  const after = { ...trip, stops }
  return withTrips(trips, [scheduled(after, world, { starts_at: keptStart(trip, after) })])
}

/** Instants in the form in which trips store them. */
function whole(crossing: Of<'CHANGE_CROSSING'>['crossing']) {
  return { ...crossing, departs_at: crossing.departs_at && later(crossing.departs_at, 0) }
}
