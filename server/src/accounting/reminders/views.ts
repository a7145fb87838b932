import type { SendingStatus } from '@cartage/contract/billing/app/sending'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { instant } from '../../db/texts.ts'
import { creditedOf, paidOf, refundedOf } from '../payments/views.ts'
import type { ReminderLevel, SentLevel } from './rules.ts'

const selectLevels = statement(
  'accounting.find_reminder_levels',
  `select reminder_level_id, name, name_nl, name_fr, name_de, days_overdue, text, text_nl, text_fr, text_de
     from reminder_level where tenant_id = $1 and not is_archived order by days_overdue, code`,
)

/** Reminder levels of the tenant, earliest first. */
export async function findLevels(tx: Tx): Promise<ReminderLevel[]> {
  return await tx.query<ReminderLevel>(selectLevels)
}

/** An overdue invoice with its reminders. */
export interface OverdueInvoice {
  invoice_id: string
  document: string
  company_id: string
  company_name: string
  language: string
  due_date: string
  days_overdue: number
  open: string
  currency: string
  reminders: (SentLevel & { name: string; status: SendingStatus; created_at: string })[]
}

const open = `(i.total_incl_tax - ${paidOf('i')} - ${creditedOf('i')} + ${refundedOf('i')})`

const selectOverdue = statement(
  'accounting.list_overdue',
  `select i.invoice_id, i.name as document, i.company_id, k.name as company_name, i.language, i.due_date::text as due_date,
          $2::date - i.due_date as days_overdue, ${open}::text as open, i.currency,
          coalesce((select json_agg(json_build_object('reminder_level_id', s.reminder_level_id, 'days_overdue',
                      l.days_overdue, 'name', s.reminder ->> 'name', 'status', s.status, 'created_at',
                      ${instant('s.created_at')}) order by s.created_at desc)
             from invoice_sending s
             join reminder_level l on l.tenant_id = $1 and l.reminder_level_id = s.reminder_level_id
            where s.tenant_id = $1 and s.invoice_id = i.invoice_id and s.purpose = 'REMINDER'), '[]') as reminders
     from invoice i
     join company k on k.tenant_id = $1 and k.company_id = i.company_id
    where i.tenant_id = $1 and i.payment in ('UNPAID', 'OPEN') and i.status in ('INVOICED', 'INVOICE_POSTED')
      and i.kind = 'SALES_INVOICE' and i.due_date <= $2::date - $3::integer and ${open} > 0
      and ($4::uuid is null or i.company_id = $4) and ($5::uuid[] is null or i.invoice_id = any ($5::uuid[]))
    order by i.due_date, i.invoice_id limit $6`,
)

/** Filter of overdue invoices. */
export interface OverdueFilter {
  /** Reference day for counting days overdue. */
  readonly on: string
  readonly leastDays: number
  readonly companyId?: string | undefined
  readonly ids?: readonly string[]
  readonly most: number
}

/** Overdue invoices with an open amount, oldest due date first. */
export async function listOverdue(
  tx: Tx,
  { on, leastDays, companyId, ids, most }: OverdueFilter,
): Promise<OverdueInvoice[]> {
  return await tx.query<OverdueInvoice>(selectOverdue, on, leastDays, companyId ?? null, ids ?? null, most)
}
