import type { TypedPurchase, typedVatCategories } from '@cartage/contract/purchases/app/typed'
import type { UnplacedPurchase } from '@cartage/contract/purchases/app/unplaced'
import { readNumber } from '@cartage/contract/reading/number'

/** Props shared by the parts of the form. */
export interface PartProps {
  values: TypedValues
  onChange: (change: Partial<TypedValues>) => void
  isSubmitted: boolean
}

/** A line as typed. */
export interface TypedLine {
  readonly key: number
  readonly name: string
  readonly reference: string
  readonly amount: string
  readonly vat_category: (typeof typedVatCategories)[number]
  readonly vat_rate: string
}

/** A document as typed. Amounts stay texts until they are parsed. */
export interface TypedValues {
  readonly kind: TypedPurchase['kind']
  readonly external_name: string
  readonly date: string
  readonly due_date: string
  readonly currency: string
  readonly lines: readonly TypedLine[]
  readonly total_tax: string
  readonly total_incl_tax: string
  readonly prepaid: string
  readonly iban: string
  readonly payment_reference: string
}

let lines = 0

/** An empty line with the VAT of the previous one. */
export function emptyLine(like?: TypedLine): TypedLine {
  lines += 1
  const { vat_category = 'S', vat_rate = '' } = like ?? {}
  return { key: lines, name: '', reference: '', amount: '', vat_category, vat_rate }
}

/** Initial values from what is already known of the document. */
export function valuesOf(document: UnplacedPurchase): TypedValues {
  return {
    kind: document.kind === 'PURCHASE_CREDIT_NOTE' ? 'PURCHASE_CREDIT_NOTE' : 'PURCHASE_INVOICE',
    external_name: document.external_name ?? '',
    date: document.date ?? '',
    due_date: '',
    currency: document.currency ?? 'EUR',
    lines: [emptyLine()],
    total_tax: '',
    total_incl_tax: document.total_incl_tax ?? '',
    prepaid: '',
    iban: document.supplier_iban ?? '',
    payment_reference: '',
  }
}

/** Parses an amount into a decimal. Null if empty, undefined if unreadable or ambiguous. */
export function amountIn(text: string, language: string): string | null | undefined {
  const reading = readNumber(text, { language })
  if (reading.kind === 'empty') return null
  return reading.kind === 'number' ? String(reading.value) : undefined
}

/** The document in request format. Undefined while an amount or a day cannot be parsed. */
export function typedOf(values: TypedValues, company_id: string, language: string): TypedPurchase | undefined {
  const amount = (text: string) => amountIn(text, language)
  const [total_tax, total_incl_tax, prepaid] = [values.total_tax, values.total_incl_tax, values.prepaid].map(amount)
  const read = values.lines.map((line) => ({ line, amount: amount(line.amount), rate: amount(line.vat_rate) }))
  if (!total_incl_tax || prepaid === undefined || total_tax === undefined || !isDay(values.date)) return undefined
  if (values.due_date !== '' && !isDay(values.due_date)) return undefined
  const typedLines = read.flatMap(({ line, amount: given, rate }) => {
    const { name, reference, vat_category } = line
    const isRated = vat_category === 'S'
    if (!given || (isRated && !rate)) return []
    return [{ name, reference, amount: given, vat_category, vat_rate: isRated ? rate! : null }]
  })
  if (typedLines.length < values.lines.length) return undefined
  const { kind, external_name, date, currency, iban, payment_reference } = values
  return {
    ...{ company_id, kind, external_name, date, currency, prepaid, total_incl_tax, lines: typedLines },
    due_date: values.due_date || null,
    total_tax: total_tax ?? '0',
    iban: iban.trim() || null,
    payment_reference: payment_reference.trim() || null,
  }
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}
