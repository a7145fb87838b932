import { daysText, hoursText } from '@cartage/contract/reading/time-units'
import { i18n } from '@lingui/core'

/**
 * A duration as shown next to a plan: `56 min`, `2 h 45`, `14 h`, from a day on `3 d 4 h`. In the language of the page:
 * `2 u 45` in Dutch.
 */
export function minutesText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? hoursText(i18n.locale, minutes) : daysText(i18n.locale, hours)
}
