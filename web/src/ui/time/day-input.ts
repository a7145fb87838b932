import { instantText } from './time-text.ts'
import { dateText, instantAt } from './zone.ts'

/** Value of a date field, `YYYY-MM-DD` in the tenant's time zone. Empty for none. */
export function dayOf(instant: string | number | null): string {
  return instant === null ? '' : dateText(new Date(instant).getTime())
}

/** Whether a text is a day in API format. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}

/** Instant of a field's text, null if empty. In whole seconds, as the server stores them. */
export function instantOf(text: string): string | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?)?/.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as Six
  const at = new Date(instantAt({ year, month, day, hour, minute, second }))
  return Number.isNaN(at.getTime()) ? null : instantText(at)
}

type Six = [number, number, number, number, number, number]
