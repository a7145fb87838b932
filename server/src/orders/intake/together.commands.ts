import type { Context } from '../../context.ts'
import { tenantsTogether, type WorkedTogether } from '../../jobs/together.ts'
import { applyUploads } from './apply.commands.ts'
import { queueHeadsForUpdate } from './claim.store.ts'
import { noteWait } from './pace.commands.ts'

/** Uploads of a batch of several tenants in total, and the least share of each tenant. */
const [mostUploads, fewestEach] = [256, 8]

/**
 * Applies a batch of each of the tenants, in one transaction for many of them. Leaves out a tenant whose batch fails or
 * has an upload that was tried before.
 * @throws when the database is unavailable
 */
export async function applyOfTenants(ctx: Context, tenantIds: readonly string[]): Promise<WorkedTogether> {
  const waits: number[] = []
  const worked = await tenantsTogether(ctx, tenantIds, async (tx, tenants) => {
    const heads = await queueHeadsForUpdate(tx, Math.max(fewestEach, Math.floor(mostUploads / tenants)))
    waits.push(...heads.map(({ waited_ms }) => waited_ms))
    if (heads.some((head) => head.attempts > 0)) return 'left'
    return heads.length > 0 && (await applyUploads(ctx, tx, heads)) > 0
  })
  // Uses the median: a single postponed upload is not representative.
  noteWait(ctx, waits.toSorted((one, other) => one - other)[waits.length >> 1] ?? 0)
  return worked
}
