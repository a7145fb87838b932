import type { NamedResource, UnavailabilityRowResult } from '@cartage/contract/unavailabilities/app/batch'
import type { UnavailabilityReason } from '@cartage/contract/unavailabilities/endpoints'
import type { EventFault } from './event-fault.ts'
import { reasonOfEvent } from './reason-of-event.ts'

/** One time an event takes place. */
export interface Occurrence {
  external_id: string
  start_time: string
  end_time: string
  is_cancelled: boolean
}

/** An event of the file with its times, and whose it is as far as that is known. */
export interface ReadEvent {
  line: number
  title: string
  categories: readonly string[]
  times: readonly Occurrence[]
  /** It goes on after the last of its times. */
  isCut: boolean
  people: readonly NamedResource[]
}

/** What a file of a calendar holds. */
export interface ReadFile {
  events: readonly ReadEvent[]
  faulty: readonly { line: number; title: string; fault: EventFault }[]
  /** Events that were over long ago. */
  over: number
  /** Whose the calendar is, by its name. */
  owner: NamedResource | null
}

/** A line of the preview: an event of one resource. */
export interface IcsRow {
  key: string
  event: ReadEvent
  whom: NamedResource | null
  reason: UnavailabilityReason | null
  isChosen: boolean
}

/**
 * The lines of the preview: an event for each of those it is about, or one that waits for a choice.
 * @param whom whose all of them are; undefined: as the events say, or else the owner of the calendar
 */
export function rowsOf({ events, owner }: ReadFile, whom: NamedResource | null): IcsRow[] {
  return events.flatMap((event) => {
    const known = event.people.length > 0 ? event.people : [owner]
    return (whom ? [whom] : known).map((one, at) => withWhom({ key: `${event.line}/${at}`, event }, one))
  })
}

/** The line for a resource, with the reason that its words mean for it. */
export function withWhom({ key, event }: Pick<IcsRow, 'key' | 'event'>, whom: NamedResource | null): IcsRow {
  const labels = [event.title, ...event.categories]
  const reason = whom && reasonOfEvent(labels, whom.resource_type)
  return { key, event, whom, reason, isChosen: whom !== null }
}

/** What the results of a line are kept by: another resource or reason has other results. */
export function resultKey({ key, whom, reason }: IcsRow): string {
  return `${key} ${whom?.resource_id} ${reason}`
}

/** What a line sends: each of its times. */
export function sentBy({ event, whom, reason }: IcsRow) {
  if (whom === null || reason === null) return []
  return event.times.map((time) => ({
    ...time,
    reason,
    description: event.title,
    resource: { id: whom.resource_id },
  }))
}
export type SentTime = ReturnType<typeof sentBy>[number]

/** How many times of a line had each outcome. */
export function countsOf(results: readonly UnavailabilityRowResult[]) {
  const counts = { CREATED: 0, MOVED: 0, REMOVED: 0, UNCHANGED: 0, REFUSED: 0 }
  for (const { outcome } of results) counts[outcome] += 1
  return { ...counts, changes: counts.CREATED + counts.MOVED + counts.REMOVED }
}
