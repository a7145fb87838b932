import { dayAfter, isWeekend } from '../../../../seeds/dice.ts'
import { dutiesOn } from '../../../../seeds/duties.ts'

/** Share of the usual trips from which a day counts as planned. */
const mostlyPlanned = 0.8
/** Days ahead that the office may have planned at the start of a simulation. */
const daysAhead = 7

/** Whether a day with this number of trips counts as planned, compared with the usual number. */
export function isPlanned(trips: number, usual: number): boolean {
  return trips >= usual * mostlyPlanned
}

/** The days that the office may have planned, starting with the given one. */
export function daysFrom(from: string): string[] {
  return Array.from({ length: daysAhead + 1 }, (_, away) => dayAfter(from, away))
}

/**
 * The first unplanned day: the one after the last working day planned by the office. An earlier day with few trips
 * counts as a day off, whatever the day of the week, because the weeks of a world may be shifted.
 * @param tripsOn number of trips that begin on each of `daysFrom`
 */
export function firstToPlan(from: string, tripsOn: ReadonlyMap<string, number>): string {
  const last = daysFrom(from).findLast(
    (day) => !isWeekend(day) && isPlanned(tripsOn.get(day) ?? 0, dutiesOn(day).length),
  )
  return last === undefined ? from : dayAfter(last, 1)
}
