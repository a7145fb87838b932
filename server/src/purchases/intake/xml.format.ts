import { decimalIn } from '../../billing/einvoice/lexical.rules.ts'
import type { ReceivedEInvoice, ReceivedELine } from '../../billing/einvoice/received.rules.ts'
import { decimal } from '../../books/money.rules.ts'
import type {
  PurchaseDocument,
  ReceivedAttachment,
  ReceivedLine,
  ReceivedPayment,
  ReceivedTerms,
} from './document.rules.ts'
import { bytesOf } from './json.format.ts'

/** UNTDID 1001 types of credit notes, for documents whose root element is ambiguous. */
const creditTypes = new Set('81 83 261 262 296 308 381 396 420 458 473 502 503 532'.split(' '))
/** Self-billing types: written by the customer in the name of the supplier. */
const selfBilledTypes = new Set('261 389 471 473 500 501 502 527'.split(' '))

/**
 * Converts a UBL or CII document from the terms of EN 16931. Discounts and surcharges of the whole document become
 * lines. A document without lines gets one per VAT rate, which a person confirms (PURCH-27).
 */
export function documentOfTerms(terms: ReceivedEInvoice): PurchaseDocument {
  const isCredit = terms.root === 'CREDIT_NOTE' || creditTypes.has(terms.type_code)
  const { totals, seller } = terms
  const endpoint = seller.electronic_address
  const lines = terms.lines.map((line, at) => lineOf(line, at, terms.currency))
  return {
    kind: isCredit ? 'PURCHASE_CREDIT_NOTE' : 'PURCHASE_INVOICE',
    is_self_billed: selfBilledTypes.has(terms.type_code),
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
      endpoint: endpoint && [endpoint.scheme, endpoint.id].filter(Boolean).join(':'),
    },
    buyer: { name: terms.buyer.name, vat_number: terms.buyer.vat_number },
    customer_reference_numbers: [terms.purchase_order, terms.sales_order, terms.buyer_reference, terms.contract]
      .flatMap((text) => text?.split(',') ?? [])
      .map((text) => text.trim())
      .filter((text, at, all) => text !== '' && all.indexOf(text) === at),
    custom_fields: {},
    preceding: terms.preceding[0]?.number || null,
    lines: lines.length === 0 ? linesOfVat(terms) : [...lines, ...adjustmentLines(terms, lines.length)],
    payment: paymentOf(terms),
    note: terms.note,
    despatch_advice: terms.despatch_advice,
    vat: terms.vat,
    has_no_lines: lines.length === 0,
    unreadable: terms.unreadable,
    terms: withoutFiles(terms),
  }
}

function paymentOf({ totals, payment, payee }: ReceivedEInvoice): ReceivedPayment {
  return {
    prepaid: totals.prepaid,
    rounding: totals.rounding,
    amount_due: totals.payable || null,
    account: payment?.account ?? null,
    account_name: payment?.account_name ?? null,
    bank: payment?.bank ?? null,
    reference: payment?.reference ?? null,
    payee,
  }
}

function withoutFiles({ attachments, unreadable: _noted, ...terms }: ReceivedEInvoice): ReceivedTerms {
  return { ...terms, documents: attachments.map(({ id, description }) => ({ id, description })) }
}

function lineOf(line: ReceivedELine, at: number, currency: string): ReceivedLine {
  const isPriced = line.quantity !== '' && line.price !== ''
  return {
    position: at + 1,
    name: line.name,
    description: [line.description, line.note].filter(Boolean).join('\n'),
    code: line.code,
    quantity: isPriced ? line.quantity : '1',
    unit: line.unit || 'C62',
    unit_price: isPriced ? line.price : line.amount,
    price_quantity: line.price_quantity,
    adjustments: line.adjustments,
    ...{ amount: line.amount, currency, account: null },
    tax: { category: line.category || null, percentage: line.rate, code: null, tax_type: null },
    references: [line.order_number, ...line.named].filter((text) => text !== null),
  }
}

/** Derives lines from the VAT of a document without any, else from its total. */
function linesOfVat({ vat, totals, currency }: ReceivedEInvoice): ReceivedLine[] {
  const sum = vat.reduce((total, { base }) => total.plus(decimal(decimalIn(base) ?? '0')), decimal('0'))
  const isWhole = vat.length > 0 && sum.eq(decimal(decimalIn(totals.without_vat) ?? '0'))
  const rows = isWhole ? vat : [{ base: totals.without_vat, category: '', rate: null }]
  return rows.map(({ base, category, rate }, at) => ({
    position: at + 1,
    name: '',
    ...{ description: '', code: null, quantity: '1', unit: 'C62', unit_price: base, amount: base, currency },
    account: null,
    tax: { category: category || null, percentage: rate, code: null, tax_type: null },
    references: [],
  }))
}

function adjustmentLines({ adjustments, currency }: ReceivedEInvoice, before: number): ReceivedLine[] {
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
  const read = decimalIn(text)
  return read === undefined ? text : decimal(read).times(-1).toFixed()
}

/** Files embedded in a document. Invalid base64 is omitted, because the document itself is stored. */
export function attachmentsOfTerms({ attachments }: ReceivedEInvoice): ReceivedAttachment[] {
  return attachments.flatMap(({ id, content }) => {
    const bytes = content && bytesOf(content.base64)
    return content && bytes ? [{ name: content.file_name || id, mediaType: content.type, bytes }] : []
  })
}
