import type { PayrollSettings, PayrollSource } from '@cartage/contract/payroll/app'
import { type Absence, absenceOf, sumAbsences } from './absence.rules.ts'
import { type AllowanceRow, allowanceOf } from './allowance.rules.ts'
import { type Away, awayOf, awayOnDay, type Stay } from './away.rules.ts'
import type { PayrollDay } from './calendar.rules.ts'
import { joinParts, type Minutes, minutesOfDay, type Part, sourcesOf, sumMinutes } from './hours.rules.ts'

/** Data of a driver around a month. */
export interface DriverFacts {
  driver_id: string
  name: string
  personnel_number: string | null
  /** Country of home; null if unknown. */
  home: string | null
  /** Activities by source, the most reliable first. */
  sources: readonly (readonly Part[])[]
  stays: readonly Stay[]
  absences: readonly Absence[]
  isHoliday(date: string): boolean | undefined
}

/** Payroll figures of one day or of several. */
export interface PayrollFigures {
  minutes: Minutes
  sources: readonly PayrollSource[]
  absences: ReadonlyMap<string, number>
  away: number
  nights: number
  countries: readonly string[]
  allowances: readonly AllowanceRow[]
}

/** A day of a driver in figures. */
export interface DriverDay extends PayrollFigures {
  date: string
}

/** The days of a driver (PAYROLL-1 to PAYROLL-5). */
export function driverDays(
  facts: DriverFacts,
  days: readonly PayrollDay[],
  settings: Pick<PayrollSettings, 'allowances' | 'absence_weekdays'>,
): DriverDay[] {
  const parts = joinParts(facts.sources)
  const away = awayOf(parts, facts.stays, facts.absences)
  return days.map((day) => driverDay(day, { facts, parts, away }, settings))
}

function driverDay(
  day: PayrollDay,
  { facts, parts, away }: { facts: DriverFacts; parts: readonly Part[]; away: readonly Away[] },
  settings: Pick<PayrollSettings, 'allowances' | 'absence_weekdays'>,
): DriverDay {
  const isHoliday = facts.isHoliday(day.date)
  const spent = awayOnDay(day, away, facts.home)
  const allowance = allowanceOf(day, spent, settings.allowances)
  return {
    date: day.date,
    minutes: minutesOfDay(day, parts, isHoliday),
    sources: sourcesOf(day, parts),
    absences: absenceOf(day, facts.absences, { weekdays: settings.absence_weekdays, isHoliday }),
    away: spent.minutes,
    nights: spent.isNight ? 1 : 0,
    countries: spent.country === null ? [] : [spent.country],
    allowances: allowance ? [allowance] : [],
  }
}

/** Sums several days: a month from its days, and a year from its months. */
export function sumFigures(days: readonly PayrollFigures[]): PayrollFigures {
  const sources = new Set(days.flatMap((one) => one.sources))
  return {
    minutes: sumMinutes(days.map(({ minutes }) => minutes)),
    sources: (['CARD', 'STOPS', 'PLAN'] as const).filter((one) => sources.has(one)),
    absences: sumAbsences(days.map(({ absences }) => absences)),
    away: days.reduce((sum, one) => sum + one.away, 0),
    nights: days.reduce((sum, one) => sum + one.nights, 0),
    countries: [...new Set(days.flatMap(({ countries }) => countries))].sort(),
    allowances: days.flatMap(({ allowances }) => allowances),
  }
}
