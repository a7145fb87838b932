/**
 * LEDGER-7: the day a document counts in the books.
 * @param day its booking date, or its own
 * @param carriedOverTo the month a person carried it over to
 */
export function bookingDay(day: string, carriedOverTo: string | null): string {
  return carriedOverTo !== null && carriedOverTo > day ? carriedOverTo : day
}
