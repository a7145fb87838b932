import { freezeShipments } from '../../charges/record/ratings.store.ts'
import { type ChargeRow, chargesForUpdate, setChargeStatus } from '../../charges/record/store.ts'
import { refreshUnbilled } from '../../charges/unbilled.store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { enqueueAll } from '../../jobs/queue.ts'
import type { LoadedDocument } from '../documents/load.commands.ts'
import { notifyOrders } from '../drafts/commands.ts'
import { releaseLines } from '../records/store.ts'

/**
 * Sets charges of invoices to INVOICED. A credit note that releases charges frees those of its lines (BILL-12).
 * @param charges those of the documents, locked
 */
export async function settleCharges(
  ctx: Context,
  tx: Tx,
  documents: readonly LoadedDocument[],
  charges: ReadonlyMap<string, ChargeRow>,
): Promise<void> {
  const billed = documents.flatMap(({ lines }) => lines.flatMap(({ charges }) => charges.map((one) => one.charge_id)))
  await setChargeStatus(tx, billed, 'INVOICED')
  const released = await releaseLines(
    tx,
    documents
      .filter(({ invoice }) => invoice.releases_charges)
      .flatMap(({ lines }) => lines.flatMap(({ credited_line_id: id }) => id ?? [])),
  )
  await setChargeStatus(tx, released, 'CREATED')
  const freed = await chargesForUpdate(tx, [...new Set(released)].sort())
  const invoiced = ordersOf(billed.flatMap((id) => charges.get(id) ?? []))
  const orderIds = [...new Set([...invoiced, ...ordersOf(freed)])].sort()
  await freezeShipments(tx, orderIds)
  await refreshUnbilled(tx, orderIds)
  await notifyOrders(ctx, tx, invoiced, 'order.invoiced')
}

/** Orders of sales charges, sorted. Costs are skipped: their orders are billed by their sales. */
function ordersOf(charges: readonly ChargeRow[]): string[] {
  return [...new Set(charges.flatMap(({ order_id: id, side }) => (side === 'SALES' && id) || []))].sort()
}

/** Queues the files of documents, and their posting if the billing entity wants it. */
export async function queueJobs(ctx: Context, tx: Tx, documents: readonly LoadedDocument[]): Promise<void> {
  // In sequence: accounting systems get the document with its files.
  const jobsOf = (those: readonly LoadedDocument[]) =>
    those.map(({ invoice: { invoice_id } }) => ({ payload: { invoice_id }, serialKey: `invoice ${invoice_id}` }))
  // A supplier's document already has its file, as received.
  const ours = documents.filter(({ invoice }) => invoice.origin !== 'INTAKE')
  await enqueueAll(tx, 'billing.make_files', jobsOf(ours))
  const posted = documents.filter(({ entity }) => entity.post_automatically)
  await enqueueAll(tx, 'accounting.post', jobsOf(posted))
  tx.afterCommit(() => ctx.wake('jobs'))
}
