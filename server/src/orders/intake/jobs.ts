import type { Context } from '../../context.ts'
import type { Loop } from '../../jobs/loop.ts'
import { tenantLoop } from '../../jobs/tenant-loop.ts'
import { applyCounted, applyNext } from './batch.commands.ts'
import { noteWait } from './pace.commands.ts'
import { applyOfTenants } from './together.commands.ts'

/**
 * For this long after its start, a process counts every attempt before it begins. An upload that crashes the process is
 * met again soon after a restart, and so fails after a few attempts; later the counting would be a waste.
 */
const carefulMs = 30_000

/** Applies accepted uploads: each round takes a batch of every tenant with uploads, so that none waits for another. */
export function uploadsLoop(ctx: Context): Loop {
  const startedAt = performance.now()
  const isCareful = () => performance.now() - startedAt < carefulMs
  return tenantLoop(ctx, {
    name: 'uploads',
    pollMs: 250,
    gatherMs: 25,
    // One batch is decided while PostgreSQL writes the other.
    atOnce: 2,
    due: 'uploads',
    onIdle: () => noteWait(ctx, 0),
    together: async (tenantIds) =>
      isCareful() ? { isMore: false, left: [...tenantIds] } : await applyOfTenants(ctx, tenantIds),
    work: (tenantId) => (isCareful() ? applyCounted(ctx, tenantId) : applyNext(ctx, tenantId)),
  })
}
