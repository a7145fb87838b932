/** When a day begins for a stop that requests a day and no time. */
const beginOfDay = '08:00'

/**
 * When the requested window of a stop begins, local time: a stop that requests a day alone is one of office hours, and one that is
 * to be served by a time before them may begin at midnight.
 */
export function beginOfWindow(from: string | null, to: string | null): string {
  return from ?? (to !== null && to < beginOfDay ? '00:00' : beginOfDay)
}
