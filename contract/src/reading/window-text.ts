import { windowForms } from './forms/window-forms.ts'
import type { Language } from './languages.ts'

/**
 * ORD-23: formats a stop's window for readers: “08:00–12:00”. A window open on one side is “from 13:00” or “until
 * 14:00”, so that it is not taken for an appointment. Equal sides are shown as one time.
 * @param from start as HH:MM or HH:MM:SS; empty when open
 * @param to end, likewise
 * @returns empty without a window
 */
export function windowText(language: Language, from: string | null | undefined, to: string | null | undefined): string {
  const [start, end] = [from?.slice(0, 5), to?.slice(0, 5)]
  if (start && end) return start === end ? start : `${start}–${end}`
  const [after, until] = windowForms[language]!
  if (start) return `${after} ${start}`
  return end ? `${until} ${end}` : ''
}
