import { midnightOf } from '../ui/time/zone.ts'
import { type Period, periods } from './address.ts'

/** Start and end of a period, in the tenant's time zone. */
export function instantsOf(period: Period, now: Date): { from: string; to: string } {
  const [first, end] = periods[period]
  // Counted by calendar days: two a year have 23 or 25 hours.
  const midnight = (days: number) => new Date(midnightOf(now.getTime(), days)).toISOString()
  return { from: midnight(first), to: midnight(end) }
}
