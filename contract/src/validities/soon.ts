/** Days before its end in which a certificate counts as ending soon: in lists, counts, on Today and in colours. */
const soonDays = 30

/** Latest end that counts as ending soon. In milliseconds since 1970, as is `now`. */
export function soonUntil(now: number): number {
  return now + soonDays * 86_400_000
}

/** The same as ISO 8601 in UTC. */
export function soonFrom(now: Date): string {
  return new Date(soonUntil(now.getTime())).toISOString()
}
