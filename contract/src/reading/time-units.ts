/** How days and hours are abbreviated after a number, where that is not `d` and `h`. */
const units: Readonly<Record<string, string>> = {
  nl: 'd u',
  de: 'Tg. h',
  fr: 'j h',
  bg: 'd ч',
  uk: 'd год',
  tr: 'd sa',
}

function unitOf(language: string, at: 0 | 1): string {
  return (units[language] ?? 'd h').split(' ')[at]!
}

/**
 * Hours and minutes as people write them: `41 h 30`, in Dutch `41 u 30`; whole hours without minutes.
 * @param minutes whole, from 0 on; more than a day stays in hours
 */
export function hoursText(language: string, minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const text = `${hours} ${unitOf(language, 1)}`
  return rest === 0 ? text : `${text} ${String(rest).padStart(2, '0')}`
}

/**
 * Days and hours as people write them: `3 d 4 h`, in French `3 j 4 h`; whole days without hours.
 * @param hours whole, from 0 on
 */
export function daysText(language: string, hours: number): string {
  const [days, rest] = [Math.floor(hours / 24), hours % 24]
  const text = `${days} ${unitOf(language, 0)}`
  return rest === 0 ? text : `${text} ${hoursText(language, rest * 60)}`
}
