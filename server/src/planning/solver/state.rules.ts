import { insertJob, removeJobs } from './insertion.rules.ts'
import type { Net } from './net.rules.ts'
import { copyRoute, emptyRoute, type Route, refreshed } from './route.rules.ts'

/** A mutable plan during the search. Changes can be undone back to the last `keep`. */
export interface State {
  net: Net
  /** One for each vehicle. */
  routes: Route[]
  /** The route of each job; -1: left out. */
  routeOf: Int32Array
  /** The index of each task in its route, if it is on one. */
  placeOf: Int32Array
  /** Neighbour data of each task, laid out as in `field`: contiguous per task, so that it is read as one cache line. */
  around: Float64Array
  /** The load of each vehicle at the end, in each dimension. */
  aboard: Float64Array
  /** Left-out jobs, in the order of removal. */
  absent: number[]
  used: number
  /** Kilometres plus the cost of used vehicles. */
  cost: number
  /** Vehicles that may not be used. */
  closed: Uint8Array
  kept: Kept
}

/**
 * Offsets in `around`: the locations before and after a task, the distances from and to them (minus infinity if it is
 * on no route), the end of the task and of its predecessor, and the latest start of the task and of its successor.
 */
export const field = {
  ...{ previous: 0, next: 1, wayBefore: 2, wayAfter: 3 },
  ...{ leave: 4, leaveBefore: 5, latest: 6, latestAfter: 7 },
  many: 8,
} as const

interface Kept {
  routes: Route[]
  touched: number[]
  isTouched: Uint8Array
  routeOf: Int32Array
  absent: number[]
  used: number
  cost: number
}

/** A plan without planned jobs. */
export function emptyState(net: Net): State {
  const { vehicles, jobs } = net.problem
  const none = () => vehicles.map((_, vehicle) => emptyRoute(net, vehicle))
  const routeOf = new Int32Array(jobs.length).fill(-1)
  const absent = [...jobs.keys()]
  const kept = { routes: none(), touched: [], isTouched: new Uint8Array(vehicles.length), routeOf: routeOf.slice() }
  return {
    ...{
      net,
      routes: none(),
      routeOf,
      placeOf: new Int32Array(net.tasks),
      around: new Float64Array(net.tasks * field.many).fill(-Infinity),
      aboard: new Float64Array(vehicles.length * net.dimensions),
      absent,
      used: 0,
      cost: 0,
      closed: new Uint8Array(vehicles.length),
    },
    kept: { ...kept, absent: [...absent], used: 0, cost: 0 },
  }
}

function touch({ kept, routes, net }: State, route: number): void {
  if (kept.isTouched[route] === 1) return
  kept.isTouched[route] = 1
  kept.touched.push(route)
  copyRoute(routes[route]!, kept.routes[route]!, net.dimensions)
}

/** Makes the current plan the one that `undo` restores. */
export function keep(state: State): void {
  const { kept } = state
  for (const route of kept.touched) kept.isTouched[route] = 0
  kept.touched = []
  kept.routeOf.set(state.routeOf)
  kept.absent = [...state.absent]
  kept.used = state.used
  kept.cost = state.cost
}

/** Restores the last kept plan. */
export function undo(state: State): void {
  const { kept } = state
  for (const route of kept.touched) {
    copyRoute(kept.routes[route]!, state.routes[route]!, state.net.dimensions)
    kept.isTouched[route] = 0
    placed(state, state.routes[route]!)
  }
  for (const job of kept.absent) lifted(state, job)
  kept.touched = []
  state.routeOf.set(kept.routeOf)
  state.absent = [...kept.absent]
  state.used = kept.used
  state.cost = kept.cost
}

/** Plans a left-out job. */
export function plan(state: State, job: number, place: Parameters<typeof insertJob>[3]): void {
  const route = state.routes[place.route]!
  touch(state, place.route)
  change(state, route, () => insertJob(state.net, job, route, place))
  state.routeOf[job] = place.route
}

