import { zoneClock } from './clocks.ts'
import { occurrencesOf } from './occurrences.ts'
import { findResourcesOfEvents, mostEvents } from './queries.ts'
import { type IcsEvent, readIcs } from './read.ts'
import type { ReadFile } from './rows.ts'

/** Maximum number of times per file. */
const mostTimesOfFile = 5_000

/** Why a file is refused: not a calendar, empty, or too large. */
export type LoadFault = 'unreadable' | 'empty' | 'large'

/** Parses a calendar file and finds the resources of its events. Loaded only with the first file. */
export async function loadIcs(text: string, now: number): Promise<ReadFile | LoadFault> {
  const calendar = read(text)
  if (!calendar) return 'unreadable'
  const { events, faulty, name } = calendar
  if (events.length + faulty.length === 0) return 'empty'
  const offset = 86_400_000
  // A zone shifts a time by at most a day, so past events are known before the zone is.
  const current = events.filter((event) => occurrencesOf(event, zoneClock('UTC')!, now - offset).times.length > 0)
  if (current.length > mostEvents) return 'large'
  const { timeZone, people, owner } = await findResourcesOfEvents(current, name)
  const home = zoneClock(timeZone) ?? zoneClock('UTC')!
  const whole = current
    .map((event) => ({ ...shown(event), ...occurrencesOf(event, home, now), people: people.get(event.line) ?? [] }))
    .filter(({ times }) => times.length > 0)
  if (whole.reduce((sum, { times }) => sum + times.length, 0) > mostTimesOfFile) return 'large'
  return { events: whole, faulty, over: events.length - whole.length, owner }
}

function shown({ line, title, categories }: IcsEvent) {
  return { line, title, categories }
}

function read(text: string) {
  try {
    return readIcs(text)
  } catch {
    return undefined
  }
}
