import * as contract from '@cartage/contract/documents/app/review'
import { byCaller } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { type Server, serve } from '../../http/serve.ts'
import { type DocumentReader, readerOf } from '../access.rules.ts'
import { sendDownload } from '../download.routes.ts'
import { findListedDocument } from '../list.views.ts'
import { isHeldBack } from '../rules.ts'
import { getDownload } from '../views.ts'
import { reviewDocument } from './commands.ts'
import { isReviewable, shownAs } from './rules.ts'

/** Binds the page of one document: its data, its bytes shown inline, and its review. */
export function serveReview(server: Server): void {
  const { ctx } = server
  serve(server, contract.getRecordDocument, ({ caller, params, inTenant }) =>
    inTenant((tx) => viewed(ctx, tx, params.document_id, readerOf(caller))),
  )
  serve(server, contract.viewRecordDocument, async ({ caller, params, request, reply, inTenant }) => {
    const documentId = params.document_id
    const download = await inTenant((tx) => getDownload(tx, documentId, readerOf(caller)))
    await sendDownload(ctx, { tenantId: caller.tenantId, documentId, download, request, reply, isInPlace: true })
    return undefined
  })
  serve(server, contract.reviewDocument, async ({ caller, requestId, params, body, inTenant }) => {
    const documentId = params.document_id
    const { tenantId, permissions } = caller
    await reviewDocument(ctx, { tenantId, permissions, by: byCaller(caller, requestId), documentId, ...body })
    return await inTenant((tx) => viewed(ctx, tx, documentId, readerOf(caller)))
  })
}

async function viewed(
  ctx: Context,
  tx: Tx,
  documentId: string,
  reader: DocumentReader,
): Promise<contract.ViewedDocument> {
  const listed = await findListedDocument(tx, documentId, reader.kinds)
  if (!listed) throw new Problem('not_found')
  const file = await getDownload(tx, documentId, reader)
  const isWithheld = isHeldBack(file.scan_status, ctx.config.document_scan === 'wait')
  return { ...listed, shown_as: isWithheld ? null : shownAs(file), is_reviewable: isReviewable(listed.subject_type) }
}
