import { endsOf, lastMinuteOfCut } from './cuts.rules.ts'
import { dueBefore, lessened, type Payment, paidIn, withDebt } from './debts.rules.ts'
import { type Law, mondayOf, weekOf } from './law.rules.ts'
import type { Cut, Debt, State, StepKind, Trace, Weeks } from './state.model.ts'
import { mayBeShort, owesFirst, weeklyRests } from './weekly.rules.ts'

/** Tolerance for rounded minutes. */
export const tolerance = 1e-6

/** A driver who is fresh from a weekly rest and may begin at an instant, or later. */
export function restedAt(at: number): State {
  const weeks: Weeks = { week: weekOf(at), inWeek: 0, inWeekBefore: 0 }
  return {
    ...weeks,
    weeksAtBegin: weeks,
    at,
    since: 0,
    hasPart: false,
    begin: at,
    driven: 0,
    longSteps: 0,
    hasSplit: false,
    shortRests: 0,
    weekly: at,
    shortWeekly: 0,
    owed: [],
    slack: Infinity,
    cut: null,
    trace: null,
  }
}

const traced = (before: Trace | null, kind: Trace['kind'], minutes: number): Trace => ({ before, kind, minutes })

/** Whether a rest ended a day. */
export function endsDay({ kind }: Trace): boolean {
  return kind === 'DAILY_REST' || kind === 'WEEKLY_REST'
}

/**
 * Marks the state so that the next duty begins a number of minutes later. A duty without work directly after a rest
 * happens during the rest, and does not move when the rest becomes longer.
 */
export function begunAt(state: State, minutes: number, work: number): State {
  const isInRest = work <= tolerance && state.begin === state.at
  const trace = isInRest ? traced(state.trace, 'DUTY_AT', state.at + minutes) : traced(state.trace, 'DUTY', minutes)
  return { ...state, trace }
}

/** Driving beyond the usual day counts in steps of one hour, one for each driver. */
export function longStepsOf(driven: number, law: Law): number {
  return driven > law.day + tolerance ? Math.ceil((driven - law.day - tolerance) / law.longStep) : 0
}

/** The state after driving for a number of minutes. */
export function driving(state: State, minutes: number): State {
  if (minutes <= 0) return state
  const next = { ...state }
  next.at += minutes
  next.since += minutes
  next.driven += minutes
  next.trace = traced(state.trace, 'DRIVE', minutes)
  countWeeks(next, state.at, minutes)
  return next
}

/** Adds driving to the calendar weeks in which it falls. */
function countWeeks(state: State, from: number, minutes: number): void {
  let at = from
  let left = minutes
  while (left > 0) {
    enterWeek(state, weekOf(at))
    const part = Math.min(left, mondayOf(state.week + 1) - at)
    state.inWeek += part
    at += part
    left -= part
  }
}

function enterWeek(state: State, week: number): void {
  if (week <= state.week) return
  state.inWeekBefore = week === state.week + 1 ? state.inWeek : 0
  state.inWeek = 0
  state.week = week
}

/** The state after other work. */
export function working(state: State, minutes: number): State {
  if (minutes <= 0) return state
  return { ...state, at: state.at + minutes, trace: traced(state.trace, 'WORK', minutes) }
}

/** The state after a duty that begins at once, and by how much it may be delayed. */
export function worked(state: State, minutes: number, slack: number): State {
  const trace = traced(traced(state.trace, 'DUTY', 0), 'WORK', minutes)
  return { ...state, at: state.at + minutes, slack, trace }
}

/** Driving left without a pause before the limit of the week or of two weeks. */
export function leftInWeek(state: State, law: Law): number {
  const week = weekOf(state.at)
  const ago = week - state.week
  const inWeek = ago === 0 ? state.inWeek : 0
  const before = ago === 0 ? state.inWeekBefore : ago === 1 ? state.inWeek : 0
  const left = Math.min(law.week - inWeek, law.fortnight - before - inWeek)
  const untilMonday = mondayOf(week + 1) - state.at
  if (left < untilMonday) return left
  return untilMonday + Math.min(law.week, law.fortnight - inWeek - untilMonday)
}

