import type { Actor } from '../audit/rules.ts'
import type { Context, ReceivedFile } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import type { Partner } from '../http/caller.ts'
import type { Parts } from './parts.rules.ts'

/** Kinds of messages that come in by webhook, the last part of their path; and what drivers report on their page. */
export type InboundKind =
  | 'order-import'
  | 'subco-status-update'
  | 'fleet-status-update'
  | 'subco-document-upload'
  | 'fleet-document-upload'
  | 'document-import'
  | 'partial-order-update'
  | 'tracking-update'
  | 'trip-import'
  | 'location-booking-update'
  | 'intermodal-status'
  | 'e-invoicing'
  | 'billing-document-update'
  | 'driver-report'
  | 'driver-card'

/** A message as received. */
export interface InboundMessage {
  kind: InboundKind
  tenantId: string
  /** Of the webhook credential it came with; of what a driver reports, the id of the driver. */
  credentialId: string
  /** Who sent it, when it was not a webhook credential. */
  actor?: Actor
  /** Whom the credential is bound to; absent: it may report on everything, as a person who applies an item may. */
  partner?: Partner
  requestId: string
  /** `webhook-id` or `idempotency-key`, when the sender gave one: a repeat gets the first answer. */
  messageKey: string | undefined
  query: Readonly<Record<string, string>>
  /** Those that matter, in lower case; never credentials. */
  headers: Readonly<Record<string, string>>
  /** As received. Empty for a file that is not JSON: it lies in `file`. */
  body: Buffer
  /** Digest of a large body in hexadecimal, once it was calculated. */
  bodySha256?: string
  /** A body that was stored while it arrived; absent for the others, and when the message is run again. */
  file?: ReceivedFile
  /** Puts the body, or the file, into the document store; absent where it is there already. */
  keepBody?: (ctx: Context, message: InboundMessage) => Promise<void>
  /** The record a person chose for the one item in it, whatever its criteria say; only for items of the inbox. */
  target?: Target
}

/** A record that a person chose for an item that fitted nothing. */
export interface Target {
  entity_type: 'order' | 'stop' | 'stop_group' | 'resource' | 'booking' | 'company'
  entity_id: string
}

/** What applying a message leaves behind in the message log. */
export interface Note {
  /** A record that the message changed or was about; found again by its id. */
  touched(entityType: string, entityId: string): void
  /** An item that matched nothing: kept in the inbox until a person resolves it. `path` is where the body says it. */
  unmatched(path: string, item: unknown, reason: string): void
  /**
   * Whether this effect comes for the first time from this credential (INB-1). A repeat, within one
   * message or between two at once, gets false and must have no effect.
   */
  isFirst(key: string): Promise<boolean>
  /** An effect that was refused after all: the next message that requests it is the first again. */
  forget(key: string): Promise<void>
}

/** How one kind of message is applied. */
export interface Receiver<Prepared = undefined, Answer = unknown> {
  /** Work before the transaction, for example storing bytes; absent when there is none. */
  prepare?(ctx: Context, message: InboundMessage): Promise<Prepared>
  /** What of a message can be applied without the rest of it; absent where it takes effect as a whole or not at all. */
  parts?: Parts<Prepared>
  /** Everything in one transaction; throwing a Problem changes nothing and is the answer. */
  apply(ctx: Context, tx: Tx, note: Note, message: InboundMessage, prepared: Prepared): Promise<Answer>
}

/** Headers that say something about a message. Credentials and cookies are never among them. */
const keptNames = [
  'content-type',
  'content-length',
  'content-disposition',
  'content-encoding',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'idempotency-key',
  'x-request-id',
  'traceparent',
]

/** The headers that are kept of a message, in lower case; of one that was sent more than once the first. */
export function storedHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    keptNames.flatMap((name) => {
      const value = [headers[name]].flat()[0]
      return value === undefined ? [] : [[name, value.slice(0, 1_000)]]
    }),
  )
}
