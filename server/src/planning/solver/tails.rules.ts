import type { Net } from './net.rules.ts'
import type { Random } from './random.rules.ts'
import type { Route } from './route.rules.ts'
import { redistribute, type State } from './state.rules.ts'

/** Number of nearest jobs tried as the successor of a job. */
const nearest = 30

/** Two routes to cut, and the extra cost when they swap their ends. */
interface Cut {
  /** Number of tasks of each route that stay. */
  head: number
  otherHead: number
  other: number
  extra: number
}

/**
 * Swaps the ends of two routes (2-opt*, Potvin and Rousseau 1995) so that one of the nearest jobs follows a random job.
 * Requires single-task jobs.
 * @returns false when nothing was changed, or the change has to be undone
 */
export function swapTails(state: State, random: Random): boolean {
  const { net, routeOf, routes } = state
  const job = random.below(net.problem.jobs.length)
  const at = routeOf[job]!
  if (at < 0) return false
  const route = routes[at]!
  const head = route.tasks.subarray(0, route.length).indexOf(job) + 1
  let best: Cut | undefined
  for (const next of net.near[job]!.subarray(1, nearest + 1)) {
    const other = routeOf[next]!
    if (other < 0 || other === at) continue
    const otherHead = routes[other]!.tasks.subarray(0, routes[other]!.length).indexOf(next)
    const extra = costOf(net, route, head, routes[other]!, otherHead)
    // Skipped at random, as in insertions.
    if (extra < (best?.extra ?? Infinity) && random.next() > 0.1) best = { head, otherHead, other, extra }
  }
  return best !== undefined && cut(state, at, best)
}

/** Infinite if either route is too late; loads are checked when the routes are rebuilt. */
export function costOf(net: Net, one: Route, head: number, other: Route, otherHead: number): number {
  if (!isInTime(net, one, head, other, otherHead) || !isInTime(net, other, otherHead, one, head)) return Infinity
  const { distance, size } = net
  const joined = distance[one.stops[head]! * size + other.stops[otherHead + 1]!]!
  const joinedToo = distance[other.stops[otherHead]! * size + one.stops[head + 1]!]!
  return joined + joinedToo - one.ways[head]! - other.ways[otherHead]!
}

/** Whether the end of one route can follow the beginning of another in time. The way home is checked later. */
function isInTime({ minutes, size, problem }: Net, one: Route, head: number, other: Route, otherHead: number): boolean {
  if (otherHead === other.length) return true
  const left = head === 0 ? problem.vehicles[one.vehicle]!.from : one.leave[head - 1]!
  return left + minutes[one.stops[head]! * size + other.stops[otherHead + 1]!]! <= other.latest[otherHead]!
}

function cut(state: State, at: number, { head, otherHead, other }: Cut): boolean {
  const [one, two] = [state.routes[at]!, state.routes[other]!]
  const first = joined(one, head, two, otherHead)
  const second = joined(two, otherHead, one, head)
  const isFit = (tasks: Int32Array, vehicle: number) =>
    tasks.every((task) => state.net.fits[vehicle * state.net.problem.jobs.length + task] === 1)
  if (!isFit(first, at) || !isFit(second, other)) return false
  return redistribute(state, { vehicle: at, tasks: first }, { vehicle: other, tasks: second })
}

function joined(one: Route, head: number, other: Route, otherHead: number): Int32Array {
  const tasks = new Int32Array(head + other.length - otherHead)
  tasks.set(one.tasks.subarray(0, head))
  tasks.set(other.tasks.subarray(otherHead, other.length), head)
  return tasks
}
