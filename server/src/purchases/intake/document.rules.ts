import { currencyCodes } from '@cartage/contract/books/currency'
import { type Sentence, said } from '@cartage/contract/said'
import type { Big } from 'big.js'
import { amountText, decimal } from '../../books/money.rules.ts'

/** Tax of a line as the supplier says it; what he leaves out is null. */
export interface ReceivedTax {
  readonly category: string | null
  readonly percentage: string | null
  readonly code: string | null
  readonly tax_type: string | null
}

/** A line of a document of a supplier. */
export interface ReceivedLine {
  readonly position: number
  readonly name: string
  readonly description: string
  /** The supplier's own code. */
  readonly code: string | null
  readonly quantity: string
  readonly unit: string
  readonly unit_price: string
  readonly amount: string
  readonly currency: string
  readonly account: string | null
  readonly tax: ReceivedTax | null
  /** Names of trips and orders, and references of customers. */
  readonly references: readonly string[]
}

/** Who sent it, as far as the document says. */
export interface ReceivedSupplier {
  readonly id: string | null
  readonly name: string
  readonly vat_number: string | null
  readonly iban: string | null
}

/** An invoice or credit note of a supplier, however it was written. Amounts are text; those of credit notes are positive. */
export interface PurchaseDocument {
  readonly kind: 'PURCHASE_INVOICE' | 'PURCHASE_CREDIT_NOTE'
  /** Written by the customer in our name: 389 or 261. It is proof of what he bills, and no purchase. */
  readonly is_self_billed: boolean
  /** The supplier's number. */
  readonly external_name: string
  readonly date: string
  readonly due_date: string | null
  readonly currency: string
  readonly total_excl_tax: string
  readonly total_tax: string
  readonly total_incl_tax: string
  readonly supplier: ReceivedSupplier
  readonly buyer: { readonly name: string; readonly vat_number: string | null } | null
  readonly customer_reference_numbers: readonly string[]
  readonly custom_fields: Readonly<Record<string, unknown>>
  /** Number of the invoice that is credited, as the supplier wrote it. */
  readonly preceding: string | null
  readonly lines: readonly ReceivedLine[]
}

/** A file that came with a document. */
export interface ReceivedAttachment {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Buffer
}

/** A document with the file that it was read from, first, and its attachments. */
export interface ReadDocument {
  readonly document: PurchaseDocument
  readonly files: readonly ReceivedAttachment[]
}

/** Amounts of a credit note are positive, whichever sign the supplier gives them: its total decides (PURCH-3). */
export function withoutSign(document: PurchaseDocument): PurchaseDocument {
  const total = readable(document.total_incl_tax)
  if (document.kind !== 'PURCHASE_CREDIT_NOTE' || total === undefined || total.gte(0)) return document
  const turned = (text: string) => readable(text)?.times(-1).toFixed() ?? text
  return {
    ...document,
    total_excl_tax: turned(document.total_excl_tax),
    total_tax: turned(document.total_tax),
    total_incl_tax: turned(document.total_incl_tax),
    lines: document.lines.map((line) => ({
      ...line,
      amount: turned(line.amount),
      quantity: readable(line.unit_price)?.lt(0) ? line.quantity : turned(line.quantity),
      unit_price: readable(line.unit_price)?.lt(0) ? turned(line.unit_price) : line.unit_price,
    })),
  }
}

function readable(text: string): Big | undefined {
  try {
    return decimal(text)
  } catch {
    return undefined
  }
}

/** Amounts with the digits of the currency of the document. */
export function inDigits(document: PurchaseDocument): PurchaseDocument {
  const text = (amount: string) => amountText(decimal(amount), document.currency)
  return {
    ...document,
    total_excl_tax: text(document.total_excl_tax),
    total_tax: text(document.total_tax),
    total_incl_tax: text(document.total_incl_tax),
    lines: document.lines.map((line) => ({ ...line, amount: text(line.amount) })),
  }
}

/** PURCH-2: why a document of any supplier cannot be accepted as it is; undefined when it can. */
export function faultOf(document: PurchaseDocument): Sentence | undefined {
  const { currency, lines, external_name, date } = document
  if (external_name === '') return 'The document has no number.'
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return 'The document has no date.'
  if (!currencyCodes.some((code) => code === currency)) return said`The currency ${currency} is unknown.`
  const other = lines.find((line) => line.currency !== currency)
  if (other) return said`Line ${other.position} is in ${other.currency}, the document in ${currency}.`
  if (lines.length === 0) return 'The document has no lines.'
  const amounts = [document.total_excl_tax, document.total_tax, document.total_incl_tax]
  const wrong = [...amounts, ...lines.map(({ amount }) => amount)].find((text) => readable(text) === undefined)
  if (wrong !== undefined) return said`“${wrong}” is not an amount.`
  return sumFault(document)
}

function sumFault({ lines, total_excl_tax, total_tax, total_incl_tax, kind }: PurchaseDocument): Sentence | undefined {
  const [net, tax, gross] = [decimal(total_excl_tax), decimal(total_tax), decimal(total_incl_tax)]
  const sum = lines.reduce((total, { amount }) => total.plus(decimal(amount)), decimal('0'))
  if (!sum.eq(net)) return said`The lines add up to ${sum.toFixed()}, the document says ${net.toFixed()} without tax.`
  if (!net.plus(tax).eq(gross)) {
    return said`${net.toFixed()} and tax of ${tax.toFixed()} do not add up to ${gross.toFixed()}.`
  }
  if (kind === 'PURCHASE_INVOICE' && gross.lt(0)) return 'The total is negative. Ask the supplier for a credit note.'
  return undefined
}
