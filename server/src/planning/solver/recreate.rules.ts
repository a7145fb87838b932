import type { Clock } from './clock.rules.ts'
import { type Blink, type Scratch, seekPlace, tryOne } from './insertion.rules.ts'
import { large, type Net } from './net.rules.ts'
import type { Random } from './random.rules.ts'
import type { Route } from './route.rules.ts'
import { field, plan, type State } from './state.rules.ts'

/** State and buffers of a search. */
export interface Search {
  state: State
  random: Random
  scratch: Scratch
  /** A scratch route, which belongs to no vehicle. */
  trial: Route
  /** Sort keys for reinserting left-out jobs, each repeated by how often it is drawn. */
  sortings: readonly Float64Array[]
  blink: Blink
  /** Maximum number of vehicles. */
  most: number
  /** Extra cost of using one more vehicle while few are wanted. */
  using: number
  clock: Clock
}

/** Number of nearest jobs whose vehicles are tried, if jobs have several tasks. */
const nearest = 40
/** How often a job without a place next to close tasks is tried everywhere. */
const widely = 0.1

/**
 * Reinserts left-out jobs at their cheapest places, in one of several sequences.
 * @param isHopeless called after each job with those without a place so far: whether the plan is certain to be
 * rejected, so that the rest is not tried
 * @returns false when it was hopeless and the changes have to be undone
 */
export function recreate(search: Search, isHopeless?: (left: readonly number[]) => boolean): boolean {
  const { state, random, scratch, sortings } = search
  const { net, absent } = state
  const order = sortings[random.below(sortings.length)]!
  if (order.length === 0) shuffle(absent, random)
  else absent.sort((one, other) => order[one]! - order[other]! || one - other)
  const left: number[] = []
  const before = [...absent]
  state.absent = left
  for (const job of before) {
    scratch.best.route = -1
    scratch.best.cost = Infinity
    seek(search, net, job)
    if (scratch.best.route < 0) left.push(job)
    else plan(state, job, scratch.best)
    if (isHopeless?.(left)) return false
  }
  return true
}

/** Tries places next to close tasks and in an unused vehicle. If there is none, occasionally tries everywhere. */
function seek(search: Search, net: Net, job: number): void {
  const jobs = net.problem.jobs.length
  const isLeftOut = jobs >= large && (net.close === null ? seekNear(search, net, job) : seekClose(search, net, job))
  seekEverywhere(search, net, job, isLeftOut)
}

/**
 * Skips places that are too late or lack capacity using per-task data alone, without reading the route: this dominates
 * the time in large problems. An insertion far from the link that it would split is skipped without a distance lookup.
 * @returns whether to skip the search everywhere
 */
function seekClose({ state, scratch, blink, random }: Search, net: Net, job: number): boolean {
  const { routeOf, placeOf, routes, around } = state
  const { distance, minutes, back, size, windowAt } = net
  const { before, after, from, to, fromMinutes, toMinutes } = net.close![job]!
  const { best } = scratch
  const row = net.location[job]! * size
  const opens = net.opens[windowAt[job]!]!
  const closes = net.closes[windowAt[job + 1]! - 1]!
  const lasts = net.service[job]!
  for (let at = 0; at < before.length; at += 1) {
    const other = before[at]!
    const here = other * field.many
    const wayAfter = around[here + field.wayAfter]!
    if (2 * (from[at]! - wayAfter) >= best.cost) continue
    const comes = around[here + field.leave]! + fromMinutes[at]!
    if (comes > closes) continue
    const latest = around[here + field.latestAfter]!
    if (opens + lasts > latest || comes + lasts > latest) continue
    const next = row + around[here + field.next]!
    const extra = from[at]! + distance[next]! - wayAfter
    if (extra >= best.cost || Math.max(comes, opens) + lasts + minutes[next]! > latest) continue
    const route = routeOf[other]!
    if (takes(state, route, job)) tryOne(net, job, routes[route]!, placeOf[other]! + 1, extra, scratch, blink)
  }
  for (let at = 0; at < after.length; at += 1) {
    const other = after[at]!
    const here = other * field.many
    const wayBefore = around[here + field.wayBefore]!
    if (2 * (to[at]! - wayBefore) >= best.cost) continue
    const leaves = around[here + field.leaveBefore]!
    if (leaves > closes || Math.max(leaves, opens) + lasts + toMinutes[at]! > around[here + field.latest]!) continue
    const extra = back[row + around[here + field.previous]!]! + to[at]! - wayBefore
    if (extra >= best.cost) continue
    const route = routeOf[other]!
    if (takes(state, route, job)) tryOne(net, job, routes[route]!, placeOf[other]!, extra, scratch, blink)
  }
  return scratch.best.route >= 0 || random.next() >= widely
}

