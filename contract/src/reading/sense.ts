/** First plausible year of transport dates: others are typing errors, or empty cells and zeros of other systems. */
export const firstSensibleYear = 2000
/** Last plausible year. */
export const lastSensibleYear = 2099

/** Plausible years in words, for senders. */
export const sensibleYears = `${firstSensibleYear} to ${lastSensibleYear}`

/** Whether a day or ISO 8601 instant is in a plausible year for transport (SENSE-1). */
export function isSensibleTime(text: string): boolean {
  const year = Number(/^([+-]?\d{4,6})-/.exec(text)?.[1])
  return year >= firstSensibleYear && year <= lastSensibleYear
}
