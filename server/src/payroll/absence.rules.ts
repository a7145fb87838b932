import { type PayrollDay, type Range, sharedMinutes } from './calendar.rules.ts'

/** Period and reason of a driver's absence. */
export interface Absence extends Range {
  reason: string
}

/** Minutes of a working day: an absence of this length counts as a full day. */
const dayMinutes = 480

/**
 * Days of absence by reason on a calendar day (PAYROLL-3); part of a day counts as its share of eight hours. Excluded
 * weekdays and public holidays do not count.
 */
export function absenceOf(
  day: PayrollDay,
  absences: readonly Absence[],
  { weekdays, isHoliday }: { weekdays: readonly number[]; isHoliday: boolean | undefined },
): Map<string, number> {
  const byReason = new Map<string, number>()
  if (!weekdays.includes(day.weekday) || isHoliday) return byReason
  for (const absence of absences) {
    const minutes = sharedMinutes(absence, day)
    if (minutes > 0) byReason.set(absence.reason, (byReason.get(absence.reason) ?? 0) + minutes)
  }
  return new Map([...byReason].map(([reason, minutes]) => [reason, Math.min(1, minutes / dayMinutes)]))
}

/** Sums several days. */
export function sumAbsences(days: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>()
  for (const day of days) for (const [reason, part] of day) sum.set(reason, (sum.get(reason) ?? 0) + part)
  return sum
}
