import type { Context } from '../../context.ts'
import type { Loop } from '../../jobs/loop.ts'
import { applyCounted, applyNext } from './batch.commands.ts'
import { noteWait } from './pace.commands.ts'
import { tenantsWithUploads } from './tenants.store.ts'

/**
 * For so long after its start a process counts every try before it makes it. An upload that ends the process is met again
 * soon after the next start, and so fails after a few; later on the counting would be paid for nothing.
 */
const carefulMs = 30_000

/** Applies accepted uploads: in each round a batch of every tenant that has some, so that none waits for another. */
export function uploadsLoop(ctx: Context): Loop {
  const startedAt = performance.now()
  return {
    name: 'uploads',
    pollMs: 250,
    parallel: 1,
    gatherMs: 25,
    async run() {
      const tenantIds = await tenantsWithUploads(ctx.db)
      if (tenantIds.length === 0) noteWait(ctx, 0)
      const isCareful = performance.now() - startedAt < carefulMs
      return await applyRound(tenantIds, isCareful ? (id) => applyCounted(ctx, id) : (id) => applyNext(ctx, id))
    },
  }
}

/** One batch of every tenant, two tenants at the same time: one is decided while PostgreSQL writes for the other. */
async function applyRound(
  tenantIds: readonly string[],
  apply: (tenantId: string) => Promise<boolean>,
): Promise<boolean> {
  const left = [...tenantIds]
  let worked = false
  const takeTurns = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      if (await apply(next)) worked = true
    }
  }
  // Both to their end, so that the next round never overlaps this one.
  const turns = await Promise.allSettled([takeTurns(), takeTurns()])
  for (const turn of turns) if (turn.status === 'rejected') throw turn.reason
  return worked
}