/** Whether a vehicle may do a single-task job and, if nothing is unloaded, has capacity for it. */
function takes({ aboard, net }: State, route: number, job: number): boolean {
  const { fits, load, problem, onlyLoads, dimensions: many } = net
  if (fits[route * problem.jobs.length + job] !== 1) return false
  if (!onlyLoads) return true
  const { capacity } = problem.vehicles[route]!
  for (let kind = 0; kind < many; kind += 1) {
    if (aboard[route * many + kind]! + load[job * many + kind]! > capacity[kind]! + 1e-6) return false
  }
  return true
}

/**
 * Tries the vehicles of the nearest jobs.
 * @returns whether to skip the search everywhere
 */
function seekNear({ state, scratch, blink, random }: Search, net: Net, job: number): boolean {
  const { routeOf, routes } = state
  const jobs = net.problem.jobs.length
  const near = net.near[job]!
  const tried = new Set<number>()
  for (let at = 1; at <= nearest; at += 1) {
    const route = routeOf[near[at]!]!
    if (route < 0 || tried.has(route) || net.fits[route * jobs + job] === 0) continue
    tried.add(route)
    seekPlace(net, job, routes[route]!, 0, scratch, blink)
  }
  return scratch.best.route >= 0 || random.next() >= widely
}

function seekEverywhere({ state, scratch, blink, most, using }: Search, net: Net, job: number, isFound: boolean): void {
  if (isFound && state.used >= most) return
  if (isFound && scratch.best.cost <= net.leastCost + using) return
  const { vehicles, jobs } = net.problem
  // Vehicles of one kind are adjacent, and unused ones are interchangeable.
  let triedKind = -1
  for (let at = 0; at < state.routes.length; at += 1) {
    const route = state.routes[at]!
    if (net.fits[at * jobs.length + job] === 0 || (isFound && route.length > 0)) continue
    if (route.length > 0) seekPlace(net, job, route, 0, scratch, blink)
    else if (state.used < most && vehicles[at]!.kind !== triedKind) {
      triedKind = vehicles[at]!.kind
      seekPlace(net, job, route, vehicles[at]!.cost + using, scratch, blink)
    }
  }
}

function shuffle(items: number[], random: Random): void {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1)
    const held = items[at]!
    items[at] = items[other]!
    items[other] = held
  }
}

/** Random (an empty key) often, largest load, farthest, nearest, narrowest window, earliest and latest. */
export function sortingsOf(net: Net): Float64Array[] {
  const { problem, firstTask, dimensions } = net
  const key = (of: (job: number) => number) => Float64Array.from(problem.jobs, (_, job) => of(job))
  const shares = problem.jobs.map(({ tasks }) => Math.max(0, ...(tasks[0]?.load.map(Math.abs) ?? []), dimensions && 0))
  const start = problem.vehicles.find((one) => one.start !== null)?.start ?? 0
  const away = (job: number) => net.distance[start * net.size + net.location[firstTask[job]!]!]!
  const opens = (job: number) => net.opens[net.windowAt[firstTask[job]!]!]!
  const closes = (job: number) => net.closes[net.windowAt[firstTask[job + 1]! - 1 + 1]! - 1]!
  const [large, far, near] = [key((job) => -shares[job]!), key((job) => -away(job)), key(away)]
  const narrow = key((job) => finite(closes(job) - opens(job)))
  const [early, late] = [key((job) => finite(opens(job))), key((job) => -finite(closes(job)))]
  const chance = new Float64Array(0)
  const often = (one: Float64Array, times: number) => Array.from({ length: times }, () => one)
  return [
    ...often(chance, 4),
    ...often(large, 4),
    ...often(far, 2),
    ...often(near, 1),
    ...often(narrow, 2),
    ...often(early, 2),
    ...often(late, 2),
  ]
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : Math.sign(value) * 1e9
}
