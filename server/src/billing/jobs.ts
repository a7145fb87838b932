import type { JobHandler } from '../jobs/kinds.ts'
import { publishBilled } from '../orders/publish.commands.ts'
import { makeFiles } from './files/commands.ts'
import { continueRun } from './runs/commands.ts'
import { followSending } from './sendings/follow.commands.ts'
import { queueSendingsOf } from './sendings/queue.commands.ts'
import { sendQueued } from './sendings/send.commands.ts'

/** Writes the files of a finalised document from its content, then sends it. */
export const makeInvoiceFiles: JobHandler<'billing.make_files'> = async (ctx, { tenantId, payload, finishing }) => {
  await makeFiles(ctx, tenantId, payload.invoice_id)
  ctx.crashPoints.reach('files:written')
  await finishing((tx) => queueSendingsOf(ctx, tx, payload.invoice_id))
}

/** Sends a document to one address. */
export const sendInvoice: JobHandler<'billing.send'> = async (ctx, job) => {
  await sendQueued(ctx, job)
}

/** Records the result of a delivery to the access point. */
export const followDelivery: JobHandler<'billing.follow_sending'> = async (ctx, job) => {
  await followSending(ctx, job)
}

/** Publishes the billing state of orders. */
export const notifyBilled: JobHandler<'billing.notify_orders'> = async (ctx, { payload, finishing }) => {
  await finishing((tx) => publishBilled(ctx, tx, payload.order_ids, payload.type))
}

/** Runs the next piece of an invoice run. */
export const runInvoices: JobHandler<'billing.run'> = async (ctx, job) => {
  await continueRun(ctx, job)
}
