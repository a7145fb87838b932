import { currencyCodes } from '@cartage/contract/books/currency'
import { msg, type Sentence } from '@cartage/contract/message'
import type { Big } from 'big.js'
import { dayIn, decimalIn } from '../../billing/einvoice/lexical.rules.ts'
import type { ReceivedEInvoice, ReceivedELine, Unreadable } from '../../billing/einvoice/received.rules.ts'
import type { VatRow } from '../../billing/einvoice/terms.rules.ts'
import { amountText, decimal } from '../../books/money.rules.ts'

/** Tax of a line as stated by the supplier; null if missing. */
export interface ReceivedTax {
  readonly category: string | null
  readonly percentage: string | null
  readonly code: string | null
  readonly tax_type: string | null
}

/** A discount or surcharge already included in the amount of a line. */
export type ReceivedAdjustment = ReceivedELine['adjustments'][number]

/** A line of a received document. */
export interface ReceivedLine {
  readonly position: number
  readonly name: string
  readonly description: string
  /** The supplier's own code. */
  readonly code: string | null
  readonly quantity: string
  readonly unit: string
  readonly unit_price: string
  /** Base quantity of the price; missing: one. */
  readonly price_quantity?: string | null
  readonly adjustments?: readonly ReceivedAdjustment[]
  readonly amount: string
  readonly currency: string
  readonly account: string | null
  readonly tax: ReceivedTax | null
  /** Names of trips and orders, and references of customers. */
  readonly references: readonly string[]
}

/** Supplier data in the document. */
export interface ReceivedSupplier {
  readonly id: string | null
  readonly name: string
  readonly vat_number: string | null
  readonly iban: string | null
  /** Electronic address with its scheme. */
  readonly endpoint?: string | null
}

/** Payment data in the document; amounts are text. */
export interface ReceivedPayment {
  /** Prepaid amount, and rounding of the amount due. */
  readonly prepaid: string | null
  readonly rounding: string | null
  readonly amount_due: string | null
  /** The account need not be an IBAN. */
  readonly account: string | null
  readonly account_name: string | null
  readonly bank: string | null
  /** Payment reference requested by the supplier. */
  readonly reference: string | null
  /** Payee other than the supplier, by name and number. */
  readonly payee: { readonly name: string; readonly id: string | null } | null
}

/**
 * A received invoice or credit note, independent of its format. Amounts are text; those of credit notes are positive.
 */
export interface PurchaseDocument {
  readonly kind: 'PURCHASE_INVOICE' | 'PURCHASE_CREDIT_NOTE'
  /** Whether the customer wrote it in our name: 389 or 261. Then it is proof of billing, not a purchase. */
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
  /** Number of the credited invoice, as written by the supplier. */
  readonly preceding: string | null
  readonly lines: readonly ReceivedLine[]
  // Missing in documents stored by earlier versions.
  /** Null: no payment data. */
  readonly payment?: ReceivedPayment | null
  /** Notes on the whole document. */
  readonly note?: string | null
  readonly despatch_advice?: string | null
  /** VAT by category, as stated by the supplier. */
  readonly vat?: readonly VatRow[]
  /** Whether it has totals only. Its lines are derived from the VAT. */
  readonly has_no_lines?: boolean
  /** The user who entered it from a picture that could not be read. */
  readonly typed_by?: string
  /** Unreadable texts, which prevent accepting it. */
  readonly unreadable?: readonly Unreadable[]
  /** The full content, to display what is not used. */
  readonly terms?: ReceivedTerms | null
}

/** EINV-6: content of an XML document in the terms of EN 16931, without embedded files. */
export type ReceivedTerms = Omit<ReceivedEInvoice, 'attachments' | 'unreadable'> & {
  /** Referenced or embedded documents. */
  readonly documents: readonly { readonly id: string; readonly description: string | null }[]
}

/** A file that came with a document. */
export interface ReceivedAttachment {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Buffer
}

/** A document with its files: the original first, then attachments. */
export interface ReadDocument {
  readonly document: PurchaseDocument
  readonly files: readonly ReceivedAttachment[]
}

/**
 * Makes amounts of a credit note positive, whatever sign the supplier uses, decided by its total (PURCH-3). An invoice
 * with a negative total is a credit note too (PURCH-26).
 */
