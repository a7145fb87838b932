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

/** Maximum batches per piece of a purge, so that other jobs do not wait long for their turn. */
const mostBatches = 50
/** Maximum failing rows to skip per kind: beyond that, the kind as a whole cannot be purged. */
const mostLeft = 20

/** Rows that a purge would currently remove, by kind of data (RET-4). Changes nothing. */
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
 * Starts a purge and queues its first piece. An open purge is reused, and resumed if it has stalled.
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
 * Purges immediately, for the operator. If interrupted, the daily purge of a server continues it.
 * @returns counts of removed rows; undefined when a purge is already open
 */
export async function purgeNow(ctx: Context, tenantId: string, by: By): Promise<RetentionCounts | undefined> {
  const runId = ctx.newId()
  if (!(await ctx.db.asWorker(tenantId, (tx) => insertPurge(tx, runId, by)))) return undefined
  while (await purgePiece(ctx, tenantId, runId, by));
  return await ctx.db.asWorker(tenantId, (tx) => endPurge(tx, runId, by))
}

/** An open purge: its remaining work and its failures. */
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
 * Runs a piece of a purge: batch after batch, each in a separate transaction (RET-2). A failing row does not block
 * others of its kind, nor a kind of data the other kinds (EACH-3).
 * @returns whether there is more to do
 * @throws the failures by key, after all other rows were purged: the purge is tried again later
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

/**
 * Purges one kind of rows.
 * @returns whether the piece has reached its limit and another one must continue
 */
async function purgeKind(piece: Piece, step: PurgeStep, days: number): Promise<boolean> {
  const { ctx, tenantId, walk, faults } = piece
  const left: string[] = []
  try {
    for (;;) {
      // After a failure the piece continues to the end: a next piece would start again before the remaining kinds.
      if (piece.batches >= mostBatches && faults.length === 0) return true
      piece.batches += 1
      const keys = await ctx.db.asWorker(tenantId, (tx) => step.find(tx, { days, most: step.most, left, walk }))
      // Rows locked by others are left to the next purge.
      if (keys.length === 0 || !(await purgeRows(piece, step, { days, keys, left }))) return false
    }
  } catch (error) {
    if (isUnavailable(error)) throw error
    ctx.log.warn({ err: error, tenant_id: tenantId, kind: step.kind }, 'a kind of data could not be purged')
    faults.push(error)
    return false
  }
}

/**
 * Purges rows together, and one by one if that fails.
 * @returns whether any was removed, or is skipped from now on
 */
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

/** Ends a purge and records the counts in the trail, which it returns; an empty purge leaves no entry. */
export async function endPurge(tx: Tx, runId: string, by: By): Promise<RetentionCounts> {
  const counts = (await finishPurge(tx, runId)) ?? {}
  if (Object.keys(counts).length === 0) return counts
  await recordChanges(tx, by, [
    { entity_type: 'retention_run', entity_id: runId, action: 'created', before: null, after: counts },
  ])
  return counts
}
