import { isForTwo, type Law, lawFor, mondayOf, weekOf } from './law.rules.ts'
import type { State } from './state.model.ts'
import { driving, longStepsOf, rested, tolerance, working } from './state.rules.ts'
import type { Step } from './timeline.rules.ts'

/** A part of a timeline with the law that applies. Driving shared by two drivers counts half for each. */
export interface TakenStep extends Step {
  law: Law
}

/** Consecutive work of a driver. */
export interface HoursPart {
  /** Earlier work of the driver, if known; null: it follows from the preceding parts. */
  start: State | null
  steps: readonly TakenStep[]
}

/** A driver's day, from the first work after a daily rest to the next: minutes, instants since 1970. */
export interface HoursDay {
  from: number
  driven: number
  /** Driving limit of the day; includes the extra hour of a long day that has begun, if the week has one left. */
  limit: number
  /** Driving limit if it becomes a long day. */
  longest: number
  /** Latest start of the next daily or weekly rest. */
  restBy: number
}

/** Totals of the parts of a timeline. */
export interface CountedHours {
  days: HoursDay[]
  /** Driving minutes by number of the calendar week. */
  byWeek: Map<number, number>
  /** The driver's state at the end. */
  state: State | undefined
  /** The last completed weekly rest. */
  weeklyRest: Step | undefined
  /** Start of the rest or break in progress at the end. */
  restingSince: number | undefined
  /** No work since the last daily rest, or the rest is in progress. */
  isOff: boolean
}

const one = lawFor(1)

/**
 * HOURS-5: totals of a timeline by days between daily rests and by calendar weeks, with what the law leaves of them.
 * @param until later parts are not counted, minutes since 1970
 */
export function countedHours(parts: readonly HoursPart[], until = Infinity): CountedHours {
  const found: CountedHours = {
    ...{ days: [], byWeek: new Map(), state: undefined },
    ...{ weeklyRest: undefined, restingSince: undefined, isOff: true },
  }
  const day = { from: Number.NaN, law: one }
  const close = () => {
    if (found.state && !Number.isNaN(day.from)) found.days.push(dayOf(found.state, day.from, day.law))
    day.from = Number.NaN
  }
  for (const part of parts) {
    if (part.start && part.start.at > until) break
    enter(part.start, found)
    for (const step of part.steps) {
      if (step.from >= until) break
      take({ ...step, to: Math.min(step.to, until) }, step.to > until, found, day, close)
    }
  }
  found.isOff = Number.isNaN(day.from)
  close()
  return found
}

/** Applies a state from other records to the current day if it counts more. */
function enter(start: State | null, found: CountedHours): void {
  if (start === null) return
  if (found.state) addDriven(found.byWeek, start.at, Math.max(0, start.driven - found.state.driven))
  found.state = start
}

function take(
  step: TakenStep,
  isGoingOn: boolean,
  found: CountedHours,
  day: { from: number; law: Law },
  close: () => void,
): void {
  const { kind, from, to, law } = step
  const isPause = kind !== 'DRIVE' && kind !== 'WORK'
  found.restingSince = isPause && isGoingOn ? from : undefined
  const endsIt = endsDay(step)
  if (endsIt) close()
  if (endsIt && isGoingOn) return
  const next = followed(found.state!, step)
  if (!isPause && Number.isNaN(day.from)) day.from = from
  if (kind === 'DRIVE') addDriven(found.byWeek, from, to - from, shareOf(law))
  if (kind === 'WEEKLY_REST') found.weeklyRest = { kind, from, to }
  day.law = law
  found.state = next
}

/** HOURS-9: the last part of an interrupted rest ends the day. */
const endsDay = ({ kind, isPart }: Step) => !isPart && (kind === 'DAILY_REST' || kind === 'WEEKLY_REST')

function shareOf(law: Law): number {
  return isForTwo(law) ? 0.5 : 1
}

function addDriven(byWeek: Map<number, number>, from: number, minutes: number, share = 1): void {
  let [at, left] = [from, minutes]
  while (left > tolerance) {
    const week = weekOf(at)
    const part = Math.min(left, mondayOf(week + 1) - at)
    byWeek.set(week, (byWeek.get(week) ?? 0) + part * share)
    at += part
    left -= part
  }
}

/** The state after a part of a timeline, whose rests count as labelled. */
function followed(state: State, step: TakenStep): State {
  const { kind, from, to, law } = step
  const minutes = step.rested ?? to - from
  if (kind === 'DRIVE') return { ...driving(state, minutes * shareOf(law)), at: to, trace: null }
  if (kind === 'WORK') return { ...working(state, minutes), at: to, trace: null }
  const { day, longStep, longStepsOfDay, longStepsOfWeek } = one
  const own = { ...law, day, longStep, longStepsOfDay, longStepsOfWeek }
  const past = { ...own, period: Infinity, untilWeeklyRest: Infinity, shortRests: Infinity, shortWeeklyRests: Infinity }
  const as = step.isPart
    ? 'pause'
    : kind === 'WEEKLY_REST'
      ? 'weekly'
      : kind === 'DAILY_REST'
        ? 'daily'
        : kind === 'BREAK'
          ? 'break'
          : 'pause'
  // A day that was longer than permitted counts as one long day.
  const most = limitsOfDay({ driven: Infinity, longSteps: 0 }).longest
  const before = endsDay(step) ? { ...state, driven: Math.min(state.driven, most) } : state
  // An interrupted rest was in time as a whole.
  const [next] = (step.rested === undefined ? [own, past] : [past]).flatMap((some) => rested(before, minutes, some, as))
  return { ...(next ?? rested(state, minutes, own, 'pause')[0]!), at: to, trace: null }
}

function dayOf(state: State, from: number, law: Law): HoursDay {
  return { from, driven: state.driven, ...limitsOfDay(state), restBy: restDueBy(state, law) }
}

/** Driving limits for one driver on the current day, with and without making it a long day. */
export function limitsOfDay({ driven, longSteps }: Pick<State, 'driven' | 'longSteps'>) {
  const left = Math.max(0, Math.min(one.longStepsOfDay, one.longStepsOfWeek - longSteps))
  const taken = Math.min(left, longStepsOf(driven, one))
  return { limit: one.day + taken * one.longStep, longest: one.day + left * one.longStep }
}

/** Latest start of the next daily or weekly rest: minutes since 1970. */
export function restDueBy({ begin, weekly, hasSplit, shortRests }: State, law: Law): number {
  const least = hasSplit ? law.splitSecond : shortRests < law.shortRests ? law.shortRest : law.rest
  return Math.min(begin + law.period - Math.min(least, law.rest), weeklyRestDueBy({ weekly }, law))
}

/** Latest start of the next weekly rest. */
export function weeklyRestDueBy({ weekly }: Pick<State, 'weekly'>, law: Law = one): number {
  return weekly + law.untilWeeklyRest
}

/** Driving limits for one driver in a calendar week, given the driving of the week before, and in both. */
export function limitsOfWeek(before: number): { week: number; fortnight: number } {
  return { week: Math.max(0, Math.min(one.week, one.fortnight - before)), fortnight: one.fortnight }
}

/** Driving minutes left until a break. */
export function leftUntilBreak({ since }: Pick<State, 'since'>): number {
  return Math.max(0, one.untilBreak - since)
}
