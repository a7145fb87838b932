import type { Readable } from 'node:stream'
import type { ByteRange, FileKey } from '../../context.ts'

/** The store lacks content that the database refers to. */
export class FileMissing extends Error {
  override name = 'FileMissing'

  constructor(key: FileKey, cause?: unknown) {
    super(`the file store does not have ${placeOf(key)}`, { cause })
  }
}

/** Operations that differ between the two stores. */
export interface Shelf {
  /** Stores a local file as the content of the key; durable on return. May move the file away. */
  keep(key: FileKey, path: string, size: number): Promise<void>
  open(key: FileKey, range?: ByteRange): Promise<{ size: number; bytes: Readable }>
  remove(key: FileKey): Promise<void>
}

/** Path of content under the root of a store. Built from our own ids only, never from a name that was sent. */
export function placeOf({ tenantId, sha256 }: FileKey): string {
  return `${tenantId}/${sha256.slice(0, 2)}/${sha256}`
}
