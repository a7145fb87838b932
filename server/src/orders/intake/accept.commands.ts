import type { CanonicalOrder } from '@cartage/contract/orders/canonical'
import type { OrderImport } from '@cartage/contract/orders/upload-record'
import type { By } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { CommitUnknown, isTimedOut, isUnavailable, sqlState } from '../../db/failure.ts'
import type { Scope } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import type { UploadNotes } from '../uploads/notes.rules.ts'
import { uploadRecord } from '../uploads/rules.ts'
import { uploadText } from '../uploads/text.rules.ts'
import {
  findKeyedUpload,
  getKeyedUpload,
  insertUploads,
  type KeyedUpload,
  type NewUpload,
  storesByTenant,
  type Verdict,
} from './accept.store.ts'
import { keepPace } from './pace.commands.ts'
import { ofFewTenants } from './pace.rules.ts'
import { cancelledItem } from './rules.ts'

/** An upload as received by a route, a webhook or a command. */
export interface IncomingUpload {
  tenantId: string
  upload: CanonicalOrder
  source: NewUpload['source']
  /** Sender of the upload. */
  by: By
  /** The only company a caller with the role CUSTOMER may act for. */
  companyId: string | null
  /** Value of the Idempotency-Key header. */
  idempotencyKey?: string | undefined
  /** Oddities found while the upload was read. */
  notes?: UploadNotes | undefined
}

/**
 * Stores an upload and returns when it is committed; it is applied later. Uploads that arrive together share one commit
 * (group commit), which halves the cost per upload.
 * @throws Problem order_cancelled, order_unknown (400), idempotency_key_reused (422)
 * @throws CommitUnknown when it is unknown whether the upload was stored; sending it again is harmless
 */
export async function acceptUpload(ctx: Context, incoming: IncomingUpload): Promise<OrderImport> {
  const { tenantId, upload, source, companyId, idempotencyKey, by, notes } = incoming
  const row: NewUpload = {
    upload_id: ctx.newId(),
    order_identifier: upload.order_identifier,
    operation: upload.operation,
    ...uploadText(upload),
    source,
    company_id: companyId,
    idempotency_key: idempotencyKey ?? null,
    sent_by: by.actor,
    request_id: by.requestId,
    notes: notes && JSON.stringify(notes),
  }
  if (row.idempotency_key !== null) return await acceptKeyed(ctx, tenantId, row, row.idempotency_key)
  return toRecord(row, await queueOf(ctx).add(tenantId, row))
}

/** An upload with a key is stored alone: an earlier upload with the same key decides the result. */
async function acceptKeyed(ctx: Context, tenantId: string, row: NewUpload, key: string): Promise<OrderImport> {
  if (key.length < 1 || key.length > 255) {
    const item = errorItem('Idempotency-Key', 'must have 1 to 255 characters', 'invalid_header')
    throw new Problem('validation_failed', { message: 'Idempotency-Key must have 1 to 255 characters', errors: [item] })
  }
  const known = await ctx.db.asTenant(tenantId, (tx) => findKeyedUpload(tx, key))
  if (known) return repeated(known, row)
  try {
    const [verdict] = await insertUploads(acceptScope(ctx), [{ tenantId, row }])
    ctx.wake('uploads')
    return toRecord(row, verdict!)
  } catch (error) {
    // Two simultaneous uploads with one key: the second finds the upload of the first.
    if (sqlState(error) !== '23505') throw error
    return repeated(await ctx.db.asTenant(tenantId, (tx) => getKeyedUpload(tx, key)), row)
  }
}

function repeated(known: KeyedUpload, row: NewUpload): OrderImport {
  if (!known.body_hash.equals(row.body_hash) || known.company_id !== row.company_id) {
    throw new Problem('idempotency_key_reused')
  }
  return uploadRecord(known)
}

