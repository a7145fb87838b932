import { leastDailyRest } from '../../trips/hours/bounds.rules.ts'
import type { Law } from '../../trips/hours/law.rules.ts'
import { someTimelineOf } from '../../trips/hours/search.rules.ts'
import type { Step } from '../../trips/hours/timeline.rules.ts'
import type { Piece } from './driving.rules.ts'

/**
 * HOURS-5: the steps of a piece: to its end or, if a stop has no lawful timeline, to that stop and on to the start of
 * the next piece. The drive to that stop is right before it, and the time left over was rest.
 */
export function stepsOf({ duties, start, answer }: Piece, law: Law): Step[] {
  if (!('rule' in answer)) return withLastRest(answer.steps)
  const lawful = answer.duty === 0 ? undefined : someTimelineOf(duties.slice(0, answer.duty), start, law)
  const before = lawful === undefined || 'rule' in lawful ? [] : [...lawful.steps]
  if (before.at(-1)?.kind === 'WAIT') before.pop()
  const steps = withLastRest(before)
  const next = Math.max(1, answer.duty)
  for (const [at, { driving, work, windows }] of duties.slice(0, next + 1).entries()) {
    if (at < answer.duty) continue
    const end = steps.at(-1)?.to ?? start.at
    const begin = Math.max(end, windows[0]![0])
    const left = Math.max(end, begin - driving)
    steps.push({ kind: pauseOf(end, left), from: end, to: left })
    steps.push({ kind: 'DRIVE', from: left, to: begin })
    if (at < next) steps.push({ kind: 'WORK', from: begin, to: begin + work })
  }
  return steps.filter(({ from, to }) => from < to)
}

/** Turns a long final wait into a daily rest, because the model ignores a pause that nothing follows. */
function withLastRest(steps: readonly Step[]): Step[] {
  return steps.map((step) => {
    const isRest = step.kind === 'WAIT' && pauseOf(step.from, step.to) === 'DAILY_REST'
    return isRest ? { ...step, kind: 'DAILY_REST' } : step
  })
}

function pauseOf(from: number, to: number): Step['kind'] {
  return to - from >= leastDailyRest ? 'DAILY_REST' : 'BREAK'
}
