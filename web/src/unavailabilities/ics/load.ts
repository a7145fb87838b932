import { zoneClock } from './clocks.ts'
import { occurrencesOf } from './occurrences.ts'
import { findResourcesOfEvents, mostEvents } from './queries.ts'
import { type IcsEvent, readIcs } from './read.ts'
import type { ReadFile } from './rows.ts'

/** Times of one file at most. */
const mostTimesOfFile = 5_000

/** Why a file is not taken: it is no calendar, has nothing in it, or too much. */
export type LoadFault = 'unreadable' | 'empty' | 'large'

/** Reads a calendar file and finds out whose its events are. It is loaded only when there is one to read. */
export async function loadIcs(text: string, now: number): Promise<ReadFile | LoadFault> {
  const calendar = read(text)
  if (!calendar) return 'unreadable'
  const { events, faulty, name } = calendar
  if (events.length + faulty.length === 0) return 'empty'
  const offset = 86_400_000
  // A zone moves a time by a day at most, so that what is over is known before the zone is.
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
