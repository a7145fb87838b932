import type { Budget } from './problem.rules.ts'

/** How far a search is. */
export interface Clock {
  iteration: number
  share: () => number
  isOver: () => boolean
}

/** A clock that begins now. */
export function clockOf({ iterations, milliseconds, now, report }: Budget): Clock {
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
