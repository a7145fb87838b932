import type { Language } from '@cartage/contract/reading/languages'
import { Problem } from '../../http/problem.ts'
import { dayIn } from '../../languages/writing.ts'
import type { PaperFacts } from '../facts.rules.ts'
import { authorOf } from '../head.drawing.ts'
import type { PrintedPaper } from '../print.rules.ts'
import { dayOfTrip, tripSheet } from './content.rules.ts'
import { drawDayList, drawDayLists, drawTripSheet } from './sheet.drawing.ts'

/** Prints the sheet of a trip (PAPER-14). */
export async function printTripSheet(facts: PaperFacts, language: Language): Promise<PrintedPaper> {
  const trip = facts.trip!
  const date = dayOfTrip(trip, facts.time_zone) ?? '1970-01-01'
  const bytes = await drawTripSheet(tripSheet(facts, trip, language), { language, date, ...authorOf(facts) })
  return { name: fileName('trip-sheet', trip.name), bytes }
}

/**
 * Prints the day list of a driver (PAPER-15).
 * @param date `YYYY-MM-DD`
 * @throws Problem state_conflict when the driver has no trip on that day
 */
export async function printDayList(
  { driver, facts }: { driver: string; facts: PaperFacts },
  date: string,
  language: Language,
): Promise<PrintedPaper> {
  if (facts.trips.size === 0) {
    throw new Problem('state_conflict', { message: 'There is nothing to print: the driver has no trip on this day.' })
  }
  const sheets = [...facts.trips.values()].map((trip) => tripSheet(facts, trip, language))
  const bytes = await drawDayList(
    { driver, day: dayIn(language, date), sheets },
    { language, date, ...authorOf(facts) },
  )
  return { name: fileName('day-list', `${driver}-${date}`), bytes }
}

/** A driver of a day, with the driver's trips in the shared `facts`. */
export interface ListedDriver {
  driver: string
  language: Language
  tripIds: readonly string[]
}

/**
 * Prints the day lists of several drivers as one file (PAPER-16).
 * @param date `YYYY-MM-DD`
 * @param language of the file itself
 * @throws Problem state_conflict when no driver has a trip on that day
 */
export async function printDayLists(
  { drivers, facts }: { drivers: readonly ListedDriver[]; facts: PaperFacts },
  date: string,
  language: Language,
): Promise<PrintedPaper> {
  if (drivers.length === 0) {
    throw new Problem('state_conflict', { message: 'There is nothing to print: no driver has a trip on this day.' })
  }
  const lists = drivers.map(({ driver, language: own, tripIds }) => ({
    ...{ driver, language: own, day: dayIn(own, date) },
    sheets: tripIds.map((id) => tripSheet(facts, facts.trips.get(id)!, own)),
  }))
  const bytes = await drawDayLists(lists, { language, date, ...authorOf(facts) })
  return { name: fileName('day-lists', date), bytes }
}

function fileName(paper: string, name: string): string {
  return `${paper}-${name.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.pdf`
}
