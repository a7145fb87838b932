/** Today and tomorrow by the calendar of the browser, as filters of orders by the day of their pickup. */
export function pickupDays(now: Date): { pickup_from: string; pickup_to: string } {
  return { pickup_from: dayOf(now, 0), pickup_to: dayOf(now, 1) }
}

// By the calendar, not by hours: a day has 23 or 25 of them twice a year.
function dayOf(now: Date, later: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + later)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
