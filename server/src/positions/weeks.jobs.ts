import { utcDay } from '@cartage/contract/reading/calendar'
import type { Context } from '../context.ts'
import type { Loop } from '../jobs/loop.ts'

const day = 24 * 60 * 60 * 1_000
const checkMs = 60 * 60 * 1_000
/** Days for which weekly partitions are created ahead, so that a server may be stopped for that long. */
const aheadDays = 28

/**
 * Hourly: creates the weekly partitions for coming samples, and drops those older than the retention period. A failure,
 * for example because a backup reads a partition to be dropped, is retried.
 */
export function weeksLoop(ctx: Context): Loop {
  let checkedAt = Number.NEGATIVE_INFINITY
  return {
    name: 'position-weeks',
    pollMs: 60_000,
    parallel: 1,
    async run() {
      if (performance.now() - checkedAt < checkMs) return false
      await keepWeeks(ctx)
      checkedAt = performance.now()
      return false
    },
  }
}

/**
 * Creates the weekly partitions for coming samples and drops those past retention, as of `ctx.now()`.
 * @returns how many partitions were dropped
 */
export async function keepWeeks(ctx: Context): Promise<number> {
  const now = ctx.now().getTime()
  const oldest = dateOf(now - ctx.config.position_retention_days * day)
  await ctx.db.worker.query('select make_position_weeks($1, $2)', [oldest, dateOf(now + aheadDays * day)])
  const { rows } = await ctx.db.worker.query<{ dropped: number }>('select drop_position_weeks($1) as dropped', [oldest])
  return rows[0]!.dropped
}

function dateOf(milliseconds: number): string {
  return utcDay(milliseconds)
}
