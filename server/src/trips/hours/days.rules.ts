import { isForTwo, type Law, lawFor, mondayOf, weekOf } from './law.rules.ts'
import { driving, longStepsOf, rested, type State, tolerance, working } from './state.rules.ts'
import type { Step } from './timeline.rules.ts'

/** A part of a timeline with the law it is under. Of driving that two drivers share each counts half. */
export interface TakenStep extends Step {
  law: Law
}

/** What a driver does one after the other. */
export interface HoursPart {
  /** What the driver has done before, where more is known than what the parts before come to; null: what they come to. */
  start: State | null
  steps: readonly TakenStep[]
}

/** A day of a driver, from the first work after a daily rest to the next: minutes, instants since 1970. */
export interface HoursDay {
  from: number
  driven: number
  /** What may be driven: a long day has its hour more where one is left of the week. */
  limit: number
  /** What may be driven when it becomes a long day. */
  longest: number
  /** When the next daily rest, or the weekly one, begins at the latest. */
  restBy: number
}

/** What parts of a timeline come to. */
export interface CountedHours {
  days: HoursDay[]
  /** Driving by the number of the calendar week. */
  byWeek: Map<number, number>
  /** What the driver has done at the end. */
  state: State | undefined
  /** The last weekly rest that is over. */
  weeklyRest: Step | undefined
  /** Since when a rest or break goes on at the end. */
  restingSince: number | undefined
  /** Nothing has been done since the last daily rest, or that goes on. */
  isOff: boolean
}

const one = lawFor(1)

/**
 * HOURS-5: what a timeline comes to, by days between daily rests and by calendar weeks, with what the law leaves of them.
 * @param until what is after it is not counted, minutes since 1970
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

/** What is known from elsewhere of the day that goes on counts, where it is more. */
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

/** HOURS-9: of a rest that was interrupted the last part ends the day. */
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

/** The state after a part of a timeline, whose rests are what it says they are. */
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
  // A day that was longer than the law allows is one long day.
  const most = limitsOfDay({ driven: Infinity, longSteps: 0 }).longest
  const before = endsDay(step) ? { ...state, driven: Math.min(state.driven, most) } : state
  // What was interrupted was in time as a whole.
  const [next] = (step.rested === undefined ? [own, past] : [past]).flatMap((some) => rested(before, minutes, some, as))
  return { ...(next ?? rested(state, minutes, own, 'pause')[0]!), at: to, trace: null }
}

function dayOf(state: State, from: number, law: Law): HoursDay {
  return { from, driven: state.driven, ...limitsOfDay(state), restBy: restDueBy(state, law) }
}

/** How much one driver may drive in the day that is not over, and when it becomes a long one. */
export function limitsOfDay({ driven, longSteps }: Pick<State, 'driven' | 'longSteps'>) {
  const left = Math.max(0, Math.min(one.longStepsOfDay, one.longStepsOfWeek - longSteps))
  const taken = Math.min(left, longStepsOf(driven, one))
  return { limit: one.day + taken * one.longStep, longest: one.day + left * one.longStep }
}

/** When the next daily rest begins at the latest, or the weekly one: minutes since 1970. */
export function restDueBy({ begin, weekly, hasSplit, shortRests }: State, law: Law): number {
  const least = hasSplit ? law.splitSecond : shortRests < law.shortRests ? law.shortRest : law.rest
  return Math.min(begin + law.period - Math.min(least, law.rest), weeklyRestDueBy({ weekly }, law))
}

/** When the next weekly rest begins at the latest. */
export function weeklyRestDueBy({ weekly }: Pick<State, 'weekly'>, law: Law = one): number {
  return weekly + law.untilWeeklyRest
}

/** How much one driver may drive in a calendar week after so much in the week before, and in both. */
export function limitsOfWeek(before: number): { week: number; fortnight: number } {
  return { week: Math.max(0, Math.min(one.week, one.fortnight - before)), fortnight: one.fortnight }
}

/** How much may be driven until a break. */
export function leftUntilBreak({ since }: Pick<State, 'since'>): number {
  return Math.max(0, one.untilBreak - since)
}
