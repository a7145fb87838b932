import { isWrittenUuid } from '@cartage/contract/uuid'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import type { Loop } from '../jobs/loop.ts'
import { tenantLoop } from '../jobs/tenant-loop.ts'
import { readSearchFacts } from './facts.views.ts'
import { keysOf, type SearchKind, searchKinds } from './key.rules.ts'
import { claimSearch, markNaming, takeDueEntries, writeEntries, writeProgress } from './store.ts'
import {
  findProgress,
  findTrailEnd,
  listChanged,
  listEntries,
  listIds,
  listOrdersOfTrips,
  listTripsOfOrders,
  type Progress,
} from './views.ts'

/** Records of one tenant written in one transaction. */
const batch = 500
const pollMs = 700
const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Follows the audit trail of each tenant and writes what changed records are found by (SEARCH-4), so that those who change them
 * need not know the search; first of all everything there is.
 */
export function searchLoop(ctx: Context): Loop {
  return tenantLoop(ctx, {
    name: 'search',
    pollMs,
    due: 'search_due',
    work: (tenantId) => followTenant(ctx, tenantId),
  })
}

/** Writes one batch of one tenant; true when there may be more. */
async function followTenant(ctx: Context, tenantId: string): Promise<boolean> {
  return await ctx.db.asWorker(tenantId, async (tx) => {
    if (!(await claimSearch(tx))) return false
    await tx.commitLater()
    const [before, end] = await Promise.all([findProgress(tx), findTrailEnd(tx)])
    // The place is read before the records: what changes meanwhile is written twice, never left out.
    const begun = before ?? { trail: end, filling: searchKinds[0], filled_to: beforeAll }
    // A trail that ends earlier is that of a backup: everything is looked at again.
    const progress = begun.trail > end ? { trail: end, filling: searchKinds[0], filled_to: beforeAll } : begun
    const changed = await listChanged(tx, progress.trail, batch)
    await writeChanged(tx, changed)
    const due = await takeDueEntries(tx, batch)
    for (const [kind, ones] of Map.groupBy(due, (one) => one.kind)) await write(tx, kind, idsOf(ones))
    const filled = await fill(tx, { ...progress, trail: changed.at(-1)?.sequence ?? progress.trail })
    await writeProgress(tx, filled)
    return changed.length === batch || due.length > 0 || filled.filling !== null
  })
}

async function fill(tx: Tx, progress: Progress): Promise<Progress> {
  let { filling, filled_to } = progress
  let left = batch
  while (filling !== null && left > 0) {
    const ids = await listIds(tx, filling, filled_to, left)
    await writeEntries(tx, filling, ids, await readSearchFacts(tx, filling, ids))
    const isDone = ids.length < left
    left -= ids.length
    filled_to = isDone ? beforeAll : ids.at(-1)!
    if (isDone) filling = searchKinds[searchKinds.indexOf(filling) + 1] ?? null
  }
  return { ...progress, filling, filled_to }
}

async function writeChanged(tx: Tx, changed: readonly { entity_type: string; entity_id: string }[]): Promise<void> {
  const known = changed.filter(({ entity_id }) => isWrittenUuid(entity_id))
  const of = (kind: SearchKind) =>
    new Set(known.filter((one) => one.entity_type === kind).map(({ entity_id }) => entity_id.toLowerCase()))
  const [orders, trips] = [of('order'), of('trip')]
  if (trips.size > 0) for (const id of await listOrdersOfTrips(tx, [...trips])) orders.add(id)
  if (orders.size > 0) for (const id of await listTripsOfOrders(tx, [...orders])) trips.add(id)
  await write(tx, 'order', [...orders])
  await write(tx, 'trip', [...trips])
  for (const kind of ['resource', 'company', 'location'] as const) await writeNamed(tx, kind, [...of(kind)])
  for (const kind of ['invoice', 'document'] as const) await write(tx, kind, [...of(kind)])
}

/** What others name: those that do are written again when it is called otherwise. */
async function writeNamed(tx: Tx, kind: SearchKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const [before, facts] = await Promise.all([listEntries(tx, kind, ids), readSearchFacts(tx, kind, ids)])
  const keys = new Map(facts.map((one) => [one.id, keysOf(one).key]))
  await writeEntries(tx, kind, ids, facts)
  for (const { id, title_key, key } of before) if (keys.get(id) !== key) await markNaming(tx, title_key)
}

async function write(tx: Tx, kind: SearchKind, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await writeEntries(tx, kind, ids, await readSearchFacts(tx, kind, ids))
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
