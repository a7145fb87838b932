/**
 * LEDGER-7: booking day of a document.
 * @param day its booking date, or its own date
 * @param carriedOverTo the month a person carried it over to
 */
export function bookingDay(day: string, carriedOverTo: string | null): string {
  return carriedOverTo !== null && carriedOverTo > day ? carriedOverTo : day
}
