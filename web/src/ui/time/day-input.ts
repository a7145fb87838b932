import { instantText } from './time-text.ts'
import { dateText, instantAt } from './zone.ts'

/** The value of a date field, `YYYY-MM-DD` in the time of the organisation; empty for none. */
export function dayOf(instant: string | number | null): string {
  return instant === null ? '' : dateText(new Date(instant).getTime())
}

/** Whether a text is a day as the interface writes it. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}

/** The instant a field says, null when it is empty; whole seconds, as the server keeps them. */
export function instantOf(text: string): string | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?)?/.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as Six
  const at = new Date(instantAt({ year, month, day, hour, minute, second }))
  return Number.isNaN(at.getTime()) ? null : instantText(at)
}

type Six = [number, number, number, number, number, number]
