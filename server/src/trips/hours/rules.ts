import { begun, opening } from './begins.rules.ts'
import type { Crossing } from './crossings.rules.ts'
import { type Effort, endless, endOf, type Most, someOf } from './labels.rules.ts'
import { type Law, type Rule, rules, without } from './law.rules.ts'
import { arrivals } from './legs.rules.ts'
import { type Run, type State, tolerance } from './state.rules.ts'
import { type Step, timelineTo } from './timeline.rules.ts'

/** A way that is driven and the work at its end, in minutes. Instants are minutes since 1970. */
export interface Duty {
  driving: number
  work: number
  /** When the work may begin, in order and apart; none: at any time. */
  windows: readonly (readonly [from: number, to: number])[]
  /** When the place is open from an instant on, where a list cannot say it. The work begins then at once, or after a rest. */
  opens?: ((from: number) => number) | undefined
  /** HOURS-9: its work is to board, and the driver is aboard after it. */
  boards?: Crossing | undefined
  /** HOURS-9: the crossing that ends with it: there is no other way to it, and its work is to drive off. */
  lands?: Crossing | undefined
}

/**
 * The lawful timeline that ends first, with when each duty begins, or the first rule that has none and the duty that breaks it.
 * `time`: there is too little time whatever the law says.
 */
export type Answer =
  | { end: number; steps: Step[]; begins: number[] }
  /** Not settled: none was found as far as was looked, and there may be one. */
  | { rule: Rule | 'time'; duty: number; isUnsettled?: true }

/** How many states are gone on with where a lawful timeline is enough: a trip of three weeks takes milliseconds. */
export const few = 2

/**
 * HOURS-1: the one question about driving and rest time: given what the driver has done, is there a lawful timeline of these
 * duties? All that matter are looked at: breaks and rests are as late as they can be, waiting counts as either.
 * @param start what the driver has done; the first duty may follow at once
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

/** The law without what is due after the last of the duties. */
export function lawWithin(law: Law, duties: readonly Duty[]): Law {
  const last = duties.at(-1)
  const end = last?.windows.at(-1)?.[1]
  return last === undefined || end === undefined
    ? law
    : { ...law, horizon: Math.min(law.horizon, end + last.work + (last.boards?.aboard ?? 0)) }
}

/** As far as duties can be done: where the driver can be then, and how many were done. */
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

/** The answer of those who have done all duties: the first of them. */
export function answerOf(runs: readonly Run[], start: State, duties: readonly Duty[]) {
  const first = runs.reduce((best, one) => (endOf(one) < endOf(best) ? one : best))
  const { steps, begins } = timelineTo(first, start)
  for (const [at, { work, boards }] of duties.entries()) {
    if (boards) markAboard(steps, begins[at]! + work, boards.aboard)
  }
  return { end: endOf(first), steps, begins }
}

/** HOURS-9: pauses that are aboard, in part or as a whole. */
export function markAboard(steps: readonly Step[], from: number, minutes: number): void {
  for (const step of steps) {
    const isPause = step.kind !== 'DRIVE' && step.kind !== 'WORK'
    if (isPause && step.from < from + minutes - tolerance && step.to > from + tolerance) step.isAboard = true
  }
}

/** HOURS-1: the rule without which the duties can be done: the first alone, else the last of those that have to go together. */
export function ruleWithout(isPossible: (left: readonly Rule[]) => boolean): Rule | 'time' {
  const one = rules.find((rule) => isPossible([rule]))
  if (one) return one
  return rules.find((_, at) => isPossible(rules.slice(0, at + 1))) ?? 'time'
}

function brokenRule(duties: readonly Duty[], start: State, law: Law): Rule | 'time' {
  return ruleWithout((left) => goneOn(duties, start, without(law, left))[1] === duties.length)
}

/**
 * Where a driver can be after a duty; of two of which one can do whatever the other can, it alone is kept.
 * @param many how many are gone on with side by side; fewer than all are lawful too, and later perhaps
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

/** HOURS-9: what is aboard goes on as a pause. */
function aboard({ from, minutes }: Run, crossing: Crossing): Run {
  return { from, minutes: minutes + crossing.aboard }
}
