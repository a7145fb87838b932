import type { Change } from '@cartage/contract/app/shell'
import type { Permission } from '@cartage/contract/endpoint'
import type { PlanningPresence } from '@cartage/contract/planning/app/presence'
import { isReadable } from '../documents/access.rules.ts'

/** Permissions for reading a kind of record, where they differ from that of the event log. */
const readers = new Map<string, Permission>([
  ['order', 'order.read'],
  ['stop', 'trip.read'],
  ['trip', 'trip.read'],
  ['resource', 'resource.read'],
  ['company', 'company.read'],
  ['location', 'location.read'],
  ['charge', 'charge.read'],
  ['inbox_item', 'message.read'],
  ['message', 'message.read'],
  ['user', 'user.write'],
  ['api_client', 'credential.write'],
  ['webhook_credential', 'credential.write'],
  ['saved_view', 'session.use'],
])

/** Whether a person may be notified of this change: an unreadable record must not reveal its existence. */
export function maySee(
  permissions: readonly Permission[],
  change: Pick<Change, 'entity_type'> & Partial<SeenChange>,
): boolean {
  if (change.entity_type === 'document') return isReadable(permissions, change.document_kind ?? null)
  return permissions.includes(readers.get(change.entity_type) ?? 'event.read')
}

/** Whether a change affects the listening person: the role, the password, or the right to log in (SESSION-4). */
export function isAbout(change: Pick<Change, 'entity_type' | 'entity_id'>, { id }: { readonly id: string }): boolean {
  return change.entity_type === 'user' && change.entity_id === id
}

/** A change with the data that decides its visibility. */
export interface SeenChange extends Change {
  /** Kind of the document (DOC-10); null for other records, and when it is no longer known. */
  document_kind: string | null
}

/** False for positions: they come several times a second and are requested by the pages that show them. */
export function isShown({ type }: Pick<Change, 'type'>): boolean {
  return type !== 'position.updated'
}

/** Position of a stream in the event log and in the trail of planning. */
export interface Place {
  log: number
  plan: number
}

/** Changes of both sources, each in order. */
export interface Changes {
  log: readonly SeenChange[]
  plan: readonly SeenChange[]
}

/** A change with the place of the stream after it. */
export interface Reported {
  change: SeenChange
  place: Place
}

/** Changes after a place, each with its new place; the log first. */
export function sinceThen({ log, plan }: Changes, place: Place): Reported[] {
  const fresh = log.filter((change) => change.position > place.log)
  const planned = plan.filter((change) => change.position > place.plan)
  const end = fresh.at(-1)?.position ?? place.log
  return [
    ...fresh.map((change) => ({ change, place: { log: change.position, plan: place.plan } })),
    ...planned.map((change) => ({ change, place: { log: end, plan: change.position } })),
  ]
}

const idOf = ({ log, plan }: Place): string => `${log}-${plan}`

/** A message of the stream in its wire format (HTML standard, section 9.2). */
export function streamMessage({ change: { document_kind: _kind, ...change }, place }: Reported): string {
  return `id: ${idOf(place)}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`
}

/** Reports the place of the stream, without data, so that a browser that loses it at once can resume. */
export function startMessage(place: Place): string {
  return `id: ${idOf(place)}\n\n`
}

/** Reports that everything has to be requested again, and where the stream continues. */
export function resetMessage(place: Place): string {
  return `id: ${idOf(place)}\nevent: reset\ndata: {}\n\n`
}

/** Users with the planning board open. It has no place, because only the current state matters. */
export function presenceMessage(items: readonly PlanningPresence[]): string {
  return `event: presence\ndata: ${JSON.stringify(items)}\n\n`
}

/** Keeps proxies from closing an idle connection. */
export const heartbeat = ': still here\n\n'

/**
 * The last place seen by a browser; undefined at its first connection or for invalid text. A browser connected before
 * streams had two sources sends only its place in the log.
 */
export function placeFrom(lastEventId: string | undefined): { log: number; plan: number | undefined } | undefined {
  const [, log, plan] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(lastEventId ?? '') ?? []
  return log === undefined ? undefined : { log: Number(log), plan: plan === undefined ? undefined : Number(plan) }
}
