import { utcDay } from '@cartage/contract/reading/calendar'
import { dayAfter } from '../../../../seeds/dice.ts'
import { simulatedDay } from '../../../../seeds/simulated-day.ts'
import type { Context } from '../../context.ts'
import { createOrders } from '../orders.jobs.ts'
import { createTrips } from '../trips.jobs.ts'
import { daysFrom, firstToPlan, isPlanned } from './days.rules.ts'
import { readDay } from './days.views.ts'
import { withHours } from './hours.views.ts'
import { notePlanned, type SimulationRow } from './store.ts'

/** Start hour of the first trips, in UTC. */
const startsAtHour = 5

/**
 * Creates orders and trips for the current and the next day when they have too few: the office plans a day ahead, so
 * the simulation continues for as long as it runs.
 */
export async function planDays(
  ctx: Context,
  tenantId: string,
  { planned_until, reported_until }: SimulationRow,
  to: number,
): Promise<void> {
  const last = dayAfter(dayOf(to), 1)
  let day =
    planned_until === null ? await firstLeft(ctx, tenantId, firstDay(reported_until)) : dayAfter(planned_until, 1)
  for (; day <= last; day = dayAfter(day, 1)) {
    await planDay(ctx, tenantId, day)
    await ctx.db.asWorker(tenantId, (tx) => notePlanned(tx, day))
  }
}

async function firstLeft(ctx: Context, tenantId: string, from: string): Promise<string> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const counted = new Map<string, number>()
    for (const day of daysFrom(from)) counted.set(day, (await readDay(tx, day)).trips)
    return firstToPlan(from, counted)
  })
}

/** Idempotent: a repeated run finds its orders and trips. A day planned by the office stays unchanged. */
async function planDay(ctx: Context, tenantId: string, day: string): Promise<void> {
  const { trips, freeFrom } = await ctx.db.asTenant(tenantId, (tx) => readDay(tx, day))
  const free = simulatedDay(day, freeFrom)
  if (isPlanned(trips, free.length)) return
  const carried = await ctx.db.asTenant(tenantId, (tx) => withHours(ctx, tx, day, free))
  await createOrders(
    ctx,
    tenantId,
    carried.map(({ order }) => order),
  )
  await createTrips(
    ctx,
    tenantId,
    carried.map(({ trip }) => trip),
    ctx.now(),
  )
}

/** A day that has begun gets no more trips: new ones would all start late. */
function firstDay(at: number): string {
  const morning = new Date(at).getUTCHours() < startsAtHour
  return morning ? dayOf(at) : dayAfter(dayOf(at), 1)
}

function dayOf(at: number): string {
  return utcDay(at)
}
