/**
 * The day of an instant in UTC, as YYYY-MM-DD: for arithmetic with days, which are midnights in UTC, and for what the
 * machine keeps by the UTC day. What people call today is another thing: `todayOf` of the server or of the pages (TIME-3).
 */
export function utcDay(instant: Date | number): string {
  return new Date(instant).toISOString().slice(0, 10)
}
