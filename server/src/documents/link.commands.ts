import { Uuid } from '@cartage/contract/scalars'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { type DocumentLink, earlierLink, isSigned, linkPath } from './link.rules.ts'
import { deleteOldLinks, insertEarlierLink, insertLink, updateLinkOpened } from './sharing/store.ts'
import { findMostDays, isLiveLink } from './sharing/views.ts'
import { type Download, getSharedDownload } from './views.ts'

const secondsPerDay = 86_400

/** Address that downloads a document without credentials, with its expiry. */
export interface SharedDocument {
  download_url: string
  expires_at: string
}

/**
 * Creates the address of a document in an event, for readers without credentials. Its lifetime is the operator's
 * setting, limited by the organisation's maximum for links to documents (DOC-12).
 */
export async function shareDocument(ctx: Context, tx: Tx, documentId: string): Promise<SharedDocument> {
  const days = Math.min(ctx.config.document_link_days, (await findMostDays(tx)) ?? Number.POSITIVE_INFINITY)
  return await addLink(ctx, tx, { documentId, days, createdBy: null })
}

/**
 * Inserts a link and returns its address. The base is PUBLIC_URL, else the one address the service listens on; the
 * address is relative when there are several.
 * @param link.createdBy id of the user, whose deactivation ends it; null for Cartage
 */
export async function addLink(
  ctx: Context,
  tx: Tx,
  { documentId, days, createdBy }: { documentId: string; days: number; createdBy: string | null },
): Promise<SharedDocument & { linkId: string }> {
  const now = ctx.now()
  const expires = Math.floor(now.getTime() / 1_000) + days * secondsPerDay
  const linkId = ctx.newId()
  const expires_at = `${new Date(expires * 1_000).toISOString().slice(0, 19)}Z`
  await insertLink(tx, { linkId, documentId, expires_at, createdBy, now })
  // Deletes more links than are added, so that none pile up.
  await deleteOldLinks(tx, 5)
  const path = linkPath(ctx.vault, { tenantId: tx.tenantId, documentId, expires, linkId })
  return { linkId, download_url: `${baseOf(ctx.config)}${path}`, expires_at }
}

/** Empty behind a wildcard address or a random port: the host name that callers use is unknown. */
function baseOf({ public_url, host, port }: Context['config']): string {
  if (public_url !== undefined) return public_url
  const isKnown = port !== 0 && !['0.0.0.0', '::', ''].includes(host)
  return isKnown ? `http://${host.includes(':') ? `[${host}]` : host}:${port}` : ''
}

/** Path of a document for a browser that has just authenticated; expires after this many seconds. */
export function documentPath(ctx: Context, tenantId: string, documentId: string, seconds: number): string {
  const expires = Math.ceil(ctx.now().getTime() / 1_000) + seconds
  return linkPath(ctx.vault, { tenantId, documentId, expires, linkId: null })
}

interface LinkQuery {
  tenant?: string | undefined
  expires?: string | undefined
  link?: string | undefined
  signature?: string | undefined
}

/** A valid address of ours that has not expired. */
export interface OpenedLink extends DocumentLink {
  /** Whether it dates from before links had rows. */
  isEarlier: boolean
}

/**
 * Checks an address before any lookup, so that strangers learn nothing and cost nothing.
 * @throws Problem not_found when it is not one of ours, document_link_expired
 */
export function openLink(ctx: Context, documentId: string, query: LinkQuery): OpenedLink {
  const { tenant, expires = '', link, signature = '' } = query
  const [tenantId, linkId] = [Uuid.safeParse(tenant), Uuid.optional().safeParse(link)]
  if (!tenantId.success || !linkId.success || !/^[1-9][0-9]{0,11}$/.test(expires)) throw new Problem('not_found')
  const given = { tenantId: tenantId.data, documentId, expires: Number(expires), linkId: linkId.data ?? null }
  const opened = asSigned(ctx, given, signature)
  if (opened === undefined) throw new Problem('not_found')
  if (opened.expires * 1_000 <= ctx.now().getTime()) throw new Problem('document_link_expired')
  return opened
}

function asSigned({ vault }: Context, link: DocumentLink, signature: string): OpenedLink | undefined {
  if (isSigned(vault, link, signature)) return { ...link, isEarlier: false }
  const earlier = link.linkId === null ? earlierLink(vault, link, signature) : undefined
  return earlier === undefined ? undefined : { ...link, linkId: earlier, isEarlier: true }
}

/**
 * The document behind an address; records that it was opened (DOC-12).
 * @param isWhole whether the file is fetched from its beginning; other ranges and HEAD requests are not counted
 * @throws Problem not_found when the link was ended, its creator was deactivated, or the document was removed
 */
export async function downloadByLink(ctx: Context, tx: Tx, link: OpenedLink, isWhole: boolean): Promise<Download> {
  const { linkId, documentId } = link
  const download = await getSharedDownload(tx, documentId)
  if (linkId === null) return download
  const now = ctx.now()
  if (link.isEarlier) {
    await insertEarlierLink(tx, { linkId, documentId, expires_at: new Date(link.expires * 1_000).toISOString(), now })
  }
  if (!(await isLiveLink(tx, linkId, documentId))) throw new Problem('not_found')
  if (isWhole) await updateLinkOpened(tx, linkId, now)
  return download
}
