import { bySystem } from '../audit/rules.ts'
import type { Context } from '../context.ts'
import type { Job } from '../jobs/kinds.ts'
import type { Loop } from '../jobs/loop.ts'
import { enqueue } from '../jobs/queue.ts'
import { tenantLoop } from '../jobs/tenant-loop.ts'
import { endPurge, purgePiece, startPurge } from './purge.commands.ts'
import { readRunActor } from './views.ts'

const checkMs = 600_000

/**
 * Starts the daily purge of each tenant. The purge itself is a job, so that a failure appears in the list of failed
 * background jobs, where it can be run again.
 */
export function retentionLoop(ctx: Context): Loop {
  return tenantLoop(ctx, {
    name: 'retention',
    pollMs: checkMs,
    due: 'purge_due',
    async work(tenantId) {
      await startPurge(ctx, tenantId, bySystem)
      return false
    },
  })
}

/** Job: runs a piece of a purge and queues the next. */
export async function purgeQueued(ctx: Context, job: Job<'retention.purge'>): Promise<void> {
  const { run_id } = job.payload
  const by = await ctx.db.asWorker(job.tenantId, (tx) => readRunActor(tx, run_id))
  const isMore = await purgePiece(ctx, job.tenantId, run_id, by)
  await job.finishing(async (tx) => {
    if (isMore) await enqueue(tx, 'retention.purge', { run_id }, { serialKey: 'retention', inSeconds: 1 })
    else await endPurge(tx, run_id, by)
  })
}
