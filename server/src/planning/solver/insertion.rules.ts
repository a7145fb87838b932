import type { Net } from './net.rules.ts'
import { opensFrom } from './net.rules.ts'
import { endOf, lengthOf, type Route, refreshed, startOf, timed } from './route.rules.ts'

/** The cheapest places of a job's tasks in the route before insertion; none if it does not fit. */
export interface Place {
  route: number
  cost: number
  places: Int32Array
}

/** Buffers reused across place searches. */
export interface Scratch {
  best: Place
  tasks: Int32Array
  begin: Float64Array
  leave: Float64Array
  trial: Route
}

/** Allocates buffers for place searches. */
export function scratchFor(net: Net, route: Route): Scratch {
  const most = net.tasks + 1
  const longest = Math.max(1, ...net.problem.jobs.map(({ tasks }) => tasks.length))
  return {
    best: { route: -1, cost: Infinity, places: new Int32Array(longest) },
    tasks: new Int32Array(most),
    begin: new Float64Array(most),
    leave: new Float64Array(most),
    trial: route,
  }
}

/** Whether to skip a place at random, so that the search does not always build the same plan. */
export type Blink = () => boolean

/**
 * Stores in `scratch.best` the cheapest places of a job in a route if they beat the current ones.
 * @param cost cost of using the route if it is empty
 */
export function seekPlace(net: Net, job: number, route: Route, cost: number, scratch: Scratch, blink: Blink): void {
  const first = net.firstTask[job]!
  const many = net.firstTask[job + 1]! - first
  if (many === 1) seekOne(net, first, route, cost, scratch, blink)
  else if (net.isPair[job] === 1) seekTwo(net, first, route, cost, scratch, blink)
  else seekSeveral(net, first, many, route, cost, scratch, blink)
}

function seekOne(net: Net, task: number, route: Route, cost: number, scratch: Scratch, blink: Blink): void {
  const { back, distance, opens, closes, windowAt } = net
  const { stops, ways, leave, latest, length } = route
  const { best } = scratch
  if (net.onlyLoads && !fitsOne(net, task, route, length)) return
  const row = net.location[task]! * net.size
  const first = opens[windowAt[task]!]!
  const last = closes[windowAt[task + 1]! - 1]!
  for (let place = 0; place <= length; place += 1) {
    // Impossible at any distance: the task is closed by then, or its successor would have to begin before it opens.
    if (place > 0 && leave[place - 1]! > last) return
    if (place < length && latest[place]! < first) continue
    const extra = cost + back[row + stops[place]!]! + distance[row + stops[place + 1]!]! - ways[place]!
    if (extra < best.cost && !tryOne(net, task, route, place, extra, scratch, blink)) return
  }
}

/**
 * Stores a place of a single-task job that is cheaper than the current one, if drivable.
 * @param extra cost of the place
 * @returns false when this place is reached too late, and so is every later one
 */
export function tryOne(
  net: Net,
  task: number,
  route: Route,
  place: number,
  extra: number,
  scratch: Scratch,
  blink: Blink,
): boolean {
  const { problem, size, minutes, service } = net
  const vehicle = problem.vehicles[route.vehicle]!
  const at = net.location[task]!
  const isLast = place === route.length
  const to = route.stops[place + 1]!
  const time = place > 0 ? route.leave[place - 1]! : vehicle.from
  const start = opensFrom(net, task, time + minutes[route.stops[place]! * size + at]!)
  if (start === Infinity) return false
  if (blink()) return true
  const latest = isLast ? vehicle.to : route.latest[place]!
  if (start + service[task]! + minutes[at * size + to]! > latest) return true
  if (!fitsOne(net, task, route, place)) return true
  if (problem.driving !== null && !isDrivable(net, route, scratch, task, place, -1, 0)) return true
  note(scratch.best, route.vehicle, extra, place, 0)
  return true
}

function gap({ distance, size }: Net, { length }: Route, from: number, to: number): number {
  return length === 0 ? 0 : distance[from * size + to]!
}