export function withoutSign(document: PurchaseDocument): PurchaseDocument {
  const total = readable(document.total_incl_tax)
  if (total === undefined || total.gte(0)) return document
  const turned = (text: string) => readable(text)?.times(-1).toFixed() ?? text
  const orNull = (text: string | null) => (text === null ? null : turned(text))
  const { payment } = document
  return {
    ...document,
    kind: 'PURCHASE_CREDIT_NOTE',
    due_date: null,
    total_excl_tax: turned(document.total_excl_tax),
    total_tax: turned(document.total_tax),
    total_incl_tax: turned(document.total_incl_tax),
    ...(payment && {
      payment: {
        ...payment,
        prepaid: orNull(payment.prepaid),
        rounding: orNull(payment.rounding),
        amount_due: orNull(payment.amount_due),
      },
    }),
    ...(document.vat && { vat: document.vat.map((row) => ({ ...row, base: turned(row.base), tax: turned(row.tax) })) }),
    lines: document.lines.map((line) => ({
      ...line,
      amount: turned(line.amount),
      quantity: readable(line.unit_price)?.lt(0) ? line.quantity : turned(line.quantity),
      unit_price: readable(line.unit_price)?.lt(0) ? turned(line.unit_price) : line.unit_price,
      ...(line.adjustments && {
        adjustments: line.adjustments.map((one) => ({ ...one, amount: turned(one.amount) })),
      }),
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

/** Formats amounts with the digits of the document currency. */
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

/** Maximum length of searchable members, as in JSON documents. */
const longestName = 255
/** Amounts from here on exceed the storage. */
const tooMuch = '1e14'
const [firstYear, lastYear] = ['2000', '2199']

/** PURCH-2: why a document of any supplier cannot be accepted; undefined if it can. */
export function faultOf(document: PurchaseDocument): Sentence | undefined {
  const { currency, lines, external_name } = document
  const [unreadable] = document.unreadable ?? []
  if (unreadable)
    return msg`${unreadable.path} says “${unreadable.text}”, which is ${wantedWords[unreadable.wanted].message}.`
  if (external_name === '') return 'The document has no number.'
  if (external_name.length > longestName)
    return msg`The number of the document is longer than ${longestName} characters.`
  const wrongDay = faultOfDays(document)
  if (wrongDay !== undefined) return wrongDay
  if (!currencyCodes.some((code) => code === currency)) return msg`The currency ${currency} is unknown.`
  const other = lines.find((line) => line.currency !== currency)
  if (other) return msg`Line ${other.position} is in ${other.currency}, the document in ${currency}.`
  if (lines.length === 0) return 'The document has no lines.'
  return faultOfNumbers(document) ?? sumFault(document)
}

const wantedWords: Readonly<Record<Unreadable['wanted'], { readonly message: string }>> = {
  NUMBER: { message: 'not a number' },
  DAY: { message: 'not a day' },
  TRUTH: { message: 'neither true nor false' },
}

function faultOfDays({ date, due_date }: PurchaseDocument): Sentence | undefined {
  if (date === '') return 'The document has no date.'
  const isUsable = (day: string) => dayIn(day) === day && day >= firstYear && day.slice(0, 4) <= lastYear
  const wrong = [date, due_date].find((day) => day !== null && !isUsable(day))
  return typeof wrong === 'string' ? msg`“${wrong.slice(0, 40)}” is not a day that can be booked.` : undefined
}

function faultOfNumbers({ lines, payment, ...document }: PurchaseDocument): Sentence | undefined {
  const totals = [document.total_excl_tax, document.total_tax, document.total_incl_tax]
  const due = [payment?.prepaid, payment?.rounding, payment?.amount_due]
  const amounts = [...totals, ...due, ...lines.map(({ amount }) => amount)].filter((text) => typeof text === 'string')
  const wrong = amounts.find((text) => !isUsable(text))
  if (wrong !== undefined) return msg`“${wrong.slice(0, 40)}” is not an amount.`
  const others = lines.flatMap(({ quantity, unit_price, price_quantity, tax }) => [
    ...[quantity, unit_price, price_quantity ?? '1', tax?.percentage ?? '0'],
  ])
  const strange = others.find((text) => !isUsable(text))
  return strange === undefined ? undefined : msg`“${strange.slice(0, 40)}” is not a number.`
}

function isUsable(text: string): boolean {
  return decimalIn(text) !== undefined && decimal(decimalIn(text)!).abs().lt(tooMuch)
}

function sumFault(document: PurchaseDocument): Sentence | undefined {
  const { lines, currency, total_excl_tax, total_tax, total_incl_tax } = document
  const [net, tax, gross] = [decimal(total_excl_tax), decimal(total_tax), decimal(total_incl_tax)]
  const sum = lines.reduce((total, { amount }) => total.plus(decimal(amount)), decimal('0'))
  if (!sum.eq(net)) return msg`The lines add up to ${sum.toFixed()}, the document says ${net.toFixed()} without tax.`
  if (!net.plus(tax).eq(gross)) {
    return msg`${net.toFixed()} and tax of ${tax.toFixed()} do not add up to ${gross.toFixed()}.`
  }
  const due = amountDueOf(document)
  if (due && !due.stated.eq(due.computed)) {
    return msg`The amount due is ${due.stated.toFixed()}, but what is left to pay is ${due.computed.toFixed()}.`
  }
  const cut = lines.find(({ amount }) => !decimal(amountText(decimal(amount), currency)).eq(decimal(amount)))
  if (cut) return msg`Line ${cut.position} has an amount of ${cut.amount}, which is not one in ${currency}.`
  return undefined
}

/** Amount due as stated and as computed from the totals; undefined if it is not stated, or cannot be checked. */
function amountDueOf({
  payment,
  total_incl_tax,
  has_no_lines,
}: PurchaseDocument): { stated: Big; computed: Big } | undefined {
  if (!payment?.amount_due || has_no_lines) return undefined
  const computed = decimal(total_incl_tax)
    .minus(decimal(payment.prepaid ?? '0'))
    .plus(decimal(payment.rounding ?? '0'))
  return { stated: decimal(payment.amount_due), computed }
}

/**
 * Stated prepaid amount and rounding of the amount due (PURCH-29). A document with totals only states just the amount
 * due: the rest counts as prepaid.
 */
export function statedPayment(document: PurchaseDocument): { prepaid: string | null; rounding: string | null } {
  const { payment, total_incl_tax, has_no_lines } = document
  if (!payment) return { prepaid: null, rounding: null }
  if (!has_no_lines || !payment.amount_due) return { prepaid: payment.prepaid, rounding: payment.rounding }
  return { prepaid: decimal(total_incl_tax).minus(decimal(payment.amount_due)).toFixed(), rounding: null }
}
