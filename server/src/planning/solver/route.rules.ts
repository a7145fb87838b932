import { type Net, opensFrom, opensUntil } from './net.rules.ts'
import type { DrivingLimits, Vehicle } from './problem.rules.ts'

/** The tasks of one vehicle with data for fast checks of changes. Arrays are longer than the route. */
export interface Route {
  vehicle: number
  length: number
  tasks: Int32Array
  /** Locations of start, tasks and end of the vehicle, and the kilometres from each to the next (0 without tasks). */
  stops: Int32Array
  ways: Float64Array
  /** Start and end of each task. */
  begin: Float64Array
  leave: Float64Array
  /** Latest start of each task that keeps all later ones in time (breaks not counted). */
  latest: Float64Array
  /** The load after each task, in each dimension; `first` is the load at the start. */
  load: Float64Array
  first: Float64Array
  /** The maximum load before each task, and after it to the end, in each dimension. */
  most: Float64Array
  peak: Float64Array
  distance: number
}

/** The route of an unused vehicle. */
export function emptyRoute(net: Net, vehicle: number): Route {
  const most = net.tasks + 1
  const owner = net.problem.vehicles[vehicle]
  const stops = new Int32Array(most + 1)
  if (owner) stops.set([startOf(net, owner), endOf(net, owner)])
  return {
    vehicle,
    length: 0,
    tasks: new Int32Array(most),
    stops,
    ways: new Float64Array(most),
    begin: new Float64Array(most),
    leave: new Float64Array(most),
    latest: new Float64Array(most),
    load: new Float64Array(most * net.dimensions),
    first: new Float64Array(net.dimensions),
    most: new Float64Array(most * net.dimensions),
    peak: new Float64Array(most * net.dimensions),
    distance: 0,
  }
}

/** Copies one route to another. */
export function copyRoute(from: Route, to: Route, dimensions: number): void {
  const { length } = from
  to.length = length
  to.distance = from.distance
  to.first.set(from.first)
  to.stops[length + 1] = from.stops[length + 1]!
  to.ways[length] = from.ways[length]!
  to.stops[0] = from.stops[0]!
  for (let at = 0; at < length; at += 1) {
    to.tasks[at] = from.tasks[at]!
    to.stops[at + 1] = from.stops[at + 1]!
    to.ways[at] = from.ways[at]!
    to.begin[at] = from.begin[at]!
    to.leave[at] = from.leave[at]!
    to.latest[at] = from.latest[at]!
  }
  for (let at = 0; at < length * dimensions; at += 1) {
    to.load[at] = from.load[at]!
    to.most[at] = from.most[at]!
    to.peak[at] = from.peak[at]!
  }
}

/** Start and end of a vehicle, as a location index of the net. */
export const startOf = (net: Net, { start }: Vehicle) => start ?? net.nowhere
export const endOf = (net: Net, { end }: Vehicle) => end ?? net.nowhere

/**
 * Computes start and end of a vehicle's tasks, with the breaks and rests that driving requires; false when a task or
 * the end is too late.
 */
export function timed(
  net: Net,
  vehicle: Vehicle,
  tasks: Int32Array,
  length: number,
  begin: Float64Array,
  leave: Float64Array,
): boolean {
  const { driving } = net.problem
  if (driving !== null && vehicle.worked !== null)
    return timedWithRests(net, vehicle, driving, tasks, length, begin, leave)
  let at = startOf(net, vehicle)
  let time = vehicle.from
  for (let place = 0; place < length; place += 1) {
    const task = tasks[place]!
    const to = net.location[task]!
    const start = opensFrom(net, task, time + net.minutes[at * net.size + to]!)
    if (start === Infinity) return false
    begin[place] = start
    time = start + net.service[task]!
    leave[place] = time
    at = to
  }
  return time + net.minutes[at * net.size + endOf(net, vehicle)]! <= vehicle.to
}

/** The driver's work since the last break and the last rest. */
interface Shift {
  time: number
  since: number
  driven: number
  begin: number
}

/** Drives for a number of minutes, with a break when due and a rest when the day is full. */
function drive(shift: Shift, minutes: number, limits: DrivingLimits): void {
  let left = minutes
  for (;;) {
    const most = Math.min(limits.until_break - shift.since, limits.day - shift.driven)
    if (left <= most) break
    shift.time += most
    shift.since += most
    shift.driven += most
    left -= most
    if (shift.driven >= limits.day) rest(shift, limits)
    else {
      shift.time += limits.break
      shift.since = 0
    }
  }
  shift.time += left
  shift.since += left
  shift.driven += left
}

function rest(shift: Shift, limits: DrivingLimits): void {
  shift.time += limits.rest
  shift.since = 0
  shift.driven = 0
  shift.begin = shift.time
}

