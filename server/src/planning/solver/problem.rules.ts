/** A range of time in minutes, both ends included. The zero is chosen by the caller. */
export type Window = readonly [from: number, to: number]

/** Work at one location: begun within one of its windows. */
export interface Task {
  location: number
  /** Duration in minutes. */
  service: number
  /** When it may begin: sorted, not overlapping; none: at any time. */
  windows: readonly Window[]
  /** Change of the load in each dimension; negative when unloading. */
  load: readonly number[]
}

/** Tasks that are planned together on one vehicle in this sequence, or not at all. */
export interface Job {
  tasks: readonly Task[]
  /** Indexes of permitted vehicles; null: all. */
  vehicles: readonly number[] | null
}

/** Work before a vehicle begins, which counts for its breaks and rests. */
export interface Worked {
  /** Start of the shift. */
  begin: number
  driven: number
  since_break: number
}

/** A vehicle that drives one route between two instants. */
export interface Vehicle {
  /** Where it starts and has to end; null: at its first or last task. */
  start: number | null
  end: number | null
  from: number
  to: number
  capacity: readonly number[]
  /** Cost of using it, in kilometres. */
  cost: number
  /** Vehicles with the same number are interchangeable and adjacent in the list. */
  kind: number
  /** Null: driving limits do not apply, for example with two drivers. */
  worked: Worked | null
}

/** Limits of driving, in minutes. */
export interface DrivingLimits {
  until_break: number
  break: number
  day: number
  /** Longest time from the start of a shift to its end. */
  span: number
  rest: number
}

/** The problem to solve. Matrices of kilometres and of driving minutes between all locations, row by row. */
export interface Problem {
  locations: number
  distances: readonly number[]
  minutes: readonly number[]
  dimensions: number
  vehicles: readonly Vehicle[]
  jobs: readonly Job[]
  /** Null: no driving limits. */
  driving: DrivingLimits | null
  /** Whether fewer vehicles are better regardless of distance; otherwise the vehicle costs decide. */
  fewest_vehicles: boolean
}

/** Limits of the search. */
export interface Budget {
  seed: number
  iterations: number
  /** Ends the search after this many milliseconds of `now`; without it the same seed gives the same solution. */
  milliseconds?: number
  now?: () => number
  /** Called regularly with the completed share, from 0 to 1. */
  report?: (share: number) => void
}

/** A task of a job with the instant at which it begins. */
export interface Visit {
  job: number
  /** Index among the tasks of the job. */
  task: number
  begin: number
}

/** The route of one vehicle. */
export interface Way {
  vehicle: number
  visits: readonly Visit[]
  distance: number
}

/** The criteria that plans are compared by. */
export interface Outcome {
  left_out: number
  vehicles: number
  cost: number
}

/** Whether one plan is better: fewer jobs left out, then fewer vehicles if they have priority, then lower cost. */
export function isBetter(one: Outcome, other: Outcome, isByVehicles: boolean): boolean {
  if (one.left_out !== other.left_out) return one.left_out < other.left_out
  if (isByVehicles && one.vehicles !== other.vehicles) return one.vehicles < other.vehicles
  return one.cost < other.cost
}

/** Routes of the used vehicles, and the left-out jobs. */
export interface Solution {
  ways: readonly Way[]
  left_out: readonly number[]
  distance: number
  /** Cost of kilometres and vehicles, without left-out jobs. */
  cost: number
  /** The cost and left-out jobs of the first solution, before the search. */
  first: { cost: number; left_out: number }
  iterations: number
}
