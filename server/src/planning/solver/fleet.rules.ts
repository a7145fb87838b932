import { eject } from './eject.rules.ts'
import { large, type Net } from './net.rules.ts'
import { recreate, type Search } from './recreate.rules.ts'
import { ruin } from './ruin.rules.ts'
import { jobsOn, keep, leaveOut, type Snapshot, snapshotOf, undo } from './state.rules.ts'

/** In large problems, share of the emptying phase spent on changes that keep the plan short. */
const shareOfCalm = 0.7
/** In that part, the initial weight of a left-out job in average distances between tasks, and its growth per change. */
const firstMissed = 2
const missedMore = 0.003
/** With long routes, first share of the emptying phase that uses string removals alone. */
const shareOfStrings = 0.3
/** From this many jobs per vehicle on, routes count as long. */
export const isLong = 20
/** Temperatures with strings alone, between exchanges and in large plans, in average distances between two tasks. */
const heat = { strings: 3, exchange: 0.3, calm: 0.1 } as const

/**
 * Empties vehicles one by one and relocates their jobs, at first by string removals alone if routes are long or the
 * plan is large. If that fails, jobs without a place replace others with lower miss counts, and the plan changes
 * further between two such exchanges.
 * @param until share of the search at which it ends
 * @param enough stops at this number of vehicles
 */
export function withFewerVehicles(search: Search, first: Snapshot, until: number, enough: number): Snapshot {
  const { state, random, clock, scratch, trial } = search
  const { jobs } = state.net.problem
  if (first.absent.length > 0) return first
  const missed = new Float64Array(jobs.length).fill(1)
  const fewest = Math.max(enough, fewestVehicles(state.net))
  const way = state.cost / (state.net.tasks + state.used)
  let best = first
  search.most = first.used
  const isLarge = jobs.length >= large
  const begin = clock.share()
  const share = until - begin
  while (!clock.isOver() && clock.share() < until) {
    if (state.absent.length === 0) {
      best = snapshotOf(state)
      if (state.used <= fewest) break
      closeOne(search, missed)
    }
    if (isLarge && clock.share() < begin + share * shareOfCalm) {
      calmer(search, missed, way)
      continue
    }
    if (!isLarge && jobs.length >= isLong * state.used && clock.share() < begin + share * shareOfStrings) {
      nearer(search, missed, way * heat.strings)
      continue
    }
    const job = state.absent[random.below(state.absent.length)]!
    missed[job]! += 1
    eject(state, job, missed, scratch, trial, random)
    keep(state)
    for (let turn = 0; turn < turns && state.absent.length > 0 && !clock.isOver(); turn += 1) {
      nearer(search, undefined, way * heat.exchange)
    }
  }
  return best
}

/**
 * One change, accepted if fewer jobs are left out, or no more and the plan is hardly longer.
 * @param missed counts jobs without a place, and weighs them
 */
function nearer(search: Search, missed: Float64Array | undefined, heated: number): void {
  const { state, random } = search
  const sum = () => (missed ? state.absent.reduce((all, job) => all + missed[job]!, 0) : state.absent.length)
  const [absent, weight, cost] = [state.absent.length, sum(), state.cost]
  ruin(state, random)
  recreate(search)
  const isNearer = state.absent.length === 0 || sum() < weight
  const isAs = () => state.absent.length <= absent && state.cost < cost - heated * Math.log(random.next() || 1e-12)
  const isKept = isNearer || isAs()
  if (missed) for (const job of state.absent) missed[job]! += 1
  if (isKept) keep(state)
  else undo(state)
}

/**
 * One change in a large plan, accepted if cost plus the weights of left-out jobs hardly grows. Weights of jobs that
 * find no place keep growing, so that the plan gets no longer than necessary.
 */
function calmer(search: Search, missed: Float64Array, way: number): void {
  const { state, random } = search
  const value = (left: readonly number[]) =>
    state.cost + way * firstMissed * left.reduce((sum, job) => sum + missed[job]!, 0)
  const most = value(state.absent) - way * heat.calm * Math.log(random.next() || 1e-12)
  ruin(state, random)
  const isWhole = recreate(search, (left) => left.length > 0 && value(left) >= most)
  if (isWhole && (state.absent.length === 0 || value(state.absent) < most)) keep(state)
  else undo(state)
  for (const job of state.absent) missed[job]! += missedMore
}

/** Changes of the plan between two exchanges. */
const turns = 50

/** Lower bound for the number of vehicles: capacity for everything that is on board at the end, or at the beginning. */
function fewestVehicles({ problem }: Net): number {
  if (problem.jobs.some(({ tasks }) => tasks.length > 1)) return 1
  const needed = Array.from({ length: problem.dimensions }, (_, kind) => {
    const sum = (sign: 1 | -1) =>
      problem.jobs.reduce((total, { tasks }) => total + Math.max(0, sign * tasks[0]!.load[kind]!), 0)
    const most = Math.max(...problem.vehicles.map(({ capacity }) => capacity[kind]!))
    return Math.ceil(Math.max(sum(1), sum(-1)) / most - 1e-9)
  })
  return Math.max(1, ...needed)
}

/** Closes the vehicle whose jobs have the lowest miss counts. */
function closeOne(search: Search, missed: Float64Array): void {
  const { state } = search
  const sumOf = (vehicle: number) => jobsOn(state, vehicle).reduce((sum, job) => sum + missed[job]!, 0)
  const used = state.routes.filter(({ length }) => length > 0).map(({ vehicle }) => vehicle)
  const least = used.reduce((one, other) => (sumOf(other) < sumOf(one) ? other : one))
  leaveOut(state, jobsOn(state, least), least)
  keep(state)
  search.most = state.used
  missed.fill(1)
}
