import type { InboundKind, Receiver, Target } from './rules.ts'

/** An item of the inbox and the message it came with. */
export interface ItemInMessage {
  kind: string
  /** Where the body says it; empty for the whole message. */
  path: string
  item: unknown
  /** JSON of the whole message; undefined when it is no JSON or not kept. */
  body: unknown
  query: Readonly<Record<string, string>>
}

/** A message with nothing but the one item. */
export interface AimedItem {
  /** Undefined: the body of the message as it came. */
  body: unknown
  query: Readonly<Record<string, string>>
}

/** How messages are run again; made by the features that come later and handed over in app.ts. */
export interface Rerun {
  receivers: Readonly<Partial<Record<InboundKind, Receiver<unknown, unknown>>>>
  /**
   * A message of one item, aimed at the record a person chose, or as it is.
   * @throws Problem validation_failed when such an item cannot be about such a record
   */
  aim(item: ItemInMessage, target: Target | undefined): AimedItem
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
