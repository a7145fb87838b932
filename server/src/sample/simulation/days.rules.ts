import { dayAfter, isWeekend } from '../../../../seeds/dice.ts'
import { dutiesOn } from '../../../../seeds/duties.ts'

/** A day with this share of its trips is planned. */
const mostlyPlanned = 0.8
/** Days ahead that the office may have planned when a world comes to life. */
const daysAhead = 7

/** Whether a day with so many trips is planned, of so many that the haulier has on such a day. */
export function isPlanned(trips: number, usual: number): boolean {
  return trips >= usual * mostlyPlanned
}

/** The days that the office may have planned, from one on. */
export function daysFrom(from: string): string[] {
  return Array.from({ length: daysAhead + 1 }, (_, away) => dayAfter(from, away))
}

/**
 * The first day that is left to plan: the one after the last working day that the office has planned. A day before it with few trips
 * is one on which the haulier is at home, whatever the day of the week: the weeks of a world may be laid otherwise.
 * @param tripsOn how many trips begin on each of `daysFrom`
 */
export function firstToPlan(from: string, tripsOn: ReadonlyMap<string, number>): string {
  const last = daysFrom(from).findLast(
    (day) => !isWeekend(day) && isPlanned(tripsOn.get(day) ?? 0, dutiesOn(day).length),
  )
  return last === undefined ? from : dayAfter(last, 1)
}
