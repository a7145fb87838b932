import type { BulkAnswer } from '@cartage/contract/listing'
import type { By, Change } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import type { DoEach } from '../../http/each.ts'
import { Problem } from '../../http/problem.ts'
import { findSubscription } from '../subscriptions/views.ts'
import { replayDead, replayEvent, replayRange } from './replay.store.ts'

/** Events queued in one transaction. */
const batch = 1_000

/**
 * Events to send again: one event, those that failed since an instant, or all of a period. Instants are ISO 8601.
 * Endpoints recognise a repeat by its `webhook-id`, and the order within an entity is kept.
 */
export type ReplayRequest =
  | { kind: 'one'; event_id: string; subscription_id?: string }
  | { kind: 'dead'; since: string; subscription_id?: string }
  | { kind: 'range'; from: string; until: string; subscription_id: string }

/**
 * Queues events again.
 * @returns the number of deliveries; one that is still queued, or an unknown event, is not counted
 * @throws Problem not_found for an unknown subscription
 */
export async function replay(ctx: Context, tenantId: string, by: By, input: ReplayRequest): Promise<number> {
  if (input.subscription_id !== undefined) await checkSubscription(ctx, tenantId, input.subscription_id)
  const count = await replayAll(ctx, tenantId, by, input)
  if (count > 0) ctx.wake('deliveries')
  return count
}

/** Queues some deliveries again, each separately; those that are still queued, removed or unknown are skipped. */
export async function replayEach(
  ctx: Context,
  { tenantId, by, doEach }: { tenantId: string; by: By; doEach: DoEach },
  deliveries: readonly { event_id: string; subscription_id: string }[],
): Promise<BulkAnswer['items']> {
  const idOf = (one: (typeof deliveries)[number]) => `${one.event_id}.${one.subscription_id}`
  const results = await doEach(deliveries, idOf, async ({ event_id, subscription_id }) => {
    const count = await replayAll(ctx, tenantId, by, { kind: 'one', event_id, subscription_id })
    const message = 'It is queued already, or its endpoint was removed or no longer receives events of this type.'
    if (count === 0) throw new Problem('state_conflict', { message })
  })
  if (results.some((result) => result.is_done)) ctx.wake('deliveries')
  return results
}

/** Every transaction records what it has queued. */
async function replayAll(ctx: Context, tenantId: string, by: By, input: ReplayRequest): Promise<number> {
  let total = 0
  let after: number | null = 0
  while (after !== null) {
    const position: number = after
    const step = await ctx.db.asTenant(tenantId, async (tx) => {
      const done = await replayStep(tx, input, position)
      if (done.replayed > 0) await recordChanges(tx, by, [changeOf(tenantId, input, done.replayed)])
      return done
    })
    total += step.replayed
    after = step.last
  }
  return total
}

/** Number of events queued by one transaction, and the start of the next; null at the end. */
interface Step {
  replayed: number
  last: number | null
}

async function replayStep(tx: Tx, input: ReplayRequest, after: number): Promise<Step> {
  if (input.kind === 'one') {
    return { replayed: await replayEvent(tx, input.event_id, input.subscription_id ?? null), last: null }
  }
  if (input.kind === 'range') {
    const filter = { subscriptionId: input.subscription_id, from: input.from, until: input.until }
    return replayRange(tx, filter, after, batch)
  }
  const replayed = await replayDead(tx, { subscriptionId: input.subscription_id ?? null, since: input.since }, batch)
  // Queued events no longer count as failed, so the next transaction starts at the same position.
  return { replayed, last: replayed < batch ? null : after }
}

function changeOf(tenantId: string, { kind, ...input }: ReplayRequest, deliveries: number): Change {
  const after = { ...input, what: kind, deliveries }
  const about =
    input.subscription_id === undefined
      ? { entity_type: 'tenant', entity_id: tenantId }
      : { entity_type: 'subscription', entity_id: input.subscription_id }
  return { ...about, action: 'replayed', before: null, after }
}

async function checkSubscription(ctx: Context, tenantId: string, id: string): Promise<void> {
  const found = await ctx.db.asTenant(tenantId, (tx) => findSubscription(tx, id))
  if (!found) throw new Problem('not_found')
}
