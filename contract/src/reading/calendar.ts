/**
 * UTC day of an instant, as YYYY-MM-DD: for arithmetic with days at UTC midnight, and for data stored by UTC day. Not
 * today for users: see `todayOf` of the server or the pages (TIME-3).
 */
export function utcDay(instant: Date | number): string {
  return new Date(instant).toISOString().slice(0, 10)
}
