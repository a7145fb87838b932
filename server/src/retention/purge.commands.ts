import { mostCounted, type RetentionCount, retentionKinds } from '@cartage/contract/retention/app'
import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import { isUnavailable } from '../db/failure.ts'
import type { Tx } from '../db/tenant.ts'
import { enqueueOnce } from '../jobs/queue.ts'
import { togetherOrApart } from '../jobs/together.ts'
import { readRetention } from '../tenants/tenants.views.ts'
import { addCount, daysKept, type RetentionCounts } from './rules.ts'
import { newWalk, type PurgeStep, purgeSteps, type Walk } from './steps.commands.ts'
import { addToRun, finishPurge, insertPurge } from './store.ts'
import { findOpenPurge } from './views.ts'

/** Batches of one piece of a purge, so that a job ends well before others have waited long for their turn. */
const mostBatches = 50
/** Rows of a kind that are gone around: when more fail, it is the kind that cannot be purged. */
const mostLeft = 20

/** What a purge would remove now, by kind of data (RET-4). Changes nothing. */
export async function previewPurge(ctx: Context, tenantId: string): Promise<RetentionCount[]> {
  const days = await daysOf(ctx, tenantId)
  let counts: RetentionCounts = {}
  for (const { kind, count } of purgeSteps) {
    const limit = days[kind]
    if (limit === null) continue
    counts = addCount(counts, kind, await ctx.db.asWorker(tenantId, (tx) => count(tx, limit, mostCounted)))
  }
  return retentionKinds.map((kind) => ({ kind, days: days[kind], rows: Math.min(counts[kind] ?? 0, mostCounted) }))
}

async function daysOf(ctx: Context, tenantId: string) {
  const settings = await ctx.db.asTenant(tenantId, readRetention)
  return daysKept(settings, ctx.config.position_retention_days)
}

/**
 * Begins a purge and queues its first piece. One that goes on stays the one, and goes on if nothing worked on it.
 * @returns its id
 */
export async function startPurge(ctx: Context, tenantId: string, by: By): Promise<string> {
  const runId = ctx.newId()
  return await ctx.db.asWorker(tenantId, async (tx) => {
    const isNew = await insertPurge(tx, runId, by)
    const run_id = isNew ? runId : ((await findOpenPurge(tx)) ?? runId)
    await enqueueOnce(tx, 'retention.purge', [{ payload: { run_id }, serialKey: 'retention' }], 0)
    tx.afterCommit(() => ctx.wake('jobs'))
    return run_id
  })
}

/**
 * Purges here and now, for the operator. Cut short, the daily purge of a server goes on with it.
 * @returns what went; undefined when a purge goes on already
 */
export async function purgeNow(ctx: Context, tenantId: string, by: By): Promise<RetentionCounts | undefined> {
  const runId = ctx.newId()
  if (!(await ctx.db.asWorker(tenantId, (tx) => insertPurge(tx, runId, by)))) return undefined
  while (await purgePiece(ctx, tenantId, runId, by));
  return await ctx.db.asWorker(tenantId, (tx) => endPurge(tx, runId, by))
}

/** One purge that goes on: what it has to do next, and what failed in it. */
interface Piece {
  readonly ctx: Context
  readonly tenantId: string
  readonly runId: string
  readonly by: By
  readonly walk: Walk
  readonly faults: unknown[]
  batches: number
}

/**
 * Does a piece of a purge: batch after batch, each in a transaction of its own (RET-2). A row that cannot go keeps no other of
 * its kind, and a kind of data no other kind (EACH-3).
 * @returns whether there is more to do
 * @throws what kept rows from being purged, by their keys, after all others were: the purge is tried again later
 */
export async function purgePiece(ctx: Context, tenantId: string, runId: string, by: By): Promise<boolean> {
  const days = await daysOf(ctx, tenantId)
  const piece: Piece = { ctx, tenantId, runId, by, walk: newWalk(), faults: [], batches: 0 }
  for (const step of purgeSteps) {
    const limit = days[step.kind]
    if (limit !== null && (await purgeKind(piece, step, limit))) return true
  }
  if (piece.faults.length > 0) throw piece.faults[0]
  return false
}

/** Purges one kind of rows. @returns whether the piece is long enough and another is to go on */
async function purgeKind(piece: Piece, step: PurgeStep, days: number): Promise<boolean> {
  const { ctx, tenantId, walk, faults } = piece
  const left: string[] = []
  try {
    for (;;) {
      // After a fault the whole is walked: a piece that ended here would begin again before the kinds that are left.
      if (piece.batches >= mostBatches && faults.length === 0) return true
      piece.batches += 1
      const keys = await ctx.db.asWorker(tenantId, (tx) => step.find(tx, { days, most: step.most, left, walk }))
      // What others have locked is left to the next purge.
      if (keys.length === 0 || !(await purgeRows(piece, step, { days, keys, left }))) return false
    }
  } catch (error) {
    if (isUnavailable(error)) throw error
    ctx.log.warn({ err: error, tenant_id: tenantId, kind: step.kind }, 'a kind of data could not be purged')
    faults.push(error)
    return false
  }
}

/** Purges rows together, and apart when that fails. @returns whether one of them went, or is passed over from now on */
async function purgeRows(
  { ctx, tenantId, runId, by, faults }: Piece,
  step: PurgeStep,
  { days, keys, left }: { days: number; keys: readonly string[]; left: string[] },
): Promise<boolean> {
  let isChanged = false
  const work = async (some: readonly string[]) => {
    const rows = await ctx.db.asWorker(tenantId, async (tx) => {
      const gone = await step.purge({ ctx, tx, by, runId, days }, some)
      await addToRun(tx, runId, step.kind, gone)
      return gone
    })
    isChanged ||= rows > 0
  }
  await togetherOrApart(keys, work, (key, error) => {
    isChanged = true
    left.push(key)
    const facts = { err: error, tenant_id: tenantId, kind: step.kind, record_id: key }
    ctx.log.warn(facts, 'a record could not be purged; the others were, and it is tried again later')
    faults.push(new Error(`${step.kind} ${key}: ${error instanceof Error ? error.message : error}`, { cause: error }))
    if (left.length >= mostLeft) throw error
  })
  return isChanged
}

/** Ends a purge and appends to the trail what went, which it gives; a purge of which nothing went leaves no entry. */
export async function endPurge(tx: Tx, runId: string, by: By): Promise<RetentionCounts> {
  const counts = (await finishPurge(tx, runId)) ?? {}
  if (Object.keys(counts).length === 0) return counts
  await recordChanges(tx, by, [
    { entity_type: 'retention_run', entity_id: runId, action: 'created', before: null, after: counts },
  ])
  return counts
}
