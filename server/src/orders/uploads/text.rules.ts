import { hash } from 'node:crypto'
import type { CanonicalOrder } from '@cartage/contract/orders/canonical'

/** The stored text of an upload: its canonical form, which is also used to compare uploads. */
export function uploadText(upload: CanonicalOrder): { body: string; body_hash: Buffer } {
  const body = JSON.stringify(upload)
  return { body, body_hash: hash('sha256', body, 'buffer') }
}
