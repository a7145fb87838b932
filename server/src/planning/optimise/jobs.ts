import type { Context } from '../../context.ts'
import type { Loop } from '../../jobs/loop.ts'
import { tenantLoop } from '../../jobs/tenant-loop.ts'
import { doOptimisation } from './run.commands.ts'

/** Carries out optimisation runs, one at a time, tenant by tenant. */
export function optimisationLoop(ctx: Context): Loop {
  return tenantLoop(ctx, {
    name: 'optimisations',
    pollMs: 5_000,
    due: 'optimisations',
    work: (tenantId) => doOptimisation(ctx, tenantId),
  })
}
