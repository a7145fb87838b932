import type { Context } from '../context.ts'
import { isUnavailable } from '../db/failure.ts'
import type { Loop } from '../jobs/loop.ts'
import { tenantLoop } from '../jobs/tenant-loop.ts'
import { openSecret } from './commands.ts'
import { poll } from './gateway.ts'
import { takeReadings } from './receive.commands.ts'
import { claimDue, type DueConnection, notePoll } from './store.ts'

/** Maximum seconds between two polls of a failing service, unless it requests a longer wait. */
const longestWait = 900

/** Polls the telematics connections of tenants, each at its own interval. */
export function telematicsLoop(ctx: Context): Loop {
  return tenantLoop(ctx, {
    name: 'telematics',
    pollMs: 2_000,
    atOnce: 4,
    due: 'telematics_due',
    work: async (tenantId) => {
      const due = await ctx.db.asWorker(tenantId, claimDue)
      for (const connection of due) await pollOne(ctx, tenantId, connection)
      return false
    },
  })
}

/** TELE-4: a failing connection does not delay the others, and is retried at growing intervals. */
async function pollOne(ctx: Context, tenantId: string, row: DueConnection): Promise<void> {
  const { connection_id, interval_seconds, failures } = row
  try {
    const line = { ...row, tenant_id: tenantId, base_url: row.base_url!, secret: openSecret(ctx, tenantId, row) }
    const { readings, since, failure, failure_detail, retry_after, has_vehicles } = await poll(ctx, line)
    await takeReadings(ctx, tenantId, connection_id, readings)
    const wait = failure === null ? interval_seconds : waitOf(interval_seconds, failures, retry_after)
    const note = { wait, since, failure, failure_detail, has_vehicles, failures: failure === null ? 0 : failures + 1 }
    const is_heard = readings.some(({ data }) => data.length > 0)
    await ctx.db.asWorker(tenantId, (tx) => notePoll(tx, connection_id, { ...note, is_heard }))
  } catch (error) {
    if (isUnavailable(error)) throw error
    ctx.log.error({ err: error, tenant_id: tenantId, connection_id }, 'a telematics connection could not be read')
    const wait = waitOf(interval_seconds, failures, null)
    const failed = { failure: 'NOT_STORED', failure_detail: null, failures: failures + 1 } as const
    const note = { ...failed, wait, since: row.since, is_heard: false, has_vehicles: false }
    await ctx.db.asWorker(tenantId, (tx) => notePoll(tx, connection_id, note))
  }
}

function waitOf(interval: number, failures: number, retryAfter: number | null): number {
  return Math.max(retryAfter ?? 0, Math.min(longestWait, interval * 2 ** Math.min(failures, 5)), interval)
}
