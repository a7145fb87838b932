/** Supported part of a repetition rule (RFC 5545, RRULE). */
export interface Repeat {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  interval: number
  count: number | null
  byDay: readonly { weekday: number; turn: number | null }[]
  byMonthDay: readonly number[]
  byMonth: readonly number[]
  bySetPos: readonly number[]
  /** First day of the week, 0 for Sunday. */
  weekStart: number
}

/** Milliseconds of a calendar day, without clock changes. */
export const dayMs = 86_400_000

/** A calendar day, counted from 1970-01-01. */
interface Day {
  number: number
  weekday: number
  year: number
  /** 1 for January. */
  month: number
  date: number
  /** Number of days in its month. */
  length: number
}

function dayOf(number: number): Day {
  const at = new Date(number * dayMs)
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()]
  return { number, weekday: at.getUTCDay(), year, month, date, length: new Date(Date.UTC(year, month, 0)).getUTCDate() }
}

/**
 * Days on which an event takes place, in order, from its first day to a last one, both inclusive. Checked day by day,
 * which is fast enough for a calendar and always terminates.
 */
export function* repeatDays(repeat: Repeat, first: number, last: number): Generator<number> {
  const begin = dayOf(first)
  let left = repeat.count ?? Number.POSITIVE_INFINITY
  for (let number = first; number <= last && left > 0; number += 1) {
    const day = dayOf(number)
    if (number !== first && !takesPlace(repeat, begin, day)) continue
    left -= 1
    yield number
  }
}

function takesPlace(repeat: Repeat, begin: Day, day: Day): boolean {
  if (periodsBetween(repeat, begin, day) % repeat.interval !== 0) return false
  if (!isInRule(repeat, begin, day)) return false
  if (repeat.bySetPos.length === 0) return true
  const { number, date, length } = day
  const month = Array.from({ length }, (_, at) => dayOf(number - date + 1 + at))
  const inRule = month.filter((one) => isInRule(repeat, begin, one))
  const place = inRule.findIndex((one) => one.number === number)
  return repeat.bySetPos.some((turn) => (turn > 0 ? turn - 1 : inRule.length + turn) === place)
}

function periodsBetween({ freq, weekStart }: Repeat, begin: Day, day: Day): number {
  const weekOf = ({ number, weekday }: Day) => (number - ((weekday - weekStart + 7) % 7)) / 7
  if (freq === 'DAILY') return day.number - begin.number
  if (freq === 'WEEKLY') return weekOf(day) - weekOf(begin)
  if (freq === 'MONTHLY') return (day.year - begin.year) * 12 + day.month - begin.month
  return day.year - begin.year
}

/** Whether a day of a matching period fits the day parts of a rule, or by default the first day. */
function isInRule({ freq, byDay, byMonthDay, byMonth }: Repeat, begin: Day, day: Day): boolean {
  const isFree = byDay.length === 0 && byMonthDay.length === 0
  if (byMonth.length > 0 && !byMonth.includes(day.month)) return false
  if (byMonth.length === 0 && freq === 'YEARLY' && day.month !== begin.month) return false
  if (isFree && freq === 'WEEKLY') return day.weekday === begin.weekday
  if (isFree && freq !== 'DAILY') return day.date === begin.date
  const fromEnd = day.date - day.length - 1
  if (byMonthDay.length > 0 && !byMonthDay.includes(day.date) && !byMonthDay.includes(fromEnd)) return false
  return byDay.length === 0 || byDay.some((one) => isTurn(one, day))
}

function isTurn({ weekday, turn }: Repeat['byDay'][number], day: Day): boolean {
  if (weekday !== day.weekday) return false
  if (turn === null) return true
  return turn > 0 ? Math.ceil(day.date / 7) === turn : Math.ceil((day.length - day.date + 1) / 7) === -turn
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** A rule as parsed by a library. */
export interface RawRule {
  freq: string
  interval: number
  count: number | null
  wkst: number
  parts: Readonly<Record<string, readonly (string | number)[] | undefined>>
}

const known = ['BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS']

/** A supported rule: by days, weeks, months or years, with days of the week or month. Undefined for others. */
export function repeatOf({ freq, interval, count, wkst, parts }: RawRule): Repeat | undefined {
  if (freq !== 'DAILY' && freq !== 'WEEKLY' && freq !== 'MONTHLY' && freq !== 'YEARLY') return undefined
  if (Object.keys(parts).some((part) => !known.includes(part))) return undefined
  const byDay = (parts.BYDAY ?? []).map((text) => {
    const [, turn, weekday] = /^([+-]?\d+)?([A-Z]{2})$/.exec(String(text)) ?? []
    return { weekday: weekdays.indexOf(weekday ?? ''), turn: turn === undefined ? null : Number(turn) }
  })
  const numbers = (part: string) => (parts[part] ?? []).map(Number)
  const [byMonthDay, byMonth, bySetPos] = [numbers('BYMONTHDAY'), numbers('BYMONTH'), numbers('BYSETPOS')]
  const hasTurns = byDay.some(({ turn }) => turn !== null)
  // A numbered weekday counts within the month. In a yearly rule without months it would count within the year.
  const isCounted = freq === 'MONTHLY' || (freq === 'YEARLY' && byMonth.length > 0)
  if (byDay.some(({ weekday }) => weekday < 0) || (hasTurns && !isCounted)) return undefined
  if (freq === 'YEARLY' && byDay.length > 0 && byMonth.length === 0) return undefined
  if (freq === 'YEARLY' && byMonthDay.length > 0 && byMonth.length === 0) return undefined
  if (freq === 'WEEKLY' && byMonthDay.length > 0) return undefined
  if (bySetPos.length > 0 && freq !== 'MONTHLY') return undefined
  return { freq, interval: Math.max(1, interval), count, byDay, byMonthDay, byMonth, bySetPos, weekStart: wkst - 1 }
}
