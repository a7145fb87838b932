import { dateText, midnightOf } from '../ui/time/zone.ts'

/** Today and tomorrow by the calendar of the organisation, as filters of orders by the day of their pickup. */
export function pickupDays(now: Date): { pickup_from: string; pickup_to: string } {
  return { pickup_from: dayOf(now, 0), pickup_to: dayOf(now, 1) }
}

// By the calendar, not by hours: a day has 23 or 25 of them twice a year.
function dayOf(now: Date, later: number): string {
  return dateText(midnightOf(now.getTime(), later))
}
