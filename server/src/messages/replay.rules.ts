import type { By } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import type { Problem } from '../http/problem.ts'
import type { InboundKind, InboundMessage, Receiver, Target } from './rules.ts'

/** An inbox item and its message. */
export interface ItemInMessage {
  kind: string
  /** Path in the body; empty for the whole message. */
  path: string
  item: unknown
  /** JSON of the whole message; undefined when it is not JSON or not stored. */
  body: unknown
  query: Readonly<Record<string, string>>
}

/** A message with only one item. */
export interface AimedItem {
  /** Undefined: the body of the message, unchanged. */
  body: unknown
  query: Readonly<Record<string, string>>
}

/** How messages are run again; provided by later features and passed on in app.ts. */
export interface ReplayKinds {
  receivers: Readonly<Partial<Record<InboundKind, Receiver<unknown, unknown>>>>
  /**
   * A message with one item, for the record that a person chose, or unchanged.
   * @throws Problem validation_failed when such an item cannot apply to such a record
   */
  aim(item: ItemInMessage, target: Target | undefined): AimedItem
  uploads: UploadsAgain
}

/** How uploads of orders are run again. They are applied later, so the result is not known immediately. */
export interface UploadsAgain {
  /**
   * Queues a failed upload again, in the given transaction.
   * @throws Problem not_found, state_conflict when it did not fail or a later one of its order has succeeded
   */
  again(ctx: Context, tx: Tx, uploadId: string, by: By): Promise<void>
  /** Handles a rejected order import like a new one. */
  take(ctx: Context, message: InboundMessage): Promise<ReplayedImport>
}

/** Result of handling an order import again: its upload, or why it was rejected. */
export interface ReplayedImport {
  answer: unknown
  touched: [entityType: string, id: string][]
  uploadId?: string
  refusal?: Problem
}

/** Members that differ between two states of a record, by name; member order is ignored. */
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
