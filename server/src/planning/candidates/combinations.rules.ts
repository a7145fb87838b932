import type { Sentence } from '@cartage/contract/message'
import { verdictRanks } from '@cartage/contract/planning/app/verdict-ranks'
import { formatInstant } from '@cartage/contract/scalars'
import { instantText } from '../../locations/local-time.rules.ts'
import type { TripState } from '../../trips/state.rules.ts'
import { decideCommand } from '../decide.rules.ts'
import { otherTripsOf } from '../facts/others.rules.ts'
import type { Facts, OtherTrip } from '../facts/rules.ts'
import { timedAround } from '../hours/rounds.rules.ts'
import type { AssigningCommand, Of, PlanState, World } from '../rules.ts'
import { drivingBetween, isReached, rangeOf, scheduled } from '../schedule.rules.ts'
import { imagesOf } from '../undo.rules.ts'
import { pastReasons } from '../verdict/past.rules.ts'
import { gravest, judged, verdictOf } from '../verdict/rules.ts'

/** A command that is judged with many combinations. */
export interface Wanted {
  command: AssigningCommand
  /** The earliest start that is tried; absent: only the start of the command. */
  from?: string | undefined
  /** How long after the first possible start others are tried, in days. */
  days: number
}

/** FIT-14: verdict on a command with one combination, and when its trip would be. */
export interface CombinationVerdict {
  verdict: 'OK' | 'SOFT' | 'HARD'
  message: Sentence | null
  starts_at: string | null
  ends_at: string | null
}

/** The same command with other resources. */
export function withCombination(command: AssigningCommand, resource_ids: readonly string[]): AssigningCommand {
  if (command.kind === 'PLACE') return { ...command, resource_ids }
  const { trip_id, new_trip } = command.target
  const plain = { name: '', planning_group_id: null, note: '' }
  return { ...command, target: { trip_id, new_trip: { ...plain, ...new_trip, resource_ids } } }
}

/** The trip that a command gives resources. */
function tripIdOf(command: AssigningCommand): string {
  return command.kind === 'PLACE' ? command.trip_id : command.target.trip_id
}

/** A plan by the start of its trip, which may be later where it has to wait. */
type Planned = (from: string, world: World) => PlanState

/**
 * The plan after a command for each start. A trip that gets other resources keeps its start if that is late enough, and
 * one that has begun keeps its times.
 * @throws Problem not_found, state_conflict when an order has nothing left to plan
 */
export function plannedFrom(before: PlanState, command: AssigningCommand, world: World): Planned {
  const trip_id = tripIdOf(command)
  if (command.kind !== 'PLACE') {
    const untimed = decideCommand(before, command, world)
    return (from, known) => notBefore(untimed, trip_id, from, known)
  }
  const { starts_at: _, ...asItIs } = command
  const trip = before.trips.find((one) => one.trip_id === trip_id)
  return (from, known) => {
    if (trip && keepsStart(trip, command, from)) return decideCommand(before, asItIs, known)
    return notBefore(decideCommand(before, { ...asItIs, starts_at: from }, known), trip_id, from, known)
  }
}

function keepsStart(trip: TripState, { resource_ids }: Of<'PLACE'>, from: string): boolean {
  if (trip.stops.some(isReached)) return true
  const { starts_at } = rangeOf(trip)
  const isOwn = resource_ids === undefined || hasSame(trip, resource_ids)
  return !isOwn && starts_at !== null && Date.parse(starts_at) >= Date.parse(from)
}

function hasSame({ resources }: TripState, ids: readonly string[]): boolean {
  return resources.length === ids.length && resources.every(({ resource_id }) => ids.includes(resource_id))
}

/** The plan with a trip timed again: its first stop begins at an instant, or later where it has to wait. */
function notBefore(plan: PlanState, trip_id: string, from: string, world: World): PlanState {
  const timed = (trip: TripState) => {
    const first = trip.stops[0]?.stop_id
    return scheduled(trip, world, { otherwise: from, earliest: new Map(first === undefined ? [] : [[first, from]]) })
  }
  return { ...plan, trips: plan.trips.map((trip) => (trip.trip_id === trip_id ? timed(trip) : trip)) }
}

/** A day in milliseconds. */
export const oneDay = 86_400_000

/** Maximum number of starts tried for a combination, by the days that are searched. */
const mostStarts = (days: number) => (days > 1 ? 12 : 4)

/** The state before, what is known of the world, and all facts about the combinations. */
export interface Known {
  before: PlanState
  world: World
  facts: Facts
  /** When planning may begin (TIME-10). */
  plannable: string
}

/**
 * FIT-14: judges a combination at the start of the command. With `from`, at the earliest start that fits, else at the
 * one with the mildest verdict: the first possible start, and then after each trip or absence of its resources.
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
  const command = withCombination(wanted.command, resource_ids)
  const trip_id = tripIdOf(command)
  const judge = (plan: PlanState) => judgedAs(plan, { ...known, facts }, trip_id, mayLift)
  if (wanted.from === undefined) {
    const decide = (aware: World) => {
      const plan = decideCommand(before, command, aware)
      return { plan, images: imagesOf(before, plan) }
    }
    return judge(timedAround(decide(world), facts, (elsewhere) => decide({ ...world, before: elsewhere })).plan)
  }
  const planFrom = plannedFrom(before, command, world)
  const plain = planFrom(wanted.from, world)
  const busy = [...others, ...otherTripsOf(imagesOf(before, plain).after.trips)]
  const aware: World = { ...world, before: { ...facts, others: busy } }
  let best = judge(planFrom(wanted.from, aware))
  const trip = plain.trips.find((one) => one.trip_id === trip_id)
  for (const from of laterStarts(trip, resource_ids, { facts, world, days: wanted.days })) {
    if (best.verdict === 'OK') break
    const next = judge(planFrom(from, aware))
    if (verdictRanks[next.verdict] < verdictRanks[best.verdict]) best = next
  }
  return best
}

function judgedAs(
  plan: PlanState,
  { before, facts, plannable }: Known,
  trip_id: string,
  mayLift: boolean,
): CombinationVerdict {
  const images = imagesOf(before, plan)
  const was = verdictOf({ trips: images.before.trips, facts })
  const is = [...pastReasons(images, facts, plannable), ...verdictOf({ trips: images.after.trips, facts })]
  const reasons = judged(was, is).filter(({ is_new }) => is_new)
  const grave = reasons.find(({ severity }) => severity === 'HARD') ?? reasons[0]
  const trip = plan.trips.find((one) => one.trip_id === trip_id)
  const { starts_at, ends_at } = trip ? rangeOf(trip) : { starts_at: null, ends_at: null }
  const shown = (instant: string | null) => instant && formatInstant(new Date(instant))
  const range = { starts_at: shown(starts_at), ends_at: shown(ends_at) }
  return { verdict: gravest(reasons, mayLift), message: grave?.message ?? null, ...range }
}

/** Instants after trips and absences of the resources, with the drive from there, within days of the first start. */
function laterStarts(
  trip: TripState | undefined,
  resource_ids: readonly string[],
  { facts, world, days }: { facts: Facts; world: World; days: number },
): string[] {
  const { starts_at } = trip ? rangeOf(trip) : { starts_at: null }
  const first = trip?.stops[0]
  if (starts_at === null || first === undefined) return []
  const last = Date.parse(starts_at) + days * oneDay
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
    .slice(0, mostStarts(days))
    .map(instantText)
}
