import type { Context } from '../../context.ts'
import { isUnavailable } from '../../db/failure.ts'
import type { Job } from '../../jobs/kinds.ts'
import type { Loop } from '../../jobs/loop.ts'
import { enqueue } from '../../jobs/queue.ts'
import { awaitRating, type DueSubject, dueSubjects, lockRating, removeDue } from '../../rates/queue.store.ts'
import { markDue } from '../../rates/store.ts'
import { rateSubjects } from './batch.commands.ts'
import { ordersOfCompany, subjectsSince, tripsOfCompany } from './follow.views.ts'

/** Subjects of one tenant rated in one transaction. */
const batch = 100
/** Subjects that are marked at a time when rates change. */
const piece = 2_000

/** Rates orders and trips that changed, tenant by tenant (CHARGE-1). */
export function ratingLoop(ctx: Context): Loop {
  return {
    name: 'rating',
    pollMs: 1_000,
    parallel: 1,
    async run() {
      const { rows } = await ctx.db.worker.query<{ tenant_id: string }>(
        'select tenants_with_ratings_due() as tenant_id',
      )
      let isMore = false
      for (const { tenant_id } of rows) isMore = (await rateTenant(ctx, tenant_id)) || isMore
      return isMore
    },
  }
}

/** Rates a batch; when that fails, its subjects one by one, so that one cannot hold up the others. */
async function rateTenant(ctx: Context, tenantId: string): Promise<boolean> {
  const due = await ctx.db.asWorker(tenantId, (tx) => dueSubjects(tx, batch))
  if (due.length === 0) return false
  try {
    return await rateDue(ctx, tenantId, due)
  } catch (error) {
    if (isUnavailable(error)) throw error
    ctx.log.warn({ err: error, tenant_id: tenantId }, 'a batch could not be rated and is rated one by one')
  }
  for (const one of due) await rateOne(ctx, tenantId, one)
  return true
}

/** False when another process rates for the tenant. */
async function rateDue(ctx: Context, tenantId: string, due: readonly DueSubject[]): Promise<boolean> {
  return await ctx.db.asWorker(tenantId, async (tx) => {
    if (!(await lockRating(tx))) return false
    await rateSubjects(ctx, tx, due)
    await removeDue(tx, due)
    return true
  })
}

/**
 * Rates a batch of what is due of one tenant, at once and after those that rate already.
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

/** What fails alone becomes a job: it is tried again, and people see it when it stays (CHARGE-1). */
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

/** Marks an order of which a place was found. */
export async function followPlacedOrder(_ctx: Context, job: Job<'charges.follow_order'>): Promise<void> {
  const { order_id } = job.payload
  await job.finishing((tx) => markDue(tx, [{ subject_type: 'ORDER', subject_id: order_id }], 'PLACE_FOUND'))
}

/** Marks the orders that a company is billed for and the trips that it drives. */
export async function followCompany(_ctx: Context, job: Job<'charges.follow_company'>): Promise<void> {
  const { company_id } = job.payload
  await job.finishing(async (tx) => {
    const [orders, trips] = await Promise.all([ordersOfCompany(tx, company_id), tripsOfCompany(tx, company_id)])
    await markDue(tx, [...orders, ...trips], 'COMPANY_CHANGED')
  })
}

/** Marks a piece of the orders or trips that rates of a day on may be for, and queues the next piece. */
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
