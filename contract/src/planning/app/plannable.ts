/** Planned times move in quarters of an hour, in milliseconds. */
export const quarter = 15 * 60_000

/**
 * TIME-10: the instant from which may be planned: now, rounded down to a quarter of an hour, so that “now” can be planned.
 * @param now milliseconds since 1970, as the result
 */
export function plannableFrom(now: number): number {
  return Math.floor(now / quarter) * quarter
}
