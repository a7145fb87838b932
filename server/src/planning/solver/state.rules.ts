import { insertJob, removeJobs } from './insertion.rules.ts'
import type { Net } from './net.rules.ts'
import { copyRoute, emptyRoute, type Route, refreshed } from './route.rules.ts'

/** A plan while the search changes it. What is changed can be undone back to the last `keep`. */
export interface State {
  net: Net
  /** One for each vehicle. */
  routes: Route[]
  /** The route a job is on; -1: left out. */
  routeOf: Int32Array
  /** The place of each task in its route, where it is on one. */
  placeOf: Int32Array
  /** What is next to each task, as `field` says: of one task next to each other, so that the processor reads it in one piece. */
  around: Float64Array
  /** What is on board of each vehicle at the end, in each dimension. */
  aboard: Float64Array
  /** Jobs that are left out, in the order in which they came out. */
  absent: number[]
  used: number
  /** Kilometres and the cost of the vehicles that are used. */
  cost: number
  /** Vehicles that may not be used. */
  closed: Uint8Array
  kept: Kept
}

/**
 * Where what is next to a task is in `around`: the location before and after it, and the way from there and to there, minus infinity where it
 * is on no route; when the vehicle is over with it and with what is before it; when it and what is after it may begin at the latest.
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

/** Nothing is planned yet. */
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

/** The plan as it is now is what `undo` goes back to. */
export function keep(state: State): void {
  const { kept } = state
  for (const route of kept.touched) kept.isTouched[route] = 0
  kept.touched = []
  kept.routeOf.set(state.routeOf)
  kept.absent = [...state.absent]
  kept.used = state.used
  kept.cost = state.cost
}

/** Back to the plan as it was kept. */
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

/** Plans a job that was left out. */
export function plan(state: State, job: number, place: Parameters<typeof insertJob>[3]): void {
  const route = state.routes[place.route]!
  touch(state, place.route)
  change(state, route, () => insertJob(state.net, job, route, place))
  state.routeOf[job] = place.route
}

/** Leaves jobs of a route out. */
export function leaveOut(state: State, jobs: readonly number[], from: number): void {
  const route = state.routes[from]!
  touch(state, from)
  const out = [...jobs]
  change(state, route, () => {
    removeJobs(state.net, jobs, route)
    // A rest that was taken while the vehicle waited for a job that is gone may now fall where there is no time for it.
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

/** The tasks of a vehicle, each the only one of its job. */
export interface Given {
  vehicle: number
  tasks: Int32Array
}

/** Gives two vehicles other tasks of those they have; false when one cannot be driven so, which has to be undone. */
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

/** Only places next to close tasks are looked up by task. */
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

/** A job is on no route: nothing can be next to it. */
function lifted({ around, net }: State, job: number): void {
  if (net.close === null) return
  // Where places are looked for next to close tasks, each job is one task of its own number.
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

/** A plan that is put by. */
export interface Snapshot {
  tasks: readonly Int32Array[]
  absent: readonly number[]
  used: number
  cost: number
}

/** The plan as it is now. */
export function snapshotOf({ routes, absent, used, cost }: State): Snapshot {
  return { tasks: routes.map(({ tasks, length }) => tasks.slice(0, length)), absent: [...absent], used, cost }
}

/** Makes the plan as it was. */
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
