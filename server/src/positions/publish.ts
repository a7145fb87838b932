import { newEvent } from '../events/publish.ts'
import type { NewEvent } from '../events/store.ts'
import type { PositionSample } from './samples.rules.ts'
import type { ReportedResource } from './store.ts'

/** Maximum number of positions per message. */
export const mostPositionsPerMessage = 100

/** The data for the messages of one resource. */
export interface PositionEventFacts {
  resource: ReportedResource
  epoch: number
  /** In any order. */
  positions: readonly PositionSample[]
  newId(): string
}

/** The messages that report a resource's positions, oldest first, up to 100 positions each. */
export function positionEvents({ resource, epoch, positions, newId }: PositionEventFacts): NewEvent[] {
  const ordered = [...positions].sort((one, other) => (one.recorded_at < other.recorded_at ? -1 : 1))
  const events: NewEvent[] = []
  for (let first = 0; first < ordered.length; first += mostPositionsPerMessage) {
    const about = { event_id: newId(), sequence: resource.event_sequence + events.length + 1, epoch }
    const part = ordered.slice(first, first + mostPositionsPerMessage)
    events.push(
      newEvent(
        { ...about, type: 'position.updated', entity_type: 'resource', entity_id: resource.resource_id },
        part.map((position) => ({ timestamp: position.recorded_at, update: update(resource, position) })),
      ),
    )
  }
  return events
}

/** The resource is an additional field, because the interface has none for it. */
function update({ resource_id, name, resource_type }: ReportedResource, { latitude, longitude }: PositionSample) {
  const resource = { id: resource_id, type: resource_type, name }
  return { type: 'Position' as const, position: { latitude, longitude }, resource }
}
