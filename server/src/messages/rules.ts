import type { Actor } from '../audit/rules.ts'
import type { Context, ReceivedFile } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import type { Partner } from '../http/caller.ts'
import type { Parts } from './parts.rules.ts'

/** Kinds of incoming messages: the last path segment of their webhook, and driver reports. */
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
  /** Id of the webhook credential; for driver reports, of the driver. */
  credentialId: string
  /** The sender, if not a webhook credential. */
  actor?: Actor
  /** The partner linked to the credential; absent: it may report on everything, like a person who applies an item. */
  partner?: Partner
  requestId: string
  /** `webhook-id` or `idempotency-key`, if the sender set one: a repeat gets the first response. */
  messageKey: string | undefined
  query: Readonly<Record<string, string>>
  /** Relevant headers, in lower case; never credentials. */
  headers: Readonly<Record<string, string>>
  /** As received. Empty for a file that is not JSON, which is in `file`. */
  body: Buffer
  /** Hash of a large body in hexadecimal, after it was calculated. */
  bodySha256?: string
  /** A body that was stored during reception; absent for others, and when the message is run again. */
  file?: ReceivedFile
  /** Stores the body or file in the document store; absent if it is already there. */
  keepBody?: (ctx: Context, message: InboundMessage) => Promise<void>
  /** The record that a person chose for the only item, whatever its criteria; only for inbox items. */
  target?: Target
}

/** A record that a person chose for an unmatched item. */
export interface Target {
  entity_type: 'order' | 'stop' | 'stop_group' | 'resource' | 'booking' | 'company'
  entity_id: string
}

/** What applying a message records in the message log. */
export interface Note {
  /** A record that the message changed or referred to; the message can be found by its id. */
  touched(entityType: string, entityId: string): void
  /** An unmatched item: stored in the inbox until a person resolves it. `path` is its path in the body. */
  unmatched(path: string, item: unknown, reason: string): void
  /**
   * Whether this effect is the first of its kind from this credential (INB-1). A repeat, within one message or in
   * parallel ones, gets false and must have no effect.
   */
  isFirst(key: string): Promise<boolean>
  /** Releases an effect that was rejected after all: the next message with it is the first again. */
  forget(key: string): Promise<void>
}

/** How one kind of message is applied. */
export interface Receiver<Prepared = undefined, Answer = unknown> {
  /** Work before the transaction, for example storing bytes; absent when there is none. */
  prepare?(ctx: Context, message: InboundMessage): Promise<Prepared>
  /** Parts of a message that can be applied alone; absent where it takes effect as a whole or not at all. */
  parts?: Parts<Prepared>
  /** Applies everything in one transaction; a thrown Problem rolls it back and is the response. */
  apply(ctx: Context, tx: Tx, note: Note, message: InboundMessage, prepared: Prepared): Promise<Answer>
}

/** Stored headers of a message. Credentials and cookies are never among them. */
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

/** The stored headers of a message, in lower case; of repeated ones the first. */
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
