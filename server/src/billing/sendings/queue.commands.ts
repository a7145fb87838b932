import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { enqueue } from '../../jobs/queue.ts'
import { pendingSendings } from './views.ts'

/** Queues sendings as one job each, so that a slow mail server does not delay access points. */
export async function queueSendings(ctx: Context, tx: Tx, sendingIds: readonly string[], inSeconds = 0): Promise<void> {
  for (const sending_id of sendingIds) {
    await enqueue(tx, 'billing.send', { sending_id }, { serialKey: `sending ${sending_id}`, inSeconds })
  }
  if (inSeconds === 0) tx.afterCommit(() => ctx.wake('jobs'))
}

/** Queues the pending sendings of a document, once its files are written. */
export async function queueSendingsOf(ctx: Context, tx: Tx, invoiceId: string): Promise<void> {
  await queueSendings(ctx, tx, await pendingSendings(tx, invoiceId))
}
