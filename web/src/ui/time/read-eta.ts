import type { Reading } from '@cartage/contract/reading/reading'
import { readTime } from '@cartage/contract/reading/time'
import { readMoment } from './read-moment.ts'
import { instantText } from './time-text.ts'
import { instantAt, wallClock } from './zone.ts'

/** Milliseconds. A time that passed less than this ago still refers to today. */
const justPassed = 60_000

/**
 * Parses an ETA: a time alone, such as `1540` or `15u40`, is its next occurrence at the place, otherwise a day with a
 * time. Undefined if unreadable.
 * @param now milliseconds since 1970
 */
export function readEta(text: string, now: number, zone: string, reading: Reading): string | undefined {
  const time = readTime(text)
  if (time === undefined) return readMoment(text, reading) ?? undefined
  const [hour, minute] = time.split(':').map(Number) as [number, number]
  const { year, month, day } = wallClock(now, zone)
  const today = instantAt({ year, month, day, hour, minute }, zone)
  return instantText(today < now - justPassed ? instantAt({ year, month, day: day + 1, hour, minute }, zone) : today)
}
