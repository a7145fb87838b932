import type { PayrollSource } from '@cartage/contract/payroll/app'
import type { ActivityKind } from '../trips/hours/driven.rules.ts'
import { type PayrollDay, type Range, sharedMinutes } from './calendar.rules.ts'

/** An activity of a driver, with its source. */
export interface Part extends Range {
  kind: ActivityKind
  source: PayrollSource
}

/** Minutes of one day or of several. The five kinds add up to the whole time (PAYROLL-2). */
export interface Minutes {
  driving: number
  work: number
  availability: number
  rest: number
  unknown: number
  night: number
  sunday: number
  /** Undefined if the public holidays are unknown. */
  public_holiday: number | undefined
}

const memberOf = {
  DRIVING: 'driving',
  WORKING: 'work',
  WAITING: 'availability',
  REST: 'rest',
  UNKNOWN: 'unknown',
} as const

/** Time on duty: driving, other work and availability. */
export function isDuty(kind: ActivityKind): boolean {
  return kind !== 'REST' && kind !== 'UNKNOWN'
}

/**
 * Merges the activities of a driver from several sources (PAYROLL-1): at any moment, the first source with data counts.
 * The result is in order without overlaps; time unknown to all sources is left out.
 * @param sources the most reliable first, each in order without overlaps
 */
export function joinParts(sources: readonly (readonly Part[])[]): Part[] {
  let joined: Part[] = []
  for (const parts of sources) {
    const known = joined
    const added = parts.filter(({ kind }) => kind !== 'UNKNOWN').flatMap((part) => without(part, known))
    joined = [...joined, ...added].toSorted((one, other) => one.from - other.from)
  }
  return joined
}

/** A part without the time of others, which are in order without overlaps. */
function without(part: Part, others: readonly Part[]): Part[] {
  const left: Part[] = []
  let from = part.from
  for (const other of others) {
    if (other.to <= from) continue
    if (other.from >= part.to) break
    if (other.from > from) left.push({ ...part, from, to: other.from })
    from = Math.max(from, other.to)
  }
  if (from < part.to) left.push({ ...part, from })
  return left
}

/**
 * The minutes of a day (PAYROLL-2, PAYROLL-3). A part across midnight is split between its days.
 * @param isHoliday whether the day is a public holiday; undefined if unknown
 */
export function minutesOfDay(day: PayrollDay, parts: readonly Part[], isHoliday: boolean | undefined): Minutes {
  const minutes: Minutes = {
    ...{ driving: 0, work: 0, availability: 0, rest: 0, unknown: 0, night: 0, sunday: 0 },
    public_holiday: isHoliday === undefined ? undefined : 0,
  }
  for (const part of parts) {
    const length = sharedMinutes(part, day)
    if (length === 0) continue
    minutes[memberOf[part.kind]] += length
    if (!isDuty(part.kind)) continue
    const own = { from: Math.max(part.from, day.from), to: Math.min(part.to, day.to) }
    for (const night of day.nights) minutes.night += sharedMinutes(own, night)
    if (day.weekday === 7) minutes.sunday += length
    if (isHoliday) minutes.public_holiday! += length
  }
  const known = minutes.driving + minutes.work + minutes.availability + minutes.rest
  minutes.unknown = (day.to - day.from) / 60_000 - known
  return minutes
}

/** Sources of the data of a day. */
export function sourcesOf(range: Range, parts: readonly Part[]): PayrollSource[] {
  const found = new Set(parts.filter((part) => sharedMinutes(part, range) > 0).map(({ source }) => source))
  return (['CARD', 'STOPS', 'PLAN'] as const).filter((one) => found.has(one))
}

/** Sums several days. */
export function sumMinutes(days: readonly Minutes[]): Minutes {
  const sum = (of: (minutes: Minutes) => number) => days.reduce((total, one) => total + of(one), 0)
  const holidays = days.map((one) => one.public_holiday)
  return {
    driving: sum((one) => one.driving),
    work: sum((one) => one.work),
    availability: sum((one) => one.availability),
    rest: sum((one) => one.rest),
    unknown: sum((one) => one.unknown),
    night: sum((one) => one.night),
    sunday: sum((one) => one.sunday),
    public_holiday: holidays.includes(undefined) ? undefined : sum((one) => one.public_holiday!),
  }
}
