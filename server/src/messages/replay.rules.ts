import type { By } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import type { Problem } from '../http/problem.ts'
import type { InboundKind, InboundMessage, Receiver, Target } from './rules.ts'

/** An item of the inbox and the message it came with. */
export interface ItemInMessage {
  kind: string
  /** Where the body says it; empty for the whole message. */
  path: string
  item: unknown
  /** JSON of the whole message; undefined when it is not JSON or not kept. */
  body: unknown
  query: Readonly<Record<string, string>>
}

/** A message with nothing but the one item. */
export interface AimedItem {
  /** Undefined: the body of the message, unchanged. */
  body: unknown
  query: Readonly<Record<string, string>>
}

/** How messages are run again; provided by the features that come later and passed on in app.ts. */
export interface ReplayKinds {
  receivers: Readonly<Partial<Record<InboundKind, Receiver<unknown, unknown>>>>
  /**
   * A message of one item, aimed at the record a person chose, or as it is.
   * @throws Problem validation_failed when such an item cannot be about such a record
   */
  aim(item: ItemInMessage, target: Target | undefined): AimedItem
  uploads: UploadsAgain
}

/** How uploads of orders are taken again. They are applied later, so what they come to is not known at once. */
export interface UploadsAgain {
  /**
   * Queues an upload that failed again, in the transaction it is given.
   * @throws Problem not_found, state_conflict when it did not fail or a later one of its order has succeeded
   */
  again(ctx: Context, tx: Tx, uploadId: string, by: By): Promise<void>
  /** Takes an order import that was refused as if it came now. */
  take(ctx: Context, message: InboundMessage): Promise<ReplayedImport>
}

/** What taking an order import again came to: its upload, or why it was refused. */
export interface ReplayedImport {
  answer: unknown
  touched: [entityType: string, id: string][]
  uploadId?: string
  refusal?: Problem
}

/** Members that differ between two states of a record, by name; the order of members does not matter. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, { before: unknown; after: unknown }> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }]),
  )
}
