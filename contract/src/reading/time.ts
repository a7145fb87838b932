/** Service window of a stop on its day; an open side is absent. */
export interface TimeWindowText {
  start_time?: string
  end_time?: string
}

/** `8:30`, `8.30`, `8h30`, `8u30`, `8 uur`, `8 Uhr`, `830`, `0830`, `08:30:00`. */
const timePattern = /^(\d{1,2})(?:\s*(?:[:.hu]|uur|uhr)\s*|\s)?(\d{2})?(?::\d{2})?\s*(?:h|u|uur|uhr)?$/i

/**
 * Parses a time of day as HH:mm: `9`, `930`, `0930`, `9:30`, `9.30`, `9h30`, `9u30`, `9 uur`. Undefined if it is not a
 * time.
 */
export function readTime(text: string): string | undefined {
  const match = timePattern.exec(text.trim())
  if (!match) return undefined
  const [hours, minutes] = [Number(match[1]), Number(match[2] ?? 0)]
  if (hours > 23 || minutes > 59) return undefined
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** Words before a window with only one side, in the application's languages. */
const sinceWords = /^(?:from|after|since|vanaf|van|na|ab|von|nach|dès|des|après|apres|à partir de|a partir de)\s+/i
const untilWords = /^(?:before|until|till|by|to|voor|tot|vor|bis|avant|jusqu['’]?à|jusqu['’]?a)\s+/i
/** Separators between the two sides. */
const between = /\s*(?:-|–|—|\/|\bto\b|\btot\b|\bbis\b|\bund\b|\ben\b|\band\b|(?:^|\s)à(?:\s|$))\s*/i

/** End of the day as the end of a window: `24`, `2400`, `24:00`, `24h`. */
const endOfDay = /^24(?:\s*[:.hu]?\s*(?:00)?)(?:\s*(?:h|u|uur|uhr))?$/i

/**
 * Parses a time window: `8-12` is 08:00 to 12:00, `930` or `from 9:30` starts at 09:30, `-17` or `before 17` ends at
 * 17:00, `22-6` is 22:00 to 06:00 of the next day. Empty is a window without limits; undefined if unreadable.
 */
export function readWindow(text: string): TimeWindowText | undefined {
  const plain = text.trim()
  if (plain === '') return {}
  if (untilWords.test(plain)) return oneSide('end_time', plain.replace(untilWords, ''))
  const parts = plain.replace(sinceWords, '').split(between)
  if (parts.length > 2) return undefined
  const [start, end] = parts.map((part, at) => (part === '' ? null : at === 1 ? readEnd(part) : readTime(part)))
  if (start === undefined || (parts.length === 2 && end === undefined)) return undefined
  return { ...(start && { start_time: start }), ...(end && { end_time: end }) }
}

/** 24:00 does not exist within a day: it becomes the last minute. */
function readEnd(text: string): string | undefined {
  return endOfDay.test(text.trim()) ? '23:59' : readTime(text)
}

/** Whether a window ends on the next day: `22:00-06:00`. */
export function isOverNight(window: { start_time?: string | null | undefined; end_time?: string | null | undefined }) {
  const { start_time: start, end_time: end } = window
  return Boolean(start && end && minuteOf(end) < minuteOf(start))
}

/** Normalises to minutes: `8:30` and `08:30:00` are the same. */
export function minuteOf(time: string): string {
  return time.slice(0, 5).padStart(5, '0')
}

function oneSide(side: keyof TimeWindowText, text: string): TimeWindowText | undefined {
  const time = side === 'end_time' ? readEnd(text) : readTime(text)
  return time === undefined ? undefined : { [side]: time }
}

/** Formats a window as it is shown and typed: `08:00-12:00`. */
export function windowText({ start_time, end_time }: { start_time?: string | null; end_time?: string | null }): string {
  if (!start_time && !end_time) return ''
  return end_time ? `${start_time ?? ''}-${end_time}` : start_time!
}
