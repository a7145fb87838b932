import type { Job, Problem, Solution, Task, Vehicle, Visit, Way } from './problem.rules.ts'

/**
 * Errors of a solution, checked against the problem alone: shares no code with the search. Empty: every route is
 * drivable as given, and each job is done once or left out (OPT-1).
 */
export function faultsOf(problem: Problem, solution: Pick<Solution, 'ways' | 'left_out'>): string[] {
  const done = problem.jobs.map(() => 0)
  for (const job of solution.left_out) done[job]! += 1
  for (const { visits } of solution.ways) {
    for (const job of new Set(visits.map((visit) => visit.job))) done[job]! += 1
  }
  const vehicles = solution.ways.map(({ vehicle }) => vehicle)
  return [
    ...done.flatMap((times, job) => (times === 1 ? [] : [`job ${job} is in the solution ${times} times`])),
    ...(new Set(vehicles).size === vehicles.length ? [] : ['a vehicle has two ways']),
    ...solution.ways.flatMap((way) => wayFaults(problem, way)),
  ]
}

function wayFaults(problem: Problem, way: Way): string[] {
  const vehicle = problem.vehicles[way.vehicle]
  if (!vehicle) return [`vehicle ${way.vehicle} does not exist`]
  const found = [
    ...sequenceFaults(problem, way),
    ...timeFaults(problem, vehicle, way.visits),
    ...loadFaults(problem, vehicle, way.visits),
    ...drivingFaults(problem, vehicle, way.visits),
  ]
  return found.map((fault) => `vehicle ${way.vehicle}: ${fault}`)
}

function taskOf(problem: Problem, { job, task }: Visit): Task {
  return problem.jobs[job]!.tasks[task]!
}

function sequenceFaults({ jobs }: Problem, { vehicle, visits }: Way): string[] {
  return [...new Set(visits.map(({ job }) => job))].flatMap((job) => {
    const { tasks, vehicles }: Job = jobs[job]!
    const own = visits.filter((visit) => visit.job === job).map(({ task }) => task)
    const isWhole = own.length === tasks.length && own.every((task, at) => task === at)
    const isAllowed = vehicles === null || vehicles.includes(vehicle)
    return [...(isWhole ? [] : [`job ${job} is not done in its sequence`]), ...(isAllowed ? [] : [`may not do ${job}`])]
  })
}

function timeFaults(problem: Problem, vehicle: Vehicle, visits: readonly Visit[]): string[] {
  const faults: string[] = []
  let at = vehicle.start
  let time = vehicle.from
  for (const visit of visits) {
    const { location, service, windows } = taskOf(problem, visit)
    if (visit.begin < time + way(problem, at, location) - 1e-6) faults.push(`is not at job ${visit.job} in time`)
    const isOpen = windows.length === 0 || windows.some(([from, to]) => visit.begin >= from && visit.begin <= to)
    if (!isOpen) faults.push(`begins job ${visit.job} outside its windows`)
    at = location
    time = visit.begin + service
  }
  if (time + way(problem, at, vehicle.end) > vehicle.to + 1e-6) faults.push('ends too late')
  return faults
}

function way({ minutes, locations }: Problem, from: number | null, to: number | null): number {
  return from === null || to === null ? 0 : minutes[from * locations + to]!
}

function loadFaults(problem: Problem, { capacity }: Vehicle, visits: readonly Visit[]): string[] {
  return capacity.flatMap((most, kind) => {
    // What a job unloads beyond what it has loaded was on board from the start.
    let aboard = 0
    for (const job of new Set(visits.map((visit) => visit.job))) {
      let [sum, least] = [0, 0]
      for (const { load } of problem.jobs[job]!.tasks) {
        sum += load[kind]!
        least = Math.min(least, sum)
      }
      aboard -= least
    }
    let largest = aboard
    for (const visit of visits) {
      aboard += taskOf(problem, visit).load[kind]!
      largest = Math.max(largest, aboard)
    }
    return largest > most + 1e-5 ? [`carries ${largest} of ${most}`] : []
  })
}

/**
 * Between two tasks there is enough time for driving rules: a break after each full stretch, a rest after each full
 * day, and no shift that is too long.
 */
function drivingFaults(problem: Problem, vehicle: Vehicle, visits: readonly Visit[]): string[] {
  const { driving: limits } = problem
  if (limits === null || vehicle.worked === null || visits.length === 0) return []
  const faults: string[] = []
  const shift = { ...vehicle.worked }
  let at = vehicle.start
  let left = vehicle.from
  visits.forEach((visit, turn) => {
    const task = taskOf(problem, visit)
    const driven = way(problem, at, task.location)
    const spare = visit.begin - left - driven
    if (spare >= limits.rest) {
      // When the day is full, the rest is taken on the road and the remaining drive counts for the new shift.
      const rests = Math.floor(spare / limits.rest)
      const rest = Math.max(0, shift.driven + driven - limits.day * rests)
      const breaks = Math.floor((spare - limits.rest * rests) / limits.break)
      if (rest > limits.day + 1e-6) faults.push(`drives too long before job ${visit.job}`)
      const since = Math.max(0, rest - limits.until_break * breaks)
      Object.assign(shift, { begin: visit.begin - rest, driven: rest, since_break: since })
    } else {
      if (turn === 0 && vehicle.worked!.driven === 0) shift.begin = visit.begin - driven
      shift.driven += driven
      const breaks = Math.floor(spare / limits.break)
      const allowed = limits.until_break * (1 + breaks)
      if (shift.since_break + driven > allowed + 1e-6) faults.push(`has no time for a break before job ${visit.job}`)
      shift.since_break =
        breaks > 0 ? Math.max(0, shift.since_break + driven - limits.until_break * breaks) : shift.since_break + driven
      if (shift.driven > limits.day + 1e-6) faults.push(`drives too long before job ${visit.job}`)
      if (visit.begin + task.service - shift.begin > limits.span + 1e-6)
        faults.push(`works too long at job ${visit.job}`)
    }
    at = task.location
    left = visit.begin + task.service
  })
  return faults
}
