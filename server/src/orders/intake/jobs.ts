import type { Context } from '../../context.ts'
import type { Loop } from '../../jobs/loop.ts'
import { tenantLoop } from '../../jobs/tenant-loop.ts'
import { applyCounted, applyNext } from './batch.commands.ts'
import { noteWait } from './pace.commands.ts'
import { applyOfTenants } from './together.commands.ts'

/**
 * For so long after its start a process counts every try before it makes it. An upload that ends the process is met again
 * soon after the next start, and so fails after a few; later on the counting would be paid for nothing.
 */
const carefulMs = 30_000

/** Applies accepted uploads: in each round a batch of every tenant that has some, so that none waits for another. */
export function uploadsLoop(ctx: Context): Loop {
  const startedAt = performance.now()
  const isCareful = () => performance.now() - startedAt < carefulMs
  return tenantLoop(ctx, {
    name: 'uploads',
    pollMs: 250,
    gatherMs: 25,
    // One is decided while PostgreSQL writes for the other.
    atOnce: 2,
    due: 'uploads',
    onIdle: () => noteWait(ctx, 0),
    together: async (tenantIds) =>
      isCareful() ? { isMore: false, left: [...tenantIds] } : await applyOfTenants(ctx, tenantIds),
    work: (tenantId) => (isCareful() ? applyCounted(ctx, tenantId) : applyNext(ctx, tenantId)),
  })
}
