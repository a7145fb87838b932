import { createHash } from 'node:crypto'
import type { Vault } from '../context.ts'

/** A document that anyone with the address may download for a while. */
export interface DocumentLink {
  tenantId: string
  documentId: string
  /** Seconds since 1970. */
  expires: number
  /** Row that lists and ends the link; null for one that works for a minute only. */
  linkId: string | null
}

/** Creates and verifies keyed digests of texts. */
export type Digests = Pick<Vault, 'digest' | 'isDigest'>

/** Path and query that download a document without credentials, signed with the key of this installation. */
export function linkPath(vault: Digests, link: DocumentLink): string {
  const query = new URLSearchParams({
    tenant: link.tenantId,
    expires: String(link.expires),
    ...(link.linkId !== null && { link: link.linkId }),
    signature: vault.digest(signedText(link)).toString('base64url'),
  })
  return `/app/documents/shared/${link.documentId}?${query}`
}

/** Whether a signature matches this link; the caller checks whether it expired. */
export function isSigned(vault: Digests, link: DocumentLink, signature: string): boolean {
  return isSignatureOf(vault, signedText(link), signature)
}

/** Id of an address from before links had rows, if the signature matches: its row is created on its first use. */
export function earlierLink(vault: Digests, link: DocumentLink, signature: string): string | undefined {
  const text = `document_link|${link.tenantId}|${link.documentId}|${link.expires}`
  return isSignatureOf(vault, text, signature) ? idOf(text) : undefined
}

function isSignatureOf(vault: Digests, text: string, signature: string): boolean {
  const given = Buffer.from(signature, 'base64url')
  // Many base64 spellings decode to the same bytes: only the canonical one is a signature.
  return given.toString('base64url') === signature && vault.isDigest(text, given)
}

/** The digest has other uses as well: the first word separates them. */
function signedText({ tenantId, documentId, expires, linkId }: DocumentLink): string {
  if (linkId === null) return `document_view|${tenantId}|${documentId}|${expires}`
  return `document_link|${tenantId}|${documentId}|${expires}|${linkId}`
}

/** Deterministic id of a text: a UUID of version 8. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