/** Removes jobs from a route and leaves them out. */
export function leaveOut(state: State, jobs: readonly number[], from: number): void {
  const route = state.routes[from]!
  touch(state, from)
  const out = [...jobs]
  change(state, route, () => {
    removeJobs(state.net, jobs, route)
    // A rest taken while waiting for a removed job may now fall where there is no time for it.
    while (!refreshed(state.net, route) && route.length > 0) {
      const last = state.net.jobOf[route.tasks[route.length - 1]!]!
      removeJobs(state.net, [last], route)
      out.push(last)
    }
  })
  for (const job of out) {
    state.routeOf[job] = -1
    state.absent.push(job)
    lifted(state, job)
  }
}

/** New tasks of a vehicle, each the only one of its job. */
export interface Given {
  vehicle: number
  tasks: Int32Array
}

/** Redistributes the tasks of two vehicles; false when either route cannot be driven, and it has to be undone. */
export function redistribute(state: State, one: Given, other: Given): boolean {
  touch(state, one.vehicle)
  touch(state, other.vehicle)
  return reroute(state, one) && reroute(state, other)
}

function reroute(state: State, { vehicle: at, tasks }: Given): boolean {
  const route = state.routes[at]!
  let isDrivable = false
  change(state, route, () => {
    route.tasks.set(tasks)
    route.length = tasks.length
    isDrivable = refreshed(state.net, route)
  })
  for (const task of tasks) state.routeOf[state.net.jobOf[task]!] = at
  return isDrivable
}

function change(state: State, route: Route, work: () => void): void {
  const [before, was] = [route.distance, route.length > 0]
  work()
  placed(state, route)
  const is = route.length > 0
  const turned = Number(is) - Number(was)
  state.used += turned
  state.cost += route.distance - before + turned * state.net.problem.vehicles[route.vehicle]!.cost
}

/** Only searches next to close tasks need the place of each task. */
function placed(state: State, { tasks, length, stops, ways, leave, latest, load, vehicle }: Route): void {
  const { placeOf, around, aboard, net } = state
  if (net.close === null) return
  const { from, to } = net.problem.vehicles[vehicle]!
  const many = net.dimensions
  for (let kind = 0; kind < many; kind += 1) {
    aboard[vehicle * many + kind] = length === 0 ? 0 : load[(length - 1) * many + kind]!
  }
  for (let place = 0; place < length; place += 1) {
    const task = tasks[place]!
    placeOf[task] = place
    const at = task * field.many
    around[at + field.previous] = stops[place]!
    around[at + field.next] = stops[place + 2]!
    around[at + field.wayBefore] = ways[place]!
    around[at + field.wayAfter] = ways[place + 1]!
    around[at + field.leave] = leave[place]!
    around[at + field.leaveBefore] = place === 0 ? from : leave[place - 1]!
    around[at + field.latest] = latest[place]!
    around[at + field.latestAfter] = place === length - 1 ? to : latest[place + 1]!
  }
}

/** Marks a job as on no route: nothing can be inserted next to it. */
function lifted({ around, net }: State, job: number): void {
  if (net.close === null) return
  // Searches next to close tasks require single-task jobs, so the job index is the task index.
  around[job * field.many + field.wayBefore] = -Infinity
  around[job * field.many + field.wayAfter] = -Infinity
}

/** The jobs of a route in the order of their first tasks. */
export function jobsOn({ net, routes }: State, route: number): number[] {
  const { tasks, length } = routes[route]!
  const jobs: number[] = []
  for (let place = 0; place < length; place += 1) {
    const job = net.jobOf[tasks[place]!]!
    if (net.firstTask[job] === tasks[place]) jobs.push(job)
  }
  return jobs
}

/** A saved plan. */
export interface Snapshot {
  tasks: readonly Int32Array[]
  absent: readonly number[]
  used: number
  cost: number
}

/** Saves the current plan. */
export function snapshotOf({ routes, absent, used, cost }: State): Snapshot {
  return { tasks: routes.map(({ tasks, length }) => tasks.slice(0, length)), absent: [...absent], used, cost }
}

/** Restores a saved plan. */
export function restore(state: State, { tasks, absent, used, cost }: Snapshot): void {
  state.routeOf.fill(-1)
  for (const job of absent) lifted(state, job)
  tasks.forEach((some, at) => {
    const route = state.routes[at]!
    route.tasks.set(some)
    route.length = some.length
    refreshed(state.net, route)
    placed(state, route)
    for (const task of some) state.routeOf[state.net.jobOf[task]!] = at
  })
  Object.assign(state, { absent: [...absent], used, cost })
  keep(state)
}
