import type { Call } from './calls.rules.ts'
import type { Law } from './law.rules.ts'
import { tolerance } from './state.rules.ts'

/** By how many minutes calls are late in all that begin then. */
export function latenessOf(calls: readonly Pick<Call, 'latest'>[], begins: readonly number[]): number {
  return calls.reduce((sum, { latest }, at) => sum + Math.max(0, begins[at]! - latest), 0)
}

/**
 * How late calls are in all at least: of one who is fresh wherever that helps. Nothing less late has to be looked for.
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

/** How long who drives so many minutes pauses on the way at least: a rest is a break as well. */
function pausesIn(driving: number, { untilBreak, day, longStep, longStepsOfDay, ...law }: Law): number {
  const times = (limit: number) => Math.max(0, Math.ceil((driving - tolerance) / limit) - 1)
  const rests = times(day + longStep * longStepsOfDay)
  return rests * law.shortRest + Math.max(0, times(untilBreak) - rests) * law.break
}
