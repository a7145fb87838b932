import { utcDay } from '@cartage/contract/reading/calendar'
import type { OpeningHoursReader } from '../../locations/opening-hours.rules.ts'

/** Public holidays of a country in a year, as dates; undefined without a calendar for the country. */
export type HolidayFinder = (country: string, year: number) => readonly string[] | undefined

const known = new Map<string, readonly string[] | undefined>()
const dayMs = 86_400_000

/**
 * Finds public holidays in the calendars used for opening hours. Cached per process by country and year, because one
 * day of it takes as long as a whole rating.
 */
export function holidayFinder(reader: OpeningHoursReader): HolidayFinder {
  return (country, year) => {
    const key = `${country} ${year}`
    if (!known.has(key)) known.set(key, holidaysOf(reader, country, year))
    return known.get(key)
  }
}

function holidaysOf(reader: OpeningHoursReader, country: string, year: number): string[] | undefined {
  const found: string[] = []
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += dayMs) {
    const date = utcDay(day)
    const isHoliday = reader('PH', country, date, '12:00')
    if (isHoliday === undefined) return undefined
    if (isHoliday) found.push(date)
  }
  return found
}

/** Postal areas of Scotland and Northern Ireland. The border area of Berwick (TD15) belongs to England. */
const scottish = /^(AB|DD|DG|EH|FK|G|HS|IV|KA|KW|KY|ML|PA|PH|TD|ZE)\d/
const northernIrish = /^BT\d/

/** Country part that determines public holidays: those of the United Kingdom differ by part. */
export function holidayPart(country: string | null, postalCode: string | null): string | null {
  const code = (postalCode ?? '').toUpperCase().replaceAll(' ', '')
  if (country !== 'GB') return country
  if (northernIrish.test(code)) return 'GB-NIR'
  return scottish.test(code) && !/^TD15\d[A-Z]/.test(code) ? 'GB-SCT' : country
}

/** Whether a day is a public holiday at a place; undefined if unknown. */
export function isHoliday(
  find: HolidayFinder,
  { country, postal_code }: { country: string | null; postal_code: string | null },
  date: string,
): boolean | undefined {
  const part = holidayPart(country, postal_code)
  return part === null ? undefined : find(part, Number(date.slice(0, 4)))?.includes(date)
}