function note(best: Place, route: number, cost: number, one: number, two: number): void {
  best.route = route
  best.cost = cost
  best.places[0] = one
  if (best.places.length > 1) best.places[1] = two
}

/** A single-task job is on board from there to the end, or, if it unloads, from the beginning to there. */
function fitsOne(net: Net, task: number, route: Route, place: number): boolean {
  const { dimensions: many, load, before, jobOf, problem } = net
  const { capacity } = problem.vehicles[route.vehicle]!
  if (net.onlyLoads) {
    const last = (route.length - 1) * many
    for (let kind = 0; kind < many; kind += 1) {
      const held = last < 0 ? 0 : route.load[last + kind]!
      if (held + load[task * many + kind]! > capacity[kind]! + 1e-6) return false
    }
    return true
  }
  for (let kind = 0; kind < many; kind += 1) {
    const most = capacity[kind]! + 1e-6
    const early = before[jobOf[task]! * many + kind]!
    const late = early + load[task * many + kind]!
    const held = place === 0 ? route.first[kind]! : route.load[(place - 1) * many + kind]!
    if (early > 0) {
      const before = place === 0 ? held : Math.max(held, route.most[(place - 1) * many + kind]!)
      if (before + early > most) return false
    }
    if (late > 0) {
      const after = place < route.length ? Math.max(held, route.peak[place * many + kind]!) : held
      if (after + late > most) return false
    }
  }
  return true
}

/** A pickup and its delivery: for each place of the pickup, the delivery places that time and load allow. */
function seekTwo(net: Net, pickup: number, route: Route, cost: number, scratch: Scratch, blink: Blink): void {
  const { problem, size, minutes, distance, location, service } = net
  const vehicle = problem.vehicles[route.vehicle]!
  const at = location[pickup]!
  for (let place = 0; place <= route.length; place += 1) {
    const from = place === 0 ? startOf(net, vehicle) : location[route.tasks[place - 1]!]!
    const time = place === 0 ? vehicle.from : route.leave[place - 1]!
    const start = opensFrom(net, pickup, time + minutes[from * size + at]!)
    if (start === Infinity) return
    const to = place === route.length ? endOf(net, vehicle) : location[route.tasks[place]!]!
    const there = distance[from * size + at]!
    if (cost + there + distance[at * size + to]! - gap(net, route, from, to) >= scratch.best.cost + slack) continue
    if (blink() || !carries(net, pickup, route, place)) continue
    const base = cost + there - gap(net, route, from, to)
    seekDelivery(net, pickup, route, { place, base, left: start + service[pickup]!, onward: to }, scratch, blink)
  }
}

/** Distances need not obey the triangle inequality to the last metre. */
const slack = 0.5

/** A pickup at a tentative place. */
interface Picked {
  place: number
  /** Cost so far, without the onward distance. */
  base: number
  left: number
  onward: number
}

function seekDelivery(net: Net, pickup: number, route: Route, picked: Picked, scratch: Scratch, blink: Blink): void {
  const { problem, size, minutes, distance, location, service } = net
  const vehicle = problem.vehicles[route.vehicle]!
  const drop = pickup + 1
  const to = location[drop]!
  let from = location[pickup]!
  let time = picked.left
  let base = picked.base
  for (let place = picked.place; place <= route.length; place += 1) {
    const isLast = place === route.length
    const next = isLast ? endOf(net, vehicle) : location[route.tasks[place]!]!
    const detour = distance[from * size + to]! + distance[to * size + next]!
    // Directly after the pickup, the onward distance is not included yet; later it is replaced.
    const extra = place === picked.place ? base + detour : base + detour - gap(net, route, from, next)
    if (extra < scratch.best.cost && !blink()) {
      const start = opensFrom(net, drop, time + minutes[from * size + to]!)
      const latest = isLast ? vehicle.to : route.latest[place]!
      if (start + service[drop]! + minutes[to * size + next]! <= latest) {
        if (problem.driving === null || isDrivable(net, route, scratch, pickup, picked.place, drop, place)) {
          note(scratch.best, route.vehicle, extra, picked.place, place)
        }
      }
    }
    if (isLast) return
    const task = route.tasks[place]!
    if (place === picked.place) base += distance[from * size + next]!
    const start = opensFrom(net, task, time + minutes[from * size + next]!)
    if (start > route.latest[place]! || !carries(net, pickup, route, place + 1)) return
    time = start + service[task]!
    from = next
  }
}

