import type { z } from 'zod'

/** A request body, and the schema that parsed it. */
export interface SentBody {
  sent: unknown
  schema: z.core.$ZodType
}

const sentBodies = new WeakMap<object, SentBody>()

/**
 * Stores the JSON of a body for its parsed form.
 * @param read the parsed value, or the bytes of the request if a receiver parses them
 */
export function keepSent(read: object, body: SentBody): void {
  sentBodies.set(read, body)
}

/** A body before parsing; undefined if parsing changed nothing, so it had no unknown members. */
export function sentBody(read: object): SentBody | undefined {
  return sentBodies.get(read)
}
