import { isWrittenUuid } from '@cartage/contract/uuid'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import type { Job } from '../jobs/kinds.ts'
import type { Loop } from '../jobs/loop.ts'
import { enqueueOnce } from '../jobs/queue.ts'
import { batchLoop } from '../jobs/tenant-loop.ts'
import { togetherOrApart } from '../jobs/together.ts'
import { readSearchFacts } from './facts.views.ts'
import { keysOf, type SearchKind, searchKinds } from './key.rules.ts'
import { awaitSearch, claimSearch, markNaming, takeDueEntries, writeEntries, writeProgress } from './store.ts'
import {
  type Changed,
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
 * Follows the audit trail of each tenant and writes search entries of changed records (SEARCH-4), so that commands need
 * not know about the search. It starts with all existing records.
 */
export function searchLoop(ctx: Context): Loop {
  return batchLoop(ctx, { name: 'search', pollMs, due: 'search_due', work: (tx) => followTenant(ctx, tx) })
}

/** Job: writes the search entry of one record that failed in a batch. */
export async function writeAlone(_ctx: Context, job: Job<'search.write_alone'>): Promise<void> {
  const { kind, record_id } = job.payload
  await job.finishing(async (tx) => {
    await awaitSearch(tx)
    await writeAll(tx, kind, [record_id])
  })
}

/** Writes one batch of one tenant; true when there may be more. */
async function followTenant(ctx: Context, tx: Tx): Promise<boolean> {
  if (!(await claimSearch(tx))) return false
  await tx.commitLater()
  const [before, end] = await Promise.all([findProgress(tx), findTrailEnd(tx)])
  // The position is read before the records: concurrent changes are written twice, never missed.
  const begun = before ?? { trail: end, filling: searchKinds[0], filled_to: beforeAll }
  // A shorter trail comes from a restored backup, so everything is written again.
  const progress = begun.trail > end ? { trail: end, filling: searchKinds[0], filled_to: beforeAll } : begun
  const changed = await listChanged(tx, progress.trail, batch)
  await writeChanged(ctx, tx, changed)
  const due = await takeDueEntries(tx, batch)
  for (const [kind, ones] of Map.groupBy(due, (one) => one.kind)) await write(ctx, tx, kind, idsOf(ones))
  const filled = await fill(ctx, tx, { ...progress, trail: changed.at(-1)?.sequence ?? progress.trail })
  await writeProgress(tx, filled)
  return changed.length === batch || due.length > 0 || filled.filling !== null
}

async function fill(ctx: Context, tx: Tx, progress: Progress): Promise<Progress> {
  let { filling, filled_to } = progress
  let left = batch
  while (filling !== null && left > 0) {
    const ids = await listIds(tx, filling, filled_to, left)
    await write(ctx, tx, filling, ids)
    const isDone = ids.length < left
    left -= ids.length
    filled_to = isDone ? beforeAll : ids.at(-1)!
    if (isDone) filling = searchKinds[searchKinds.indexOf(filling) + 1] ?? null
  }
  return { ...progress, filling, filled_to }
}

async function writeChanged(ctx: Context, tx: Tx, changed: readonly Changed[]): Promise<void> {
  const known = changed.filter(({ entity_id }) => isWrittenUuid(entity_id))
  const of = (kind: SearchKind) =>
    new Set(known.filter((one) => one.entity_type === kind).map(({ entity_id }) => entity_id.toLowerCase()))
  const [orders, trips] = [of('order'), of('trip')]
  if (trips.size > 0) for (const id of await listOrdersOfTrips(tx, [...trips])) orders.add(id)
  if (orders.size > 0) for (const id of await listTripsOfOrders(tx, [...orders])) trips.add(id)
  await write(ctx, tx, 'order', [...orders])
  await write(ctx, tx, 'trip', [...trips])
  for (const kind of ['resource', 'company', 'location', 'invoice', 'document'] as const)
    await write(ctx, tx, kind, [...of(kind)])
}

/** EACH-3: a record that fails becomes a job, which is retried and stays visible; the others are written. */
async function write(ctx: Context, tx: Tx, kind: SearchKind, ids: readonly string[]): Promise<void> {
  await togetherOrApart(
    ids,
    (some) => tx.apart((part) => writeAll(part, kind, some)),
    async (record_id, error) => {
      ctx.log.warn({ err: error, tenant_id: tx.tenantId, kind, record_id }, 'what a record is found by was not written')
      await enqueueOnce(
        tx,
        'search.write_alone',
        [{ payload: { kind, record_id }, serialKey: `search ${record_id}` }],
        2,
      )
    },
  )
}

/** Kinds of records whose names appear in others: when one is renamed, those are written again. */
const named: ReadonlySet<SearchKind> = new Set(['resource', 'company', 'location'])

async function writeAll(tx: Tx, kind: SearchKind, ids: readonly string[]): Promise<void> {
  if (!named.has(kind)) return await writeEntries(tx, kind, ids, await readSearchFacts(tx, kind, ids))
  const [before, facts] = await Promise.all([listEntries(tx, kind, ids), readSearchFacts(tx, kind, ids)])
  const keys = new Map(facts.map((one) => [one.id, keysOf(one).key]))
  await writeEntries(tx, kind, ids, facts)
  for (const { id, title_key, key } of before) if (keys.get(id) !== key) await markNaming(tx, title_key)
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
