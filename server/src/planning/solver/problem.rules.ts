/** A range of time in minutes, both ends included. The zero is chosen by the caller. */
export type Window = readonly [from: number, to: number]

/** Work at one location: begun within one of its windows. */
export interface Task {
  location: number
  /** Minutes it takes. */
  service: number
  /** When it may begin, in order and apart; none: at any time. */
  windows: readonly Window[]
  /** What it adds to the load, in each dimension; negative where it unloads. */
  load: readonly number[]
}

/** What is planned whole or not at all, on one vehicle, its tasks in this sequence. */
export interface Job {
  tasks: readonly Task[]
  /** Vehicles that may do it, by their index; null: all of them. */
  vehicles: readonly number[] | null
}

/** What was driven before a vehicle begins, which counts for its breaks and rests. */
export interface Worked {
  /** When the shift began. */
  begin: number
  driven: number
  since_break: number
}

/** Something that drives one way between two instants. */
export interface Vehicle {
  /** Where it begins and where it has to end; null: wherever its first or last task is. */
  start: number | null
  end: number | null
  from: number
  to: number
  capacity: readonly number[]
  /** What using it costs, in kilometres. */
  cost: number
  /** Vehicles with the same number are interchangeable; they are next to each other in the list. */
  kind: number
  /** Null: the limits of driving do not apply, such as with two drivers. */
  worked: Worked | null
}

/** Limits of driving, in minutes. */
export interface DrivingLimits {
  until_break: number
  break: number
  day: number
  /** Longest time from the begin of a shift to its end. */
  span: number
  rest: number
}

/** What is to be solved. Distances in kilometres and minutes of driving from each location to each, row by row. */
export interface Problem {
  locations: number
  distances: readonly number[]
  minutes: readonly number[]
  dimensions: number
  vehicles: readonly Vehicle[]
  jobs: readonly Job[]
  /** Null: driving has no limits. */
  driving: DrivingLimits | null
  /** Whether a vehicle less is better whatever the distance; otherwise what vehicles cost decides. */
  fewest_vehicles: boolean
}

/** How long and in which way the search goes on. */
export interface Budget {
  seed: number
  iterations: number
  /** Ends the search after so many milliseconds by `now`; without it the same seed gives the same solution. */
  milliseconds?: number
  now?: () => number
  /** Called now and then with the share that is done, from 0 to 1. */
  report?: (share: number) => void
}

/** A task of a job with the instant at which it begins. */
export interface Visit {
  job: number
  /** Index among the tasks of the job. */
  task: number
  begin: number
}

/** What one vehicle does. */
export interface Way {
  vehicle: number
  visits: readonly Visit[]
  distance: number
}

/** What a plan is judged by. */
export interface Outcome {
  left_out: number
  vehicles: number
  cost: number
}

/** Whether one plan is better than another: less left out, then fewer vehicles where they count first, then what it costs. */
export function isBetter(one: Outcome, other: Outcome, isByVehicles: boolean): boolean {
  if (one.left_out !== other.left_out) return one.left_out < other.left_out
  if (isByVehicles && one.vehicles !== other.vehicles) return one.vehicles < other.vehicles
  return one.cost < other.cost
}

/** Ways of the vehicles that are used, and the jobs that are left out. */
export interface Solution {
  ways: readonly Way[]
  left_out: readonly number[]
  distance: number
  /** Kilometres and vehicles as the search counts them, without what is left out. */
  cost: number
  /** The same of the first solution, before the search. */
  first: { cost: number; left_out: number }
  iterations: number
}
