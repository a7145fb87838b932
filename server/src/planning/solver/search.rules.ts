import { eject } from './eject.rules.ts'
import { type Blink, type Scratch, scratchFor, seekPlace, tryOne } from './insertion.rules.ts'
import { large, type Net, netOf } from './net.rules.ts'
import { type Budget, isBetter, type Outcome, type Problem, type Solution } from './problem.rules.ts'
import { type Random, seededRandom } from './random.rules.ts'
import { emptyRoute, type Route } from './route.rules.ts'
import { ruin } from './ruin.rules.ts'
import {
  emptyState,
  jobsOn,
  keep,
  leaveOut,
  plan,
  restore,
  type Snapshot,
  type State,
  snapshotOf,
  undo,
} from './state.rules.ts'

interface Search {
  state: State
  random: Random
  scratch: Scratch
  /** A route to try in, which belongs to no vehicle. */
  trial: Route
  /** Keys that what is left out is put in again by, with how often each is drawn. */
  sortings: readonly Float64Array[]
  blink: Blink
  /** Most vehicles that may be used. */
  most: number
  clock: Clock
}

interface Clock {
  iteration: number
  share: () => number
  isOver: () => boolean
}

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
    ...{ blink: () => random.next() < 0.01, most: Infinity, clock },
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
  const isByVehicles = search.state.net.problem.fewest_vehicles
  const start = isByVehicles ? withFewerVehicles(search, first) : first
  restore(search.state, start)
  if (isByVehicles && start.absent.length === 0) search.most = start.used
  const found = annealed(search, start)
  return isBetter(outcomeOf(first), outcomeOf(found), isByVehicles) ? first : found
}

function clockOf({ iterations, milliseconds, now, report }: Budget): Clock {
  const began = now?.() ?? 0
  let late = 0
  const clock: Clock = {
    iteration: 0,
    // A machine that is too slow for the iterations cools by its clock, so that it ends with a plan that has settled.
    share: () => Math.max(clock.iteration / iterations, late),
    isOver: () => {
      clock.iteration += 1
      if (clock.iteration % 64 === 0 && now && milliseconds !== undefined) late = (now() - began) / milliseconds
      if (clock.iteration % 1024 === 0) report?.(Math.min(1, clock.share()))
      return clock.iteration >= iterations || late >= 1
    },
  }
  return clock
}

function outcomeOf({ absent, used, cost }: Snapshot): Outcome {
  return { left_out: absent.length, vehicles: used, cost }
}

/** How likely worse plans are accepted at the beginning and the end, in average ways between two tasks. */
const heat = { first: 3, last: 0.03, exchange: 0.3 } as const
/** The same at the beginning in large problems, which have fewer changes for each job. */
const heatOfLarge = 0.3
/** Of so many nearest jobs the vehicles are tried, where jobs have several tasks. */
const nearest = 40
/** How often a job that has no place next to close tasks is looked for one everywhere. */
const widely = 0.1
/** Share of the search that looks for fewer vehicles. */
const shareForVehicles = 0.3
/** In the first share of the search, where that many jobs are on a vehicle, by string removals alone. */
const shareOfStrings = 0.1
const isLong = 20

function annealed(search: Search, start: Snapshot): Snapshot {
  const { state, random, clock } = search
  const begin = clock.share()
  const isLarge = state.net.problem.jobs.length >= large
  const hot = isLarge ? heatOfLarge : heat.first
  let best = start
  while (!clock.isOver()) {
    const cooled = (clock.share() - begin) / Math.max(1e-9, 1 - begin)
    // A first plan of few vehicles may be long: what is average follows the best one.
    const way = Math.max(1e-3, best.cost / Math.max(1, state.net.tasks - best.absent.length + best.used))
    const temperature = way * hot * (heat.last / hot) ** cooled
    const [absent, cost] = [state.absent.length, state.cost]
    ruin(state, random)
    recreate(search)
    const isLess = state.absent.length < absent
    const isAccepted =
      state.absent.length === absent && state.cost < cost - temperature * Math.log(random.next() || 1e-12)
    if (!isLess && !isAccepted) {
      undo(state)
      continue
    }
    keep(state)
    const isBest = state.absent.length < best.absent.length || state.cost < best.cost - 1e-9
    if (isBest && state.absent.length <= best.absent.length) best = snapshotOf(state)
  }
  return best
}

