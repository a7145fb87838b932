import { dateText, midnightOf } from '../../ui/time/zone.ts'

/** The date some days after that of an instant, by the calendar of the organisation: a day has 23 or 25 hours twice a year. */
export function dayAfter(instant: string, days: number): string {
  return dateText(midnightOf(Date.parse(instant), days))
}
