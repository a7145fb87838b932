import { type Law, mondayOf, weekOf } from './law.rules.ts'
import type { Debt, State } from './state.model.ts'

/** The minutes that a rest compensates, and the debts that remain. */
export interface Payment {
  paid: number
  owed: readonly Debt[]
}

/** Tolerance for rounded minutes. */
const tolerance = 1e-6

/**
 * HOURS-6: adds the debt of a short weekly rest to earlier ones; unchanged if the law requires no compensation, or only
 * beyond the horizon.
 */
export function withDebt(owed: readonly Debt[], minutes: number, restEnd: number, law: Law): readonly Debt[] {
  const { weeksToCompensate: weeks, weeklyRest, shortWeeklyRest, weeklyRestsTogether } = law
  if (minutes <= tolerance || weeks === Infinity) return owed
  const due = dueOf(restEnd, weeks)
  const debts = [...owed, { minutes, restEnd, weeks, due }]
  // Two more may fall due in the same week.
  const isLater = dueBefore(debts) - 2 * (weeklyRest - shortWeeklyRest) >= law.horizon
  return isLater && weeklyRestsTogether === 2 ? owed : debts
}

/**
 * HOURS-6: article 8(9) lets a weekly rest that falls in two weeks count for either. It counts for the later one, whose
 * compensation is due later. A rest that has not ended before Monday 00:00 falls in both.
 */
function dueOf(restEnd: number, weeks: number): number {
  return mondayOf(weekOf(restEnd + tolerance) + weeks + 1)
}

/**
 * HOURS-6: the length of a short weekly rest that begins here and lasts until Monday, so that its compensation is due a
 * week later; undefined if it would be a regular rest, or makes no difference within the horizon.
 */
export function shortUntilMonday({ at, owed }: Pick<State, 'at' | 'owed'>, law: Law): number | undefined {
  const { weeksToCompensate: weeks, weeklyRest, shortWeeklyRest, horizon } = law
  if (weeks === Infinity) return undefined
  const week = weekOf(at + shortWeeklyRest)
  const until = mondayOf(week + 1) - at
  const before = owed.reduce((sum, { minutes }) => sum + minutes, 0)
  if (until >= weeklyRest + before) return undefined
  return mondayOf(week + weeks + 1) - before - 3 * (weeklyRest - shortWeeklyRest) >= horizon ? undefined : until
}

/** The remaining debt when its rest becomes longer. */
export function lessened(debt: Debt, by: number): Debt[] {
  const [minutes, restEnd] = [debt.minutes - by, debt.restEnd + by]
  return minutes <= tolerance ? [] : [{ ...debt, minutes, restEnd, due: dueOf(restEnd, debt.weeks) }]
}

/** Latest end of duty from which all debts can still be compensated in time. */
export function dueBefore(owed: readonly Debt[]): number {
  let [least, sum] = [Infinity, 0]
  for (const { due, minutes } of owed) {
    sum += minutes
    least = Math.min(least, due - sum)
  }
  return least
}

const nothing: readonly Payment[] = [{ paid: 0, owed: [] }]

/** The possible compensations in a rest: each debt as a whole and in time, largest first. */
export function paidIn({ at, owed }: Pick<State, 'at' | 'owed'>, minutes: number): readonly Payment[] {
  if (owed.length === 0) return nothing
  return paymentsOf(owed).filter(({ paid, due }) => paid < minutes && at <= due + tolerance)
}

/** A compensation, and the latest start of a rest that makes it in time. */
interface Timely extends Payment {
  due: number
}

const payments = new WeakMap<readonly Debt[], readonly Timely[]>()

/** Cached per list of debts: the remaining debts are then the same array each time, so that caches keyed by it work. */
function paymentsOf(owed: readonly Debt[]): readonly Timely[] {
  const made = payments.get(owed)
  if (made) return made
  const found = choices(owed)
    .map((isPaid): Timely => {
      const [paying, left] = [owed.filter((_, place) => isPaid[place]), owed.filter((_, place) => !isPaid[place])]
      const paid = paying.reduce((sum, debt) => sum + debt.minutes, 0)
      return { paid, owed: paying.length === 0 ? owed : left, due: dueBefore(paying) }
    })
    .toSorted((one, other) => other.paid - one.paid)
  payments.set(owed, found)
  return found
}

const none: readonly number[] = []
const known = new WeakMap<readonly Debt[], readonly number[]>()

/** The sums of all subsets of the debts. */
export function sumsOf(owed: readonly Debt[]): readonly number[] {
  if (owed.length === 0) return none
  const sums = known.get(owed) ?? sumsWith(owed)
  known.set(owed, sums)
  return sums
}

function sumsWith(owed: readonly Debt[]): readonly number[] {
  const sums = choices(owed).map((isIn) => owed.reduce((sum, { minutes }, at) => sum + (isIn[at] ? minutes : 0), 0))
  return [...new Set(sums)].filter((sum) => sum > tolerance)
}

function choices(owed: readonly Debt[]): boolean[][] {
  return owed.reduce<boolean[][]>(
    (found, _) =>
      found.flatMap((one) => [
        [...one, true],
        [...one, false],
      ]),
    [[]],
  )
}

/** Whether one state owes no more than the other, however long their last rests become. */
export function owesNoMore(one: State, other: State): boolean {
  if (one.owed.length === 0) return true
  const left = [...other.owed]
  return one.owed.every((debt) => {
    const at = left.findIndex((than) => isNoMore(debt, one, than, other))
    if (at === -1) return false
    left.splice(at, 1)
    return true
  })
}

function isNoMore(debt: Debt, one: State, than: Debt, other: State): boolean {
  if (debt.minutes > than.minutes + tolerance || debt.due < than.due) return false
  // The other's debt for its last rest shrinks when that rest becomes longer.
  if (than.restEnd !== other.begin || other.slack <= 0) return true
  return debt.restEnd === one.begin && debt.minutes + debt.restEnd <= than.minutes + than.restEnd + tolerance
}
