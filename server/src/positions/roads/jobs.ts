import type { Context } from '../../context.ts'
import type { Loop } from '../../jobs/loop.ts'
import { requestRoads } from './commands.ts'
import { missingWays } from './missing.rules.ts'

/** Ways that are requested in one turn of a tenant. */
const piece = 500

/** Asks engines for the ways that transactions of this process looked up in vain, tenant by tenant. */
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
