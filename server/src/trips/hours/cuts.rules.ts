import { dueBefore } from './debts.rules.ts'
import type { Law } from './law.rules.ts'
import type { Cut, State } from './state.model.ts'
import { mayBeShort, owesFirst } from './weekly.rules.ts'

/** Tolerance for rounded minutes. */
const tolerance = 1e-6

/**
 * HOURS-9: what an interrupted rest counts as after continuing for a number of minutes; it compensates no other rest.
 */
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

/** A reduced daily rest may not be interrupted; of a split rest only the second part may. */
function leastDaily({ hadSplit }: Cut, law: Law): number {
  return hadSplit ? Math.min(law.splitSecond, law.interruptedRest) : law.interruptedRest
}

/** Minimum length of the rest to count as a weekly one; Infinity: never. */
function leastWeekly(state: State, cut: Cut, law: Law): number {
  if (law.isAetr || cut.at > state.weekly + law.untilWeeklyRest + tolerance || owesFirst(state.owed, state, law)) {
    return Infinity
  }
  if (mayBeShort(state, law)) return law.shortWeeklyRest
  return cut.mayBeRegularWeekly ? law.weeklyRest : Infinity
}

/** Latest end of the work that interrupts a rest, so that the rest can still be completed in time. */
export function lastMinuteOfCut(state: State, cut: Cut, law: Law): number {
  const left = (least: number) => Math.max(0, least - cut.minutes)
  // The rest within the 24 hours is enough: what remains of them without the interruptions.
  const inPeriod = (least: number) => state.begin + law.period + cut.minutes - least
  const [day, due] = [leastDaily(cut, law), dueBefore(state.owed)]
  const daily = Math.min(inPeriod(day), Math.min(state.weekly + law.untilWeeklyRest, due) - left(day))
  const least = leastWeekly(state, cut, law)
  return least === Infinity ? daily : Math.max(daily, Math.min(inPeriod(law.shortRest), due - left(least)))
}

/** Whether one interrupted rest dominates the other: everything possible after the other is possible after it. */
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

/** Further minutes after an interruption from which a rest counts as a daily or weekly one. */
export function restsLeft({ minutes }: Cut, law: Law): number[] {
  const { splitSecond, interruptedRest, shortWeeklyRest, weeklyRest } = law
  return [splitSecond, interruptedRest, shortWeeklyRest, weeklyRest].flatMap((length) =>
    length > minutes + tolerance ? [length - minutes] : [],
  )
}
