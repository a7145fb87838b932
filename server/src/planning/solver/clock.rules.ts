import type { Budget } from './problem.rules.ts'

/** Progress of a search. */
export interface Clock {
  iteration: number
  share: () => number
  isOver: () => boolean
}

/** A clock that starts now. */
export function clockOf({ iterations, milliseconds, now, report }: Budget): Clock {
  const began = now?.() ?? 0
  let late = 0
  const clock: Clock = {
    iteration: 0,
    // A machine that is too slow for the iterations cools down by elapsed time, so that its plan still settles.
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
