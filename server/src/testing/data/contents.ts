import type { ContentLine, ContentTax, DocumentContent } from '../../billing/documents/content.rules.ts'
import { pricedLine, totalsOf, vatRows } from '../../billing/documents/totals.rules.ts'
import { decimal } from '../../books/money.rules.ts'
import { buyers, haulier, treatments } from './money/einvoices.ts'

const standard: ContentTax = { tax_rate_id: null, name: 'VAT 21 %', code: '21', tax_type: 'VAT', ...treatments.S21 }

/** A charge on a document: its name, amount, and basis. */
export interface TestCharge {
  name: string
  amount: string
  computed?: readonly [quantity: string, unit: string, price: string]
  description?: string
}

/** The content of an invoice to a Belgian customer, with the given charges. */
export function invoiceContent(
  charges: readonly TestCharge[],
  members: Partial<DocumentContent> = {},
): DocumentContent {
  const lines = charges.map(lineOf)
  const currency = members.currency ?? 'EUR'
  const vat = vatRows(
    lines.map(({ amount, tax }) => ({ amount, ...tax })),
    currency,
  )
  return {
    ...{ kind: 'SALES_INVOICE', is_self_billed: false, name: '2026000123', date: '2026-11-27' },
    ...{ booking_date: '2026-11-27', due_date: '2026-12-27', language: 'nl', currency, exchange: null },
    seller: { ...haulier, company_id: null, code: null },
    buyer: { ...buyers.BE, company_id: null, code: 'JANSSENS' },
    ...{ buyer_reference: null, customer_reference_numbers: ['PO-778'], contract: null, delivery: null },
    period: { from: '2026-11-25', to: '2026-11-26' },
    payment: {
      ...{ means: '58', reference: '+++260/0000/12395+++', account: 'BE68539007547034', account_name: haulier.name },
      bank: 'GKCCBEBB',
      qr: 'BCD\n002\n1\nSCT\nGKCCBEBB\nTransport Vermeulen BV\nBE68539007547034\nEUR296.75\n\n\n+++260/0000/12395+++',
    },
    payment_terms: '30 dagen na factuurdatum',
    ...{ lines, adjustments: [], vat, preceding: [], notes: [], attachments: [] },
    totals: totalsOf(lines, [], vat, { currency, paid: null }),
    ...members,
  }
}

function lineOf({ name, amount, computed, description }: TestCharge, at: number): ContentLine {
  const [quantity, unit, price] = computed ?? []
  const exact = computed && { quantity: decimal(quantity!), unit: unit!, price: decimal(price!) }
  const priced = pricedLine(decimal(amount), exact)
  return {
    ...{ line_id: `line-${at}`, name, description: description ?? null, code: 'FREIGHT', amount, tax: standard },
    ...{ quantity: priced.quantity, unit: priced.unit, unit_price: priced.price },
    order: { order_id: 'order-1', name: 'O-2026-00417' },
    ...{ trip: null, route: 'Gent – Liège', period: { from: '2026-11-25', to: '2026-11-26' }, dimension: null },
  }
}
