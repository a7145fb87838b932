import { hash } from 'node:crypto'
import type { CanonicalOrder } from '@cartage/contract/orders/canonical'

/** What is stored of an upload: the text of its canonical form, which is also what two uploads are compared by. */
export function uploadText(upload: CanonicalOrder): { body: string; body_hash: Buffer } {
  const body = JSON.stringify(upload)
  return { body, body_hash: hash('sha256', body, 'buffer') }
}
