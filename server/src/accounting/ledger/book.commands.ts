import type { TaxCategory } from '@cartage/contract/books/app'
import { amountOf } from '../../billing/einvoice/terms.rules.ts'
import type { TaxRow } from '../../billing/records/store.ts'
import { findLines, findTaxes, type InvoiceLine, type InvoiceRow } from '../../billing/records/views.ts'
import { requireOpenPeriod } from '../../books/periods/commands.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/tenant.ts'
import { type Booked, chooseAccounts, type EntryAccounts, isSales, type MissingAccount } from './accounts.rules.ts'
import { findCompanyAccount, findStated, loadChart } from './chart.views.ts'
import { type EntryDocument, entryLines } from './entry.rules.ts'
import { insertPosting } from './store.ts'

/** A finalised document with the data for its entry. */
export interface Bookable {
  accounts: EntryAccounts
  document: EntryDocument
}

/** POST-2, POST-3, POST-6: entry of a finalised document, or the missing settings. */
export async function prepareEntry(
  tx: Tx,
  invoice: InvoiceRow,
): Promise<Bookable | { missing: readonly MissingAccount[] }> {
  const side = isSales(invoice.kind) ? 'SALES' : 'PURCHASE'
  const [lines, taxes, stated, company] = await Promise.all([
    findLines(tx, [invoice.invoice_id]),
    findTaxes(tx, [invoice.invoice_id]),
    findStated(tx, invoice.invoice_id),
    findCompanyAccount(tx, invoice.company_id, invoice.billing_entity_id, side),
  ])
  const booked = { ...bookedOf(invoice, lines, taxes, company), stated }
  const chart = await loadChart(tx, invoice.billing_entity_id, {
    chargeTypes: booked.lines.map(({ code }) => code),
    taxCodes: booked.vat.flatMap(({ tax_code }) => tax_code ?? []),
  })
  const accounts = chooseAccounts(booked, chart)
  if ('missing' in accounts) return accounts
  return { accounts, document: { ...entryDocument(invoice, lines, taxes, company.name), stated } }
}

/**
 * Books a document in the ledger (POST-1, POST-5).
 * @throws Problem period_closed if its month is closed
 */
export async function bookEntry(ctx: Context, tx: Tx, invoice: InvoiceRow, bookable: Bookable): Promise<void> {
  const booking_date = invoice.booking_date!
  await requireOpenPeriod(tx, invoice.billing_entity_id, booking_date)
  await insertPosting(tx, {
    posting_id: ctx.newId(),
    invoice_id: invoice.invoice_id,
    billing_entity_id: invoice.billing_entity_id,
    journal: isSales(invoice.kind) ? 'SALES' : 'PURCHASE',
    booking_date,
    currency: invoice.accounting_currency,
    is_reversal: false,
    lines: entryLines(bookable.document, bookable.accounts),
  })
}

function bookedOf(
  invoice: InvoiceRow,
  lines: readonly InvoiceLine[],
  taxes: readonly TaxRow[],
  company: Booked['company'],
): Omit<Booked, 'stated'> {
  return {
    kind: invoice.kind,
    company,
    lines: lines.map(({ code, account, tax, base_percentage, items }) => ({
      code,
      account,
      tax_code: tax?.code ?? null,
      tax_category: (tax?.category ?? 'S') as TaxCategory,
      base_percentage,
      department: items[0]?.dimension_1 ?? null,
    })),
    vat: taxes.map(({ tax_code, category, tax }) => ({ tax_code, category: category as TaxCategory, tax })),
    has_adjustments: (invoice.content?.adjustments.length ?? 0) > 0,
  }
}

function entryDocument(
  invoice: InvoiceRow,
  lines: readonly InvoiceLine[],
  taxes: readonly TaxRow[],
  companyName: string,
): Omit<EntryDocument, 'stated'> {
  return {
    kind: invoice.kind,
    name: invoice.name ?? '',
    company_name: companyName,
    currency: invoice.currency,
    accounting_currency: invoice.accounting_currency,
    without_vat: invoice.total_excl_tax,
    vat: invoice.total_tax,
    accounting_without_vat: invoice.accounting_excl_tax ?? invoice.total_excl_tax,
    accounting_vat: invoice.accounting_tax ?? invoice.total_tax,
    lines: lines.map(({ name, amount, tax, order_name, trip_name, items }) => ({
      ...{ text: name, amount, tax_code: tax?.code ?? null, order_name, trip_name, items },
    })),
    adjustments: adjustmentsOf(invoice, taxes),
    vat_rows: taxes.map(({ tax_code, tax }) => ({ tax_code, tax })),
  }
}

/** Discounts negative, surcharges positive, with the tax code of their category and rate. */
function adjustmentsOf({ content }: InvoiceRow, taxes: readonly TaxRow[]): EntryDocument['adjustments'] {
  return (content?.adjustments ?? []).map(({ kind, amount, category, rate, reason }) => {
    const row = taxes.find((tax) => tax.category === category && amountOf(tax.percentage).eq(amountOf(rate)))
    const signed = kind === 'CHARGE' ? amount : amountOf(amount).times(-1).toFixed()
    return { text: reason ?? '', amount: signed, tax_code: row?.tax_code ?? null }
  })
}
