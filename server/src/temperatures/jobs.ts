import type { VisibilityTemperature } from '@cartage/contract/outbound/visibility-event'
import type { Context } from '../context.ts'
import type { Job } from '../jobs/kinds.ts'
import { enqueueOnce } from '../jobs/queue.ts'
import { publishTemperature } from '../orders/publish.commands.ts'
import { excursionChanges, type KeptExcursion, rangeKey, rangeOfKey } from './published.rules.ts'
import { keepBegun, keepMoved, listKeptExcursions } from './store.ts'
import { listTripExcursions } from './views.ts'

/** Seconds until an ongoing excursion is checked again: it may end at the last stop or by silence. */
const againSeconds = 900

/** TEMP-7: publishes each excursion on a trip once, and its end once. */
export async function watchTemperatures(ctx: Context, job: Job<'temperatures.watch'>): Promise<void> {
  const { trip_id } = job.payload
  const now = ctx.now().getTime()
  const found = await ctx.db.asTenant(job.tenantId, (tx) => listTripExcursions(tx, trip_id, now))
  await job.finishing(async (tx) => {
    const changes = excursionChanges(await listKeptExcursions(tx, trip_id), found)
    const begun = (await keepBegun(tx, changes.begun)).map((one) => ({ ...one, range_key: rangeKey(one.range) }))
    await keepMoved(tx, changes.longer)
    const ended = await keepMoved(tx, changes.ended)
    // A late measurement may show a begin and an end at once: receivers get both.
    const messages = [
      ...begun.map((one) => ({ ...one, is_over: false })),
      ...[...ended, ...begun].filter(({ is_over }) => is_over),
    ]
    for (const one of messages) await publishTemperature(ctx, tx, one.order_id, publishedOf(one))
    if (found.some(({ is_over }) => !is_over)) {
      const again = { payload: { trip_id }, serialKey: `temperature later ${trip_id}` }
      await enqueueOnce(tx, 'temperatures.watch', [again], againSeconds)
    }
  })
}

type Published = Omit<KeptExcursion, 'order_id'>

function publishedOf({ trip_id, resource_id, resource_name, range_key, ...one }: Published): VisibilityTemperature {
  const { from, until, worst_degrees, is_over } = one
  const { least, most } = rangeOfKey(range_key)
  return {
    ...{ trip_id, resource_id, resource_name, least_degrees: least, most_degrees: most },
    ...{ from, until, worst_degrees, is_over },
  }
}
