import type { Context } from '../../context.ts'
import type { Loop } from '../../jobs/loop.ts'
import { doOptimisation } from './run.commands.ts'

/** Does the runs that suggest trips, one at a time, tenant by tenant. */
export function optimisationLoop(ctx: Context): Loop {
  return {
    name: 'optimisations',
    pollMs: 5_000,
    parallel: 1,
    async run() {
      const { rows } = await ctx.db.worker.query<{ tenant_id: string }>(
        'select tenants_with_optimisations() as tenant_id',
      )
      let done = 0
      for (const { tenant_id } of rows) if (await doOptimisation(ctx, tenant_id)) done += 1
      return done > 0
    },
  }
}
