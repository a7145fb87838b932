import { type Law, mondayOf, pausesOf, weekOf } from './law.rules.ts'
import {
  driving,
  lastMinute,
  leftInWeek,
  longStepsOf,
  type RestKind,
  type Run,
  rested,
  type State,
  tolerance,
} from './state.rules.ts'

/** A pause that may be made, and how much may be driven before it. */
interface Stop {
  kind: RestKind
  minutes: number
  after: number
}

/**
 * Every state in which a driver can arrive who drives so many minutes, pausing where the law requires or allows it. A
 * pause is made as late as it can be: what is driven before it is not driven after it. Pauses at the end of the way are
 * left to what follows.
 * @param run the pause that comes before, for what may be added to it
 * @param until when to arrive at the latest
 */
export function arrivals(run: Run, minutes: number, until: number, law: Law): State[] {
  const found: State[] = []
  // A pause that has begun may go on until it counts as more.
  const longer = run.minutes > tolerance ? pausesOf(law).filter((length) => length > run.minutes + tolerance) : []
  for (const length of [run.minutes, ...longer]) {
    const whole = { from: run.from, minutes: length }
    for (const state of rested(run.from, length, law)) drive(state, minutes, whole, until, law, found)
  }
  return found
}

function drive(state: State, minutes: number, run: Run, until: number, law: Law, found: State[]): void {
  if (state.at + minutes > until + tolerance) return
  if (minutes <= tolerance) {
    found.push(state)
    return
  }
  const inWeek = leftInWeek(state, law)
  const untilBreak = law.untilBreak - state.since
  const untilRest = lastMinute(state, law) - state.at
  const longest = law.day + law.longStep * longStepsLeft(state, law) - state.driven
  const most = Math.min(untilBreak, longest, inWeek, untilRest)
  if (minutes <= most + tolerance) found.push(driving(state, minutes))
  // Who may not be on duty any more cannot drive after a break either.
  for (const stop of stopsOf(state, { minutes, untilBreak, inWeek, most }, law)) {
    if (stop.after > tolerance) {
      const driven = driving(state, stop.after)
      const next = { from: driven, minutes: stop.minutes }
      for (const after of rested(driven, stop.minutes, law, stop.kind)) {
        drive(after, minutes - stop.after, next, until, law, found)
      }
    } else if (stop.minutes > run.minutes + tolerance) {
      const next = { from: run.from, minutes: stop.minutes }
      for (const after of rested(run.from, stop.minutes, law, stop.kind)) drive(after, minutes, next, until, law, found)
    }
  }
}

/** How many hours the day may be longer, by what other days of the week have used. */
function longStepsLeft({ longSteps }: State, law: Law): number {
  return Math.max(0, Math.min(law.longStepsOfDay, law.longStepsOfWeek - longSteps))
}

interface Limits {
  minutes: number
  untilBreak: number
  inWeek: number
  most: number
}

/** The pauses before the end of a way, each as late as it can be. */
function stopsOf(state: State, { minutes, untilBreak, inWeek, most }: Limits, law: Law): Stop[] {
  const stops: Stop[] = []
  const add = (kind: RestKind, length: number, after: number) => {
    if (after >= -tolerance && after < minutes - tolerance) stops.push({ kind, minutes: length, after })
  }
  if (untilBreak <= most + tolerance) {
    if (state.hasPart) add('break', law.secondPart, untilBreak)
    add('break', law.break, untilBreak)
    if (!state.hasSplit && law.splitFirst !== Infinity) add('break', law.splitFirst, untilBreak)
  }
  if (inWeek <= most + tolerance) addUntilMonday(state, inWeek, add)
  const period = state.begin + law.period - state.at
  for (let step = longStepsOf(state.driven, law); step <= longStepsLeft(state, law); step += 1) {
    const day = Math.min(most, law.day + law.longStep * step - state.driven)
    const isLast = step === longStepsLeft(state, law)
    const isSame = !isLast && day >= most - tolerance
    if (isSame) continue
    const rest = state.hasSplit ? law.splitSecond : law.rest
    add('daily', rest, Math.min(day, period - rest))
    if (!state.hasSplit && state.shortRests < law.shortRests && law.shortRest < law.rest) {
      add('daily', law.shortRest, Math.min(day, period - law.shortRest))
    }
    if (state.shortWeekly < law.shortWeeklyRests)
      add('weekly', law.shortWeeklyRest, Math.min(day, period - law.shortRest))
    add('weekly', law.weeklyRest, Math.min(day, period - law.shortRest))
  }
  return stops
}

function addUntilMonday(
  state: State,
  inWeek: number,
  add: (kind: RestKind, minutes: number, after: number) => void,
): void {
  const at = state.at + inWeek
  const length = mondayOf(weekOf(at + tolerance) + 1) - at
  for (const kind of ['pause', 'break', 'daily', 'weekly'] as const) add(kind, length, inWeek)
}
