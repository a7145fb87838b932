import type { OrderDocument } from '@cartage/contract/orders/app/documents'
import type { By } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { subjectKinds } from '../../documents/access.rules.ts'
import { attachDocuments, byHand, type DocumentSubject } from '../../documents/attach.commands.ts'
import { listShownById } from '../../documents/carried.views.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { getOrderRow } from '../record/row.views.ts'
import { stopsOfOrders } from '../stops/store.ts'

/** Subject of a document that a person adds: an order or one of its stops. */
export type OrderFileSubject = DocumentSubject & { readonly order_id: string }

/** A file that a person adds to an order. */
export interface NewDocument {
  tenantId: string
  by: By
  subject: OrderFileSubject
  /** Id of the upload with its bytes. */
  upload_id: string
  document_type: string
}

/**
 * The subject of a document: the order, or the given stop of it.
 * @throws Problem not_found, validation_failed for a stop of another order
 */
export async function checkSubject(tx: Tx, orderId: string, stopId: string | undefined): Promise<OrderFileSubject> {
  const [stops] = await Promise.all([stopsOfOrders(tx, [orderId]), getOrderRow(tx, orderId, null)])
  if (stopId === undefined) return { type: 'ORDER', id: orderId, order_id: orderId }
  if (stops.some(({ stop_id }) => stop_id === stopId)) return { type: 'STOP', id: stopId, order_id: orderId }
  throw new Problem('validation_failed', { errors: [errorItem('stop_id', 'is not a stop of this order', 'unknown')] })
}

/**
 * Adds a document to an order or one of its stops. Notifies like a document that arrives by webhook (ST-12).
 * @throws Problem upload_unknown
 */
export async function addDocument(ctx: Context, given: NewDocument): Promise<OrderDocument> {
  const { tenantId, by, subject, upload_id, document_type } = given
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const given = { subject, document_type, upload_id, path: 'file' }
    const [id] = await attachDocuments(ctx, tx, { by, note: byHand }, [given])
    const [document] = await listShownById(tx, [id!], subjectKinds)
    return document!
  })
}
