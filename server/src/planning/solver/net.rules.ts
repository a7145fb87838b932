import type { Job, Problem } from './problem.rules.ts'

/** A problem in flat arrays for the search: the tasks of all jobs in a row. */
export interface Net {
  problem: Problem
  dimensions: number
  /** Number of locations, plus `nowhere`, which is 0 km from any other. */
  size: number
  nowhere: number
  distance: Float64Array
  minutes: Float64Array
  tasks: number
  location: Int32Array
  service: Float64Array
  load: Float64Array
  /** The windows of task `t` have the indexes `windowAt[t]` to `windowAt[t + 1]`, exclusive. */
  windowAt: Int32Array
  opens: Float64Array
  closes: Float64Array
  jobOf: Int32Array
  /** The tasks of job `j` have the indexes `firstTask[j]` to `firstTask[j + 1]`, exclusive. */
  firstTask: Int32Array
  /**
   * Load of job `j` that is on board from the beginning, because it is unloaded but never loaded: at `j * dimensions`.
   */
  before: Float64Array
  /** Whether job `j` is one pickup and exactly its delivery. */
  isPair: Uint8Array
  /** Whether vehicle `v` may do job `j`: at `v * jobs + j`. */
  fits: Uint8Array
  /** For each job, all others, nearest first. */
  near: readonly Int32Array[]
  /** In large problems, for each single-task job, its likely predecessors and successors. */
  close: readonly Close[] | null
  /** Transposed distances: from `b` to `a` at `a * size + b`, so that one row is read for one job. */
  back: Float64Array
  /** Minimum cost of using a vehicle. */
  leastCost: number
  /** Whether each job is a single task, which then has the index of its job. */
  isSingle: boolean
  /** Whether each job is a single task that unloads nothing, so that the load only grows. */
  onlyLoads: boolean
}

/** Candidate neighbours of a job during insertion. */
export interface Close {
  before: Int32Array
  after: Int32Array
  /** Kilometres from each predecessor and to each successor, and the minutes. */
  from: Float64Array
  to: Float64Array
  fromMinutes: Float64Array
  toMinutes: Float64Array
}

/** From this number of jobs on, insertion only considers close tasks. */
export const large = 200
/** Number of predecessors and of successors that count as close. */
const closest = 25

/** Converts a problem for the search. */
export function netOf(problem: Problem): Net {
  const size = problem.locations + 1
  const tasks = problem.jobs.flatMap((job) => job.tasks)
  const windows = tasks.map((task) => (task.windows.length > 0 ? task.windows : [[-Infinity, Infinity] as const]))
  const firstTask = Int32Array.from([0, ...running(problem.jobs.map((job) => job.tasks.length))])
  const distance = widened(problem.distances, problem.locations)
  const net = {
    problem,
    dimensions: problem.dimensions,
    size,
    nowhere: problem.locations,
    distance,
    minutes: problem.minutes === problem.distances ? distance : widened(problem.minutes, problem.locations),
    tasks: tasks.length,
    location: Int32Array.from(tasks, ({ location }) => location),
    service: Float64Array.from(tasks, ({ service }) => service),
    load: Float64Array.from(tasks.flatMap(({ load }) => [...load])),
    windowAt: Int32Array.from([0, ...running(windows.map((some) => some.length))]),
    opens: Float64Array.from(windows.flat(), ([from]) => from),
    closes: Float64Array.from(windows.flat(), ([, to]) => to),
    jobOf: Int32Array.from(problem.jobs.flatMap((job, at) => job.tasks.map(() => at))),
    firstTask,
    before: Float64Array.from(problem.jobs.flatMap((job) => aboardBefore(job, problem.dimensions))),
    isPair: Uint8Array.from(problem.jobs, (job) => (isPair(job) ? 1 : 0)),
    fits: fitsOf(problem),
  }
  const isSingle = problem.jobs.every((job) => job.tasks.length === 1)
  const isLarge = problem.jobs.length >= large && isSingle
  return {
    ...net,
    near: problem.jobs.map((_, job) => nearest(net, job)),
    close: isLarge ? problem.jobs.map((_, task) => closeTo(net, task)) : null,
    back: turned(distance, size),
    leastCost: Math.min(...problem.vehicles.map(({ cost }) => cost)),
    isSingle,
    onlyLoads: problem.jobs.every(({ tasks }) => tasks.length === 1 && tasks[0]!.load.every((load) => load >= 0)),
  }
}

function running(lengths: readonly number[]): number[] {
  let sum = 0
  return lengths.map((length) => (sum += length))
}

/** The matrix with an extra row and column of zeros. */
function widened(matrix: readonly number[], locations: number): Float64Array {
  const size = locations + 1
  const wide = new Float64Array(size * size)
  for (let row = 0; row < locations; row += 1) {
    for (let column = 0; column < locations; column += 1) wide[row * size + column] = matrix[row * locations + column]!
  }
  return wide
}

