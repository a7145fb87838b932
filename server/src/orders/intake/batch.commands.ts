import type { Context } from '../../context.ts'
import { isRetryable } from '../../db/failure.ts'
import { publishEvents } from '../../deliveries/publish.ts'
import { currentEpoch } from '../../events/views.ts'
import { applyUploads, toUpload } from './apply.commands.ts'
import {
  claimUploads,
  postponeUpload,
  type QueueHead,
  queueHeadsForUpdate,
  raiseAttempts,
  type UploadRow,
} from './claim.store.ts'
import { type EndedUpload, failureEvents, writeOutcomes } from './outcomes.commands.ts'
import { noteWait } from './pace.commands.ts'
import { internalErrorItem, restAfter, type WaitingUpload } from './rules.ts'

/** Fixed costs of a batch are shared by its uploads, which are held in memory meanwhile. */
const mostPerBatch = 200
/** Attempts after which an upload ends in ERROR. */
const mostAttempts = 5

/**
 * Applies one batch of a tenant in one transaction. When one of its uploads was tried before, or the batch fails, it is
 * rolled back and applied by `applyCounted`.
 * @returns whether anything was done
 */
export async function applyNext(ctx: Context, tenantId: string): Promise<boolean> {
  const done = await ctx.db
    .asWorker(tenantId, async (tx) => {
      const heads = await queueHeadsForUpdate(tx, mostPerBatch)
      noteWaitOf(ctx, heads)
      if (heads.some((head) => head.attempts > 0)) return undefined
      return heads.length > 0 && (await applyUploads(ctx, tx, heads)) > 0
    })
    .catch((error: unknown) => {
      ctx.log.warn({ err: error, tenant_id: tenantId }, 'a batch failed; with care now')
      return undefined
    })
  return done ?? (await applyCounted(ctx, tenantId))
}

/**
 * Applies one batch of a tenant with each attempt counted before it starts: new uploads together, the others one by
 * one, because one of them may have ended the earlier batch.
 * @returns whether anything was done
 */
export async function applyCounted(ctx: Context, tenantId: string): Promise<boolean> {
  const heads = await ctx.db.asWorker(tenantId, async (tx) => {
    const claimed = await queueHeadsForUpdate(tx, mostPerBatch)
    await raiseAttempts(
      tx,
      claimed.filter((head) => head.attempts === 0),
    )
    return claimed
  })
  noteWaitOf(ctx, heads)
  const fresh = heads.filter((head) => head.attempts === 0)
  const suspects = heads.filter((head) => head.attempts > 0)
  let applied = fresh.length > 0 ? await applyTogether(ctx, tenantId, fresh) : 0
  for (const head of suspects) applied += await applySuspect(ctx, tenantId, head)
  return applied > 0
}

/** Uses the median: a single postponed upload is not representative. */
function noteWaitOf(ctx: Context, heads: readonly QueueHead[]): void {
  noteWait(ctx, heads[heads.length >> 1]?.waited_ms ?? 0)
}

async function applyTogether(ctx: Context, tenantId: string, heads: readonly QueueHead[]): Promise<number> {
  try {
    return await ctx.db.asWorker(tenantId, (tx) => applyUploads(ctx, tx, heads))
  } catch (error) {
    if (heads.length === 1) return await settleFailure(ctx, tenantId, { ...heads[0]!, attempts: 1 }, error)
    ctx.log.warn({ err: error, tenant_id: tenantId, uploads: heads.length }, 'a batch failed; one by one now')
    let applied = 0
    for (const head of heads) applied += await applyAlone(ctx, tenantId, { ...head, attempts: 1 })
    return applied
  }
}

/** An upload that was started before and not finished: counted first, because it may crash this process too. */
async function applySuspect(ctx: Context, tenantId: string, head: QueueHead): Promise<number> {
  if (head.attempts >= mostAttempts) return await failUpload(ctx, tenantId, head)
  await ctx.db.asWorker(tenantId, (tx) => raiseAttempts(tx, [head]))
  return await applyAlone(ctx, tenantId, { ...head, attempts: head.attempts + 1 })
}

async function applyAlone(ctx: Context, tenantId: string, head: QueueHead): Promise<number> {
  try {
    return await ctx.db.asWorker(tenantId, (tx) => applyUploads(ctx, tx, [head]))
  } catch (error) {
    return await settleFailure(ctx, tenantId, head, error)
  }
}

/** Retries database failures without limit and any other a few times; then the upload ends in ERROR. */
async function settleFailure(ctx: Context, tenantId: string, head: QueueHead, error: unknown): Promise<number> {
  const facts = { err: error, tenant_id: tenantId, upload_id: head.upload_id, attempts: head.attempts }
  const isOurs = !isRetryable(error)
  ctx.log[isOurs ? 'error' : 'warn'](facts, 'an upload could not be applied')
  if (isOurs && head.attempts >= mostAttempts) return await failUpload(ctx, tenantId, head)
  const rest = restAfter(head.attempts)
  await ctx.db.asWorker(tenantId, (tx) => postponeUpload(tx, head.upload_id, rest, isOurs))
  return 1
}

/** An upload that fails permanently, perhaps because its body cannot be read. */
function asFarAsReadable(row: UploadRow): WaitingUpload {
  try {
    return toUpload(row)
  } catch {
    const { operation, order_identifier } = row
    return { ...row, body: { operation, order_identifier } }
  }
}

async function failUpload(ctx: Context, tenantId: string, head: QueueHead): Promise<number> {
  ctx.log.error({ tenant_id: tenantId, upload_id: head.upload_id }, 'an upload was given up')
  await ctx.db.asWorker(tenantId, async (tx) => {
    const [taken] = await claimUploads(tx, [head])
    if (!taken) return
    const upload = asFarAsReadable(taken)
    const ended: EndedUpload[] = [
      {
        upload,
        status: 'ERROR',
        order_id: null,
        errors: [internalErrorItem()],
        warnings: upload.notes?.warnings ?? [],
      },
    ]
    await Promise.all([
      writeOutcomes(ctx, tx, ended),
      publishEvents(tx, failureEvents(ctx, ended, await currentEpoch(tx))),
    ])
    tx.afterCommit(() => {
      ctx.wake('deliveries')
      ctx.wake('seal')
    })
  })
  return 1
}
