import type { Context } from '../../context.ts'
import { isUnavailable } from '../../db/failure.ts'
import { Problem } from '../../http/problem.ts'
import type { ReplayKinds } from '../replay.rules.ts'
import { applyItem, failureOf, type InboxCommand, type Tried } from './commands.ts'
import { inbox } from './views.ts'

/** Most items that one call retries. */
const mostAtOnce = 500

/** Result of retrying items. */
export interface InboxRetry {
  tried: number
  /** Settled immediately. */
  resolved: number
  /** Uploads that were queued again; their items are settled when they are applied. */
  requested: number
}

/** Retries the oldest open items, one after the other. */
export async function retryInbox(
  ctx: Context,
  replayKinds: ReplayKinds,
  { tenantId, by }: Omit<InboxCommand, 'itemId'>,
): Promise<InboxRetry> {
  const { rows: items } = await ctx.db.asTenant(tenantId, (tx) =>
    inbox.open(tx, { status: 'OPEN' }, undefined).walk(undefined, mostAtOnce),
  )
  const outcomes: Tried['state'][] = []
  for (const { id } of items) {
    const { state } = await tryItem(ctx, replayKinds, { tenantId, by, itemId: id })
    outcomes.push(state)
  }
  const count = (state: Tried['state']) => outcomes.filter((one) => one === state).length
  return { tried: items.length, resolved: count('SETTLED'), requested: count('REQUESTED') }
}

/**
 * Retries items left by an internal error, each separately.
 * @throws the first internal error that occurred again, after all were retried
 */
export async function retryLeftParts(
  ctx: Context,
  replayKinds: ReplayKinds,
  { tenantId, by }: Omit<InboxCommand, 'itemId'>,
  itemIds: readonly string[],
): Promise<void> {
  const faults: unknown[] = []
  for (const itemId of itemIds) {
    const { fault } = await tryItem(ctx, replayKinds, { tenantId, by, itemId })
    if (fault !== undefined) faults.push(fault)
  }
  if (faults.length > 0) throw faults[0]
}

/** EACH-1: an item that cannot be retried, or was settled meanwhile, does not affect others. */
async function tryItem(ctx: Context, replayKinds: ReplayKinds, command: InboxCommand): Promise<Tried> {
  try {
    return await applyItem(ctx, replayKinds, command, undefined)
  } catch (error) {
    if (isUnavailable(error)) throw error
    if (error instanceof Problem && error.status < 500) return { state: 'OPEN', failure: error.message }
    return { state: 'OPEN', failure: failureOf(ctx, error), fault: error }
  }
}
