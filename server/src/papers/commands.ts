import type { OrderDocument } from '@cartage/contract/orders/app/documents'
import type { PaperKind } from '@cartage/contract/papers/app'
import type { By } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import { subjectKinds } from '../documents/access.rules.ts'
import { attachDocuments, byHand, type DocumentSubject, storeBytes } from '../documents/attach.commands.ts'
import { listShownById } from '../documents/carried.views.ts'
import type { PaperFacts } from './facts.rules.ts'
import { factsByOrder, type PrintedPaper, type PrintRequest, printPaper } from './print.rules.ts'

/** A paper to save, and the person who saves it. */
export interface PaperToSave {
  tenantId: string
  by: By
  facts: PaperFacts
  request: PrintRequest
}

/** Document type of each saved paper. */
const documentTypes: Readonly<Record<PaperKind, string>> = {
  consignment_note: 'PREFILLED_CMR',
  loading_list: 'LOADING_LIST',
  delivery_note: 'DELIVERY_NOTE',
}

/**
 * Stores a paper of an order among its documents (PAPER-13). The same bytes again change nothing.
 * @throws Problem validation_failed for an unknown consignment
 */
export async function saveOrderPaper(ctx: Context, given: PaperToSave): Promise<OrderDocument> {
  const [document] = await save(ctx, given, [
    { subject: orderOf(given.facts), paper: await printPaper(given.facts, given.request) },
  ])
  return document!
}

function orderOf({ orders }: PaperFacts): DocumentSubject {
  const { id } = orders[0]!.order
  return { type: 'ORDER', id, order_id: id }
}

/**
 * Stores a paper of a trip: its loading list with the trip, notes with their orders (PAPER-13).
 * @throws Problem state_conflict when the trip carries nothing, validation_failed for an unknown consignment
 */
export async function saveTripPaper(ctx: Context, given: PaperToSave): Promise<OrderDocument[]> {
  const { facts, request } = given
  const whole = await printPaper(facts, request)
  const { trip_id } = facts.trip!
  if (request.paper === 'loading_list')
    return await save(ctx, given, [{ subject: { type: 'TRIP', id: trip_id, order_id: null }, paper: whole }])
  const papers: SavedPaper[] = []
  for (const one of factsByOrder(facts, request)) {
    papers.push({ subject: orderOf(one), paper: await printPaper(one, request) })
  }
  return await save(ctx, given, papers)
}

interface SavedPaper {
  subject: DocumentSubject
  paper: PrintedPaper
}

async function save(
  ctx: Context,
  { tenantId, by, request }: PaperToSave,
  papers: readonly SavedPaper[],
): Promise<OrderDocument[]> {
  const documents: (SavedPaper & { upload_id: string })[] = []
  for (const { subject, paper } of papers) {
    const file = { bytes: paper.bytes, name: paper.name, mediaType: 'application/pdf' }
    documents.push({ subject, paper, upload_id: await storeBytes(ctx, tenantId, file) })
  }
  const document_type = documentTypes[request.paper]
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const given = documents.map(({ subject, paper: { name }, upload_id }) => ({
      ...{ subject, document_type, name, upload_id, path: 'paper' },
    }))
    return await listShownById(tx, await attachDocuments(ctx, tx, { by, note: byHand }, given), subjectKinds)
  })
}
