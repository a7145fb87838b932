import { setChargeStatus } from '../../charges/record/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { notifyOrders } from '../drafts/commands.ts'
import { type DocumentToPost, setPosted } from './posted.store.ts'
import { publishStatusIn } from './publish.commands.ts'

/**
 * Sets a document to posted in the transaction of the report: its charges become INVOICE_POSTED, and the events of the
 * document and its orders are published (BILL-17). No effect if already posted. All input was read with the locks, so
 * all statements are sent at once.
 */
export async function documentPosted(ctx: Context, tx: Tx, document: DocumentToPost): Promise<void> {
  const { invoice_id, kind, charges, epoch } = document
  if (document.status !== 'INVOICED') return
  const orderIds = charges.flatMap(({ order_id, side }) => (side === 'SALES' && order_id) || [])
  const event_sequence = document.event_sequence + 1
  await Promise.all([
    setPosted(tx, invoice_id),
    setChargeStatus(
      tx,
      charges.map(({ charge_id }) => charge_id),
      'INVOICE_POSTED',
    ),
    publishStatusIn(ctx, tx, epoch, [{ invoice_id, kind, event_sequence, status: 'INVOICE_POSTED' }]),
    notifyOrders(ctx, tx, [...new Set(orderIds)].sort(), 'order.invoice_posted'),
  ])
}