/**
 * Empties one vehicle after the other and looks for places for what was on it, on long routes by string removals alone at first. Where
 * that does not do, what has no place takes that of others which were missed less, and between two such exchanges the plan moves on.
 */
function withFewerVehicles(search: Search, first: Snapshot): Snapshot {
  const { state, random, clock, scratch, trial } = search
  const { jobs } = state.net.problem
  if (first.absent.length > 0) return first
  const missed = new Float64Array(jobs.length).fill(1)
  const fewest = fewestVehicles(state.net)
  const way = state.cost / (state.net.tasks + state.used)
  let best = first
  search.most = first.used
  while (!clock.isOver() && clock.share() < shareForVehicles) {
    if (state.absent.length === 0) {
      best = snapshotOf(state)
      if (state.used <= fewest) break
      closeOne(search, missed)
    }
    if (jobs.length < large && jobs.length >= isLong * state.used && clock.share() < shareOfStrings) {
      nearer(search, missed, way * heat.first)
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

/** One change, kept where less is left out, or no more and the plan is hardly longer. @param missed counts what has no place, and weighs it */
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

/** Changes of the plan between two exchanges. */
const turns = 50

/** No fewer vehicles can carry all that stays on board to the end, or is from the beginning. */
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

/** The vehicle whose jobs were missed least is used no more. */
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

/** Puts what is left out where it costs least, in one of several sequences. */
function recreate(search: Search): void {
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
  }
}

/** Next to close tasks, and in a vehicle that is not used yet; where there is no place, now and then everywhere. */
function seek(search: Search, net: Net, job: number): void {
  const jobs = net.problem.jobs.length
  const isLeftOut = jobs >= large && (net.close === null ? seekNear(search, net, job) : seekClose(search, net, job))
  seekEverywhere(search, net, job, isLeftOut)
}

/** @returns whether looking everywhere is left out */
function seekClose({ state, scratch, blink, random }: Search, net: Net, job: number): boolean {
  const { routeOf, placeOf, routes, previousOf, nextOf, wayBefore, wayAfter } = state
  const { distance, back, fits, size } = net
  const jobs = net.problem.jobs.length
  const { before, after, from, to } = net.close![job]!
  const { best } = scratch
  const row = net.location[job]! * size
  for (let at = 0; at < before.length; at += 1) {
    const other = before[at]!
    if (from[at]! + distance[row + nextOf[other]!]! - wayAfter[other]! >= best.cost) continue
    const route = routeOf[other]!
    if (fits[route * jobs + job] === 1) tryOne(net, job, routes[route]!, placeOf[other]! + 1, 0, scratch, blink)
  }
  for (let at = 0; at < after.length; at += 1) {
    const other = after[at]!
    if (back[row + previousOf[other]!]! + to[at]! - wayBefore[other]! >= best.cost) continue
    const route = routeOf[other]!
    if (fits[route * jobs + job] === 1) tryOne(net, job, routes[route]!, placeOf[other]!, 0, scratch, blink)
  }
  return scratch.best.route >= 0 || random.next() >= widely
}

/** The same in the vehicles of the nearest jobs. @returns whether looking everywhere is left out */
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

function seekEverywhere({ state, scratch, blink, most }: Search, net: Net, job: number, isFound: boolean): void {
  if (isFound && state.used >= most) return
  const { vehicles, jobs } = net.problem
  // Vehicles of one kind are next to each other: of those that are not used, one is as good as another.
  let triedKind = -1
  for (let at = 0; at < state.routes.length; at += 1) {
    const route = state.routes[at]!
    if (net.fits[at * jobs.length + job] === 0 || (isFound && route.length > 0)) continue
    if (route.length > 0) seekPlace(net, job, route, 0, scratch, blink)
    else if (state.used < most && vehicles[at]!.kind !== triedKind) {
      triedKind = vehicles[at]!.kind
      seekPlace(net, job, route, vehicles[at]!.cost, scratch, blink)
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

/** Random (an empty key) often, largest load, farthest, nearest, least time, earliest and latest. */
function sortingsOf(net: Net): Float64Array[] {
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
