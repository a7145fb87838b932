import { createHash } from 'node:crypto'
import type { Vault } from '../context.ts'

/** A document that anyone who has the address may fetch for a while. */
export interface DocumentLink {
  tenantId: string
  documentId: string
  /** Seconds since 1970. */
  expires: number
  /** Its row, by which it is seen and ended; null for one that works for a minute only. */
  linkId: string | null
}

/** Makes keyed digests of texts and recognises them. */
export type Digests = Pick<Vault, 'digest' | 'isDigest'>

/** Path and query under which a document is handed out without credentials, signed with the key of this installation. */
export function linkPath(vault: Digests, link: DocumentLink): string {
  const query = new URLSearchParams({
    tenant: link.tenantId,
    expires: String(link.expires),
    ...(link.linkId !== null && { link: link.linkId }),
    signature: vault.digest(signedText(link)).toString('base64url'),
  })
  return `/app/documents/shared/${link.documentId}?${query}`
}

/** Whether a signature is the one of this link; when it has ended is for the caller to say. */
export function isSigned(vault: Digests, link: DocumentLink, signature: string): boolean {
  return isSignatureOf(vault, signedText(link), signature)
}

/** The id of an address of before links had rows, when this is its signature: it gets its row when it is first opened. */
export function earlierLink(vault: Digests, link: DocumentLink, signature: string): string | undefined {
  const text = `document_link|${link.tenantId}|${link.documentId}|${link.expires}`
  return isSignatureOf(vault, text, signature) ? idOf(text) : undefined
}

function isSignatureOf(vault: Digests, text: string, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url')
  // Many spellings of base64 mean the same bytes: only the usual one is a signature.
  return given.toString('base64url') === signature && vault.isDigest(text, given)
}

/** The digest serves other purposes as well: the first word keeps them apart. */
function signedText({ tenantId, documentId, expires, linkId }: DocumentLink): string {
  if (linkId === null) return `document_view|${tenantId}|${documentId}|${expires}`
  return `document_link|${tenantId}|${documentId}|${expires}|${linkId}`
}

/** Always the same id for a text: a UUID of version 8. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
