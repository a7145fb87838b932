import type { Change } from '@cartage/contract/app/shell'
import type { Permission } from '@cartage/contract/endpoint'
import type { PlanningPresence } from '@cartage/contract/planning/app/presence'
import { isReadable } from '../documents/access.rules.ts'

/** Permissions that reading a kind of record takes, where it is not that of the event log. */
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

/** Whether a person may know that this changed: someone who may not read a record does not learn that it exists. */
export function maySee(
  permissions: readonly Permission[],
  change: Pick<Change, 'entity_type'> & Partial<SeenChange>,
): boolean {
  if (change.entity_type === 'document') return isReadable(permissions, change.document_kind ?? null)
  return permissions.includes(readers.get(change.entity_type) ?? 'event.read')
}

/** Whether a change is one of the person who listens: of the role, the password, or whether they may log in (SESSION-4). */
export function isAbout(change: Pick<Change, 'entity_type' | 'entity_id'>, { id }: { readonly id: string }): boolean {
  return change.entity_type === 'user' && change.entity_id === id
}

/** A change with what decides who may know of it. */
export interface SeenChange extends Change {
  /** Of which kind the document is (DOC-10); null for other records, and when it is not known any more. */
  document_kind: string | null
}

/** Positions come several times a second and are requested by those who show them. */
export function isShown({ type }: Pick<Change, 'type'>): boolean {
  return type !== 'position.updated'
}

/** How far a stream is: in the log of events, and in the trail of what was planned. */
export interface Place {
  log: number
  plan: number
}

/** What both sources have, each in order. */
export interface Changes {
  log: readonly SeenChange[]
  plan: readonly SeenChange[]
}

/** A change with the place of the stream once it was reported. */
export interface Reported {
  change: SeenChange
  place: Place
}

/** What of these changes comes after a place, each with the place it leads to; the log first. */
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

/** A message of the stream as it goes over the line (HTML standard, section 9.2). */
export function streamMessage({ change: { document_kind: _kind, ...change }, place }: Reported): string {
  return `id: ${idOf(place)}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`
}

/** Reports where the stream is, so that a browser that loses it at once comes back with a place. It has no data. */
export function startMessage(place: Place): string {
  return `id: ${idOf(place)}\n\n`
}

/** Reports that everything has to be requested again, and where the stream goes on. */
export function resetMessage(place: Place): string {
  return `id: ${idOf(place)}\nevent: reset\ndata: {}\n\n`
}

/** Who has the planning board open; it has no place, because only the present one counts. */
export function presenceMessage(items: readonly PlanningPresence[]): string {
  return `event: presence\ndata: ${JSON.stringify(items)}\n\n`
}

/** Keeps proxies from closing a quiet line. */
export const heartbeat = ': still here\n\n'

/**
 * The place a browser saw last; undefined when it comes for the first time or says something else. A browser that was
 * connected before streams had two sources says only how far it is in the log.
 */
export function placeFrom(lastEventId: string | undefined): { log: number; plan: number | undefined } | undefined {
  const [, log, plan] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(lastEventId ?? '') ?? []
  return log === undefined ? undefined : { log: Number(log), plan: plan === undefined ? undefined : Number(plan) }
}
