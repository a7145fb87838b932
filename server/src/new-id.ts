import { randomUUID } from 'node:crypto'

/**
 * A new id: a UUID of version 4, as clients require (CLIENT-8). Its first 32 bits are the current second and the other
 * 90 are random.
 *
 * Rows created together get neighbouring keys, so their index entries share a few pages. With fully random keys each
 * row touches a separate page in every index, and after each checkpoint PostgreSQL logs these pages in full. An id
 * reveals when its row was created, so it is never a secret: secrets come from `randomBytes`.
 */
export function newId(): string {
  const second = Math.floor(Date.now() / 1_000)
  return second.toString(16).padStart(8, '0') + randomUUID().slice(8)
}
