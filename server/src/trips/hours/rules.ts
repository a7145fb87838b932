import { type Law, pausesOf, type Rule, rules, weekOf, without } from './law.rules.ts'
import { arrivals } from './legs.rules.ts'
import { lastMinute, moved, type Run, rested, type State, tolerance, working } from './state.rules.ts'

/** A way that is driven and the work at its end, in minutes. Instants are minutes since 1970. */
export interface Duty {
  driving: number
  work: number
  /** When the work may begin, in order and apart; none: at any time. */
  windows: readonly (readonly [from: number, to: number])[]
}

/**
 * When the earliest lawful timeline ends, or the first rule that has none and the duty that breaks it. `time`: there is too
 * little time whatever the law says.
 */
export type Answer = { end: number } | { rule: Rule | 'time'; duty: number }

/**
 * HOURS-1: the one question about driving and rest time: given what the driver has done, is there a lawful timeline of these
 * duties? All that matter are looked at: breaks and rests are as late as they can be, waiting counts as either.
 * @param start what the driver has done; the first duty may follow at once
 */
export function timelineOf(duties: readonly Duty[], start: State, law: Law): Answer {
  let runs: Run[] = [{ from: start, minutes: 0 }]
  for (const [index, duty] of duties.entries()) {
    const next = afterDuty(runs, duty, law)
    if (next.length === 0) return { rule: brokenRule(duties.slice(0, index + 1), start, law), duty: index }
    runs = next
  }
  return { end: Math.min(...runs.map(endOf)) }
}

function endOf({ from, minutes }: Run): number {
  return from.at + minutes
}

/** HOURS-1: the rule without which the duties can be done: the first alone, else the last of those that have to go together. */
function brokenRule(duties: readonly Duty[], start: State, law: Law): Rule | 'time' {
  const isPossible = (left: readonly Rule[]) => reaches(duties, start, without(law, left))
  const one = rules.find((rule) => isPossible([rule]))
  if (one) return one
  return rules.find((_, at) => isPossible(rules.slice(0, at + 1))) ?? 'time'
}

function reaches(duties: readonly Duty[], start: State, law: Law): boolean {
  let runs: Run[] = [{ from: start, minutes: 0 }]
  for (const duty of duties) {
    runs = afterDuty(runs, duty, law)
    if (runs.length === 0) return false
  }
  return true
}

/** Where a driver can be after a duty; of two of which one can do whatever the other can, it alone is kept. */
function afterDuty(runs: readonly Run[], duty: Duty, law: Law): Run[] {
  const latest = duty.windows.at(-1)?.[1] ?? Infinity
  const found: Run[] = []
  for (const run of runs) {
    const arrived = duty.driving > tolerance ? arrivals(run, duty.driving, latest, law) : undefined
    const at = arrived?.map((from): Run => ({ from, minutes: 0 })) ?? [run]
    for (const one of at) begun(one, duty, law, found)
  }
  return kept(found)
}

/** Waits for the window, or rests until later, and works. */
function begun(run: Run, duty: Duty, law: Law, found: Run[]): void {
  const arrival = endOf(run)
  const window = opening(duty, arrival)
  if (window === undefined) return
  const [begin] = window
  const wait = begin - arrival
  waited(run, begin, window[1], duty, law, found)
  if (window[1] <= begin + tolerance) return
  const isLate = begin + duty.work > lastMinute(run.from, law) + tolerance
  if (wait + run.minutes <= tolerance && !isLate) return
  for (const length of pausesOf(law)) {
    if (length <= run.minutes + wait + tolerance) continue
    const later = opening(duty, run.from.at + length)
    if (later) waited(run, later[0], later[1], duty, law, found)
  }
}

/** When work begins for who arrives at an instant, and how late it may in that window. */
function opening({ windows }: Duty, arrival: number): [begin: number, latest: number] | undefined {
  if (windows.length === 0) return [arrival, Infinity]
  for (const [from, to] of windows) if (arrival <= to + tolerance) return [Math.max(arrival, from), to]
  return undefined
}

/** What was waited may as well have been rested before: then all of the day is later. */
function waited(run: Run, begin: number, latest: number, duty: Duty, law: Law, found: Run[]): void {
  const whole = begin - run.from.at
  const slack = Math.min(run.from.slack, begin - endOf(run))
  done({ from: run.from, minutes: whole }, latest - begin, duty, law, found)
  if (slack <= tolerance) return
  for (const least of [0, ...pausesOf(law)]) {
    const rest = Math.max(least, whole - slack)
    if (rest < whole - tolerance) {
      done({ from: moved(run.from, whole - rest), minutes: rest }, latest - begin, duty, law, found)
    }
  }
}

function done(run: Run, room: number, duty: Duty, law: Law, found: Run[]): void {
  if (duty.work <= tolerance) {
    // Who has done nothing since the rest may still begin later.
    const slack = run.from.begin === run.from.at ? run.from.slack : Math.min(run.from.slack, room)
    found.push({ from: { ...run.from, slack }, minutes: run.minutes })
    return
  }
  for (const state of rested(run.from, run.minutes, law)) {
    if (state.at + duty.work > lastMinute(state, law) + tolerance) continue
    const slack = Math.min(state.slack, room)
    found.push({ from: working(slack === state.slack ? state : { ...state, slack }, duty.work), minutes: 0 })
  }
}

function kept(found: readonly Run[]): Run[] {
  const best: Run[] = []
  for (const run of found) {
    if (best.some((other) => isAsGood(other, run))) continue
    for (let at = best.length - 1; at >= 0; at -= 1) if (isAsGood(run, best[at]!)) best.splice(at, 1)
    best.push(run)
  }
  return best
}

/** Whether from the one state all is possible that is possible from the other. */
function isAsGood(run: Run, than: Run): boolean {
  const [one, other] = [run.from, than.from]
  const ahead = endOf(than) - endOf(run)
  return (
    ahead >= -tolerance &&
    run.minutes >= than.minutes - tolerance &&
    one.since <= other.since + tolerance &&
    (one.hasPart || !other.hasPart) &&
    one.begin + Math.min(one.slack, ahead) >= other.begin - tolerance &&
    one.begin + one.slack >= other.begin + other.slack - tolerance &&
    one.driven <= other.driven + tolerance &&
    one.longSteps <= other.longSteps &&
    weekOf(one.begin) === weekOf(other.begin) &&
    (one.hasSplit || !other.hasSplit) &&
    one.shortRests <= other.shortRests &&
    one.shortWeekly <= other.shortWeekly &&
    one.weekly >= other.weekly - tolerance &&
    one.week === other.week &&
    one.inWeek <= other.inWeek + tolerance &&
    one.inWeekBefore <= other.inWeekBefore + tolerance
  )
}
