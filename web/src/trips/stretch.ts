import { type Stretch, stretches } from './trips.route.ts'

/** The instants between which a stretch of days lies, in the zone of the browser. */
export function instantsOf(stretch: Stretch, now: Date): { from: string; to: string } {
  const [first, end] = stretches[stretch]
  // Days are counted by the calendar: one has 23 or 25 hours twice a year.
  const midnight = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString()
  return { from: midnight(first), to: midnight(end) }
}
