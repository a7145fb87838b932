import type { Vault } from '../context.ts'

/** A document that anyone who has the link may fetch for a while. */
export interface DocumentLink {
  tenantId: string
  documentId: string
  /** Seconds since 1970. */
  expires: number
}

/** Makes keyed digests of texts and recognises them. */
export type Digests = Pick<Vault, 'digest' | 'isDigest'>

/** Path and query under which a document is handed out without credentials, signed with the key of this installation. */
export function linkPath(vault: Digests, link: DocumentLink): string {
  const query = new URLSearchParams({
    tenant: link.tenantId,
    expires: String(link.expires),
    signature: vault.digest(signedText(link)).toString('base64url'),
  })
  return `/app/documents/shared/${link.documentId}?${query}`
}

/** Whether a signature is the one of this link; when it has ended is for the caller to say. */
export function isSigned(vault: Digests, link: DocumentLink, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url')
  // Many spellings of base64 mean the same bytes: only the usual one is a signature.
  return given.toString('base64url') === signature && vault.isDigest(signedText(link), given)
}

/** The digest serves other purposes as well: the first word keeps them apart. */
function signedText({ tenantId, documentId, expires }: DocumentLink): string {
  return `document_link|${tenantId}|${documentId}|${expires}`
}
