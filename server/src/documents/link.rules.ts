import { timingSafeEqual } from 'node:crypto'

/** A document that anyone who has the link may fetch for a while. */
export interface DocumentLink {
  tenantId: string
  documentId: string
  /** Seconds since 1970. */
  expires: number
}

/** Makes the keyed digest of a text: `digest` of the vault. */
export type Digest = (text: string) => Buffer

/** Path and query under which a document is handed out without credentials, signed with the key of this installation. */
export function linkPath(digest: Digest, link: DocumentLink): string {
  const query = new URLSearchParams({
    tenant: link.tenantId,
    expires: String(link.expires),
    signature: digest(signedText(link)).toString('base64url'),
  })
  return `/app/documents/shared/${link.documentId}?${query}`
}

/** Whether a signature is the one of this link; when it has ended is for the caller to say. */
export function isSigned(digest: Digest, link: DocumentLink, signature: string): boolean {
  // As texts: many spellings of base64 mean the same bytes.
  const right = Buffer.from(digest(signedText(link)).toString('base64url'))
  const given = Buffer.from(signature)
  return given.length === right.length && timingSafeEqual(given, right)
}

/** The digest serves other purposes as well: the first word keeps them apart. */
function signedText({ tenantId, documentId, expires }: DocumentLink): string {
  return `document_link|${tenantId}|${documentId}|${expires}`
}
