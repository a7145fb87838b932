import type { ReminderProposal } from '@cartage/contract/accounting/app/reminders'
import { msg } from '@cartage/contract/message'
import type { By } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import { lockInvoices } from '../../billing/records/store.ts'
import { queueSendings } from '../../billing/sendings/queue.commands.ts'
import { emailFor } from '../../billing/sendings/rules.ts'
import { insertSendings } from '../../billing/sendings/store.ts'
import { amountText, decimal } from '../../books/money.rules.ts'
import { companyDetails } from '../../companies/details.views.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { Problem } from '../../http/problem.ts'
import { todayOf } from '../../tenants/today.views.ts'
import { dueLevel, type ReminderLevel, reminderIn } from './rules.ts'
import { findLevels, listOverdue, type OverdueInvoice } from './views.ts'

/** Maximum invoices proposed at once. */
const mostProposed = 1_000

/** An overdue invoice, the due level and the recipient of the reminder. */
interface Due {
  readonly invoice: OverdueInvoice
  readonly level: ReminderLevel
  readonly address: string | null
}

async function findDue(
  ctx: Context,
  tx: Tx,
  filter: { companyId?: string | undefined; ids?: readonly string[] },
): Promise<{ due: Due[]; hasLevels: boolean }> {
  const levels = await findLevels(tx)
  const leastDays = levels[0]?.days_overdue
  if (leastDays === undefined) return { due: [], hasLevels: false }
  const overdue = await listOverdue(tx, { ...filter, on: await todayOf(ctx, tx), leastDays, most: mostProposed })
  const companies = await companyDetails(tx, [...new Set(overdue.map(({ company_id: id }) => id))])
  const due = overdue.flatMap((invoice): Due[] => {
    const level = dueLevel(levels, invoice.days_overdue, invoice.reminders)
    const company = companies.get(invoice.company_id)
    return level ? [{ invoice, level, address: company ? emailFor(company, 'PAYMENT_REMINDERS') : null }] : []
  })
  return { due, hasLevels: true }
}

/** Overdue invoices with the reminder now due (REM-1). */
export async function proposeReminders(
  ctx: Context,
  tx: Tx,
  companyId: string | undefined,
): Promise<{ items: ReminderProposal[]; has_levels: boolean }> {
  const { due, hasLevels } = await findDue(ctx, tx, { companyId })
  const items = due.map(({ invoice, level, address }): ReminderProposal => {
    const { reminders, language: _language, open, ...shown } = invoice
    const [last] = reminders
    return {
      ...shown,
      open: amountText(decimal(open), invoice.currency),
      address,
      reminder_level_id: level.reminder_level_id,
      reminder_level: level.name,
      last: last ? { reminder_level: last.name, status: last.status, created_at: last.created_at } : null,
    }
  })
  return { items, has_levels: hasLevels }
}

/**
 * Sends the reminder of one invoice (REM-2): the proposed level, only while it is due. At most once per level and
 * invoice.
 * @throws Problem not_found, reminder_not_due, recipient_missing
 */
export async function sendReminder(
  ctx: Context,
  { tenantId, by }: { tenantId: string; by: By },
  { invoice_id, reminder_level_id }: { invoice_id: string; reminder_level_id: string },
): Promise<void> {
  await ctx.db.asTenant(tenantId, async (tx) => {
    const known = await lockInvoices(tx, [invoice_id])
    if (known.length === 0) throw new Problem('not_found')
    const [found] = (await findDue(ctx, tx, { ids: [invoice_id] })).due
    if (found?.level.reminder_level_id !== reminder_level_id) throw new Problem('reminder_not_due')
    const { invoice, level, address } = found
    if (address === null) throw new Problem('recipient_missing', { message: noAddress })
    const sending_id = ctx.newId()
    const reminder = reminderIn(level, invoice.language, amountText(decimal(invoice.open), invoice.currency))
    await insertSendings(tx, [
      {
        ...{ sending_id, invoice_id, address, reminder_level_id, reminder },
        channel: 'MAIL',
        purpose: 'REMINDER',
        requested_by: by.actor.id,
      },
    ])
    await queueSendings(ctx, tx, [sending_id])
    const after = { sending: { purpose: 'REMINDER', reminder_level: level.name, address } }
    await recordChanges(tx, by, [
      { entity_type: 'invoice', entity_id: invoice_id, action: 'updated', before: { sending: null }, after },
    ])
  })
}

const noAddress = msg`The customer has no e-mail address. Enter one for its contact for payment reminders, then send again.`