function toRecord(row: NewUpload, verdict: Verdict): OrderImport {
  const { order_id } = verdict
  if (verdict.verdict === 'cancelled') throw new Problem('order_cancelled', { errors: [cancelledItem(order_id!)] })
  if (verdict.verdict === 'unknown') {
    const problem = new Problem('order_unknown')
    throw new Problem('order_unknown', { errors: [errorItem('order_identifier', problem.message, 'order_unknown')] })
  }
  return uploadRecord({
    upload_id: row.upload_id,
    status: 'IN_PROGRESS',
    order_id: row.operation === 'CREATE' ? null : order_id,
    notes: row.notes === undefined ? null : (JSON.parse(row.notes) as UploadNotes),
  })
}

interface PendingUpload {
  tenantId: string
  row: NewUpload
  resolve(verdict: Verdict): void
  reject(error: unknown): void
}

const mostInFlight = 1

/** Collects uploads while commits are in progress; the next commit takes all waiting ones. */
class AcceptQueue {
  private readonly ctx: Context
  private waiting: PendingUpload[] = []
  private inFlight = 0

  constructor(ctx: Context) {
    this.ctx = ctx
  }

  add(tenantId: string, row: NewUpload): Promise<Verdict> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ tenantId, row, resolve, reject })
      if (this.inFlight < mostInFlight) this.start()
    })
  }

  private start(): void {
    this.inFlight += 1
    // After the current turn, so that requests read in the same turn share the commit.
    setImmediate(() => void this.flush())
  }

  private async flush(): Promise<void> {
    await keepPace(this.ctx)
    const [batch, rest] = ofFewTenants(this.waiting)
    this.waiting = rest
    await storeBatch(this.ctx, batch)
    this.inFlight -= 1
    if (this.waiting.length > 0) this.start()
  }
}

const queues = new WeakMap<Context, AcceptQueue>()

function queueOf(ctx: Context): AcceptQueue {
  const known = queues.get(ctx)
  if (known) return known
  const queue = new AcceptQueue(ctx)
  queues.set(ctx, queue)
  return queue
}

/**
 * Stores a batch in one commit. When one upload causes a failure, each is stored alone. An unavailable database or a
 * statement timeout is not such a failure: each upload would wait as long again.
 */
async function storeBatch(ctx: Context, batch: readonly PendingUpload[]): Promise<void> {
  if (batch.length === 0) return
  if (!(await mayShareCommit(ctx, batch))) {
    const parts = Map.groupBy(batch, ({ tenantId }) => tenantId)
    await Promise.all([...parts.values()].map((part) => storeBatch(ctx, part)))
    return
  }
  try {
    await storeTogether(ctx, batch)
  } catch (error) {
    if (isOfDatabase(error) || batch.length === 1) {
      for (const { reject } of batch) reject(error)
      return
    }
    for (const one of batch) await storeBatch(ctx, [one])
  }
}

/**
 * With several nodes, uploads of two tenants would need a two-phase commit, so each tenant has its own, in parallel.
 */
async function mayShareCommit(ctx: Context, batch: readonly PendingUpload[]): Promise<boolean> {
  const tenants = new Set(batch.map(({ tenantId }) => tenantId))
  if (tenants.size === 1) return true
  // An unavailable database is reported when something is stored.
  return !(await storesByTenant(acceptScope(ctx)).catch(() => false))
}

function isOfDatabase(error: unknown): boolean {
  return error instanceof CommitUnknown || isUnavailable(error) || isTimedOut(error)
}

async function storeTogether(ctx: Context, batch: readonly PendingUpload[]): Promise<void> {
  // In a fixed order, so that two commits never deadlock on each other's upload queues. Sorting keeps the order within
  // an upload queue.
  const sorted = batch.toSorted(
    (one, other) =>
      compare(one.tenantId, other.tenantId) || compare(one.row.order_identifier, other.row.order_identifier),
  )
  const verdicts = await insertUploads(acceptScope(ctx), sorted)
  ctx.wake('uploads')
  sorted.forEach(({ resolve }, at) => {
    resolve(verdicts[at]!)
  })
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Uses the worker's connections: their query plans stay good while an empty table grows. */
function acceptScope(ctx: Context): Scope {
  return { ...ctx.db.scope, pool: ctx.db.worker }
}
