import { midnightOf } from '../ui/time/zone.ts'
import { type Period, periods } from './address.ts'

/** The instants between which a period lies, in the time of the organisation. */
export function instantsOf(period: Period, now: Date): { from: string; to: string } {
  const [first, end] = periods[period]
  // Days are counted by the calendar: one has 23 or 25 hours twice a year.
  const midnight = (days: number) => new Date(midnightOf(now.getTime(), days)).toISOString()
  return { from: midnight(first), to: midnight(end) }
}