function timedWithRests(
  net: Net,
  vehicle: Vehicle,
  limits: DrivingLimits,
  tasks: Int32Array,
  length: number,
  begin: Float64Array,
  leave: Float64Array,
): boolean {
  const { worked } = vehicle
  const shift: Shift = {
    time: vehicle.from,
    since: worked!.since_break,
    driven: worked!.driven,
    begin: worked!.begin,
  }
  let at = startOf(net, vehicle)
  for (let place = 0; place < length; place += 1) {
    const task = tasks[place]!
    const to = net.location[task]!
    const minutes = net.minutes[at * net.size + to]!
    drive(shift, minutes, limits)
    const start = visited(net, task, shift, limits)
    if (start === Infinity) return false
    if (place === 0 && worked!.driven === 0) shift.begin = start - minutes
    begin[place] = start
    shift.time = start + net.service[task]!
    leave[place] = shift.time
    at = to
  }
  drive(shift, net.minutes[at * net.size + endOf(net, vehicle)]!, limits)
  return shift.time <= vehicle.to
}

/**
 * Start of a task after the drive to it. Waiting counts as a break, or as a rest if long enough. A rest is taken if the
 * shift would otherwise be too long.
 */
function visited(net: Net, task: number, shift: Shift, limits: DrivingLimits): number {
  const start = opensFrom(net, task, shift.time)
  const waited = start - shift.time
  if (waited >= limits.rest) return rested(shift, start)
  if (start + net.service[task]! - shift.begin > limits.span) {
    return rested(shift, opensFrom(net, task, shift.time + limits.rest))
  }
  if (waited >= limits.break) shift.since = 0
  return start
}

function rested(shift: Shift, start: number): number {
  shift.since = 0
  shift.driven = 0
  shift.begin = start
  return start
}

/** Writes the load after each task; false when it exceeds the capacity. */
function loaded(net: Net, route: Route, capacity: readonly number[]): boolean {
  const { dimensions: many, load, jobOf, firstTask, before } = net
  if (net.onlyLoads) return summed(net, route, capacity)
  for (let kind = 0; kind < many; kind += 1) {
    const most = capacity[kind]! + 1e-6
    let aboard = 0
    for (let place = 0; place < route.length; place += 1) {
      const job = jobOf[route.tasks[place]!]!
      if (firstTask[job] === route.tasks[place]) aboard += before[job * many + kind]!
    }
    route.first[kind] = aboard
    if (aboard > most) return false
    let highest = aboard
    for (let place = 0; place < route.length; place += 1) {
      route.most[place * many + kind] = highest
      aboard += load[route.tasks[place]! * many + kind]!
      route.load[place * many + kind] = aboard
      if (aboard > highest) highest = aboard
      if (aboard > most) return false
    }
    highest = -Infinity
    for (let place = route.length - 1; place >= 0; place -= 1) {
      const here = route.load[place * many + kind]!
      if (here > highest) highest = here
      route.peak[place * many + kind] = highest
    }
  }
  return true
}

/** The variant without unloading: the load after the last task is the maximum. */
function summed({ dimensions: many, load }: Net, route: Route, capacity: readonly number[]): boolean {
  for (let kind = 0; kind < many; kind += 1) {
    let aboard = 0
    for (let place = 0; place < route.length; place += 1) {
      aboard += load[route.tasks[place]! * many + kind]!
      route.load[place * many + kind] = aboard
    }
    if (aboard > capacity[kind]! + 1e-6) return false
  }
  return true
}

/** Recomputes a route from its tasks; false when it cannot be driven. */
export function refreshed(net: Net, route: Route): boolean {
  const vehicle = net.problem.vehicles[route.vehicle]!
  const { tasks, length } = route
  wayOf(net, vehicle, route)
  const isInTime = timed(net, vehicle, tasks, length, route.begin, route.leave)
  const { stops } = route
  let latest = vehicle.to
  for (let place = length - 1; place >= 0; place -= 1) {
    const task = tasks[place]!
    const [at, after] = [stops[place + 1]!, stops[place + 2]!]
    latest = opensUntil(net, task, latest - net.minutes[at * net.size + after]! - net.service[task]!)
    route.latest[place] = latest
  }
  return loaded(net, route, vehicle.capacity) && isInTime
}

/** Writes the locations and distances of a route. */
function wayOf(net: Net, vehicle: Vehicle, route: Route): void {
  const { location, distance, size } = net
  const { tasks, length, stops, ways } = route
  let at = startOf(net, vehicle)
  let sum = 0
  stops[0] = at
  for (let place = 0; place < length; place += 1) {
    const to = location[tasks[place]!]!
    const way = distance[at * size + to]!
    ways[place] = way
    sum += way
    at = to
    stops[place + 1] = to
  }
  const end = endOf(net, vehicle)
  const way = length === 0 ? 0 : distance[at * size + end]!
  stops[length + 1] = end
  ways[length] = way
  route.distance = sum + way
}

/** Kilometres of a sequence of tasks, from the start of the vehicle to its end. */
export function lengthOf(net: Net, vehicle: Vehicle, tasks: Int32Array, length: number): number {
  if (length === 0) return 0
  let at = startOf(net, vehicle)
  let sum = 0
  for (let place = 0; place < length; place += 1) {
    const to = net.location[tasks[place]!]!
    sum += net.distance[at * net.size + to]!
    at = to
  }
  return sum + net.distance[at * net.size + endOf(net, vehicle)]!
}
