import { windowForms } from './forms/window-forms.ts'
import type { Language } from './languages.ts'

/**
 * ORD-23: a window of a stop as people read it: “08:00–12:00”. One that is open on a side says which, “from 13:00” or “until 14:00”, so that
 * neither is taken for an appointment; one that both ends agree on is a time.
 * @param from when it begins, as HH:MM or HH:MM:SS; nothing when it is open
 * @param to when it ends, likewise
 * @returns nothing when there is no window
 */
export function windowText(language: Language, from: string | null | undefined, to: string | null | undefined): string {
  const [start, end] = [from?.slice(0, 5), to?.slice(0, 5)]
  if (start && end) return start === end ? start : `${start}–${end}`
  const [after, until] = windowForms[language]!
  if (start) return `${after} ${start}`
  return end ? `${until} ${end}` : ''
}
