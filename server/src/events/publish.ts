import type { EventType } from '@cartage/contract/events/endpoints'
import type { OperationalVisibilityUpdate, VisibilityEvent } from '@cartage/contract/outbound/visibility-event'
import type { NewEvent } from './store.ts'

/** Subject of an event, and its sequence there. */
export interface EventFacts {
  event_id: string
  type: EventType
  entity_type: string
  entity_id: string
  /** Number within the entity from 1. */
  sequence: number
  epoch: number
}

/** One update in an event: its time and content. */
export type EventUpdate = Pick<VisibilityEvent, 'timestamp' | 'update'>

/**
 * Builds an event with its payload: each update contains its entity and sequence, so that the payload alone shows what
 * `sequence` counts. It is serialised once; endpoints and readers of the log get these bytes.
 */
export function newEvent(
  { event_id, type, entity_type, entity_id, sequence, epoch }: EventFacts,
  updates: EventUpdate | readonly EventUpdate[],
  related: Pick<OperationalVisibilityUpdate, 'order' | 'trip'> = {},
): NewEvent {
  const about = { event_id, event_type: type, entity_type, entity_id, sequence, epoch }
  const events = [updates].flat().map(({ timestamp, update }) => ({ timestamp, ...about, update }))
  const payload = JSON.stringify({ events, ...related } satisfies OperationalVisibilityUpdate)
  return { event_id, entity_type, entity_id, sequence, type, payload }
}
