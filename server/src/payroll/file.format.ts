import type { Sentence } from '@cartage/contract/message'
import {
  type PayrollColumn,
  type PayrollSettings,
  type PayrollSource,
  payrollColumns,
} from '@cartage/contract/payroll/app'
import type { Render } from '../http/language.ts'
import { sumOfAmounts } from './allowance.rules.ts'
import type { DriverFacts, PayrollFigures } from './driver.rules.ts'

const names: Readonly<Record<PayrollColumn, { message: Sentence }>> = {
  driver: { message: 'Driver' },
  personnel_number: { message: 'Personnel number' },
  month: { message: 'Month' },
  day: { message: 'Day' },
  source: { message: 'Source of hours' },
  driving: { message: 'Driving time' },
  work: { message: 'Other work' },
  availability: { message: 'Availability' },
  rest: { message: 'Rest' },
  unknown: { message: 'Not known' },
  duty: { message: 'Time on duty' },
  night: { message: 'Night hours' },
  sunday: { message: 'Sunday hours' },
  public_holiday: { message: 'Hours on public holidays' },
  holiday_days: { message: 'Days of holiday' },
  lieu_days: { message: 'Days off in lieu' },
  sickness_days: { message: 'Days of sickness' },
  accident_days: { message: 'Days after a work accident' },
  unemployment_days: { message: 'Days of temporary unemployment' },
  training_days: { message: 'Days of training' },
  other_absence_days: { message: 'Other days of absence' },
  absences: { message: 'Reasons of absence' },
  away: { message: 'Hours away from home' },
  nights_away: { message: 'Nights away from home' },
  countries: { message: 'Countries of stay' },
  allowance: { message: 'Daily allowance' },
  allowance_codes: { message: 'Codes of allowances' },
}

const sourceNames: Readonly<Record<PayrollSource, { message: Sentence }>> = {
  CARD: { message: 'driver card' },
  STOPS: { message: 'reported stops' },
  PLAN: { message: 'planned stops' },
}

const daysOf: Readonly<Partial<Record<PayrollColumn, string>>> = {
  holiday_days: 'DRIVER_HOLIDAY',
  lieu_days: 'DRIVER_RECUP',
  sickness_days: 'DRIVER_SICKNESS',
  accident_days: 'DRIVER_WORK_ACCIDENT',
  unemployment_days: 'DRIVER_TEMPORARY_UNEMPLOYMENT',
  training_days: 'DRIVER_TRAINING',
}
const named = new Set(Object.values(daysOf))

/** Every column with its translated name. */
export function columnNames(render: Render): { column: PayrollColumn; name: string }[] {
  return payrollColumns.map((column) => ({ column, name: render(names[column].message) }))
}

/** The headings of the file. */
export function headingsOf({ columns }: PayrollSettings, render: Render): string[] {
  return columns.map(({ column, heading }) => heading ?? render(names[column].message))
}

/** A row of the file: a driver in a month, or on a day of it. */
export interface FileRow {
  facts: Pick<DriverFacts, 'name' | 'personnel_number'>
  month: string
  day: string | null
  figures: PayrollFigures
}

/** The cells of a row in the configured format (PAYROLL-6). */
export function cellsOf(row: FileRow, settings: PayrollSettings, render: Render): string[] {
  return settings.columns.map(({ column }) => cellOf(row, column, settings, render))
}

function cellOf(
  { facts, month, day, figures }: FileRow,
  column: PayrollColumn,
  settings: PayrollSettings,
  render: Render,
): string {
  const { minutes, absences, sources } = figures
  const number = (value: number) => decimal(value, settings)
  const reason = daysOf[column]
  if (reason !== undefined) return number(absences.get(reason) ?? 0)
  if (column === 'driver') return facts.name
  if (column === 'personnel_number') return facts.personnel_number ?? ''
  if (column === 'month') return month
  if (column === 'day') return day ?? ''
  if (column === 'source') return sources.map((source) => render(sourceNames[source].message)).join(' + ')
  if (column === 'duty') return hours(minutes.driving + minutes.work + minutes.availability, settings)
  if (column === 'other_absence_days') return number(otherDays(absences))
  if (column === 'absences') {
    return [...absences].map(([code, days]) => `${code.replace('DRIVER_', '')} ${number(days)}`).join(' / ')
  }
  if (column === 'away') return hours(figures.away, settings)
  if (column === 'nights_away') return String(figures.nights)
  if (column === 'countries') return figures.countries.join(' ')
  if (column === 'allowance') return number(sumOfAmounts(figures.allowances.map(({ amount }) => amount)))
  if (column === 'allowance_codes') return codesOf(figures)
  const value = minutes[column as keyof typeof minutes]
  return value === undefined ? '' : hours(value, settings)
}

function otherDays(absences: ReadonlyMap<string, number>): number {
  return [...absences].reduce((sum, [reason, days]) => sum + (named.has(reason) ? 0 : days), 0)
}

/** Each code with its count: `SP28 x 3`. */
function codesOf({ allowances }: PayrollFigures): string {
  const times = new Map<string, number>()
  for (const { code } of allowances) times.set(code, (times.get(code) ?? 0) + 1)
  return [...times].map(([code, many]) => `${code} x ${many}`).join(' / ')
}

function decimal(value: number, { decimal: mark }: PayrollSettings): string {
  const text = value.toFixed(2)
  return mark === 'COMMA' ? text.replace('.', ',') : text
}

function hours(minutes: number, settings: PayrollSettings): string {
  const whole = Math.round(minutes)
  if (settings.hours_as === 'MINUTES') return String(whole)
  if (settings.hours_as === 'DECIMAL') return decimal(minutes / 60, settings)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
