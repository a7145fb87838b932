// Process that sends messages directly to some receivers, a few trips at a time, until killed: node
// scripts/chaos/dispatcher.ts TENANT SUBSCRIPTION… The database records which were committed.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../server/src/config.ts'
import type { Context } from '../../server/src/context.ts'
import { statement } from '../../server/src/db/statement.ts'
import { publishTo } from '../../server/src/deliveries/publish.ts'
import { createLog } from '../../server/src/log.ts'
import { startContext } from '../../server/src/process/start-context.ts'

const [tenantId = '', ...subscriptionIds] = process.argv.slice(2)
/** Messages per trip. */
const perTrip = 6

// The lock excludes a predecessor whose last transaction is still running.
const nextSequence = statement(
  'chaos.next_sequence',
  `select coalesce(max(sequence), 0)::integer + 1 as sequence
     from event, pg_advisory_xact_lock(42) where tenant_id = $1 and entity_type = 'dispatch' and entity_id = $2`,
)

async function sendOne(ctx: Context, subscriptionId: string, trip: string): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const [row] = await tx.query<{ sequence: number }>(nextSequence, trip)
    const { sequence } = row!
    const event_id = randomUUID()
    const payload = JSON.stringify({ events: [{ event_id, sequence, update: { id: trip } }], text: 'x'.repeat(20_000) })
    const message = {
      event_id,
      entity_type: 'dispatch',
      entity_id: trip,
      sequence,
      type: 'subco_dispatch.update',
      payload,
    }
    await publishTo(tx, subscriptionId, [message])
  })
}

const ctx = (await startContext(readConfig(), createLog('warn'))).ctx
for (;;) {
  for (const subscriptionId of subscriptionIds) {
    const trip = randomUUID()
    for (let count = 0; count < perTrip; count += 1) {
      await sendOne(ctx, subscriptionId, trip).catch((error: Error) => console.log(`not sent: ${error.message}`))
      await sleep(20)
    }
  }
}
