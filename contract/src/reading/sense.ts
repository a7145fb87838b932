/** The days and instants of transport lie in these years: others are typing errors, empty cells and zeros of other systems. */
export const firstSensibleYear = 2000
/** The last of them. */
export const lastSensibleYear = 2099

/** The years of sense, in words for a sender. */
export const sensibleYears = `${firstSensibleYear} to ${lastSensibleYear}`

/** Whether a day, or an instant in ISO 8601, lies in a year in which something can be transported (SENSE-1). */
export function isSensibleTime(text: string): boolean {
  const year = Number(/^([+-]?\d{4,6})-/.exec(text)?.[1])
  return year >= firstSensibleYear && year <= lastSensibleYear
}
