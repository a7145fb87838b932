import { annealed } from './anneal.rules.ts'
import { clockOf } from './clock.rules.ts'
import { isLong, withFewerVehicles } from './fleet.rules.ts'
import { scratchFor } from './insertion.rules.ts'
import { large, netOf } from './net.rules.ts'
import { emptyPool } from './pool.rules.ts'
import { type Budget, isBetter, type Outcome, type Problem, type Solution } from './problem.rules.ts'
import { seededRandom } from './random.rules.ts'
import { recreate, type Search, sortingsOf } from './recreate.rules.ts'
import { emptyRoute } from './route.rules.ts'
import { emptyState, keep, restore, type Snapshot, type State, snapshotOf } from './state.rules.ts'

/** Share of the remaining search spent on using fewer vehicles, and the share in large problems. */
const shareForVehicles = 0.3
const shareOfLarge = 0.4
/**
 * If fewer vehicles have priority, a settled plan rarely empties vehicles that its orders are spread over. From this
 * share of the search on, another plan is built from scratch.
 */
const again = 0.65
/** Temperature at the beginning and the end, in average distances between two tasks. */
const heat = { first: 3, last: 0.03 } as const
/** Initial temperature in large problems, which have fewer changes for each job. */
const heatOfLarge = 0.3
/**
 * Large problems with few vehicles settle before vehicles are emptied, which is easier with short distances: the end of
 * this phase as a share of the search, its temperatures, and the cost per vehicle. Later phases never start hotter.
 */
const rough = { until: 0.3, hot: 1, cold: 0.1, each: 10 } as const

/**
 * Plans jobs on vehicles: inserts all of them at their cheapest places, then repeatedly removes and reinserts some,
 * accepting worse plans less and less (simulated annealing). Never worse than the first plan; the same seed and number
 * of iterations give the same plan (OPT-2).
 */
export function solve(problem: Problem, budget: Budget): Solution {
  const clock = clockOf(budget)
  const net = netOf(problem)
  const random = seededRandom(budget.seed)
  const search: Search = {
    ...{
      state: emptyState(net),
      random,
      scratch: scratchFor(net, emptyRoute(net, 0)),
      trial: emptyRoute(net, 0),
      sortings: sortingsOf(net),
    },
    ...{ blink: () => random.next() < 0.01, most: Infinity, using: 0, clock },
  }
  const { state } = search
  recreate({ ...search, blink: () => false })
  keep(state)
  const first = snapshotOf(state)
  const small = problem.jobs.length < 2 || problem.vehicles.length === 0
  const best = small ? first : improved(search, first)
  restore(state, best)
  return solutionOf(state, first, search.clock.iteration)
}

function improved(search: Search, first: Snapshot): Snapshot {
  const { state } = search
  const { jobs, fewest_vehicles: isByVehicles } = state.net.problem
  const better = (one: Snapshot, other: Snapshot) =>
    isBetter(outcomeOf(other), outcomeOf(one), isByVehicles) ? other : one
  const pool = emptyPool(state)
  const settled = (start: Snapshot, until: number, hot: number) => {
    restore(state, start)
    return annealed(search, start, { until, hot, cold: heat.last, each: 0 }, pool)
  }
  const isLarge = jobs.length >= large
  if (!isByVehicles) return better(first, settled(first, 1, isLarge ? heatOfLarge : heat.first))
  if (isLarge) {
    const start = fewer(search, annealed(search, first, rough), shareOfLarge, 0)
    return better(first, settled(start, 1, rough.cold))
  }
  const one = fewer(search, first, shareForVehicles, 0)
  // Long routes need all the time to settle.
  if (jobs.length >= isLong * one.used) return better(first, settled(one, 1, heat.first))
  const found = settled(one, again, heat.first)
  const other = fewer(search, first, shareForVehicles, one.used)
  const isOther = other.absent.length === 0 && other.used <= found.used
  if (found.absent.length === 0) search.most = found.used
  return better(first, better(found, settled(isOther ? other : found, 1, heat.first)))
}

/**
 * A plan with fewer vehicles, whose number is the maximum from then on.
 * @param share fraction of the remaining search that it may take
 * @param enough number of vehicles at which it stops
 */
function fewer(search: Search, start: Snapshot, share: number, enough: number): Snapshot {
  const { state, clock } = search
  restore(state, start)
  const found = withFewerVehicles(search, start, clock.share() + (1 - clock.share()) * share, enough)
  search.most = found.absent.length === 0 ? found.used : Infinity
  return found
}

function outcomeOf({ absent, used, cost }: Snapshot): Outcome {
  return { left_out: absent.length, vehicles: used, cost }
}

function solutionOf(state: State, first: Snapshot, iterations: number): Solution {
  const { net, routes, absent, cost } = state
  const ways = routes
    .filter(({ length }) => length > 0)
    .map(({ vehicle, length, tasks, begin, distance }) => ({
      vehicle,
      distance,
      visits: Array.from({ length }, (_, place) => {
        const job = net.jobOf[tasks[place]!]!
        return { job, task: tasks[place]! - net.firstTask[job]!, begin: begin[place]! }
      }),
    }))
  const distance = ways.reduce((sum, way) => sum + way.distance, 0)
  const left_out = absent.toSorted((one, other) => one - other)
  return { ways, left_out, distance, cost, first: { cost: first.cost, left_out: first.absent.length }, iterations }
}
