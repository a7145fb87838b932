import type { JobHandler } from '../jobs/kinds.ts'
import { publishBilled } from '../orders/money.commands.ts'
import { makeFiles } from './files/commands.ts'
import { continueRun } from './runs/commands.ts'

/** Writes the files of a finalised document from its content. */
export const makeInvoiceFiles: JobHandler<'billing.make_files'> = async (ctx, { tenantId, payload }) => {
  await makeFiles(ctx, tenantId, payload.invoice_id)
}

/** Publishes how far orders are billed. */
export const notifyBilled: JobHandler<'billing.notify_orders'> = async (ctx, { payload, finishing }) => {
  await finishing((tx) => publishBilled(ctx, tx, payload.order_ids, payload.type))
}

/** Does the next piece of a run of invoices. */
export const runInvoices: JobHandler<'billing.run'> = async (ctx, job) => {
  await continueRun(ctx, job)
}
