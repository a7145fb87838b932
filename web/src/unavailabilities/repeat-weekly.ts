import { instantOf } from '../ui/time/day-input.ts'
import { instantText } from '../ui/time/time-text.ts'
import { shiftDays } from '../ui/timeline/scale.ts'

interface Times {
  start_time: string
  end_time?: string | null | undefined
}

/**
 * Repeats an item weekly at the same time of day, unaffected by clock changes.
 * @param until last day on which one may start, `YYYY-MM-DD` in the tenant's time zone
 */
export function weeksUntil<One extends Times>(one: One, until: string): One[] {
  const last = Date.parse(instantOf(`${until}T23:59:59`) ?? '')
  const weeks: One[] = []
  for (let days = 0; ; days += 7) {
    const start = shiftDays(Date.parse(one.start_time), days)
    // Beyond any real use: the user sees that there are too many.
    if (start > last || weeks.length > 1_000) return weeks
    const end = one.end_time ? shiftDays(Date.parse(one.end_time), days) : null
    weeks.push({ ...one, start_time: instantText(start), end_time: end === null ? null : instantText(end) })
  }
}
