import type { Context } from '../../context.ts'
import { publishEvents } from '../../deliveries/publish.ts'
import { shareDocument } from '../../documents/link.commands.ts'
import { findPublishedDocument } from '../../documents/transport.views.ts'
import { currentEpoch } from '../../events/views.ts'
import type { Job } from '../../jobs/kinds.ts'
import { stopsOfOrders } from '../../orders/stops/store.ts'
import { orderForUpdate } from '../../orders/store.ts'
import { documentEvent } from './publish.ts'

/** Job: publishes a new transport document (ST-12) with the current state of its order. */
export async function publishCreatedDocument(ctx: Context, job: Job<'documents.tell_created'>): Promise<void> {
  await job.finishing(async (tx) => {
    const document = await findPublishedDocument(tx, job.payload.document_id)
    if (!document?.order_id) return
    const order = await orderForUpdate(tx, document.order_id)
    if (!order) return
    const [stops, epoch] = await Promise.all([stopsOfOrders(tx, [order.order_id]), currentEpoch(tx)])
    const report = {
      event_id: ctx.newId(),
      epoch,
      document,
      order: { ...order, stops },
      shared: await shareDocument(ctx, tx, document.document_id),
    }
    await publishEvents(tx, [documentEvent(report)])
    tx.afterCommit(() => {
      ctx.wake('deliveries')
      ctx.wake('seal')
    })
  })
}
