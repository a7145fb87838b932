import { utcDay } from './calendar.ts'
import { languages } from './languages.ts'

/** Words for days around today, in the application's languages. */
const nearWords: Readonly<Record<string, number>> = {
  today: 0,
  vandaag: 0,
  heute: 0,
  "aujourd'hui": 0,
  auj: 0,
  tomorrow: 1,
  tom: 1,
  morgen: 1,
  demain: 1,
  overmorgen: 2,
  übermorgen: 2,
  'après-demain': 2,
  yesterday: -1,
  gisteren: -1,
  gestern: -1,
  hier: -1,
}

const dayMs = 86_400_000

/** Maximum age in days of a date without a year; otherwise it is in the future. */
const mostPastDays = 60

/**
 * Parses a day as YYYY-MM-DD: `25-11`, `25/11/26`, `2511`, `25`, `25 nov`, `25-Nov-26`, `2026-11-25`, `2026/11/25`,
 * `20261125`, `tomorrow`, `+2`, `wed`. The day precedes the month. Without a year it is the next such day, or one of
 * the last 60 days. A weekday is the next one after today. Undefined if it is not a day.
 * @param today YYYY-MM-DD in the user's time zone
 * @param locale whose weekdays take precedence where languages share an abbreviation: `di` is Tuesday in Dutch and
 * Sunday in French
 */
export function readDay(text: string, today: string, locale: string): string | undefined {
  const plain = bareDay(text.trim().toLowerCase(), locale)
  if (plain === '') return undefined
  const near = Object.hasOwn(nearWords, plain) ? nearWords[plain] : undefined
  if (near !== undefined) return addDays(today, near)
  if (/^[+-]\d{1,3}$/.test(plain)) return addDays(today, Number(plain))
  return readNumbers(plain, today) ?? readNamed(plain, today, locale) ?? readWeekday(plain, today, locale)
}

const timeBehind = /(\d)(?:t| +)(\d{1,2}:\d{2})(?::\d{2})?(?:\.\d+)?z?$/i

/**
 * Time of day after a date, as written: `8:30` of `25-11-2026 8:30`. Midnight counts as none, because programs append
 * it to dates.
 */
export function timeBehindDay(text: string): string | undefined {
  const time = timeBehind.exec(text.trim())?.[2]
  return time !== undefined && /[1-9]/.test(time) ? time : undefined
}

/** Date without a following time of day and a preceding weekday, which is not checked. */
function bareDay(text: string, locale: string): string {
  const day = text.replace(timeBehind, '$1')
  const [first = '', ...rest] = day.split(/[.,]? +/)
  // `Mar 25, 2026` contains the month, not the French `mardi`.
  const isWeekday =
    rest.length > 0 &&
    !/^\p{L}+\.? *\d{1,2}\P{L}+\d{4}$/u.test(day) &&
    languagesFrom(locale).some((language) => beginsOne(weekdayNames(language), first))
  return isWeekday ? day.slice(first.length).replace(/^[.,\s]+/, '') : day
}

function beginsOne(names: readonly string[], text: string): boolean {
  const plain = text.replace(/[.,]$/, '')
  return plain.length >= 2 && names.some((name) => name.startsWith(plain))
}

const namedPatterns = [
  /^(?<day>\d{1,2})(?:er|e|st|nd|rd|th|\.)?[-/. ]*(?<month>\p{L}{3,})\.?(?:[-/., ]+(?<year>\d{4}|\d{2}))?$/u,
  /^(?<month>\p{L}{3,})\.?[-/. ]*(?<day>\d{1,2})(?:st|nd|rd|th)?(?:[-/., ]+(?<year>\d{4}))?$/u,
  /^(?<year>\d{4})[-/. ](?<month>\p{L}{3,})\.?[-/. ](?<day>\d{1,2})$/u,
]

/** `25 nov`, `25. November 2026`, `25-Nov-26`, `Nov 25, 2026`. */
function readNamed(text: string, today: string, locale: string): string | undefined {
  const { day, month, year } = namedPatterns.map((pattern) => pattern.exec(text)?.groups).find(Boolean) ?? {}
  if (day === undefined || month === undefined) return undefined
  const at = languagesFrom(locale)
    .map((language) => monthOf(month, language))
    .find((one) => one !== undefined)
  if (at === undefined) return undefined
  const inYear = (one: number) => dayOf(one, at, Number(day))
  return year ? inYear(yearOf(year)) : nextOf(today, inYear)
}

