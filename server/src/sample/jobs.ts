import { type SampleWorld, sampleWorld } from '../../../seeds/world.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { type JobHandler, type SamplePart, sampleSteps } from '../jobs/kinds.ts'
import { enqueue } from '../jobs/queue.ts'
import { createBooks, createInvoicing } from './books.jobs.ts'
import { createDocuments } from './documents.jobs.ts'
import { createFleet, createMasterData } from './master.jobs.ts'
import { decideCharges, invoiceWeek, reportTasks, settleInvoices, weeks } from './money.jobs.ts'
import { createOrders, decideFates } from './orders.jobs.ts'
import { createPurchases } from './purchases.jobs.ts'
import { createSampleRates } from './rates.jobs.ts'
import { createReceivers } from './receiver.jobs.ts'
import { isOwnMachine } from './rules.ts'
import { connectStrangeDevice } from './telematics.jobs.ts'
import { blockCarrier, createPositions, createTrips } from './trips.jobs.ts'
import { readSampleState } from './views.ts'

/** Options of the sample world of a tenant. */
export interface SampleOptions {
  /** Address of the server; receivers are only created if it is on this machine. */
  url: string | undefined
  /** Share of the orders and trips, from 0 to 1. */
  size?: number
}

/** Limits per piece of a job, so that other jobs have their turn and a shutdown is quick. */
const pieces: Readonly<Partial<Record<SamplePart['step'], number>>> = {
  ...{ FLEET: 30, ORDERS: 40, PAST_ORDERS: 40, TRIPS: 24, PAST_TRIPS: 24, DOCUMENTS: 24, INVOICES: 1, TASKS: 8 },
}

/** Queues the sample world of a tenant; background jobs create it and continue after a restart. */
export async function startSample(ctx: Context, tenantId: string, input: SampleOptions): Promise<void> {
  await ctx.db.asWorker(tenantId, (tx) => enqueueFirst(ctx, tx, input))
}

/**
 * Queues the sample world for a tenant that has no orders.
 * @throws Problem state_conflict when it has orders, or its sample world is being made
 */
export async function loadSample(ctx: Context, tenantId: string, input: SampleOptions): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const { has_orders, is_loading } = await readSampleState(tx)
    if (is_loading) throw new Problem('state_conflict', { message: 'The sample data is already being loaded.' })
    if (has_orders) {
      const message = 'Sample data can only be loaded into a tenant without orders. Create another tenant to try it.'
      throw new Problem('state_conflict', { message })
    }
    await enqueueFirst(ctx, tx, input)
  })
}

async function enqueueFirst(ctx: Context, tx: Tx, { url, size = 1 }: SampleOptions): Promise<void> {
  const receiver = url !== undefined && isOwnMachine(url) ? url : null
  const first = { at: ctx.now().toISOString(), size, receiver, step: sampleSteps[0], piece: 0 }
  await enqueue(tx, 'sample.fill', first, { serialKey: 'sample' })
  tx.afterCommit(() => ctx.wake('jobs'))
}

/** Creates one piece of the sample world and queues the next. Idempotent. */
export const fillSample: JobHandler<'sample.fill'> = async (ctx, job) => {
  const part = job.payload
  const isMore = await createPart(ctx, job.tenantId, part)
  if (isMore === 'LATER') {
    await job.finishing((tx) => enqueue(tx, 'sample.fill', part, { serialKey: 'sample', inSeconds: 1 }))
    return
  }
  const step = isMore ? part.step : sampleSteps[sampleSteps.indexOf(part.step) + 1]
  const next = step && { ...part, step, piece: isMore ? part.piece + 1 : 0 }
  await job.finishing(async (tx) => {
    if (next) await enqueue(tx, 'sample.fill', next, { serialKey: 'sample' })
  })
  if (next) ctx.wake('jobs')
  else ctx.log.info({ tenant_id: job.tenantId }, 'the sample world is complete')
}

let last: { key: string; world: SampleWorld } | undefined

/** The world of a piece. Consecutive pieces share one, so the last world is cached. */
function worldOf({ at, size }: SamplePart): SampleWorld {
  const key = `${at} ${size}`
  if (last?.key !== key) last = { key, world: sampleWorld(new Date(at), size) }
  return last.world
}

/** @returns whether the step has more pieces, or LATER when it waits for other jobs */
async function createPart(ctx: Context, tenantId: string, part: SamplePart): Promise<boolean | 'LATER'> {
  const now = new Date(part.at)
  const world = worldOf(part)
  const size = pieces[part.step] ?? 0
  const cut = <One>(all: readonly One[]) => all.slice(part.piece * size, (part.piece + 1) * size)
  const isMore = (all: readonly unknown[]) => (part.piece + 1) * size < all.length
  switch (part.step) {
    case 'MASTER':
      await createMasterData(ctx, tenantId, world)
      await createBooks(ctx, tenantId, now)
      await createInvoicing(ctx, tenantId)
      await createSampleRates(ctx, tenantId)
      return false
    case 'FLEET':
      await createFleet(ctx, tenantId, cut(world.fleet))
      return isMore(world.fleet)
    case 'RECEIVER':
      if (part.receiver !== null) await createReceivers(ctx, tenantId, part.receiver)
      return false
    case 'PAST_ORDERS':
      await createOrders(ctx, tenantId, cut(world.past.orders))
      return isMore(world.past.orders)
    case 'ORDERS':
      await createOrders(ctx, tenantId, cut(world.orders))
      return isMore(world.orders)
    case 'FATES':
      await decideFates(ctx, tenantId, [...world.past.orders, ...world.orders])
      return false
    case 'TRIPS':
      await createTrips(ctx, tenantId, cut(world.trips), now)
      return isMore(world.trips)
    case 'POSITIONS':
      await createPositions(ctx, tenantId, world.trips, now)
      await blockCarrier(ctx, tenantId)
      await connectStrangeDevice(ctx, tenantId, now)
      return false
    case 'DOCUMENTS':
      await createDocuments(ctx, tenantId, cut(world.trips), world.orders)
      return isMore(world.trips)
    case 'PAST_TRIPS':
      await createTrips(ctx, tenantId, cut(world.past.trips), now)
      return isMore(world.past.trips)
    case 'CHARGES':
      return await decideCharges(ctx, tenantId, world.past.orders)
    case 'INVOICES':
      await invoiceWeek(ctx, tenantId, world.past.orders, { now, week: part.piece })
      return part.piece + 1 < weeks
    case 'TASKS':
      return await reportTasks(ctx, tenantId, { from: part.piece * size, count: size, now })
    case 'MONEY':
      await settleInvoices(ctx, tenantId, world.orders, now)
      return false
    case 'PURCHASES':
      return await createPurchases(ctx, tenantId, world.past.trips, now)
  }
}
