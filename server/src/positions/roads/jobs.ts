import type { Context } from '../../context.ts'
import type { Loop } from '../../jobs/loop.ts'
import { requestRoads } from './commands.ts'
import { missingWays } from './missing.rules.ts'

/** Maximum number of routes requested per turn of a tenant. */
const piece = 500

/** Requests routes that were missing in transactions of this process from engines, tenant by tenant. */
export function roadsLoop(ctx: Context): Loop {
  return {
    name: 'roads',
    pollMs: 60_000,
    parallel: 1,
    async run() {
      const wanted = missingWays(ctx).take(piece)
      if (!wanted) return false
      await requestRoads(ctx, wanted)
      return true
    },
  }
}
