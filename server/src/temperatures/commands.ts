import type { By } from '../audit/rules.ts'
import { recordChanges } from '../audit/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { Problem } from '../http/problem.ts'
import { enqueueOnce } from '../jobs/queue.ts'
import { orderForUpdate } from '../orders/store.ts'
import type { Sample } from '../positions/samples.rules.ts'
import { activeTripsOf } from '../trips/eta/views.ts'
import { markExcursionsSeen } from './store.ts'
import { temperedTrips } from './views.ts'

/** Seconds in which measurements of a trip are collected before a check. */
const togetherSeconds = 60

/** TEMP-7: queues a check of the trips whose vehicles measured a temperature, if their goods have a range. */
export async function followTemperatures(ctx: Context, tx: Tx, samples: readonly Sample[]): Promise<void> {
  const measured = samples.filter(({ kind }) => kind === 'TEMPERATURE')
  const trips = await activeTripsOf(tx, [...new Set(measured.map(({ resource_id }) => resource_id))])
  const tempered = await temperedTrips(tx, [...new Set(trips.map(({ trip_id }) => trip_id))])
  const jobs = tempered.map((trip_id) => ({ payload: { trip_id }, serialKey: `temperature ${trip_id}` }))
  await enqueueOnce(tx, 'temperatures.watch', jobs, togetherSeconds)
  if (jobs.length > 0) tx.afterCommit(() => ctx.wake('jobs'))
}

/** The excursions that a person has seen. */
export interface SeenExcursions {
  tenantId: string
  by: By
  orderId: string
  /** Start of the latest of them. */
  until: string
}

/**
 * Closes the exception of an order's temperatures so far, for everyone (TEMP-6).
 * @returns until when they are seen
 * @throws Problem not_found
 */
export async function dismissExcursions(
  ctx: Context,
  { tenantId, by, orderId, until }: SeenExcursions,
): Promise<string> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    if (!(await orderForUpdate(tx, orderId))) throw new Problem('not_found')
    // Future measurements cannot be seen yet.
    const now = ctx.now().toISOString()
    const seen = await markExcursionsSeen(tx, orderId, until < now ? until : now, by.actor)
    const about = { entity_type: 'order', entity_id: orderId, action: 'updated' } as const
    await recordChanges(tx, by, [
      { ...about, before: { temperature_seen_until: null }, after: { temperature_seen_until: seen } },
    ])
    return seen
  })
}
