import { unitForms } from './forms/unit-forms.ts'

function unitsOf(language: string) {
  return unitForms[language] ?? unitForms.en!
}

/**
 * Formats hours and minutes: `41 h 30`, in Dutch `41 u 30`; whole hours without minutes.
 * @param minutes whole, from 0; more than a day stays in hours
 */
export function hoursText(language: string, minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const text = `${hours} ${unitsOf(language)[1]}`
  return rest === 0 ? text : `${text} ${String(rest).padStart(2, '0')}`
}

/**
 * Formats days and hours: `3 d 4 h`, in French `3 j 4 h`; whole days without hours.
 * @param hours whole, from 0
 */
export function daysText(language: string, hours: number): string {
  const [days, rest] = [Math.floor(hours / 24), hours % 24]
  const text = `${days} ${unitsOf(language)[0]}`
  return rest === 0 ? text : `${text} ${hoursText(language, rest * 60)}`
}
