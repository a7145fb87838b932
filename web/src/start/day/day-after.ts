import { dateText, midnightOf } from '../../ui/time/zone.ts'

/** Date some days after that of an instant, by the tenant's calendar: two days a year have 23 or 25 hours. */
export function dayAfter(instant: string, days: number): string {
  return dateText(midnightOf(Date.parse(instant), days))
}
