import { begun, opening } from './begins.rules.ts'
import type { Crossing } from './crossings.rules.ts'
import type { Duty } from './duties.model.ts'
import { type Effort, endless, endOf, type Most, someOf } from './labels.rules.ts'
import { type Law, type Rule, rules, without } from './law.rules.ts'
import { arrivals } from './legs.rules.ts'
import type { Run, State } from './state.model.ts'
import { tolerance } from './state.rules.ts'
import { type Step, timelineTo } from './timeline.rules.ts'

/**
 * The earliest lawful timeline with the start of each duty, or the first rule that cannot be kept and the duty that
 * breaks it. `time`: there is too little time regardless of the law.
 */
export type Answer =
  | { end: number; steps: Step[]; begins: number[] }
  /** Unsettled: the search was cut off without finding a timeline, and one may exist. */
  | { rule: Rule | 'time'; duty: number; isUnsettled?: true }

/** Beam width if any lawful timeline is enough: a trip of three weeks takes milliseconds. */
export const few = 2

/**
 * HOURS-1: the central question of driving and rest time: given a driver's past work, is there a lawful timeline of
 * these duties? Exhaustive up to dominance: breaks and rests are as late as possible, and waiting counts as either.
 * @param start the driver's past work; the first duty may follow at once
 */
export function timelineOf(duties: readonly Duty[], start: State, asked: Law): Answer {
  const law = lawWithin(asked, duties)
  let runs: Run[] = [{ from: start, minutes: 0 }]
  for (const [index, duty] of duties.entries()) {
    const next = afterDuty(runs, duty, law)
    if (next.length === 0) return { rule: brokenRule(duties.slice(0, index + 1), start, law), duty: index }
    runs = next
  }
  return answerOf(runs, start, duties)
}

/** The law without requirements that are due after the last duty. */
export function lawWithin(law: Law, duties: readonly Duty[]): Law {
  const last = duties.at(-1)
  const end = last?.windows.at(-1)?.[1]
  return last === undefined || end === undefined
    ? law
    : { ...law, horizon: Math.min(law.horizon, end + last.work + (last.boards?.aboard ?? 0)) }
}

/** Performs duties as far as possible: the states of the driver then, and the number of duties done. */
export function goneOn(
  duties: readonly Duty[],
  start: State,
  law: Law,
  many?: number,
  effort?: Effort,
): [runs: Run[], done: number] {
  let runs: Run[] = [{ from: start, minutes: 0 }]
  for (const [index, duty] of duties.entries()) {
    const next = afterDuty(runs, duty, law, many, effort)
    if (next.length === 0) return [runs, index]
    runs = next
  }
  return [runs, duties.length]
}

/** The answer for states that have done all duties: the earliest. */
export function answerOf(runs: readonly Run[], start: State, duties: readonly Duty[]) {
  const first = runs.reduce((best, one) => (endOf(one) < endOf(best) ? one : best))
  const { steps, begins } = timelineTo(first, start)
  for (const [at, { work, boards }] of duties.entries()) {
    if (boards) markAboard(steps, begins[at]! + work, boards.aboard)
  }
  return { end: endOf(first), steps, begins }
}

/** HOURS-9: marks pauses that are aboard, in part or as a whole. */
export function markAboard(steps: readonly Step[], from: number, minutes: number): void {
  for (const step of steps) {
    const isPause = step.kind !== 'DRIVE' && step.kind !== 'WORK'
    if (isPause && step.from < from + minutes - tolerance && step.to > from + tolerance) step.isAboard = true
  }
}

/** HOURS-1: the rule whose removal makes the duties possible, alone or, if several are needed, as the last of them. */
export function ruleWithout(isPossible: (left: readonly Rule[]) => boolean): Rule | 'time' {
  const one = rules.find((rule) => isPossible([rule]))
  if (one) return one
  return rules.find((_, at) => isPossible(rules.slice(0, at + 1))) ?? 'time'
}

function brokenRule(duties: readonly Duty[], start: State, law: Law): Rule | 'time' {
  return ruleWithout((left) => goneOn(duties, start, without(law, left))[1] === duties.length)
}

/**
 * States of a driver after a duty, without dominated ones.
 * @param many beam width; a smaller one stays lawful, but may be later
 */
export function afterDuty(runs: readonly Run[], duty: Duty, law: Law, many = Infinity, effort = endless): Run[] {
  const latest = duty.windows.at(-1)?.[1] ?? Infinity
  const itself = (run: Run) => run
  const soonest = Math.min(...runs.map(endOf)) + duty.driving
  const due = many === Infinity ? Number.NEGATIVE_INFINITY : (opening(duty, soonest)?.begin ?? soonest)
  const most: Most = { many, due, effort }
  const arrived =
    duty.driving > tolerance
      ? arrivals(runs, duty.driving, latest, law, most).map((from): Run => ({ from, minutes: 0 }))
      : runs
  const found = begun(someOf(arrived, itself, most), duty, law, most)
  const over = duty.boards ? found.map((run) => aboard(run, duty.boards!)) : found
  return someOf(over, itself, most)
}

/** HOURS-9: time aboard continues as a pause. */
function aboard({ from, minutes }: Run, crossing: Crossing): Run {
  return { from, minutes: minutes + crossing.aboard }
}