/** Latest end of duty: the daily, weekly or compensating rest that is due first begins then. */
export function lastMinute(state: State, law: Law): number {
  const { begin, weekly, owed, cut } = state
  const last = Math.min(begin + law.period - law.shortRest, weekly + law.untilWeeklyRest, dueBefore(owed))
  return cut === null ? last : Math.max(last, lastMinuteOfCut(state, cut, law))
}

/** What a pause may count as. */
export type RestKind = 'pause' | 'break' | 'daily' | 'weekly'

/**
 * The possible states after a pause of a number of minutes: it counts as nothing, as a part of a break, as a break, as
 * a daily or weekly rest, or as several of these in a row, since a minute of work separates them. A longer pause may
 * count as a shorter one, because pausing does not have to be resting.
 */
export function rested(state: State, minutes: number, law: Law, only?: RestKind): State[] {
  const { cut } = state
  if (cut === null) return restedAtOnce(state, minutes, law, only)
  const whole: State = { ...state, cut: null }
  const found = restedAtOnce(whole, minutes, law, only)
  if (only === 'pause' || only === 'break') return found
  for (const least of only === undefined ? [0, law.firstPart, law.splitFirst] : [0]) {
    const rest = minutes - least
    if (rest <= tolerance) continue
    for (const day of restedOn(whole, cut, rest, law, only)) {
      found.push(...(least === 0 ? [day] : paused(day, least, law, 'pause')))
    }
  }
  return found
}

function restedAtOnce(state: State, minutes: number, law: Law, only: RestKind | undefined): State[] {
  if (minutes <= tolerance) return [state]
  if (only === 'daily' || only === 'weekly') return restedDays(state, minutes, law, only)
  const found = paused(state, minutes, law, only)
  if (only !== undefined || minutes < law.shortRest - tolerance) return found
  found.push(...restedDays(state, minutes, law, undefined))
  for (const least of [law.firstPart, law.splitFirst]) {
    const rest = minutes - least
    if (rest < law.shortRest - tolerance) continue
    for (const day of restedDays(state, rest, law, undefined)) found.push(...paused(day, least, law, 'pause'))
  }
  return found
}

/** The state after a pause that ends no day. */
function paused(state: State, minutes: number, law: Law, only: RestKind | undefined): State[] {
  const found: State[] = []
  const long = (least: number) => minutes >= least - tolerance
  const at = state.at + minutes
  const hasSplit = state.hasSplit || long(law.splitFirst)
  const hasPart = state.hasPart || long(law.firstPart)
  const break_ = state.hasPart ? Math.min(law.secondPart, law.break) : law.break
  const isPart = law.untilBreak !== Infinity && long(law.firstPart)
  const waited = traced(state.trace, isPart ? 'BREAK' : 'WAIT', minutes)
  if (only !== 'break') found.push({ ...state, at, hasPart, hasSplit, trace: waited })
  if (only === 'pause' || state.since <= 0 || law.untilBreak === Infinity || !long(break_)) return found
  const trace = traced(state.trace, 'BREAK', minutes)
  found.push({ ...state, at, since: 0, hasPart: false, hasSplit, trace })
  if (only === undefined && long(break_ + law.firstPart)) {
    const isAlso = state.hasSplit || long(law.splitFirst + law.firstPart)
    found.push({ ...state, at, since: 0, hasPart: true, hasSplit: isAlso, trace })
  }
  return found
}

function restedDays(state: State, minutes: number, law: Law, only: RestKind | undefined): State[] {
  const inPeriod = Math.min(minutes, state.begin + law.period - state.at) + tolerance
  if (inPeriod < law.shortRest) return []
  return paidIn(state, minutes).flatMap((payment) => restedWith(payment, { state, minutes, inPeriod, law, only }))
}

interface Rested {
  state: State
  minutes: number
  /** The part of it within the period of the last rest. */
  inPeriod: number
  law: Law
  only: RestKind | undefined
}

