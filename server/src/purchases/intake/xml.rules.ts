import type { EInvoice, ELine } from '../../billing/einvoice/terms.rules.ts'
import { decimal } from '../../books/money.rules.ts'
import type { PurchaseDocument, ReceivedAttachment, ReceivedLine } from './document.rules.ts'
import { bytesOf } from './json.rules.ts'

const creditTypes = new Set(['381', '261', '396', '81', '83', '532'])
const selfBilledTypes = new Set(['389', '261', '527'])

/** A document that came as UBL or CII, by the terms of EN 16931. Discounts and surcharges of the whole are lines. */
export function documentOfTerms(terms: EInvoice): PurchaseDocument {
  const isCredit = creditTypes.has(terms.type_code)
  const isSelfBilled = selfBilledTypes.has(terms.type_code)
  const { totals, seller } = terms
  const lines = terms.lines.map((line, at) => lineOf(line, at, terms.currency))
  return {
    kind: isCredit ? 'PURCHASE_CREDIT_NOTE' : 'PURCHASE_INVOICE',
    is_self_billed: isSelfBilled,
    external_name: terms.number.trim(),
    date: terms.issued_on,
    due_date: isCredit ? null : terms.due_on,
    currency: terms.currency,
    total_excl_tax: totals.without_vat,
    total_tax: totals.vat || '0',
    total_incl_tax: totals.with_vat,
    supplier: {
      id: null,
      name: seller.name,
      vat_number: seller.vat_number ?? seller.tax_number,
      iban: terms.payment?.account ?? null,
    },
    buyer: { name: terms.buyer.name, vat_number: terms.buyer.vat_number },
    customer_reference_numbers: [terms.purchase_order, terms.sales_order, terms.buyer_reference, terms.contract]
      .flatMap((text) => text?.split(',') ?? [])
      .map((text) => text.trim())
      .filter((text, at, all) => text !== '' && all.indexOf(text) === at),
    custom_fields: {},
    preceding: terms.preceding[0]?.number || null,
    lines: [...lines, ...adjustmentLines(terms, lines.length)],
  }
}

function lineOf(line: ELine, at: number, currency: string): ReceivedLine {
  return {
    position: at + 1,
    name: line.name,
    description: [line.description, line.note].filter(Boolean).join('\n'),
    code: line.code,
    ...{ quantity: line.quantity || '1', unit: line.unit || 'C62', unit_price: line.price || line.amount },
    ...{ amount: line.amount, currency, account: null },
    tax: { category: line.category || null, percentage: line.rate, code: null, tax_type: null },
    references: line.order_number ? [line.order_number] : [],
  }
}

function adjustmentLines({ adjustments, currency }: EInvoice, before: number): ReceivedLine[] {
  return adjustments.map(({ kind, amount, reason, category, rate }, at) => {
    const signed = kind === 'CHARGE' ? amount : negative(amount)
    return {
      position: before + at + 1,
      name: reason ?? (kind === 'CHARGE' ? 'Surcharge' : 'Discount'),
      ...{ description: '', code: null, quantity: '1', unit: 'C62', unit_price: signed, amount: signed, currency },
      account: null,
      tax: { category: category || null, percentage: rate, code: null, tax_type: null },
      references: [],
    }
  })
}

function negative(text: string): string {
  try {
    return decimal(text).times(-1).toFixed()
  } catch {
    return text
  }
}

/** The files inside a document; what is not base64 is left out, because the document itself is kept. */
export function attachmentsOfTerms({ attachments }: EInvoice): ReceivedAttachment[] {
  return attachments.flatMap(({ id, content }) => {
    const bytes = content && bytesOf(content.base64)
    return content && bytes ? [{ name: content.file_name || id, mediaType: content.type, bytes }] : []
  })
}
