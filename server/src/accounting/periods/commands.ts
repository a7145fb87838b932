import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import { bookingDay } from '../../billing/records/period.rules.ts'
import { setCarriedOverTo } from '../../billing/records/period.store.ts'
import { lockInvoices } from '../../billing/records/store.ts'
import { findInvoice } from '../../billing/records/views.ts'
import { requireOpenPeriod } from '../../books/periods/commands.ts'
import { nextOpenMonth } from '../../books/periods/store.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { todayOf } from '../../tenants/today.views.ts'
import { reversedLines } from '../ledger/entry.rules.ts'
import { findLiveEntry, insertPosting } from '../ledger/store.ts'
import { decideCarryOver } from './rules.ts'
import { isLeased } from './views.ts'

/**
 * Books an unposted document in the next open month instead of its own (LEDGER-7), so that its own can be closed. A
 * ledger entry is reversed on its day and booked again. The content of the document is unchanged.
 * @throws Problem not_found, state_conflict, task_leased (409)
 */
export async function carryOver(ctx: Context, tenantId: string, by: By, invoiceId: string): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    await lockInvoices(tx, [invoiceId])
    const invoice = await findInvoice(tx, invoiceId)
    if (!invoice) throw new Problem('not_found')
    const { status, posting, billing_entity_id, carried_over_to: before } = invoice
    const own = invoice.booking_date ?? invoice.date
    const day = own && bookingDay(own, before)
    const month = decideCarryOver(
      { status, posting, day, is_leased: await isLeased(tx, invoiceId) },
      await todayOf(ctx, tx),
    )
    const first = `${await nextOpenMonth(tx, billing_entity_id, month)}-01`
    await requireOpenPeriod(tx, billing_entity_id, first)
    await rebook(ctx, tx, invoiceId, first)
    await setCarriedOverTo(tx, invoiceId, first)
    await recordChanges(tx, by, [
      {
        entity_type: 'invoice',
        entity_id: invoiceId,
        action: 'updated',
        before: { carried_over_to: before },
        after: { carried_over_to: first },
      },
    ])
  })
}

/** Reverses the entry of a document in its month, and books it on another day. No effect if it is not booked. */
async function rebook(ctx: Context, tx: Tx, invoice_id: string, day: string): Promise<void> {
  const entry = await findLiveEntry(tx, invoice_id)
  if (!entry) return
  await requireOpenPeriod(tx, entry.billing_entity_id, entry.booking_date)
  const lines = reversedLines(entry.lines)
  await insertPosting(tx, { ...entry, posting_id: ctx.newId(), invoice_id, is_reversal: true, lines })
  await insertPosting(tx, { ...entry, posting_id: ctx.newId(), invoice_id, is_reversal: false, booking_date: day })
}
