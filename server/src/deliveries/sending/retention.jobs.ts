import type { Context } from '../../context.ts'
import { deleteEvents, findExpiredEvents } from '../../events/retention.store.ts'
import type { Job } from '../../jobs/kinds.ts'
import { enqueue } from '../../jobs/queue.ts'
import { deleteDirected, findExpiredDirected } from '../directed.store.ts'
import { deleteDeliveriesOf } from './retention.store.ts'

/** Retention of events and their deliveries in days (DLV-9). */
const retentionDays = 90
const batch = 1_000
/** Most batches of one job, so that it ends well before its lease. */
const mostBatches = 50
const secondsPerDay = 86_400

/** Job: deletes events after the retention period, and queues itself again. */
export async function purgeExpired(ctx: Context, job: Job<'deliveries.purge_expired'>): Promise<void> {
  let isMore = true
  for (let round = 0; isMore && round < mostBatches; round += 1) isMore = await purgeBatch(ctx, job.tenantId)
  await job.finishing((tx) => enqueue(tx, 'deliveries.purge_expired', {}, { inSeconds: isMore ? 1 : secondsPerDay }))
}

async function purgeBatch(ctx: Context, tenantId: string): Promise<boolean> {
  return ctx.db.asWorker(tenantId, async (tx) => {
    const logged = await findExpiredEvents(tx, retentionDays, batch)
    const directed = await findExpiredDirected(tx, retentionDays, batch)
    const expired = [...logged, ...directed.map((event_id) => ({ event_id, position: null }))]
    if (expired.length === 0) return false
    await deleteDeliveriesOf(
      tx,
      expired.map((event) => event.event_id),
    )
    await deleteDirected(tx, directed)
    await deleteEvents(tx, expired)
    return true
  })
}
