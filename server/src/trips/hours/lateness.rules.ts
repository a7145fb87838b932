import type { Call } from './duties.model.ts'
import type { Law } from './law.rules.ts'
import { tolerance } from './state.rules.ts'

/** Total lateness of calls in minutes for given starts. */
export function latenessOf(calls: readonly Pick<Call, 'latest'>[], begins: readonly number[]): number {
  return calls.reduce((sum, { latest }, at) => sum + Math.max(0, begins[at]! - latest), 0)
}

/**
 * Lower bound for the total lateness of calls: assumes a fresh driver wherever that helps.
 * @param start when the driver begins, in minutes since 1970
 */
export function leastLateness(calls: readonly Call[], start: number, law: Law): number {
  const begins: number[] = []
  for (const [index, { driving, at, opens }] of calls.entries()) {
    let [soonest, driven, worked, aboard] = [start + driving + pausesIn(driving, law), driving, 0, 0]
    for (let before = index - 1; before >= 0; before -= 1) {
      const call = calls[before]!
      worked += call.work
      aboard += call.boards?.aboard ?? 0
      soonest = Math.max(soonest, begins[before]! + worked + driven + Math.max(pausesIn(driven, law), aboard))
      driven += call.driving
    }
    begins.push(at ?? opens(soonest))
  }
  return latenessOf(calls, begins)
}

/** Minimum pauses during a drive of a number of minutes; a rest also counts as a break. */
function pausesIn(driving: number, { untilBreak, day, longStep, longStepsOfDay, ...law }: Law): number {
  const times = (limit: number) => Math.max(0, Math.ceil((driving - tolerance) / limit) - 1)
  const rests = times(day + longStep * longStepsOfDay)
  return rests * law.shortRest + Math.max(0, times(untilBreak) - rests) * law.break
}
