import { large } from './net.rules.ts'
import type { Random } from './random.rules.ts'
import { jobsOn, leaveOut, type State } from './state.rules.ts'

/**
 * Average number of jobs removed at a time (in large problems fewer, more often), and the longest string of one route.
 */
const average = 10
const averageOfLarge = 6
const longest = 10
/** Probability that a string keeps part of its middle, and of each further job. */
const splits = 0.5
const keepsOn = 0.99

/**
 * Removes strings of neighbouring jobs from routes that are near each other, so that reinserted jobs can swap places
 * (slack induction by string removals, Christiaens and Vanden Berghe 2020).
 */
export function ruin(state: State, random: Random): void {
  const { net, routeOf } = state
  const jobs = net.problem.jobs.length
  const planned = jobs - state.absent.length
  if (planned === 0) return
  const most = Math.min(longest, Math.max(1, planned / state.used))
  const out = jobs >= large ? averageOfLarge : average
  const strings = Math.floor(1 + random.next() * ((4 * out) / (1 + most)))
  const isRuined = new Set<number>()
  const seed = random.below(jobs)
  for (const job of net.near[seed]!) {
    const route = routeOf[job]!
    if (route < 0 || isRuined.has(route)) continue
    isRuined.add(route)
    const on = jobsOn(state, route)
    const length = Math.floor(1 + random.next() * Math.min(on.length, most))
    leaveOut(state, stringAround(on, on.indexOf(job), length, random), route)
    if (isRuined.size >= strings) return
  }
}

/** A string of jobs around one of them, sometimes with a gap that keeps part of its middle. */
function stringAround(on: readonly number[], at: number, length: number, random: Random): number[] {
  let gap = 0
  if (length > 1 && length < on.length && random.next() < splits) {
    gap = 1
    while (length + gap < on.length && random.next() > keepsOn) gap += 1
  }
  const whole = length + gap
  const earliest = Math.max(0, at - whole + 1)
  const last = Math.min(at, on.length - whole)
  const first = earliest + random.below(last - earliest + 1)
  const hole = gap === 0 ? -1 : first + 1 + random.below(Math.max(1, length - 1))
  return on.slice(first, first + whole).filter((_, place) => {
    const here = first + place
    return hole < 0 || here < hole || here >= hole + gap
  })
}
