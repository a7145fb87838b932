import type { Sentence } from '@cartage/contract/message'
import { formatInstant } from '@cartage/contract/scalars'
import { instantText } from '../../locations/local-time.rules.ts'
import type { TripState } from '../../trips/state.rules.ts'
import { decideCommand } from '../decide.rules.ts'
import { otherTripsOf } from '../facts/others.rules.ts'
import type { Facts, OtherTrip } from '../facts/rules.ts'
import type { PlanState, World } from '../rules.ts'
import { drivingBetween, rangeOf, scheduled } from '../schedule.rules.ts'
import { imagesOf } from '../undo.rules.ts'
import { gravest, judged, verdictOf } from '../verdict/rules.ts'

/** Orders to plan on a new trip, not before an instant. */
export interface Wanted {
  order_ids: readonly string[]
  from: string
  /** Id and name of the new trip. */
  trip_id: string
  name: string
}

/** FIT-14: verdict on the orders with one combination, and when the trip would be. */
export interface CombinationVerdict {
  verdict: 'OK' | 'SOFT' | 'HARD'
  message: Sentence | null
  starts_at: string | null
  ends_at: string | null
}

/**
 * The plan with a new trip of these orders and resources.
 * @throws Problem not_found, state_conflict when an order has nothing left to plan
 */
export function withNewTrip(
  state: PlanState,
  wanted: Wanted,
  resource_ids: readonly string[],
  world: World,
): PlanState {
  const { order_ids, trip_id, name } = wanted
  const target = { trip_id, new_trip: { name, planning_group_id: null, note: '', resource_ids } }
  return decideCommand(state, { kind: 'PLAN', order_ids, stop_ids: [], times: [], target }, world)
}

/** The plan with its new trip timed again: its first stop begins at an instant, or later where it has to wait. */
export function notBefore(plan: PlanState, { trip_id }: Wanted, from: string, world: World): PlanState {
  const timed = (trip: TripState) => {
    const first = trip.stops[0]?.stop_id
    return scheduled(trip, world, { otherwise: from, earliest: new Map(first === undefined ? [] : [[first, from]]) })
  }
  return { ...plan, trips: plan.trips.map((trip) => (trip.trip_id === trip_id ? timed(trip) : trip)) }
}

/** How long after the first possible start others are tried, in milliseconds. */
export const longestDelay = 86_400_000

/** Maximum number of starts tried for a combination. */
const mostStarts = 4

/** The state before, what is known of the world, and all facts about the combinations. */
export interface Known {
  before: PlanState
  world: World
  facts: Facts
}

/**
 * FIT-14: judges a combination at the earliest start that fits, else at the one with the mildest verdict: the first
 * possible start, and then after each trip or absence of its resources within a day.
 * @param mayLift the caller may override HARD reasons about a carrier (FIT-6)
 */
export function judgeCombination(
  known: Known,
  wanted: Wanted,
  resource_ids: readonly string[],
  mayLift: boolean,
): CombinationVerdict {
  const { before, world } = known
  const others = known.facts.others.filter((one) => one.resource_ids.some((id) => resource_ids.includes(id)))
  const facts = { ...known.facts, others }
  const untimed = withNewTrip(before, wanted, resource_ids, world)
  const plain = notBefore(untimed, wanted, wanted.from, world)
  const busy = [...others, ...otherTripsOf(imagesOf(before, plain).after.trips)]
  const aware: World = { ...world, before: { ...facts, others: busy } }
  const judge = (from: string) =>
    judgedAt(notBefore(untimed, wanted, from, aware), { ...known, facts }, wanted, mayLift)
  let best = judge(wanted.from)
  const trip = plain.trips.find((one) => one.trip_id === wanted.trip_id)
  for (const from of laterStarts(trip, resource_ids, facts, world)) {
    if (best.verdict === 'OK') break
    const next = judge(from)
    if (ranks[next.verdict] < ranks[best.verdict]) best = next
  }
  return best
}

const ranks = { OK: 0, SOFT: 1, HARD: 2 } as const

function judgedAt(plan: PlanState, { before, facts }: Known, wanted: Wanted, mayLift: boolean): CombinationVerdict {
  const images = imagesOf(before, plan)
  const was = verdictOf({ trips: images.before.trips, facts })
  const reasons = judged(was, verdictOf({ trips: images.after.trips, facts })).filter(({ is_new }) => is_new)
  const grave = reasons.find(({ severity }) => severity === 'HARD') ?? reasons[0]
  const trip = plan.trips.find(({ trip_id }) => trip_id === wanted.trip_id)
  const { starts_at, ends_at } = trip ? rangeOf(trip) : { starts_at: null, ends_at: null }
  const shown = (instant: string | null) => instant && formatInstant(new Date(instant))
  const range = { starts_at: shown(starts_at), ends_at: shown(ends_at) }
  return { verdict: gravest(reasons, mayLift), message: grave?.message ?? null, ...range }
}

/** Instants after trips and absences of the resources, with the drive from there, within a day of the first start. */
function laterStarts(
  trip: TripState | undefined,
  resource_ids: readonly string[],
  facts: Facts,
  world: World,
): string[] {
  const { starts_at } = trip ? rangeOf(trip) : { starts_at: null }
  const first = trip?.stops[0]
  if (starts_at === null || first === undefined) return []
  const last = Date.parse(starts_at) + longestDelay
  const drive = ({ stops }: OtherTrip) => {
    const [from, to] = [stops.at(-1)?.location_id, first.location_id].map((id) => id && facts.places.get(id))
    return from && to ? drivingBetween(from, to, world) * 60_000 : 0
  }
  const ends = [
    ...facts.others.flatMap((other) => (other.is_completed ? [] : [Date.parse(other.ends_at) + drive(other)])),
    ...resource_ids.flatMap((id) =>
      (facts.resources.get(id)?.unavailabilities ?? []).flatMap(({ end_at }) =>
        end_at === null ? [] : [Date.parse(end_at)],
      ),
    ),
  ]
  const later = [...new Set(ends)].filter((end) => end > Date.parse(starts_at) && end <= last)
  return later
    .toSorted((one, other) => one - other)
    .slice(0, mostStarts)
    .map(instantText)
}
