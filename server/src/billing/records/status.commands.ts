import { setChargeStatus } from '../../charges/record/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { notifyOrders } from '../drafts/commands.ts'
import { liveChargesForUpdate, setPosted } from './posted.store.ts'
import { publishStatus } from './publish.commands.ts'

/**
 * Sets a document to posted with everything that follows, in the transaction of the report: its charges are INVOICE_POSTED,
 * and the events of the document and of its orders go out (BILL-17). A document that is posted already stays as it is.
 */
export async function documentPosted(ctx: Context, tx: Tx, invoice_id: string): Promise<void> {
  const posted = await setPosted(tx, invoice_id)
  if (!posted) return
  const charges = await liveChargesForUpdate(tx, invoice_id)
  const orderIds = charges.flatMap(({ order_id, side }) => (side === 'SALES' && order_id) || [])
  await Promise.all([
    setChargeStatus(
      tx,
      charges.map(({ charge_id }) => charge_id),
      'INVOICE_POSTED',
    ),
    publishStatus(ctx, tx, [{ ...posted, invoice_id, status: 'INVOICE_POSTED' }]),
    notifyOrders(ctx, tx, [...new Set(orderIds)].sort(), 'order.invoice_posted'),
  ])
}
