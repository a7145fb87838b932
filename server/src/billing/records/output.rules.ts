import type {
  CompanySummaryOutput,
  PurchaseCreditNote,
  PurchaseInvoice,
  SalesCreditNoteOutput,
  SalesInvoiceOutput,
} from '@cartage/contract/billing/document-output'
import type { LineItem } from '@cartage/contract/billing/line-item'
import type { TaxRateType } from '@cartage/contract/books/tax-rate'
import type { BillingEntity } from '@cartage/contract/tenants/billing-entity'
import { rateNumber } from '../../books/exchange/rules.ts'
import { amountText, decimal } from '../../books/money.rules.ts'
import { isCredit } from '../documents/content.rules.ts'
import type { LineItemRow } from './store.ts'
import type { InvoiceLine, InvoiceRow } from './views.ts'

/** A document with the data for its public shape. */
export interface OutputFacts {
  readonly invoice: InvoiceRow
  readonly lines: readonly InvoiceLine[]
  /** The customer or supplier in its current state. */
  readonly company: CompanySummaryOutput
  readonly entity: BillingEntity
}

/** Public shape of a document of any kind. */
export type DocumentOutput = SalesInvoiceOutput | SalesCreditNoteOutput | PurchaseInvoice | PurchaseCreditNote

/** A document in the public shape of its kind. */
export function documentOutput(facts: OutputFacts): DocumentOutput {
  switch (facts.invoice.kind) {
    case 'SALES_INVOICE':
      return salesInvoiceOutput(facts)
    case 'SALES_CREDIT_NOTE':
      return salesCreditNoteOutput(facts)
    case 'PURCHASE_INVOICE':
      return purchaseInvoiceOutput(facts)
    case 'PURCHASE_CREDIT_NOTE':
      return purchaseCreditNoteOutput(facts)
  }
}

/** A sales invoice in its public shape. */
export function salesInvoiceOutput(facts: OutputFacts): SalesInvoiceOutput {
  const { e_invoicing, due_date } = facts.invoice
  return { ...common(facts), due_date: due_date ?? '', e_invoicing, customer: facts.company }
}

/** A sales credit note in its public shape. */
export function salesCreditNoteOutput(facts: OutputFacts): SalesCreditNoteOutput {
  const { e_invoicing } = facts.invoice
  return { ...common(facts), e_invoicing, customer: facts.company }
}

/** A purchase invoice in its public shape. */
export function purchaseInvoiceOutput(facts: OutputFacts): PurchaseInvoice {
  const { external_name, due_date } = facts.invoice
  const external = { external_name: external_name ?? '' }
  return { ...common(facts), ...external, due_date: due_date ?? '', supplier: facts.company }
}

/** A purchase credit note in its public shape. */
export function purchaseCreditNoteOutput(facts: OutputFacts): PurchaseCreditNote {
  const { external_name } = facts.invoice
  return { ...common(facts), external_name: external_name ?? '', supplier: facts.company }
}

function common({ invoice, lines, entity }: OutputFacts) {
  const exchange = invoice.content?.exchange ?? null
  const text = (amount: string) => amountText(decimal(amount), invoice.currency)
  return {
    id: invoice.invoice_id,
    name: invoice.name ?? '',
    date: invoice.date ?? '',
    booking_date: invoice.booking_date ?? invoice.date,
    currency: invoice.currency,
    customer_reference_numbers: invoice.customer_reference_numbers,
    custom_fields: invoice.custom_fields,
    exchange_rate: exchange && {
      rate_date: exchange.rate_date,
      rate: rateNumber(exchange.rate),
      inverse_rate: rateNumber(exchange.inverse_rate),
    },
    total_excl_tax: text(invoice.total_excl_tax),
    total_incl_tax: text(invoice.total_incl_tax),
    total_tax: text(invoice.total_tax),
    line_items: lines.flatMap((line) => lineItems(invoice, line)),
    billing_entity: entity,
  }
}

function lineItems(invoice: InvoiceRow, line: InvoiceLine): LineItem[] {
  const parts = line.items.length === 0 ? [wholeLine(line)] : line.items
  return parts.map((part) => lineItem(invoice, line, part))
}

/** Single item of an unsplit line, with the id of the line. */
function wholeLine({ invoice_line_id, amount }: InvoiceLine): LineItemRow {
  const none = { dimension_1: null, dimension_2: null, dimension_3: null }
  const rest = { dimension_4: null, dimension_5: null, dimension_6: null }
  return { line_item_id: invoice_line_id, invoice_line_id, position: 0, fraction: '1', amount, ...none, ...rest }
}

function lineItem(invoice: InvoiceRow, line: InvoiceLine, part: LineItemRow): LineItem {
  const { tax } = line
  const { dimension_1, dimension_2, dimension_3, dimension_4, dimension_5, dimension_6 } = part
  return {
    id: part.line_item_id,
    invoice_line_id: line.invoice_line_id,
    name: line.name,
    amount: amountText(decimal(part.amount), invoice.currency),
    code: line.code,
    account: line.account === null ? null : { code: line.account },
    description: line.description,
    tax_rate: tax && {
      id: tax.tax_rate_id,
      name: tax.name,
      percentage: numberOf(tax.rate),
      code: tax.code,
      tax_type: tax.tax_type as TaxRateType,
    },
    base_tax_rate: line.base_percentage === null ? null : { percentage: numberOf(line.base_percentage) },
    order_name: line.order_name,
    order_id: line.order_id,
    trip_id: line.trip_id,
    is_credit_charge: isCredit(invoice),
    invoice_name: invoice.content?.preceding[0]?.name ?? invoice.name,
    currency: invoice.currency,
    fraction: part.fraction,
    ...{ dimension_1, dimension_2, dimension_3, dimension_4, dimension_5, dimension_6 },
  }
}

function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text)
}