/** The transposed matrix, so that neighbouring reads stay in the processor cache. */
function turned(matrix: Float64Array, size: number): Float64Array {
  const other = new Float64Array(size * size)
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) other[column * size + row] = matrix[row * size + column]!
  }
  return other.every((way, at) => way === matrix[at]) ? matrix : other
}

function isPair({ tasks: [one, two, ...others] }: Job): boolean {
  if (!one || !two || others.length > 0) return false
  return one.load.every((load, kind) => load >= 0 && load === -two.load[kind]!)
}

function aboardBefore({ tasks }: Job, dimensions: number): number[] {
  return Array.from({ length: dimensions }, (_, kind) => {
    const sums = running(tasks.map(({ load }) => load[kind]!))
    return Math.max(0, ...sums.map((sum) => -sum))
  })
}

function fitsOf({ vehicles, jobs }: Problem): Uint8Array {
  const fits = new Uint8Array(vehicles.length * jobs.length)
  jobs.forEach((job, at) => {
    if (job.vehicles === null) for (let one = 0; one < vehicles.length; one += 1) fits[one * jobs.length + at] = 1
    else for (const one of job.vehicles) fits[one * jobs.length + at] = 1
  })
  return fits
}

type Places = Pick<Net, 'firstTask' | 'location' | 'distance' | 'size' | 'problem'>

/** The distance between jobs is the smallest between any of their tasks. */
function nearest(net: Places, job: number): Int32Array {
  const far = Float64Array.from(net.problem.jobs, (_, other) => (other === job ? -1 : apart(net, job, other)))
  return ranked(far)
}

/** Indexes sorted by cost to the nearest thousandth, ties by index; faster than a comparison sort. */
function ranked(costs: Float64Array): Int32Array {
  const many = costs.length
  const keys = costs.map((cost, at) => Math.round(Math.min(cost, 1e9) * 1_000) * many + at).sort()
  return Int32Array.from(keys, (key) => ((key % many) + many) % many)
}

function apart({ firstTask, location, distance, size }: Places, job: number, other: number): number {
  let least = Infinity
  for (let one = firstTask[job]!; one < firstTask[job + 1]!; one += 1) {
    for (let two = firstTask[other]!; two < firstTask[other + 1]!; two += 1) {
      const way = distance[location[one]! * size + location[two]!]!
      if (way < least) least = way
    }
  }
  return least
}

type Timed = Pick<
  Net,
  'tasks' | 'location' | 'distance' | 'minutes' | 'size' | 'service' | 'opens' | 'closes' | 'windowAt'
>

/** The tasks that are near in distance and time (Vidal et al. 2013): waiting adds a little, late ones are left out. */
function closeTo(net: Timed, task: number): Close {
  const rank = (cost: (other: number) => number) => {
    const costs = Float64Array.from({ length: net.tasks }, (_, other) => (other === task ? Infinity : cost(other)))
    return ranked(costs)
      .slice(0, closest)
      .filter((other) => costs[other]! < Infinity)
  }
  const before = rank((other) => stepCost(net, other, task))
  const after = rank((other) => stepCost(net, task, other))
  const step = (one: number, other: number) => net.location[one]! * net.size + net.location[other]!
  const from = Float64Array.from(before, (other) => net.distance[step(other, task)]!)
  const to = Float64Array.from(after, (other) => net.distance[step(task, other)]!)
  if (net.minutes === net.distance) return { before, after, from, to, fromMinutes: from, toMinutes: to }
  const fromMinutes = Float64Array.from(before, (other) => net.minutes[step(other, task)]!)
  const toMinutes = Float64Array.from(after, (other) => net.minutes[step(task, other)]!)
  return { before, after, from, to, fromMinutes, toMinutes }
}

function stepCost(net: Timed, from: number, to: number): number {
  const step = net.location[from]! * net.size + net.location[to]!
  const lasts = net.service[from]! + net.minutes[step]!
  const early = net.opens[net.windowAt[from]!]! + lasts
  if (early > net.closes[net.windowAt[to + 1]! - 1]!) return Infinity
  const wait = net.opens[net.windowAt[to]!]! - (net.closes[net.windowAt[from + 1]! - 1]! + lasts)
  return net.distance[step]! + (wait > 0 ? wait * 0.2 : 0)
}

/** The first instant from `at` on at which a task may begin; infinite if none. */
export function opensFrom({ windowAt, opens, closes }: Net, task: number, at: number): number {
  const end = windowAt[task + 1]!
  for (let window = windowAt[task]!; window < end; window += 1) {
    if (at <= closes[window]!) return at > opens[window]! ? at : opens[window]!
  }
  return Infinity
}

/** The last instant up to `at` at which a task may begin; negative infinity if none. */
export function opensUntil({ windowAt, opens, closes }: Net, task: number, at: number): number {
  const first = windowAt[task]!
  for (let window = windowAt[task + 1]! - 1; window >= first; window -= 1) {
    if (at >= opens[window]!) return at < closes[window]! ? at : closes[window]!
  }
  return -Infinity
}
