import { type Column, partitioned } from './partition.rules.ts'
import { seededRandom } from './random.rules.ts'
import type { Route } from './route.rules.ts'
import type { Snapshot, State } from './state.rules.ts'

/** Routes found by the search: the cheapest for each set of jobs and kind of vehicle. */
export interface Pool {
  found: Map<number, Found>
  /** Two hash values of each job, combined into the key of a set. */
  marks: readonly Int32Array[]
}

interface Found extends Column {
  vehicle: number
  tasks: Int32Array
}

/** Capacity of the pool; the oldest routes are removed first. */
const room = 20_000

/** An empty pool. */
export function emptyPool({ net }: State): Pool {
  const random = seededRandom(1)
  const numbers = () => Int32Array.from(net.problem.jobs, () => random.below(2 ** 31))
  return { found: new Map(), marks: [numbers(), numbers()] }
}

/** Adds the routes changed since the plan was last kept. */
export function remember(pool: Pool, { net, routes, kept }: State): void {
  for (const at of kept.touched) if (routes[at]!.length > 0) note(pool, net, routes[at]!)
}

function note({ found, marks }: Pool, { problem, jobOf }: State['net'], route: Route): void {
  const { kind, cost: using } = problem.vehicles[route.vehicle]!
  const { tasks, length } = route
  let [one, other] = [kind, kind]
  for (let place = 0; place < length; place += 1) {
    one ^= marks[0]![jobOf[tasks[place]!]!]!
    other ^= marks[1]![jobOf[tasks[place]!]!]!
  }
  const key = (one & 0x1f_ff_ff) * 2 ** 32 + (other >>> 0)
  const known = found.get(key)
  const cost = route.distance + using
  if (known && known.cost <= cost) return
  if (!known && found.size >= room) for (const first of found.keys()) if (found.delete(first)) break
  found.set(key, { kind, vehicle: route.vehicle, cost, tasks: tasks.slice(0, length), jobs: [] })
}

/**
 * The cheapest plan combined from known routes, with the jobs of a plan and no more vehicles.
 * @returns undefined when none is cheaper
 */
export function combined({ found }: Pool, state: State, plan: Snapshot, most: number): Snapshot | undefined {
  const { net } = state
  const absent = new Set(plan.absent)
  const columns = [...found.values()]
    .map((one) => ({ ...one, jobs: [...new Set(Array.from(one.tasks, (task) => net.jobOf[task]!))] }))
    .filter(({ jobs }) => !jobs.some((job) => absent.has(job)))
  const jobs = [...net.problem.jobs.keys()].filter((job) => !absent.has(job))
  const ofKind = new Map<number, number>()
  for (const { kind } of net.problem.vehicles) ofKind.set(kind, (ofKind.get(kind) ?? 0) + 1)
  const chosen = partitioned({
    columns,
    jobs,
    ofKind,
    most: Math.min(most, net.problem.vehicles.length),
    below: plan.cost,
  })
  if (!chosen) return undefined
  const tasks: Int32Array[] = net.problem.vehicles.map(() => new Int32Array(0))
  for (const at of chosen) tasks[freeOf(state, columns[at]!.kind, tasks)] = columns[at]!.tasks
  const cost = chosen.reduce((sum, at) => sum + columns[at]!.cost, 0)
  return { tasks, absent: plan.absent, used: chosen.length, cost }
}

/** An unused vehicle of a kind. */
function freeOf({ net }: State, kind: number, tasks: readonly Int32Array[]): number {
  return net.problem.vehicles.findIndex((vehicle, at) => vehicle.kind === kind && tasks[at]!.length === 0)
}
