import { each, type RuleSet, unless } from './judge.rules.ts'
import type { EInvoice } from './terms.rules.ts'

const decimalShape = /^-?\d{1,15}(\.\d{1,10})?$/
const dateShape = /^\d{4}-\d{2}-\d{2}$/

/** A decimal as documents write it: no exponent, no sign but minus. */
export function isDecimal(text: string): boolean {
  return decimalShape.test(text)
}

/** A day that exists, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!dateShape.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Every decimal of a document, with what it is. */
function decimalsOf(document: EInvoice): [name: string, text: string | null][] {
  const { totals, lines, adjustments, vat } = document
  return [
    ['BT-106, the sum of the lines', totals.lines],
    ['BT-107, the sum of the discounts', totals.allowances],
    ['BT-108, the sum of the surcharges', totals.charges],
    ['BT-109, the total without VAT', totals.without_vat],
    ['BT-110, the VAT', totals.vat],
    ['BT-111, the VAT in the accounting currency', document.vat_in_vat_currency],
    ['BT-112, the total with VAT', totals.with_vat],
    ['BT-113, what was paid', totals.prepaid],
    ['BT-114, the rounding', totals.rounding],
    ['BT-115, the amount due', totals.payable],
    ...lines.flatMap((line): [string, string | null][] => [
      [`BT-129, the quantity of line ${line.id}`, line.quantity],
      [`BT-131, the amount of line ${line.id}`, line.amount],
      [`BT-146, the price of line ${line.id}`, line.price],
      [`BT-149, the price quantity of line ${line.id}`, line.price_quantity],
      [`BT-152, the rate of line ${line.id}`, line.rate],
    ]),
    ...adjustments.flatMap((one): [string, string | null][] => [
      [`The amount of ${one.reason ?? one.kind}`, one.amount],
      [`The base of ${one.reason ?? one.kind}`, one.base],
      [`The percentage of ${one.reason ?? one.kind}`, one.percentage],
      [`The rate of ${one.reason ?? one.kind}`, one.rate],
    ]),
    ...vat.flatMap((row): [string, string | null][] => [
      [`BT-116, the base of ${row.category}`, row.base],
      [`BT-117, the tax of ${row.category}`, row.tax],
      [`BT-119, the rate of ${row.category}`, row.rate],
    ]),
  ]
}

function datesOf(document: EInvoice): [name: string, text: string | null][] {
  const { period, delivery, lines, preceding } = document
  return [
    ['BT-2, the date', document.issued_on],
    ['BT-9, the due date', document.due_on],
    ['BT-72, the date of delivery', delivery?.delivered_on ?? null],
    ['BT-73, the start of the period', period?.from ?? null],
    ['BT-74, the end of the period', period?.to ?? null],
    ...preceding.map((one): [string, string | null] => [`BT-26, the date of ${one.number}`, one.issued_on]),
    ...lines.flatMap((line): [string, string | null][] => [
      [`BT-134, the start of line ${line.id}`, line.period?.from ?? null],
      [`BT-135, the end of line ${line.id}`, line.period?.to ?? null],
    ]),
  ]
}

/** What has to be a number or a date, before any rule computes with it. */
export const shapeRules: RuleSet = {
  'BR-DEC': (document) =>
    each(
      decimalsOf(document),
      ([, text]) => text === null || isDecimal(text),
      ([name, text]) => `${name}, is ${text === '' ? 'missing' : `“${text}”, which is not a decimal`}.`,
    ),
  'PEPPOL-EN16931-F001': (document) =>
    each(
      datesOf(document),
      ([, text]) => text === null || isDay(text),
      ([name, text]) => `${name}, is ${text === '' ? 'missing' : `“${text}”, which is not a date`}.`,
    ),
  'BR-16': ({ lines }) => unless(lines.length > 0, 'The document has no line.'),
}
