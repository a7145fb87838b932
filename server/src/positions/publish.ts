import type { OperationalVisibilityUpdate } from '@cartage/contract/outbound/visibility-event'
import type { NewEvent } from '../events/store.ts'
import type { PositionSample } from './samples.rules.ts'
import type { ToldResource } from './store.ts'

/** Positions one message may carry. */
export const mostPositionsPerMessage = 100

/** What the messages of one resource are made of. */
export interface PositionNews {
  resource: ToldResource
  epoch: number
  /** In any order. */
  positions: readonly PositionSample[]
  newId(): string
}

/** The messages that tell of a resource's positions, oldest first, up to 100 positions each. */
export function positionEvents({ resource, epoch, positions, newId }: PositionNews): NewEvent[] {
  const ordered = [...positions].sort((one, other) => (one.recorded_at < other.recorded_at ? -1 : 1))
  const events: NewEvent[] = []
  for (let first = 0; first < ordered.length; first += mostPositionsPerMessage) {
    const sequence = resource.event_sequence + events.length + 1
    const message = { event_id: newId(), sequence, epoch }
    const part = ordered.slice(first, first + mostPositionsPerMessage)
    const payload: OperationalVisibilityUpdate = {
      events: part.map((position) => ({
        timestamp: position.recorded_at,
        ...message,
        update: update(resource, position),
      })),
    }
    events.push({
      event_id: message.event_id,
      entity_type: 'resource',
      entity_id: resource.resource_id,
      sequence,
      type: 'position.updated',
      payload: JSON.stringify(payload),
    })
  }
  return events
}

/** The interface does not say whose position it is; an added member does. */
function update({ resource_id, name, resource_type }: ToldResource, { latitude, longitude }: PositionSample) {
  const resource = { id: resource_id, type: resource_type, name }
  return { type: 'Position' as const, position: { latitude, longitude }, resource }
}
