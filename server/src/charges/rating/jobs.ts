import type { Context } from '../../context.ts'
import { isUnavailable } from '../../db/failure.ts'
import type { Job } from '../../jobs/kinds.ts'
import type { Loop } from '../../jobs/loop.ts'
import { enqueue } from '../../jobs/queue.ts'
import { tenantLoop } from '../../jobs/tenant-loop.ts'
import { findEngine } from '../../positions/roads/views.ts'
import { awaitRating, type DueSubject, dueSubjects, lockRating, removeDue, stillDue } from '../../rates/queue.store.ts'
import { markDue } from '../../rates/store.ts'
import { rateSubjects } from './batch.commands.ts'
import { ordersOfCompany, subjectsSince, tripsOfCompany } from './follow.views.ts'
import { requestRoadsOf } from './roads.commands.ts'

/** Subjects of one tenant rated in one transaction. */
const batch = 100
/** Maximum subjects read from a tenant's queue at once, since PostgreSQL sorts all of it to find the oldest. */
const mostRead = 2_000
/** Maximum subjects marked at once when rates change. */
const piece = 2_000

/** Subjects read from each tenant's queue and not rated yet, oldest first. */
type Lines = Map<string, DueSubject[]>

/** Rates orders and trips that changed, tenant by tenant (CHARGE-1). */
export function ratingLoop(ctx: Context): Loop {
  const lines: Lines = new Map()
  return tenantLoop(ctx, {
    name: 'rating',
    pollMs: 1_000,
    due: 'ratings_due',
    work: (tenantId) => rateTenant(ctx, tenantId, lines),
  })
}

/** Rates a batch. If that fails, rates its subjects one by one, so that one cannot block the others. */
async function rateTenant(ctx: Context, tenantId: string, lines: Lines): Promise<boolean> {
  const line = lines.get(tenantId) ?? (await readLine(ctx, tenantId))
  const due = line.slice(0, batch)
  // Before rating, so that after a failure the queue is read again.
  if (line.length > batch) lines.set(tenantId, line.slice(batch))
  else lines.delete(tenantId)
  if (due.length === 0) return false
  const engine = await ctx.db.asWorker(tenantId, (tx) => findEngine(ctx, tx))
  if (engine) await requestRoadsOf(ctx, tenantId, engine, due)
  try {
    const isRated = await rateDue(ctx, tenantId, due)
    // Another process is rating, so what it leaves is read again.
    if (!isRated) lines.delete(tenantId)
    return isRated
  } catch (error) {
    if (isUnavailable(error)) throw error
    ctx.log.warn({ err: error, tenant_id: tenantId }, 'a batch could not be rated and is rated one by one')
  }
  for (const one of due) await rateOne(ctx, tenantId, one)
  return true
}

/** The oldest of the queue. Empty while another process rates for the tenant, to avoid a useless sort. */
async function readLine(ctx: Context, tenantId: string): Promise<DueSubject[]> {
  return await ctx.db.asWorker(tenantId, async (tx) => ((await lockRating(tx)) ? await dueSubjects(tx, mostRead) : []))
}

/** Returns false if another process rates for the tenant. Omits subjects rated since the queue was read. */
async function rateDue(ctx: Context, tenantId: string, read: readonly DueSubject[]): Promise<boolean> {
  return await ctx.db.asWorker(tenantId, async (tx) => {
    if (!(await lockRating(tx))) return false
    const due = await stillDue(tx, read)
    await rateSubjects(ctx, tx, due)
    await removeDue(tx, due)
    return true
  })
}

/**
 * Rates a batch of one tenant's due subjects immediately, after waiting for any rating in progress.
 * @returns whether more may be due
 */
export async function rateWaiting(ctx: Context, tenantId: string): Promise<boolean> {
  return await ctx.db.asWorker(tenantId, async (tx) => {
    await awaitRating(tx)
    const due = await dueSubjects(tx, batch)
    await rateSubjects(ctx, tx, due)
    await removeDue(tx, due)
    return due.length > 0
  })
}

/** A subject that fails alone becomes a job, which is retried and visible to people if it keeps failing (CHARGE-1). */
async function rateOne(ctx: Context, tenantId: string, due: DueSubject): Promise<void> {
  try {
    await rateDue(ctx, tenantId, [due])
  } catch (error) {
    if (isUnavailable(error)) throw error
    const { subject_type, subject_id } = due
    ctx.log.warn({ err: error, tenant_id: tenantId, subject_type, subject_id }, 'could not be rated')
    await ctx.db.asWorker(tenantId, async (tx) => {
      const serialKey = `rate ${subject_id}`
      await enqueue(tx, 'charges.rate_alone', { subject_type, subject_id }, { serialKey })
      await removeDue(tx, [due])
    })
  }
}

/** Rates one order or trip. */
export async function rateAlone(ctx: Context, job: Job<'charges.rate_alone'>): Promise<void> {
  await job.finishing(async (tx) => {
    await awaitRating(tx)
    await rateSubjects(ctx, tx, [job.payload])
  })
}

/** Marks an order after one of its places was located. */
export async function followPlacedOrder(_ctx: Context, job: Job<'charges.follow_order'>): Promise<void> {
  const { order_id } = job.payload
  await job.finishing((tx) => markDue(tx, [{ subject_type: 'ORDER', subject_id: order_id }], 'PLACE_FOUND'))
}

/** Marks the orders billed to a company and the trips it drives. */
export async function followCompany(_ctx: Context, job: Job<'charges.follow_company'>): Promise<void> {
  const { company_id } = job.payload
  await job.finishing(async (tx) => {
    const [orders, trips] = await Promise.all([ordersOfCompany(tx, company_id), tripsOfCompany(tx, company_id)])
    await markDue(tx, [...orders, ...trips], 'COMPANY_CHANGED')
  })
}

/** Marks a batch of the orders or trips that rates from a day on may affect, and queues the next batch. */
export async function followRates(_ctx: Context, job: Job<'charges.follow_rates'>): Promise<void> {
  const { subject_type, from, after, reason } = job.payload
  await job.finishing(async (tx) => {
    const ids = await subjectsSince(tx, subject_type, from, after, piece)
    await markDue(
      tx,
      ids.map((subject_id) => ({ subject_type, subject_id })),
      reason,
    )
    const last = ids.length === piece ? ids.at(-1) : undefined
    if (last === undefined) return
    const serialKey = `rates ${subject_type}`
    await enqueue(tx, 'charges.follow_rates', { ...job.payload, after: last }, { serialKey })
  })
}
