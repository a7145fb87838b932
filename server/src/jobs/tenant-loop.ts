import type { Context } from '../context.ts'
import { isUnavailable } from '../db/failure.ts'
import type { Tx } from '../db/tenant.ts'
import type { Loop } from './loop.ts'
import { listDue, type TenantsDue } from './tenants-due.ts'
import type { WorkedTogether } from './together.ts'

/** Longest pause of a tenant whose work failed at least twice in a row, while the others continue. */
const longestPauseMs = 5_000

/** Background work per tenant. */
export interface TenantWork {
  name: string
  pollMs: number
  gatherMs?: number
  /** Number of tenants processed in parallel; 1 if absent. */
  atOnce?: number
  /** Query for the tenants with work. */
  due: TenantsDue
  /** Work without a tenant, before each round. A failure is reported and the tenants still have their turn. */
  before?: () => Promise<void>
  /** Called if no tenant has work. */
  onIdle?: () => void
  /** Runs a batch of one tenant; true if there may be more right now. */
  work(tenantId: string): Promise<boolean>
  /** Runs a batch of several tenants first. The tenants it leaves then have their own turn. */
  together?: (tenantIds: readonly string[]) => Promise<WorkedTogether>
}

/**
 * Fewer tenants than this have turns of their own: their batches are large, and `atOnce` of them run side by side, which one
 * transaction of all of them does not.
 */
export const fewTenants = 16

/** A loop over the tenants with work. The failure of one is reported and never stops the others (OPS-28). */
export function tenantLoop(ctx: Context, tenantWork: TenantWork): Loop {
  const { due, work, together, before, onIdle, atOnce = 1, ...loop } = tenantWork
  const turns = createTurns(ctx, loop.name, loop.pollMs)
  return {
    ...loop,
    parallel: 1,
    async run() {
      await before?.().catch((error: unknown) => {
        if (isUnavailable(error)) throw error
        ctx.log.error({ err: error, loop: loop.name }, 'a part of a batch failed and will be tried again')
      })
      const tenantIds = await listDue(ctx.db, due)
      if (tenantIds.length === 0) onIdle?.()
      if (!together) return await turns(tenantIds, atOnce, work)
      const resting = tenantIds.filter((tenantId) => turns.isResting(tenantId))
      if (tenantIds.length - resting.length < fewTenants) return await turns(tenantIds, atOnce, work)
      const { isMore, left } = await together(tenantIds.filter((tenantId) => !resting.includes(tenantId)))
      return (await turns([...left, ...resting], atOnce, work)) || isMore
    },
  }
}

/** Background work whose batch is one transaction. */
export interface BatchWork extends Omit<TenantWork, 'work'> {
  /** Runs a batch of one tenant; true if there may be more right now. */
  work(tx: Tx): Promise<boolean>
}

/** A loop over the tenants with work that runs each batch in one worker transaction. */
export function batchLoop(ctx: Context, { work, ...loop }: BatchWork): Loop {
  return tenantLoop(ctx, { ...loop, work: (tenantId) => ctx.db.asWorker(tenantId, work) })
}

interface Turns {
  (tenantIds: readonly string[], atOnce: number, work: (tenantId: string) => Promise<boolean>): Promise<boolean>
  /** Whether it failed repeatedly, so that its turns are skipped for a while. */
  isResting(tenantId: string): boolean
}

/**
 * Gives each tenant its turn; true if one of them may have more to do. A tenant's failure is logged with its id. An
 * unavailable database affects all of them and is thrown.
 */
export function createTurns(ctx: Context, loopName: string, pollMs: number): Turns {
  const troubled = new Map<string, { failures: number; until: number }>()
  const isResting = (tenantId: string) => performance.now() < (troubled.get(tenantId)?.until ?? 0)
  const takeTurn = async (tenantId: string, work: (tenantId: string) => Promise<boolean>) => {
    const trouble = troubled.get(tenantId)
    // A tenant that fails repeatedly must not fill the log while others keep the loop busy.
    if (isResting(tenantId)) return false
    try {
      const isMore = await work(tenantId)
      troubled.delete(tenantId)
      return isMore
    } catch (error) {
      if (isUnavailable(error)) throw error
      const failures = (trouble?.failures ?? 0) + 1
      const pause = failures === 1 ? 0 : Math.min(longestPauseMs, pollMs * 2 ** failures)
      troubled.set(tenantId, { failures, until: performance.now() + pause })
      ctx.log.error(
        { err: error, loop: loopName, tenant_id: tenantId },
        'background work of a tenant failed and will be tried again',
      )
      return false
    }
  }
  const takeAll = async (
    tenantIds: readonly string[],
    atOnce: number,
    work: (tenantId: string) => Promise<boolean>,
  ) => {
    for (const tenantId of troubled.keys()) if (!tenantIds.includes(tenantId)) troubled.delete(tenantId)
    const left = [...tenantIds]
    let isMore = false
    const takeTurns = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        if (await takeTurn(next, work)) isMore = true
      }
    }
    // Waits for all, so that the next round never overlaps this one.
    const ended = await Promise.allSettled(Array.from({ length: atOnce }, takeTurns))
    for (const one of ended) if (one.status === 'rejected') throw one.reason
    return isMore
  }
  return Object.assign(takeAll, { isResting })
}
