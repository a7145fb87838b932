import type { Change } from '@cartage/contract/app/shell'
import type { Permission } from '@cartage/contract/endpoint'

const readers: Readonly<Record<string, Permission>> = {
  order: 'order.read',
  document: 'order.read',
  stop: 'trip.read',
  trip: 'trip.read',
  resource: 'resource.read',
}

/** Whether a person may know that this changed: someone who may not read a record does not learn that it exists. */
export function maySee(permissions: readonly Permission[], change: Pick<Change, 'entity_type'>): boolean {
  return permissions.includes(readers[change.entity_type] ?? 'event.read')
}

/** Positions come several times a second and are requested by those who show them. */
export function isShown({ type }: Pick<Change, 'type'>): boolean {
  return type !== 'position.updated'
}

/** The changes after a position, of a list in order. */
export function sinceThen(changes: readonly Change[], position: number): Change[] {
  return changes.filter((change) => change.position > position)
}

/** A message of the stream as it goes over the line (HTML standard, section 9.2). */
export function streamMessage(change: Change): string {
  return `id: ${change.position}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`
}

/** Reports where the stream is, so that a browser that loses it at once comes back with a position. It has no data. */
export function startMessage(position: number): string {
  return `id: ${position}\n\n`
}

/** Reports that everything has to be requested again, and where the stream goes on. */
export function resetMessage(position: number): string {
  return `id: ${position}\nevent: reset\ndata: {}\n\n`
}

/** Keeps proxies from closing a quiet line. */
export const heartbeat = ': still here\n\n'

/** The position a browser saw last; undefined when it comes for the first time or says something else. */
export function positionFrom(lastEventId: string | undefined): number | undefined {
  return lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined
}
