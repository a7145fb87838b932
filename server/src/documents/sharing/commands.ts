import type { documentLinkDays, SharedLink } from '@cartage/contract/documents/app/sharing'
import { msg } from '@cartage/contract/message'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import type { DocumentReader } from '../access.rules.ts'
import { addLink } from '../link.commands.ts'
import { refuseInfected } from '../rules.ts'
import { getDownload } from '../views.ts'
import { updateLinkEnded } from './store.ts'
import { findLink, findMostDays, listLinksOf } from './views.ts'

/** Default maximum of days when the organisation has not set one. */
const mostDays = 90

/** A document and the person who manages its links. */
export interface Sharing {
  documentId: string
  by: By
  reader: DocumentReader
}

/**
 * Creates a link to a document that the caller may read (DOC-12). Only this response contains the address.
 * @throws Problem not_found; document_infected, document_unscanned; validation_failed for more days than the
 * organisation allows
 */
export async function createDocumentLink(
  ctx: Context,
  tx: Tx,
  { documentId, by, reader, days }: Sharing & { days: (typeof documentLinkDays)[number] },
): Promise<SharedLink & { address: string }> {
  const [{ scan_status }, most] = await Promise.all([getDownload(tx, documentId, reader), allowedDays(tx)])
  refuseInfected(scan_status, ctx.config.document_scan === 'wait')
  if (days > most) {
    const message = msg`Links to documents work for at most ${most} days here.`
    throw new Problem('validation_failed', { message, errors: [errorItem('days', message, 'invalid')] })
  }
  const link = await addLink(ctx, tx, { documentId, days, createdBy: by.actor.id })
  const after = { document_id: documentId, expires_at: link.expires_at }
  await recordChanges(tx, by, [{ ...about(link.linkId), action: 'created', before: null, after }])
  const shown = await findLink(tx, { linkId: link.linkId, documentId, now: ctx.now() })
  return { ...shown!, address: link.download_url }
}

/**
 * The links of a document, and the longest lifetime of a new one.
 * @throws Problem not_found when the caller may not read it
 */
export async function linksOf(ctx: Context, tx: Tx, { documentId, reader }: Omit<Sharing, 'by'>) {
  await getDownload(tx, documentId, reader)
  const [items, most_days] = await Promise.all([listLinksOf(tx, documentId, ctx.now()), allowedDays(tx)])
  return { items, most_days }
}

/**
 * Ends a link from the next request on; a link that was ended before is unchanged (DOC-12).
 * @throws Problem not_found when the caller may not read the document, or it has no such link
 */
export async function endDocumentLink(
  ctx: Context,
  tx: Tx,
  { documentId, by, reader, linkId }: Sharing & { linkId: string },
): Promise<SharedLink> {
  await getDownload(tx, documentId, reader)
  const now = ctx.now()
  if (await updateLinkEnded(tx, linkId, documentId, now)) {
    const after = { ended_at: now.toISOString() }
    await recordChanges(tx, by, [{ ...about(linkId), action: 'updated', before: { ended_at: null }, after }])
  }
  const link = await findLink(tx, { linkId, documentId, now })
  if (link === undefined) throw new Problem('not_found')
  return link
}

async function allowedDays(tx: Tx): Promise<number> {
  return (await findMostDays(tx)) ?? mostDays
}

/** Reference to a link in the audit trail. */
function about(linkId: string) {
  return { entity_type: 'document_link', entity_id: linkId }
}
