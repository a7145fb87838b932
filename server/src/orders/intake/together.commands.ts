import type { Context } from '../../context.ts'
import type { WorkedTogether } from '../../jobs/tenant-loop.ts'
import { togetherOrApart } from '../../jobs/together.ts'
import { applyUploads } from './apply.commands.ts'
import { type QueueHead, queueHeadsForUpdate } from './claim.store.ts'
import { noteWait } from './pace.commands.ts'

/** A batch locks a row of each of its tenants, so it has to end soon; more tenants would make a statement hardly cheaper. */
const mostTenants = 64
/** Uploads of a batch; each tenant has its share, and at least a few. */
const [mostUploads, fewestEach] = [256, 8]

/**
 * Applies a batch of each of the tenants, in one transaction for many of them. When it fails, nothing of it takes effect and each
 * half is tried apart, down to the tenant it fails for: that one is left, and so is one of whose uploads one was tried before.
 * @throws when the database is away
 */
export async function applyOfTenants(ctx: Context, tenantIds: readonly string[]): Promise<WorkedTogether> {
  if (tenantIds.length < 2 || (await ctx.db.spansNodes())) return { isMore: false, left: [...tenantIds] }
  const worked: WorkedTogether = { isMore: false, left: [] }
  const waits: number[] = []
  for (let at = 0; at < tenantIds.length; at += mostTenants) {
    await togetherOrApart(
      tenantIds.slice(at, at + mostTenants),
      async (some) => collect(worked, waits, some, await applyBatch(ctx, some)),
      (tenantId, error) => {
        ctx.log.warn({ err: error, tenant_id: tenantId }, 'a batch failed; with care now')
        worked.left.push(tenantId)
      },
    )
  }
  // Of the middle one: a single upload that was put off says nothing.
  noteWait(ctx, waits.toSorted((one, other) => one - other)[waits.length >> 1] ?? 0)
  return worked
}

interface AppliedOfTenant {
  heads: readonly QueueHead[]
  /** Undefined when the tenant was left alone. */
  applied: number | undefined
}

async function applyBatch(ctx: Context, tenantIds: readonly string[]): Promise<AppliedOfTenant[]> {
  const most = Math.max(fewestEach, Math.floor(mostUploads / tenantIds.length))
  return await ctx.db.asWorkerOfMany(tenantIds, async (tx) => {
    const heads = await queueHeadsForUpdate(tx, most)
    if (heads.some((head) => head.attempts > 0)) return { heads, applied: undefined }
    return { heads, applied: heads.length === 0 ? 0 : await applyUploads(ctx, tx, heads) }
  })
}

function collect(
  worked: WorkedTogether,
  waits: number[],
  tenantIds: readonly string[],
  results: readonly AppliedOfTenant[],
): void {
  for (const [at, { heads, applied }] of results.entries()) {
    waits.push(...heads.map(({ waited_ms }) => waited_ms))
    if (applied === undefined) worked.left.push(tenantIds[at]!)
    else if (applied > 0) worked.isMore = true
  }
}
