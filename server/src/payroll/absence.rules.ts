import { type PayrollDay, type Range, sharedMinutes } from './calendar.rules.ts'

/** When a driver was absent, and why. */
export interface Absence extends Range {
  reason: string
}

/** Minutes of a working day: a driver who is absent for so long is absent for all of it. */
const dayMinutes = 480

/**
 * Days of absence by reason on a day of the calendar (PAYROLL-3): a part of a day by its hours of eight. Days of the week that do not
 * count, and public holidays, are none.
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

/** Several days together. */
export function sumAbsences(days: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>()
  for (const day of days) for (const [reason, part] of day) sum.set(reason, (sum.get(reason) ?? 0) + part)
  return sum
}
