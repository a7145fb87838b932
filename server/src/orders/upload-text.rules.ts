import { createHash } from 'node:crypto'
import type { CanonicalOrder } from '@cartage/contract/orders/canonical'

/** JSON with members in sorted order, so that the same content is the same text. Members that are undefined are left out. */
export function sortedJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`
  const members: string[] = []
  for (const name of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[name]
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${sortedJson(member)}`)
  }
  return `{${members.join(',')}}`
}

/** What is stored of an upload: its sorted text, which is also what two uploads are compared by. */
export function uploadText(upload: CanonicalOrder): { body: string; body_hash: Buffer } {
  const body = sortedJson(upload)
  return { body, body_hash: createHash('sha256').update(body).digest() }
}
