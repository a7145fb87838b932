import { annealed } from './anneal.rules.ts'
import { clockOf } from './clock.rules.ts'
import { withFewerVehicles } from './fleet.rules.ts'
import { scratchFor } from './insertion.rules.ts'
import { large, netOf } from './net.rules.ts'
import { type Budget, isBetter, type Outcome, type Problem, type Solution } from './problem.rules.ts'
import { seededRandom } from './random.rules.ts'
import { recreate, type Search, sortingsOf } from './recreate.rules.ts'
import { emptyRoute } from './route.rules.ts'
import { emptyState, keep, restore, type Snapshot, type State, snapshotOf } from './state.rules.ts'

/** How likely worse plans are accepted at the beginning and the end, in average ways between two tasks. */
const heat = { first: 3, last: 0.03 } as const
/** The same at the beginning in large problems, which have fewer changes for each job. */
const heatOfLarge = 0.3
/**
 * Large problems of few vehicles settle before vehicles are emptied, which is easier with short ways: by how much, what a vehicle more costs
 * then, and until which share of the search. After that they do not get hotter than they were.
 */
const rough = { until: 0.3, hot: 1, cold: 0.1, each: 10 } as const

/**
 * Plans jobs on vehicles: all of them put in where they cost least, then again and again some taken out and put in, with
 * worse plans accepted less and less (simulated annealing). Never worse than the first plan; the same seed and number
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
  const isLarge = jobs.length >= large
  let start = first
  if (isByVehicles && isLarge) start = annealed(search, start, rough)
  restore(state, start)
  if (isByVehicles) start = withFewerVehicles(search, start)
  restore(state, start)
  if (isByVehicles && start.absent.length === 0) search.most = start.used
  const hot = isLarge ? (isByVehicles ? rough.cold : heatOfLarge) : heat.first
  const found = annealed(search, start, { until: 1, hot, cold: heat.last, each: 0 })
  return isBetter(outcomeOf(first), outcomeOf(found), isByVehicles) ? first : found
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
