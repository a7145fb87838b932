import { dateAfter, firstInstantOf } from '../locations/local-time.rules.ts'

/** A range in milliseconds since 1970. */
export interface Range {
  from: number
  to: number
}

/** A day of the calendar of the organisation: 23 or 25 hours long when the clock changes. */
export interface PayrollDay extends Range {
  date: string
  /** 1 is Monday. */
  weekday: number
  /** Night periods within the day. */
  nights: readonly Range[]
  /** Midnight until five in the morning of the next day: absence for all of it counts as a night away. */
  night: Range
}

/** Night hours of the organisation. */
export interface NightHours {
  night_from: string
  night_to: string
}

const whole: NightHours = { night_from: '00:00', night_to: '00:00' }

/** The days between two dates, inclusive. */
export function daysOf(first: string, last: string, zone: string, hours: NightHours = whole): PayrollDay[] {
  const days: PayrollDay[] = []
  for (let date = first; date <= last; date = dateAfter(date, 1)) {
    const at = (time: string, day = date) => Date.parse(firstInstantOf(day, time, zone))
    const next = dateAfter(date, 1)
    const { night_from, night_to } = hours
    const [from, to] = [at('00:00'), at('00:00', next)]
    days.push({
      ...{ date, from, to },
      weekday: new Date(`${date}T00:00:00Z`).getUTCDay() || 7,
      nights: nightsOf({ from, to }, at(night_from), at(night_to), night_from > night_to),
      night: { from: to, to: at('05:00', next) },
    })
  }
  return days
}

function nightsOf({ from, to }: Range, begin: number, end: number, isOverMidnight: boolean): Range[] {
  const parts = isOverMidnight
    ? [
        { from, to: end },
        { from: begin, to },
      ]
    : [{ from: begin, to: end }]
  return parts.filter((part) => part.from < part.to)
}

/** First and last date of a month as `YYYY-MM`. */
export function datesOf(month: string): { first: string; last: string } {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { first: `${month}-01`, last: dateAfter(`${next}-01`, -1) }
}

/** Minutes shared by two ranges. */
export function sharedMinutes(one: Range, other: Range): number {
  return Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from)) / 60_000
}
