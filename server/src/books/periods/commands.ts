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

/** A month, and on whose behalf it is changed. */
export interface PeriodCommand {
  tenantId: string
  by: By
  billing_entity_id: string
  /** Such as 2026-11. */
  month: string
}

/** Finds what keeps a month open: unfinished work of each feature that books. */
export type FindHolds = (tx: Tx, period: Period) => Promise<readonly PeriodHold[]>

/** Callbacks of features that depend on this one: what keeps a month open, and the hash of its bookings. */
export interface PeriodContent {
  findHolds: readonly FindHolds[]
  hash?(tx: Tx, period: Period): Promise<string>
}

/**
 * Closes a month (PERIOD-1, PERIOD-2). Idempotent.
 * @param content of the booking features, which depend on this one
 * @throws Problem not_found if the billing entity is unknown, validation_failed, period_held (409)
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

/**
 * Reopens a closed month (PERIOD-3). Idempotent.
 * @throws Problem not_found
 */
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
 * Keeps the month of a day open until the transaction ends, for a booking on that day (PERIOD-4).
 * @throws Problem not_found if the billing entity is unknown, period_closed (409)
 */
export async function requireOpenPeriod(tx: Tx, billingEntityId: string, day: string): Promise<void> {
  const period = await sharePeriod(tx, billingEntityId, monthOf(day))
  if (!period) throw new Problem('not_found')
  if (period.status === 'OPEN') return
  throw new Problem('period_closed', {
    message: msg`${period.month} is closed. Book in a later month, or open it again.`,
  })
}
