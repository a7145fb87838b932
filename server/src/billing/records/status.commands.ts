import { setChargeStatus } from '../../charges/record/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { notifyOrders, ordersOfCharges } from '../drafts/commands.ts'
import { publishStatus } from './publish.commands.ts'
import { setPosted } from './store.ts'
import { findInvoice, findLines } from './views.ts'

/**
 * Sets a document to posted with everything that follows, in the transaction of the report: its charges are INVOICE_POSTED,
 * and the events of the document and of its orders go out (BILL-17). A document that is posted already stays as it is.
 */
export async function documentPosted(ctx: Context, tx: Tx, invoiceId: string): Promise<void> {
  if (!(await setPosted(tx, invoiceId))) return
  const [invoice, lines] = await Promise.all([findInvoice(tx, invoiceId), findLines(tx, [invoiceId])])
  if (!invoice) return
  const live = lines.flatMap(({ charges }) => charges.flatMap((one) => (one.is_live ? [one.charge_id] : []))).sort()
  await setChargeStatus(tx, live, 'INVOICE_POSTED')
  await publishStatus(ctx, tx, [{ ...invoice, status: 'INVOICE_POSTED' }])
  await notifyOrders(ctx, tx, await ordersOfCharges(tx, live), 'order.invoice_posted')
}
