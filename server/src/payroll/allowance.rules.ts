import type { PayrollSettings } from '@cartage/contract/payroll/app'
import type { AwayDay } from './away.rules.ts'
import type { PayrollDay } from './calendar.rules.ts'

/** A row of the allowance table. */
export type AllowanceRow = PayrollSettings['allowances'][number]

/**
 * The daily allowance of a day (PAYROLL-5): among the rows of the country of stay, or the general rows if it has none,
 * the one with the highest number of hours reached. A whole day is 24 hours, also when the clock changes.
 */
export function allowanceOf(
  day: PayrollDay,
  away: AwayDay,
  rows: PayrollSettings['allowances'],
): AllowanceRow | undefined {
  if (away.minutes === 0) return undefined
  const hours = away.minutes >= (day.to - day.from) / 60_000 ? 24 : away.minutes / 60
  const own = rows.filter(({ country }) => country !== null && country === away.country)
  return (own.length > 0 ? own : rows.filter(({ country }) => country === null))
    .filter(({ hours_from }) => hours_from <= hours)
    .toSorted((one, other) => other.hours_from - one.hours_from)[0]
}

/** Sum of amounts, exact to the cent. */
export function sumOfAmounts(amounts: readonly string[]): number {
  return amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0) / 100
}
