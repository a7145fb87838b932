import { utcDay } from '@cartage/contract/reading/calendar'
/** The calendar month before a day: the usual billing period of a supplier. */
export function monthBefore(day: string): { from: string; to: string } {
  const [year, month] = day.split('-').map(Number) as [number, number]
  const dayAt = (time: number) => utcDay(time)
  return { from: dayAt(Date.UTC(year, month - 2, 1)), to: dayAt(Date.UTC(year, month - 1, 0)) }
}
