import { openingForms } from './forms/opening-forms.ts'

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const
// 1 January 2024 was a Monday.
const monday = Date.UTC(2024, 0, 1)
const dayMs = 86_400_000

/** Opening hours in OpenStreetMap notation, on a line of their own. */
const isHours = /^(?:24\/7|(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|\d\d:\d\d)[\w\s,:;+-]*)$/
const isTimed = /\d\d:\d\d|24\/7|\boff\b|\bclosed\b/

/** Text about a place, with opening hours on their own line translated for the reader. */
export function withOpeningHours(text: string, locale: string): string {
  return text
    .split('\n')
    .map((line) => (isHours.test(line) && isTimed.test(line) ? openingHoursText(line, locale) : line))
    .join('\n')
}

/** Formats opening hours in OpenStreetMap notation, `Mo-Fr 08:00-17:00; PH off`, in the reader's language. */
export function openingHoursText(hours: string, locale: string): string {
  const [closed, holidays] = openingForms[locale.slice(0, 2)] ?? openingForms.en!
  const days = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const nameOf = (word: string) => {
    const at = weekdays.indexOf(word as (typeof weekdays)[number])
    return at < 0 ? word : days.format(monday + at * dayMs)
  }
  return hours
    .replace(/\bPH\b/g, holidays)
    .replace(/\b(?:off|closed)\b/g, closed)
    .replace(/\b(?:Mo|Tu|We|Th|Fr|Sa|Su)\b/g, nameOf)
    .replace(/(?<=[\p{L}.\d])-(?=[\p{L}\d])/gu, '–')
    .replace(/\s*;\s*/g, '; ')
    .replace(/,(?=\S)/g, ', ')
}
