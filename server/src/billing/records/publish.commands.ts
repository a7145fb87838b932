import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { publishEvents } from '../../deliveries/publish.ts'
import { currentEpoch } from '../../events/views.ts'
import { type PublishedDocument, statusEvent } from './publish.ts'

/** Publishes the state of documents, in the transaction of the change (BILL-17). */
export async function publishStatus(ctx: Context, tx: Tx, documents: readonly PublishedDocument[]): Promise<void> {
  if (documents.length > 0) await publishStatusIn(ctx, tx, await currentEpoch(tx), documents)
}

/** Variant for callers that already read the epoch of the tenant. */
export async function publishStatusIn(
  ctx: Context,
  tx: Tx,
  epoch: number,
  documents: readonly PublishedDocument[],
): Promise<void> {
  const occurred_at = ctx.now()
  await publishEvents(
    tx,
    documents.map((document) => statusEvent(document, { event_id: ctx.newId(), epoch, occurred_at })),
  )
  tx.afterCommit(() => {
    ctx.wake('deliveries')
    ctx.wake('seal')
  })
}
