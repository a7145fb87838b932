import type { CreditPreview } from '@cartage/contract/billing/app/draft'
import { msg } from '@cartage/contract/message'
import type { Language } from '@cartage/contract/reading/languages'
import { recordChanges } from '../../audit/store.ts'
import { amountText, decimal } from '../../books/money.rules.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { todayOf } from '../../tenants/today.views.ts'
import {
  type Credit,
  type CreditableInvoice,
  type CreditRequest,
  creditedPrice,
  creditOf,
} from '../documents/credit.rules.ts'
import { taxRows, vatRowsOf } from '../documents/sums.rules.ts'
import { totalsOf } from '../documents/totals.rules.ts'
import { type BillingCommand, draftChange } from '../drafts/commands.ts'
import { publishStatus } from '../records/publish.commands.ts'
import {
  type DocumentParts,
  type DraftRow,
  insertDrafts,
  type LineItemRow,
  type LineRow,
  lockInvoices,
  replaceParts,
} from '../records/store.ts'
import {
  findCreditNotes,
  findInvoice,
  findLines,
  findTaxes,
  type InvoiceLine,
  type InvoiceRow,
} from '../records/views.ts'

/** What to credit, and how. */
export interface CreditOrder {
  readonly request: CreditRequest
  /** Whether the charges of the lines can be billed again. */
  readonly release: boolean
  readonly date: string | undefined
  readonly note: string
}

/**
 * Drafts a credit note of a finalised invoice (BILL-11). Draft credit notes count as credited, so that two of them
 * never exceed the invoice.
 * @returns the id of the draft
 * @throws Problem not_found, state_conflict if it is not a finalised sales invoice, credit_exceeds (409)
 */
export async function creditInvoice(
  ctx: Context,
  { tenantId, by }: BillingCommand,
  invoiceId: string,
  order: CreditOrder,
): Promise<string> {
  return await ctx.db.asTenant(tenantId, async (tx) => {
    await lockInvoices(tx, [invoiceId])
    const { invoice, lines, credit } = await creditIn(tx, invoiceId, order)
    const id = ctx.newId()
    const date = order.date ?? (await todayOf(ctx, tx))
    const draft = composeCreditNote(ctx, { invoice, lines, credit, id, date, order, actor: by.actor.id })
    await insertDrafts(tx, [draft.row])
    await replaceParts(tx, [id], draft.parts)
    await recordChanges(tx, by, [draftChange(draft.row, undefined)])
    await publishStatus(ctx, tx, [{ ...draft.row, status: 'DRAFT', event_sequence: 1 }])
    return id
  })
}

/**
 * Totals of a credit note, without writing it.
 * @throws Problem not_found, state_conflict if it is not a finalised sales invoice, credit_exceeds (409)
 */
export async function previewCredit(tx: Tx, invoiceId: string, order: CreditOrder): Promise<CreditPreview> {
  const { invoice, credit } = await creditIn(tx, invoiceId, order)
  const { currency } = invoice
  const amounts = [...credit.lines.values()].map((amount) => ({ amount }))
  const totals = totalsOf(amounts, credit.adjustments, credit.vat, { currency, paid: null })
  return {
    currency,
    total_excl_tax: totals.without_vat,
    total_tax: totals.vat,
    total_incl_tax: totals.with_vat,
    lines: [...credit.lines].map(([invoice_line_id, amount]) => ({ invoice_line_id, amount })),
    taxes: credit.vat.map(({ category, rate, base, tax, reason }) => {
      return { category, percentage: rate, base, tax, reason }
    }),
  }
}

/** Amounts of a credit note, based on what is left of the invoice. */
async function creditIn(tx: Tx, invoiceId: string, order: CreditOrder) {
  const invoice = await findInvoice(tx, invoiceId)
  if (!invoice) throw new Problem('not_found')
  if (invoice.content === null || invoice.kind !== 'SALES_INVOICE') {
    throw new Problem('state_conflict', { message: 'Only a finalised sales invoice can be credited.' })
  }
  const lines = await findLines(tx, [invoiceId])
  const before = await creditsSoFar(tx, invoiceId)
  return { invoice, lines, credit: creditFor(invoice, before, order, lines) }
}

/** Amounts that credit notes took from an invoice, including drafts. */
export async function creditsSoFar(tx: Tx, invoiceId: string): Promise<Credit[]> {
  const notes = await findCreditNotes(tx, [invoiceId])
  const ids = notes.map(({ invoice_id }) => invoice_id)
  const [lines, taxes] = await Promise.all([findLines(tx, ids), findTaxes(tx, ids)])
  return notes.map((note): Credit => {
    const own = lines.filter(({ invoice_id: id }) => id === note.invoice_id)
    return {
      lines: new Map(own.flatMap((line) => (line.credited_line_id ? [[line.credited_line_id, line.amount]] : []))),
      adjustments: note.adjustments,
      vat: vatRowsOf(taxes.filter(({ invoice_id: id }) => id === note.invoice_id)),
    }
  })
}

