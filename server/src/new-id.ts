import { randomUUID } from 'node:crypto'

/**
 * A new id: a UUID of version 4, as clients want it (CLIENT-8), whose first 32 bits are the second it was made in
 * and whose other 90 are random.
 *
 * Rows that are made together get neighbouring keys, so their index entries share a few pages. With wholly random
 * keys each row touches a page of its own in every index, and after each checkpoint PostgreSQL logs all of them whole.
 * An id shows when its row was created, so it is never a secret: secrets come from `randomBytes`.
 */
export function newId(): string {
  const second = Math.floor(Date.now() / 1_000)
  return second.toString(16).padStart(8, '0') + randomUUID().slice(8)
}
