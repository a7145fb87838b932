import type { Context } from '../context.ts'
import { Problem } from '../http/problem.ts'
import { replayDead, replayEvent, replayRange } from './replay.store.ts'
import { findSubscription } from './subscriptions.views.ts'

/** Events put in line in one transaction. */
const batch = 1_000

/**
 * What to send again: one event, what died since an instant, or everything of a stretch of time. Instants are ISO 8601.
 * Receivers know a repeat by its `webhook-id`, and the order within an entity is kept.
 */
export type ReplayWish =
  | { kind: 'one'; event_id: string; subscription_id?: string }
  | { kind: 'dead'; since: string; subscription_id?: string }
  | { kind: 'range'; from: string; until: string; subscription_id: string }

/**
 * Puts events in line again.
 * @returns how many deliveries that makes; one that is still in line, or an unknown event, counts nothing
 * @throws Problem not_found for an unknown subscription
 */
export async function replay(ctx: Context, tenantId: string, wish: ReplayWish): Promise<number> {
  if (wish.subscription_id !== undefined) await checkSubscription(ctx, tenantId, wish.subscription_id)
  const count = await replayAll(ctx, tenantId, wish)
  if (count > 0) ctx.wake('deliveries')
  return count
}

async function replayAll(ctx: Context, tenantId: string, wish: ReplayWish): Promise<number> {
  if (wish.kind === 'one') {
    return ctx.db.asTenant(tenantId, (tx) => replayEvent(tx, wish.event_id, wish.subscription_id ?? null))
  }
  return wish.kind === 'dead' ? replayAllDead(ctx, tenantId, wish) : replayWholeRange(ctx, tenantId, wish)
}

async function replayAllDead(
  ctx: Context,
  tenantId: string,
  wish: { since: string; subscription_id?: string },
): Promise<number> {
  const filter = { subscriptionId: wish.subscription_id ?? null, since: wish.since }
  let total = 0
  for (;;) {
    const count = await ctx.db.asTenant(tenantId, (tx) => replayDead(tx, filter, batch))
    total += count
    if (count < batch) return total
  }
}

async function replayWholeRange(
  ctx: Context,
  tenantId: string,
  wish: { from: string; until: string; subscription_id: string },
): Promise<number> {
  const filter = { subscriptionId: wish.subscription_id, from: wish.from, until: wish.until }
  let total = 0
  let after: number | null = 0
  while (after !== null) {
    const position: number = after
    const page = await ctx.db.asTenant(tenantId, (tx) => replayRange(tx, filter, position, batch))
    total += page.replayed
    after = page.last
  }
  return total
}

async function checkSubscription(ctx: Context, tenantId: string, id: string): Promise<void> {
  const found = await ctx.db.asTenant(tenantId, (tx) => findSubscription(tx, id))
  if (!found) throw new Problem('not_found')
}
