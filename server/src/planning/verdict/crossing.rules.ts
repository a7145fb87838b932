import { msg } from '@cartage/contract/message'
import { arrivalOf, crossingBetween, type TripCrossing } from '../../trips/crossing.rules.ts'
import type { TripState, TripStop } from '../../trips/state.rules.ts'
import { type Facts, liveStops, placeName, type Reason, soft } from '../facts/rules.ts'
import { minutesBetween, spokenTime } from '../instants.rules.ts'
import { isReached, zoneOf } from '../schedule.rules.ts'
import { epochMinutes, leftAsPlanned, pairs, spoken } from './driving.rules.ts'

/** CROSS-3: whether boarding ends before a ferry or train departs, and whether the crossing has enough time. */
export function crossingReasons(trip: TripState, facts: Facts): Reason[] {
  return pairs(liveStops(trip)).flatMap(([from, to]) => {
    const crossing = crossingBetween(from, to)
    const left = leftAsPlanned(from)
    if (!crossing || isReached(to) || left === null) return []
    return missed(trip, from, { to, crossing, left }, facts) ?? short(trip, { to, crossing, left }, facts)
  })
}

interface Crossed {
  to: TripStop
  crossing: TripCrossing
  /** When boarding ends. */
  left: string
}

const whatOf = ({ kind }: TripCrossing) => (kind === 'FERRY' ? msg`The ferry` : msg`The train`)

function missed(trip: TripState, from: TripStop, { to, crossing, left }: Crossed, facts: Facts): Reason[] | undefined {
  const { departs_at: departs } = crossing
  // Tolerates a rounded minute.
  if (departs === null || isReached(from) || minutesBetween(departs, left) <= 1) return undefined
  const zone = zoneOf(from.location_id, facts)
  const place = placeName(to.location_id, facts)
  const message = msg`${whatOf(crossing)} to ${place} leaves at ${spokenTime(departs, zone)}, but boarding is planned until ${spokenTime(left, zone)}. Choose a later departure, or plan the trip earlier.`
  return [soft(trip, 'crossing_missed', message, { stop_id: from.stop_id })]
}

function short(trip: TripState, { to, crossing, left }: Crossed, facts: Facts): Reason[] {
  if (to.planned_start_at === null) return []
  const boarded = epochMinutes(left)
  const [arrives, lands] = [arrivalOf(crossing, boarded), epochMinutes(to.planned_start_at)]
  if (arrives <= lands + 1) return []
  const [needed, planned] = [spoken(arrives - boarded), spoken(Math.max(0, lands - boarded))]
  const place = placeName(to.location_id, facts)
  const message = msg`${whatOf(crossing)} to ${place} needs ${needed} from boarding until arrival, but only ${planned} are planned. Plan it later.`
  return [soft(trip, 'no_time_for_way', message, { stop_id: to.stop_id })]
}