/** Abbreviations that are not a prefix of the full name. */
const shortMonths: Readonly<Record<string, number>> = { mrt: 3, mrz: 3, sept: 9, okt: 10, dez: 12 }

/** Month number from 1. A prefix shared by several months is ambiguous and matches none. */
function monthOf(text: string, language: string): number | undefined {
  const plain = withoutMarks(text)
  const months = monthNames(language).flatMap((name, at) => (withoutMarks(name).startsWith(plain) ? [at + 1] : []))
  if (months.length === 1) return months[0]
  return Object.hasOwn(shortMonths, plain) ? shortMonths[plain] : undefined
}

/** Accepts `févr` and `fevr`, `märz` and `marz`. */
function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

/** Month names from January, in lower case. */
function monthNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, at) => format.format(new Date(Date.UTC(2026, at, 1))).toLowerCase())
}

function languagesFrom(locale: string): string[] {
  const own = locale.slice(0, 2)
  return [own, ...languages.filter((one) => one !== own)]
}

function readNumbers(text: string, today: string): string | undefined {
  // Eight digits starting with a year of this century can never be day, month and year.
  const iso = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(text) ?? /^(20\d{2})(\d{2})(\d{2})$/.exec(text)
  const sorted = iso && dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  if (sorted) return sorted
  const full = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text)
  if (full) return dayOf(yearOf(full[3]!), Number(full[2]), Number(full[1]))
  const short = /^(\d{1,2})[-/. ](\d{1,2})[-/.]?$/.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text)
  if (short) return nextOf(today, (year) => dayOf(year, Number(short[2]), Number(short[1])))
  return /^\d{1,2}$/.test(text) ? dayOfMonth(Number(text), today) : undefined
}

/**
 * A written day that no calendar has, in words: `31-02-2027` is `31 February`. Undefined for a valid date, and for text
 * that is invalid for another reason.
 */
export function missingDay(text: string, locale = 'en'): string | undefined {
  const match = /^(\d{1,2})[-/. ](\d{1,2})(?:[-/. ](\d{4}|\d{2}))?[-/.]?$/.exec(text.trim())
  if (!match) return undefined
  const [day, month] = [Number(match[1]), Number(match[2])]
  const isMissing = month >= 1 && month <= 12 && day >= 29 && day <= 31
  // Without a year, a leap year applies, so that 29 February exists.
  if (!isMissing || dayOf(match[3] ? yearOf(match[3]) : 2028, month, day) !== undefined) return undefined
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  const parts = format.formatToParts(new Date(Date.UTC(2028, month - 1, 1)))
  const words = parts.map(({ type, value }) => (type === 'day' ? String(day) : value)).join('')
  return match[3] && day === 29 ? `${words} ${yearOf(match[3])}` : words
}

function yearOf(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text)
}

/** Date in the earliest year around today in which it is not too long ago. */
function nextOf(today: string, inYear: (year: number) => string | undefined): string | undefined {
  const earliest = addDays(today, -mostPastDays)
  const year = Number(today.slice(0, 4))
  // Eight years always include a 29 February.
  for (let offset = -1; offset <= 8; offset += 1) {
    const day = inYear(year + offset)
    if (day !== undefined && day >= earliest) return day
  }
  return undefined
}

/** This day of the current month, or if it is over, of the next month that has it. */
function dayOfMonth(day: number, today: string): string | undefined {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  for (let ahead = 0; ahead <= 2; ahead += 1) {
    const months = month - 1 + ahead
    const found = dayOf(year + Math.floor(months / 12), (months % 12) + 1, day)
    if (found !== undefined && found >= today) return found
  }
  return undefined
}

/** Next such weekday after today. */
function readWeekday(text: string, today: string, locale: string): string | undefined {
  const plain = text.replace(/\.$/, '')
  if (plain.length < 2) return undefined
  for (const language of languagesFrom(locale)) {
    const names = weekdayNames(language)
    const weekday = names.findIndex((name) => name.startsWith(plain))
    if (weekday >= 0) return addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1)
  }
  return undefined
}

/** Weekday names from Sunday, in lower case. */
function weekdayNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  // 4 January 1970 was a Sunday.
  return Array.from({ length: 7 }, (_, at) => format.format(new Date((3 + at) * dayMs)).toLowerCase())
}

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** Day as YYYY-MM-DD; undefined if the calendar has no such day. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isThere = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isThere ? utcDay(date) : undefined
}

/** Adds days to a day. */
export function addDays(day: string, days: number): string {
  return utcDay(Date.parse(`${day}T00:00:00Z`) + days * dayMs)
}
