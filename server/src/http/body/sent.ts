import type { z } from 'zod'

/** A body as it was sent, and the schema that read it. */
export interface SentBody {
  sent: unknown
  schema: z.core.$ZodType
}

const sentBodies = new WeakMap<object, SentBody>()

/**
 * Keeps the JSON of a body next to what was read from it.
 * @param read what reading made of it, or the bytes of the request where a receiver reads them
 */
export function keepSent(read: object, body: SentBody): void {
  sentBodies.set(read, body)
}

/** A body before it was read; undefined when reading it changed nothing, so that nothing in it was odd. */
export function sentBody(read: object): SentBody | undefined {
  return sentBodies.get(read)
}
