import type { Readable } from 'node:stream'
import type { ByteRange, FileKey } from '../../context.ts'

/** The store does not have content that the database speaks of. */
export class FileMissing extends Error {
  override name = 'FileMissing'

  constructor(key: FileKey, cause?: unknown) {
    super(`the file store does not have ${placeOf(key)}`, { cause })
  }
}

/** What the two stores do differently: where kept bytes lie. */
export interface Shelf {
  /** Makes a file of this machine the content of the key; durable when it returns. May move the file away. */
  keep(key: FileKey, path: string, size: number): Promise<void>
  open(key: FileKey, range?: ByteRange): Promise<{ size: number; bytes: Readable }>
  remove(key: FileKey): Promise<void>
}

/** Where content lies under the root of a store. Made of our own ids only, never of a name that was sent. */
export function placeOf({ tenantId, sha256 }: FileKey): string {
  return `${tenantId}/${sha256.slice(0, 2)}/${sha256}`
}