/** Whether the load of a pickup fits on top of what is on board before a place. */
function carries({ dimensions: many, load, problem }: Net, pickup: number, route: Route, place: number): boolean {
  const { capacity } = problem.vehicles[route.vehicle]!
  for (let kind = 0; kind < many; kind += 1) {
    const held = place === 0 ? route.first[kind]! : route.load[(place - 1) * many + kind]!
    if (held + load[pickup * many + kind]! > capacity[kind]! + 1e-6) return false
  }
  return true
}

/** Whether the route with one or two more tasks can be driven with breaks and rests. */
function isDrivable(net: Net, route: Route, scratch: Scratch, one: number, at: number, two: number, then: number) {
  const { tasks } = scratch
  let length = 0
  for (let place = 0; place <= route.length; place += 1) {
    if (place === at) tasks[length++] = one
    if (two >= 0 && place === then) tasks[length++] = two
    if (place < route.length) tasks[length++] = route.tasks[place]!
  }
  const vehicle = net.problem.vehicles[route.vehicle]!
  return timed(net, vehicle, tasks, length, scratch.begin, scratch.leave)
}

/** Three or more tasks: tries each place for the first, and adds the others one by one at the cheapest later place. */
function seekSeveral(
  net: Net,
  first: number,
  many: number,
  route: Route,
  cost: number,
  scratch: Scratch,
  blink: Blink,
): void {
  const vehicle = net.problem.vehicles[route.vehicle]!
  const { trial, best } = scratch
  const places = new Int32Array(many)
  trial.vehicle = route.vehicle
  for (let place = 0; place <= route.length; place += 1) {
    if (blink()) continue
    trial.length = route.length
    trial.tasks.set(route.tasks.subarray(0, route.length))
    insert(trial, first, place)
    places[0] = place
    let from = place
    for (let turn = 1; turn < many; turn += 1) {
      from = cheapestAfter(net, trial, first + turn, from + 1)
      insert(trial, first + turn, from)
      places[turn] = from - turn
    }
    const extra = cost + lengthOf(net, vehicle, trial.tasks, trial.length) - route.distance
    if (extra >= best.cost || !refreshed(net, trial)) continue
    best.route = route.vehicle
    best.cost = extra
    best.places.set(places)
  }
}

function cheapestAfter(net: Net, route: Route, task: number, first: number): number {
  const { distance, size, location, problem } = net
  const at = location[task]!
  let [best, least] = [first, Infinity]
  for (let place = first; place <= route.length; place += 1) {
    const from = location[route.tasks[place - 1]!]!
    const to = place === route.length ? endOf(net, problem.vehicles[route.vehicle]!) : location[route.tasks[place]!]!
    const extra = distance[from * size + at]! + distance[at * size + to]! - distance[from * size + to]!
    if (extra < least) [best, least] = [place, extra]
  }
  return best
}

function insert(route: Route, task: number, place: number): void {
  route.tasks.copyWithin(place + 1, place, route.length)
  route.tasks[place] = task
  route.length += 1
}

/** Inserts a job at the found places. They refer to the route before, so each is shifted by earlier insertions. */
export function insertJob(net: Net, job: number, route: Route, { places }: Place): void {
  const first = net.firstTask[job]!
  const many = net.firstTask[job + 1]! - first
  for (let turn = 0; turn < many; turn += 1) insert(route, first + turn, places[turn]! + turn)
  refreshed(net, route)
}

/** Removes jobs from a route. */
export function removeJobs(net: Net, jobs: readonly number[], route: Route): void {
  let length = 0
  for (let place = 0; place < route.length; place += 1) {
    const task = route.tasks[place]!
    if (!jobs.includes(net.jobOf[task]!)) route.tasks[length++] = task
  }
  route.length = length
}
