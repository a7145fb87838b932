import type { Context } from '../context.ts'
import { isUnavailable } from '../db/failure.ts'
import type { Tx } from '../db/tenant.ts'

/**
 * Processes many records at once and, on failure, each half separately, down to the one that fails alone: it is left
 * out and the others are done (EACH-3).
 * @param work has no effect if it fails: a transaction, or a part of one
 * @param leave receives the record that failed alone, and why
 * @throws if the database is unavailable for all of them
 */
export async function togetherOrApart<Item>(
  items: readonly Item[],
  work: (some: readonly Item[]) => Promise<unknown>,
  leave: (item: Item, error: unknown) => unknown,
): Promise<void> {
  if (items.length === 0) return
  try {
    await work(items)
  } catch (error) {
    if (isUnavailable(error)) throw error
    if (items.length === 1) {
      await leave(items[0]!, error)
      return
    }
    const half = Math.ceil(items.length / 2)
    for (const some of [items.slice(0, half), items.slice(half)]) await togetherOrApart(some, work, leave)
  }
}

/** A batch locks a row of each tenant, so it must end soon. More tenants would hardly make a statement cheaper. */
const mostTenants = 64

/** Result of work for several tenants. */
export interface WorkedTogether {
  /** Whether there may be more to do right now. */
  isMore: boolean
  /** Tenants that need their own turn. */
  left: string[]
}

/**
 * Runs work for several tenants, many of them in one transaction. If it fails, nothing takes effect and each half is
 * tried separately, down to the failing tenant, which is left (EACH-3). Over nodes all tenants are left.
 * @param work of one tenant in a batch of so many: whether there may be more, `left` if it does not fit a batch
 * @throws if the database is unavailable
 */
export async function tenantsTogether(
  ctx: Context,
  tenantIds: readonly string[],
  work: (tx: Tx, tenants: number) => Promise<boolean | 'left'>,
): Promise<WorkedTogether> {
  if (tenantIds.length < 2 || (await ctx.db.spansNodes())) return { isMore: false, left: [...tenantIds] }
  const worked: WorkedTogether = { isMore: false, left: [] }
  const workBatch = async (some: readonly string[]) => {
    const results = await ctx.db.asWorkerOfMany(some, (tx) => work(tx, some.length))
    if (results.includes(true)) worked.isMore = true
    worked.left.push(...some.filter((_, at) => results[at] === 'left'))
  }
  for (let at = 0; at < tenantIds.length; at += mostTenants) {
    await togetherOrApart(tenantIds.slice(at, at + mostTenants), workBatch, (tenantId, error) => {
      ctx.log.warn(
        { err: error, tenant_id: tenantId },
        'a batch of several tenants failed for one; it has its turn alone',
      )
      worked.left.push(tenantId)
    })
  }
  return worked
}

const longestRestMs = 3_600_000

/** Records that failed alone and wait for their next attempt. */
export interface Rests {
  /** Ids of a tenant's records to skip now. */
  of(tenantId: string): string[]
  /** Defers a record, longer each time. The first failure is logged as an error. */
  leave(tenantId: string, recordId: string, error: unknown): void
  /** Forgets completed records. */
  done(recordIds: readonly string[]): void
}

/**
 * Back-off in memory, for work that selects its own records: 2 seconds, 4, 8 … up to an hour. Another process, or this
 * one after a restart, tries at once.
 */
export function createRests({ log }: Pick<Context, 'log'>, loop: string): Rests {
  const rests = new Map<string, { tenantId: string; failures: number; until: number }>()
  const forgetOld = (now: number) => {
    for (const [id, { until }] of rests) if (now > until + longestRestMs) rests.delete(id)
  }
  return {
    of(tenantId) {
      const now = performance.now()
      return [...rests].flatMap(([id, one]) => (one.tenantId === tenantId && now < one.until ? [id] : []))
    },
    leave(tenantId, recordId, error) {
      const now = performance.now()
      forgetOld(now)
      const failures = (rests.get(recordId)?.failures ?? 0) + 1
      rests.set(recordId, { tenantId, failures, until: now + Math.min(longestRestMs, 1_000 * 2 ** failures) })
      const level = failures === 1 ? 'error' : 'warn'
      const facts = { err: error, loop, tenant_id: tenantId, record_id: recordId, failures }
      log[level](facts, 'a record failed alone; the others were done, and it is tried again later')
    },
    done(recordIds) {
      for (const id of recordIds) rests.delete(id)
    },
  }
}
