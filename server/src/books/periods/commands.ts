import type { BookingPeriod } from '@cartage/contract/books/app'
import { msg } from '@cartage/contract/message'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { todayOf } from '../../tenants/today.views.ts'
import { decideClose, decideOpen, monthOf, type Period, type PeriodHold, periodChange } from './rules.ts'
import { lockPeriod, sharePeriod, updatePeriod } from './store.ts'
import { getPeriod } from './views.ts'

/** Which month, and on whose behalf. */
export interface PeriodCommand {
  tenantId: string
  by: By
  billing_entity_id: string
  /** As 2026-11. */
  month: string
}

/** Finds what keeps a month open: each feature that books something says what of it is not finished. */
export type FindHolds = (tx: Tx, period: Period) => Promise<readonly PeriodHold[]>

/** What features after this one know of a month: what keeps it open, and the hash of what is booked in it. */
export interface PeriodContent {
  findHolds: readonly FindHolds[]
  hash?(tx: Tx, period: Period): Promise<string>
}

/**
 * Closes a month (PERIOD-1, PERIOD-2). A closed one answers the same.
 * @param content of the features that book, which come after this one
 * @throws Problem not_found for an unknown billing entity, validation_failed, period_held (409)
 */
export async function closePeriod(
  ctx: Context,
  command: PeriodCommand,
  content: PeriodContent,
): Promise<BookingPeriod> {
  return await changePeriod(ctx, command, async (tx, period) => {
    const [today, ...holds] = await Promise.all([
      todayOf(ctx, tx),
      ...content.findHolds.map((find) => find(tx, period)),
    ])
    const closed = decideClose(period, today, holds.flat())
    return closed && { period: closed, hash: (await content.hash?.(tx, period)) ?? null }
  })
}

/** Opens a closed month again (PERIOD-3). An open one answers the same. @throws Problem not_found */
export async function openPeriod(ctx: Context, command: PeriodCommand, reason: string): Promise<BookingPeriod> {
  return await changePeriod(ctx, command, async (_, before) => {
    const period = decideOpen(before, reason)
    return period && { period, hash: null }
  })
}

async function changePeriod(
  ctx: Context,
  { tenantId, by, billing_entity_id: entityId, month }: PeriodCommand,
  decide: (tx: Tx, period: Period) => Promise<{ period: Period; hash: string | null } | undefined>,
): Promise<BookingPeriod> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    const before = await lockPeriod(tx, entityId, month)
    if (!before) throw new Problem('not_found')
    const after = await decide(tx, before)
    if (after) {
      await updatePeriod(tx, after.period, after.hash, by.actor.kind === 'user' ? by.actor.id : null)
      await recordChanges(tx, by, [periodChange(before, after.period)])
    }
    return await getPeriod(tx, entityId, month)
  })
}

/**
 * Keeps the month of a day open until the transaction ends, for what is booked on that day (PERIOD-4).
 * @throws Problem not_found for an unknown billing entity, period_closed (409)
 */
export async function requireOpenPeriod(tx: Tx, billingEntityId: string, day: string): Promise<void> {
  const period = await sharePeriod(tx, billingEntityId, monthOf(day))
  if (!period) throw new Problem('not_found')
  if (period.status === 'OPEN') return
  throw new Problem('period_closed', {
    message: msg`${period.month} is closed. Book in a later month, or open it again.`,
  })
}
