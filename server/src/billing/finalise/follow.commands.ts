import { freezeShipments } from '../../charges/record/ratings.store.ts'
import { chargesForUpdate, setChargeStatus } from '../../charges/record/store.ts'
import { refreshUnbilled } from '../../charges/unbilled.store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { enqueueAll } from '../../jobs/queue.ts'
import type { LoadedDocument } from '../documents/load.commands.ts'
import { notifyOrders } from '../drafts/commands.ts'
import { releaseLines } from '../records/store.ts'

/** Charges of invoices are INVOICED; a credit note that releases frees those of the lines it credits (BILL-12). */
export async function settleCharges(ctx: Context, tx: Tx, documents: readonly LoadedDocument[]): Promise<void> {
  const billed = documents.flatMap(({ lines }) => lines.flatMap(({ charges }) => charges.map((one) => one.charge_id)))
  await setChargeStatus(tx, billed, 'INVOICED')
  const released = await releaseLines(
    tx,
    documents
      .filter(({ invoice }) => invoice.releases_charges)
      .flatMap(({ lines }) => lines.flatMap(({ credited_line_id: id }) => id ?? [])),
  )
  await setChargeStatus(tx, released, 'CREATED')
  const orders = await chargesForUpdate(tx, [...new Set([...billed, ...released])].sort())
  // Costs are of no one's invoice: their orders are billed by their sales.
  const sales = orders.filter(({ side }) => side === 'SALES')
  const orderIds = [...new Set(sales.flatMap(({ order_id: id }) => id ?? []))].sort()
  await freezeShipments(tx, orderIds)
  await refreshUnbilled(tx, orderIds)
  const billedSet = new Set(billed)
  const invoiced = sales.filter(({ charge_id: id }) => billedSet.has(id)).flatMap(({ order_id: id }) => id ?? [])
  await notifyOrders(ctx, tx, [...new Set(invoiced)].sort(), 'order.invoiced')
}

/** Queues the files of documents, and that they are posted where the billing entity says so. */
export async function queueJobs(ctx: Context, tx: Tx, documents: readonly LoadedDocument[]): Promise<void> {
  // One after the other: accounting systems get the document with its files.
  const jobsOf = (those: readonly LoadedDocument[]) =>
    those.map(({ invoice: { invoice_id } }) => ({ payload: { invoice_id }, serialKey: `invoice ${invoice_id}` }))
  // The file of a supplier's document is what he sent.
  const ours = documents.filter(({ invoice }) => invoice.origin !== 'INTAKE')
  await enqueueAll(tx, 'billing.make_files', jobsOf(ours))
  const posted = documents.filter(({ entity }) => entity.post_automatically)
  await enqueueAll(tx, 'accounting.post', jobsOf(posted))
  tx.afterCommit(() => ctx.wake('jobs'))
}