/** HOURS-6: compensation is attached to a rest that keeps its own required length. */
function restedWith({ paid, owed }: Payment, { state, minutes, inPeriod, law, only }: Rested): State[] {
  const found: State[] = []
  const rest = minutes - paid + tolerance
  const counted = Math.min(inPeriod, rest)
  const isRegular = counted >= law.rest || (state.hasSplit && counted >= law.splitSecond)
  const isReduced = counted >= law.shortRest && state.shortRests < law.shortRests
  if (only !== 'weekly' && (isRegular || isReduced)) {
    const next = newDay(state, minutes, law, 'DAILY_REST')
    if (!isRegular) next.shortRests += 1
    next.owed = owed
    found.push(next)
  }
  const isInTime = state.at <= state.weekly + law.untilWeeklyRest + tolerance
  const isLong = rest >= law.weeklyRest
  const isWeekly = isLong || (rest >= law.shortWeeklyRest && mayBeShort(state, law))
  if (only !== 'daily' && isInTime && isWeekly && !owesFirst(owed, state, law)) {
    const next = newDay(state, minutes, law, 'WEEKLY_REST')
    next.owed = owed
    found.push(withWeekly(next, minutes - paid, isLong, state, law))
  }
  return found
}

/** The state after a weekly rest of a number of minutes, with the debt of a short one. */
function withWeekly(next: State, minutes: number, isLong: boolean, { shortWeekly }: State, law: Law): State {
  next.shortRests = 0
  next.weekly = next.begin
  next.shortWeekly = weeklyRests(shortWeekly, !isLong, law)
  if (!isLong) next.owed = withDebt(next.owed, law.weeklyRest - minutes, next.begin, law)
  return next
}

/** HOURS-9: the states after an interrupted rest that continues. */
function restedOn(state: State, cut: Cut, minutes: number, law: Law, only: RestKind | undefined): State[] {
  const found: State[] = []
  const { isDaily, weekly } = endsOf(state, cut, minutes, law)
  const since = state.at - cut.at
  const fresh = (kind: StepKind) => {
    const next = newDay(state, minutes, law, kind)
    if (next.trace) next.trace.since = since
    return next
  }
  if (only !== 'weekly' && isDaily) found.push(fresh('DAILY_REST'))
  if (only !== 'daily' && weekly !== undefined) {
    const next = fresh('WEEKLY_REST')
    const isLong = cut.mayBeRegularWeekly && weekly >= law.weeklyRest - tolerance
    found.push(withWeekly(next, weekly, isLong, state, law))
  }
  return found
}

function newDay(state: State, minutes: number, law: Law, kind: StepKind): State {
  const at = state.at + minutes
  const { week, inWeek, inWeekBefore } = state
  const isSameWeek = weekOf(at) === weekOf(state.begin)
  return {
    ...state,
    at,
    since: 0,
    hasPart: false,
    begin: at,
    driven: 0,
    longSteps: isSameWeek ? state.longSteps + longStepsOf(state.driven, law) : 0,
    hasSplit: false,
    weeksAtBegin: { week, inWeek, inWeekBefore },
    slack: Infinity,
    trace: traced(state.trace, kind, minutes),
  }
}

/** Moves everything since the last daily rest later: that rest becomes longer. */
export function moved(state: State, minutes: number): State {
  if (minutes <= 0) return state
  const begin = state.begin + minutes
  const next = { ...state, at: state.at + minutes, begin, slack: state.slack - minutes }
  if (state.cut !== null) next.cut = { ...state.cut, at: state.cut.at + minutes }
  if (state.weekly === state.begin) {
    next.weekly = begin
    next.owed = lessOwed(state, minutes)
  }
  next.trace = traced(state.trace, 'MOVED', minutes)
  if (weekOf(begin) !== weekOf(state.begin)) next.longSteps = 0
  if (weekOf(next.at) !== weekOf(state.begin)) recountWeeks(next)
  return next
}

/** The debt of a short weekly rest shrinks when the rest becomes longer. */
function lessOwed({ owed, shortWeekly, begin }: State, minutes: number): readonly Debt[] {
  const last = owed.at(-1)
  if (!last || (shortWeekly & 1) === 0 || last.restEnd !== begin) return owed
  return [...owed.slice(0, -1), ...lessened(last, minutes)]
}

/** Recounts driving of the day that may now fall in another calendar week. */
function recountWeeks(next: State): void {
  Object.assign(next, next.weeksAtBegin)
  const steps: Trace[] = []
  for (let one = next.trace; one !== null && !endsDay(one); one = one.before) steps.push(one)
  let at = next.begin
  for (const { kind, minutes } of steps.toReversed()) {
    if (kind === 'MOVED' || kind === 'DUTY' || kind === 'DUTY_AT') continue
    if (kind === 'DRIVE') countWeeks(next, at, minutes)
    at += minutes
  }
}
