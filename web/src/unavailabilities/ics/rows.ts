import type { NamedResource, UnavailabilityRowResult } from '@cartage/contract/unavailabilities/app/batch'
import type { UnavailabilityReason } from '@cartage/contract/unavailabilities/endpoints'
import type { EventFault } from './event-fault.ts'
import { reasonOfEvent } from './reason-of-event.ts'

/** One occurrence of an event. */
export interface Occurrence {
  external_id: string
  start_time: string
  end_time: string
  is_cancelled: boolean
}

/** An event of the file with its times and known resources. */
export interface ReadEvent {
  line: number
  title: string
  categories: readonly string[]
  times: readonly Occurrence[]
  /** Whether it continues after the last of its times. */
  isCut: boolean
  people: readonly NamedResource[]
}

/** Content of a calendar file. */
export interface ReadFile {
  events: readonly ReadEvent[]
  faulty: readonly { line: number; title: string; fault: EventFault }[]
  /** Number of past events. */
  over: number
  /** Resource of the calendar, by its name. */
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
 * Lines of the preview: an event per resource, or one still to be assigned.
 * @param whom resource of all of them. Null: those of the events, otherwise the owner of the calendar
 */
export function rowsOf({ events, owner }: ReadFile, whom: NamedResource | null): IcsRow[] {
  return events.flatMap((event) => {
    const known = event.people.length > 0 ? event.people : [owner]
    return (whom ? [whom] : known).map((one, at) => withWhom({ key: `${event.line}/${at}`, event }, one))
  })
}

/** Line for a resource, with the reason that its words mean for it. */
export function withWhom({ key, event }: Pick<IcsRow, 'key' | 'event'>, whom: NamedResource | null): IcsRow {
  const labels = [event.title, ...event.categories]
  const reason = whom && reasonOfEvent(labels, whom.resource_type)
  return { key, event, whom, reason, isChosen: whom !== null }
}

/** Key of a line's results, which depend on resource and reason. */
export function resultKey({ key, whom, reason }: IcsRow): string {
  return `${key} ${whom?.resource_id} ${reason}`
}

/** The times that a line sends. */
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

/** Number of times of a line per outcome. */
export function countsOf(results: readonly UnavailabilityRowResult[]) {
  const counts = { CREATED: 0, MOVED: 0, REMOVED: 0, UNCHANGED: 0, REFUSED: 0 }
  for (const { outcome } of results) counts[outcome] += 1
  return { ...counts, changes: counts.CREATED + counts.MOVED + counts.REMOVED }
}
