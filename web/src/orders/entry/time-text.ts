/** When a stop may be served on its day; a side that is open is absent. */
export interface TimeWindowText {
  start_time?: string
  end_time?: string
}

/** A time of day as HH:mm: `9`, `930`, `0930`, `9:30`, `9.30`, `9h30`. Undefined when it is none. */
export function readTime(text: string): string | undefined {
  const match = /^(\d{1,2})(?:[:.h ]?(\d{2}))?h?$/i.exec(text.trim())
  if (!match) return undefined
  const [hours, minutes] = [Number(match[1]), Number(match[2] ?? 0)]
  if (hours > 23 || minutes > 59) return undefined
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/**
 * A time window: `8-12` from 08:00 to 12:00, `930` from 09:30 on, `-17` until 17:00. Empty is a window without limits;
 * undefined when it cannot be read or ends before it begins.
 */
export function readWindow(text: string): TimeWindowText | undefined {
  const plain = text.trim()
  if (plain === '') return {}
  const parts = plain.split(/\s*(?:-|–|\/|\bto\b|\btot\b|\bbis\b|\bà\b)\s*/i)
  if (parts.length > 2) return undefined
  const [start, end] = parts.map((part) => (part === '' ? null : readTime(part)))
  if (start === undefined || (parts.length === 2 && end === undefined)) return undefined
  if (start && end && end < start) return undefined
  return { ...(start && { start_time: start }), ...(end && { end_time: end }) }
}

/** A window as it is shown and typed: `08:00-12:00`. */
export function windowText({ start_time, end_time }: { start_time?: string | null; end_time?: string | null }): string {
  if (!start_time && !end_time) return ''
  return end_time ? `${start_time ?? ''}-${end_time}` : start_time!
}

/** A number with a point or a comma; null for none, undefined when it cannot be read. */
export function readNumber(text: string): number | null | undefined {
  const plain = text.trim().replace(/\s/g, '')
  if (plain === '') return null
  return /^-?\d+([.,]\d+)?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined
}