/** @throws Problem credit_exceeds (409), validation_failed if a line belongs to another document */
function creditFor(
  invoice: InvoiceRow,
  before: readonly Credit[],
  { request, release }: CreditOrder,
  lines: readonly InvoiceLine[],
): Credit {
  const { content } = invoice
  const creditable: CreditableInvoice = {
    currency: invoice.currency,
    lines: content!.lines.map(({ line_id, amount, tax }) => {
      return { line_id, amount, category: tax.category, rate: tax.rate }
    }),
    adjustments: content!.adjustments,
    vat: content!.vat,
  }
  if (request.kind === 'LINES') rejectStrangers(request.amounts, lines)
  const credit = creditOf(creditable, before, request)
  if ('code' in credit) throw exceeded(credit, lines, invoice.currency)
  if (release) rejectParts(credit, before, creditable)
  return credit
}

function rejectStrangers(amounts: ReadonlyMap<string, string>, lines: readonly InvoiceLine[]): void {
  const known = new Set(lines.map(({ invoice_line_id }) => invoice_line_id))
  const unknown = [...amounts.keys()].find((id) => !known.has(id))
  if (unknown === undefined) return
  const message = msg`is not a line of this invoice: ${unknown}`
  throw new Problem('validation_failed', { errors: [errorItem('lines', message, 'line_unknown')] })
}

function exceeded(
  fault: { code: 'nothing_left' | 'more_than_left'; line_id: string | null; left: string },
  lines: readonly InvoiceLine[],
  currency: string,
): Problem {
  if (fault.code === 'nothing_left') {
    return new Problem('credit_exceeds', { message: 'Nothing of this invoice is left to credit.' })
  }
  const name = lines.find(({ invoice_line_id: id }) => id === fault.line_id)?.name ?? ''
  return new Problem('credit_exceeds', {
    message: msg`Of the line ${name}, ${fault.left} ${currency} are left to credit.`,
  })
}

/** A charge can be billed again only if its line is credited in full (BILL-12). */
function rejectParts(credit: Credit, before: readonly Credit[], { lines }: CreditableInvoice): void {
  for (const [id, amount] of credit.lines) {
    const past = before.reduce((sum, one) => sum.plus(decimal(one.lines.get(id) ?? '0')), decimal(amount))
    const whole = lines.find(({ line_id }) => line_id === id)!
    if (past.eq(decimal(whole.amount))) continue
    const message = 'can only be released with all that is left of their lines'
    throw new Problem('validation_failed', { errors: [errorItem('release', message, 'line_not_whole')] })
  }
}

interface CreditFacts {
  readonly invoice: InvoiceRow
  readonly lines: readonly InvoiceLine[]
  readonly credit: Credit
  readonly id: string
  readonly date: string
  readonly order: CreditOrder
  readonly actor: string | null
}

function composeCreditNote(ctx: Context, facts: CreditFacts): { row: DraftRow; parts: DocumentParts } {
  const { invoice, credit, id, date, order } = facts
  const { currency } = invoice
  const parts = creditParts(ctx, facts)
  const totals = totalsOf(parts.lines, credit.adjustments, credit.vat, { currency, paid: null })
  const row: DraftRow = {
    invoice_id: id,
    kind: 'SALES_CREDIT_NOTE',
    ...{ is_self_billed: false, origin: 'MANUAL', payment: 'OPEN' },
    billing_entity_id: invoice.billing_entity_id,
    company_id: invoice.company_id,
    ...{ external_name: null, date, booking_date: null, due_date: null, is_due_date_given: false, payment_term: null },
    language: invoice.language as Language,
    currency,
    customer_reference_numbers: invoice.customer_reference_numbers,
    ...{ custom_fields: {}, note: order.note, group_key: null, is_stale: false, warnings: [] },
    sum_lines: totals.lines,
    total_excl_tax: totals.without_vat,
    total_tax: totals.vat,
    total_incl_tax: totals.with_vat,
    adjustments: credit.adjustments,
    accounting_currency: invoice.accounting_currency,
    ...{ invoice_run_id: null, credited_invoice_id: invoice.invoice_id, releases_charges: order.release },
    created_by: facts.actor,
  }
  return { row, parts: { ...parts, taxes: taxRows(id, credit.vat, parts.lines) } }
}

/** Credited lines, in the order of the invoice. Amounts keep their sign: a deduction is credited as a deduction. */
function creditParts(ctx: Context, { invoice, lines, credit, id }: CreditFacts): Omit<DocumentParts, 'taxes'> {
  const credited = lines.flatMap((line) => {
    const amount = credit.lines.get(line.invoice_line_id)
    return amount === undefined ? [] : [{ line, amount }]
  })
  const rows = credited.map(({ line, amount }, at): LineRow => {
    const { charges: _charges, items: _items, ...kept } = line
    return {
      ...kept,
      ...{ invoice_line_id: ctx.newId(), invoice_id: id, position: at + 1, amount },
      ...creditedPrice(line, amount),
      credited_line_id: line.invoice_line_id,
    }
  })
  const items = rows.map((row, at): LineItemRow => {
    const [first] = credited[at]!.line.items
    return {
      ...{
        dimension_1: null,
        dimension_2: null,
        dimension_3: null,
        dimension_4: null,
        dimension_5: null,
        dimension_6: null,
      },
      ...(credited[at]!.line.items.length === 1 ? first : undefined),
      ...{ line_item_id: ctx.newId(), invoice_line_id: row.invoice_line_id, position: 1, fraction: '1' },
      amount: amountText(decimal(row.amount), invoice.currency),
    }
  })
  return { lines: rows, items, charges: [] }
}
