import { createHash } from 'node:crypto'
import { openapiDocument } from '@cartage/contract/openapi'

/** The OpenAPI document with its entity tag; created at the first request, because it takes milliseconds. */
export function createDocument(): () => { text: string; etag: string } {
  let created: { text: string; etag: string } | undefined
  return () => {
    created ??= make()
    return created
  }
}

function make(): { text: string; etag: string } {
  const text = documentText()
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}

/** The OpenAPI document, indented, as in `docs/openapi.json`. */
export function documentText(): string {
  return `${JSON.stringify(openapiDocument(), null, 2)}\n`
}
