import { utcDay } from '@cartage/contract/reading/calendar'

/** Months such as 2026-11, from the given one backwards. */
export function monthsUntil(month: string, count: number): string[] {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return Array.from({ length: count }, (_, back) => utcDay(Date.UTC(year, number - 1 - back, 1)).slice(0, 7))
}

/** The last day of a month. */
export function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return utcDay(Date.UTC(year, number, 0))
}
