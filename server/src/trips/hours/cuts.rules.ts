import { dueBefore } from './debts.rules.ts'
import type { Law } from './law.rules.ts'
import type { State } from './state.rules.ts'
import { mayBeShort, owesFirst } from './weekly.rules.ts'

/** HOURS-9: a rest that other work has interrupted and that goes on. Instants are minutes since 1970. */
export interface Cut {
  /** When the rest began, and what of it was rested. */
  at: number
  minutes: number
  /** How often it was interrupted, and for how long in all. */
  times: number
  spent: number
  /** Three hours of a rest in two parts were taken before it. */
  hadSplit: boolean
  /** It may be a regular weekly rest. */
  mayBeRegularWeekly: boolean
}

/** Rounding of minutes breaks nothing. */
const tolerance = 1e-6

/** HOURS-9: what a rest counts as that goes on for so many minutes after it was interrupted; it pays for no other. */
export function endsOf(
  state: State,
  cut: Cut,
  minutes: number,
  law: Law,
): { isDaily: boolean; weekly: number | undefined } {
  const total = cut.minutes + minutes + tolerance
  const inPeriod = cut.minutes + Math.min(minutes, state.begin + law.period - state.at) + tolerance
  const isDaily = inPeriod >= leastDaily(cut, law)
  const least = leastWeekly(state, cut, law)
  const isRegular = cut.mayBeRegularWeekly && total >= law.weeklyRest
  const isWeekly = isRegular || (mayBeShort(state, law) && total >= law.shortWeeklyRest)
  return { isDaily, weekly: isWeekly && least < Infinity && inPeriod >= law.shortRest ? total - tolerance : undefined }
}

/** A reduced daily rest may not be interrupted; of one in two parts the second may. */
function leastDaily({ hadSplit }: Cut, law: Law): number {
  return hadSplit ? Math.min(law.splitSecond, law.interruptedRest) : law.interruptedRest
}

/** How long the rest has to be to count as a weekly one; Infinity: however long it is, it does not. */
function leastWeekly(state: State, cut: Cut, law: Law): number {
  if (law.isAetr || cut.at > state.weekly + law.untilWeeklyRest + tolerance || owesFirst(state.owed, state, law)) {
    return Infinity
  }
  if (mayBeShort(state, law)) return law.shortWeeklyRest
  return cut.mayBeRegularWeekly ? law.weeklyRest : Infinity
}

/** Until when the work that interrupts a rest may last, so that the rest can still be taken in time when it goes on after it. */
export function lastMinuteOfCut(state: State, cut: Cut, law: Law): number {
  const left = (least: number) => Math.max(0, least - cut.minutes)
  // What is rested in the 24 hours is enough: it is what is left of them, without the interruptions.
  const inPeriod = (least: number) => state.begin + law.period + cut.minutes - least
  const [day, due] = [leastDaily(cut, law), dueBefore(state.owed)]
  const daily = Math.min(inPeriod(day), Math.min(state.weekly + law.untilWeeklyRest, due) - left(day))
  const least = leastWeekly(state, cut, law)
  return least === Infinity ? daily : Math.max(daily, Math.min(inPeriod(law.shortRest), due - left(least)))
}

/** Whether all is possible after the one interrupted rest that is possible after the other. */
export function isCutAsGood(one: State, other: State): boolean {
  if (other.cut === null) return true
  if (one.cut === null) return false
  const [cut, than] = [one.cut, other.cut]
  return (
    one.begin >= other.begin - tolerance &&
    cut.at <= than.at + tolerance &&
    cut.minutes >= than.minutes - tolerance &&
    cut.times <= than.times &&
    cut.spent <= than.spent + tolerance &&
    (cut.hadSplit || !than.hadSplit) &&
    (cut.mayBeRegularWeekly || !than.mayBeRegularWeekly)
  )
}

/** How much longer a rest lasts after it was interrupted until it counts as a daily or weekly one. */
export function restsLeft({ minutes }: Cut, law: Law): number[] {
  const { splitSecond, interruptedRest, shortWeeklyRest, weeklyRest } = law
  return [splitSecond, interruptedRest, shortWeeklyRest, weeklyRest].flatMap((length) =>
    length > minutes + tolerance ? [length - minutes] : [],
  )
}
