/** The value of a date field, `YYYY-MM-DD` in the zone of the browser; empty for none. */
export function dayOf(instant: string | number | null): string {
  if (instant === null) return ''
  const at = new Date(instant)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The value of a field for a day and a time, `YYYY-MM-DDTHH:mm`. */
export function minuteOf(instant: string | number | null): string {
  if (instant === null) return ''
  const at = new Date(instant)
  return `${dayOf(at.getTime())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The instant a field says, null when it is empty; whole seconds, as the server keeps them. */
export function instantOf(text: string): string | null {
  if (text === '') return null
  const at = new Date(text.includes('T') ? text : `${text}T00:00`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString().replace(/\.\d+Z$/, 'Z')
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
