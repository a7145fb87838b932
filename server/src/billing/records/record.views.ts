import type { InvoiceRecord } from '@cartage/contract/billing/app/document'
import type { TaxRateType } from '@cartage/contract/books/tax-rate'
import type { Sentence } from '@cartage/contract/message'
import { amountText, decimal } from '../../books/money.rules.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { readSentence } from '../../http/kept-sentence.ts'
import { headSql } from './list.views.ts'
import { bookingDay } from './period.rules.ts'
import {
  findCreditNotes,
  findFiles,
  findInvoice,
  findLines,
  findTaxes,
  type InvoiceLine,
  type InvoiceRow,
} from './views.ts'

const selectHead = statement(
  'billing.find_head',
  `select ${headSql}, c.name as credited_invoice_name
     from invoice i
     join company k on k.tenant_id = $1 and k.company_id = i.company_id
     join billing_entity b on b.tenant_id = $1 and b.billing_entity_id = i.billing_entity_id
     left join invoice c on c.tenant_id = $1 and c.invoice_id = i.credited_invoice_id
    where i.tenant_id = $1 and i.invoice_id = $2`,
)
const selectCredited = statement(
  'billing.find_credited_amounts',
  `select l.credited_line_id, sum(l.amount)::text as amount
     from invoice_line l
     join invoice i on i.tenant_id = $1 and i.invoice_id = l.invoice_id and i.status <> 'REJECTED'
    where l.tenant_id = $1 and l.credited_line_id = any($2::uuid[]) group by l.credited_line_id`,
)

const selectFree = statement(
  'billing.has_released_charges',
  `select exists (
     select from invoice_line l
       join invoice_line_charge c on c.tenant_id = $1 and c.invoice_line_id = l.invoice_line_id and not c.is_live
       join charge x on x.tenant_id = $1 and x.charge_id = c.charge_id and x.status = 'CREATED'
      where l.tenant_id = $1 and l.invoice_id = $2
        and not exists (select from invoice_line_charge o
                         where o.tenant_id = $1 and o.charge_id = c.charge_id and o.is_live)) as is_free`,
)

type Head = Pick<
  InvoiceRecord,
  'company_name' | 'billing_entity_code' | 'is_stale' | 'credited_invoice_name' | 'open_amount' | 'dispatch'
>

/**
 * A document with everything its page shows; undefined if it does not exist.
 * @param say translates to the reader's language
 */
export async function findRecord(
  tx: Tx,
  id: string,
  say: (sentence: Sentence) => string,
): Promise<InvoiceRecord | undefined> {
  const [invoice, [head], lines, taxes, notes, files, [released]] = await Promise.all([
    findInvoice(tx, id),
    tx.query<Head>(selectHead, id),
    findLines(tx, [id]),
    findTaxes(tx, [id]),
    findCreditNotes(tx, [id]),
    findFiles(tx, [id]),
    tx.query<{ is_free: boolean }>(selectFree, id),
  ])
  if (!invoice || !head) return undefined
  const credited = await creditedAmounts(tx, lines)
  const text = (amount: string) => amountText(decimal(amount), invoice.currency)
  return {
    ...membersOf(invoice),
    ...{ company_name: head.company_name, billing_entity_code: head.billing_entity_code, is_stale: head.is_stale },
    ...{ credited_invoice_name: head.credited_invoice_name, dispatch: head.dispatch },
    open_amount: head.open_amount === null ? null : text(head.open_amount),
    adjustments: invoice.adjustments.map(({ kind, category, rate, amount, percentage, reason }) => {
      return { kind, category, rate, amount: text(amount), percentage, reason }
    }),
    can_bill_again: released?.is_free ?? false,
    warnings: invoice.warnings.map(({ code, message }) => ({ code, message: say(readSentence(message)) })),
    lines: lines.map((line) => recordLine(line, text, credited.get(line.invoice_line_id) ?? '0')),
    taxes: taxes.map(({ category, percentage, base, tax, reason }) => {
      return { category, percentage, base: text(base), tax: text(tax), reason }
    }),
    credit_notes: notes.map((note) => ({
      invoice_id: note.invoice_id,
      name: note.name,
      status: note.status,
      total_incl_tax: text(note.total_incl_tax),
    })),
    files: files.map(({ kind, document_id }) => ({ kind, document_id })),
  }
}

async function creditedAmounts(tx: Tx, lines: readonly InvoiceLine[]): Promise<ReadonlyMap<string, string>> {
  const ids = lines.map(({ invoice_line_id }) => invoice_line_id)
  const rows = await tx.query<{ credited_line_id: string; amount: string }>(selectCredited, ids)
  return new Map(rows.map(({ credited_line_id, amount }) => [credited_line_id, amount]))
}

function membersOf(invoice: InvoiceRow) {
  const text = (amount: string) => amountText(decimal(amount), invoice.currency)
  const inBooks = (amount: string | null) =>
    amount === null ? null : amountText(decimal(amount), invoice.accounting_currency)
  const { invoice_id, kind, is_self_billed, status, posting, payment, name, external_name, company_id } = invoice
  const { billing_entity_id, date, due_date, payment_term, is_due_date_given, language, carried_over_to } = invoice
  const day = invoice.booking_date ?? date
  const booking_date =
    carried_over_to === null || day === null ? invoice.booking_date : bookingDay(day, carried_over_to)
  const { customer_reference_numbers, custom_fields, note, currency, accounting_currency, version } = invoice
  const { credited_invoice_id, releases_charges, finalised_at, created_at, updated_at } = invoice
  return {
    ...{ invoice_id, kind, is_self_billed, status, posting, payment, name, external_name, company_id },
    ...{ billing_entity_id, date, booking_date, due_date, payment_term, is_due_date_given, language },
    ...{ customer_reference_numbers, custom_fields, note, currency, accounting_currency, version },
    ...{ credited_invoice_id, releases_charges, finalised_at, created_at, updated_at },
    total_excl_tax: text(invoice.total_excl_tax),
    total_tax: text(invoice.total_tax),
    total_incl_tax: text(invoice.total_incl_tax),
    accounting_excl_tax: inBooks(invoice.accounting_excl_tax),
    accounting_tax: inBooks(invoice.accounting_tax),
  }
}

function recordLine(
  line: InvoiceLine,
  text: (amount: string) => string,
  credited: string,
): InvoiceRecord['lines'][number] {
  const { invoice_line_id, position, name, code, description, quantity, unit, unit_price, tax } = line
  const { order_id, order_name, trip_id, trip_name, route } = line
  return {
    ...{ invoice_line_id, position, name, code, description, quantity, unit, unit_price },
    ...{ order_id, order_name, trip_id, trip_name, route },
    amount: text(line.amount),
    tax: tax && {
      ...{ category: tax.category, percentage: tax.rate, code: tax.code, name: tax.name },
      tax_type: tax.tax_type as TaxRateType,
      reason: tax.reason,
    },
    charge_ids: line.charges.map(({ charge_id }) => charge_id),
    credited_amount: text(credited),
  }
}
