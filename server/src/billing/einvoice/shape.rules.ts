import { msg } from '@cartage/contract/message'
import { each, type RuleSet, unless } from './judge.rules.ts'
import type { EInvoice } from './terms.rules.ts'

const decimalShape = /^-?\d{1,15}(\.\d{1,10})?$/
const dateShape = /^\d{4}-\d{2}-\d{2}$/

/** Whether a text is a decimal without exponent or plus sign. */
export function isDecimal(text: string): boolean {
  return decimalShape.test(text)
}

/** Whether a text is an existing day, as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!dateShape.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Every decimal of a document, with its business term. */
function decimalsOf(document: EInvoice): [name: string, text: string | null][] {
  const { totals, lines, adjustments, vat } = document
  return [
    ['BT-106', totals.lines],
    ['BT-107', totals.allowances],
    ['BT-108', totals.charges],
    ['BT-109', totals.without_vat],
    ['BT-110', totals.vat],
    ['BT-111', document.vat_in_vat_currency],
    ['BT-112', totals.with_vat],
    ['BT-113', totals.prepaid],
    ['BT-114', totals.rounding],
    ['BT-115', totals.payable],
    ...lines.flatMap((line): [string, string | null][] => [
      [`BT-129 (${line.id})`, line.quantity],
      [`BT-131 (${line.id})`, line.amount],
      [`BT-146 (${line.id})`, line.price],
      [`BT-149 (${line.id})`, line.price_quantity],
      [`BT-152 (${line.id})`, line.rate],
    ]),
    ...adjustments.flatMap((one): [string, string | null][] => [
      [`BT-92 (${one.reason ?? one.kind})`, one.amount],
      [`BT-93 (${one.reason ?? one.kind})`, one.base],
      [`BT-94 (${one.reason ?? one.kind})`, one.percentage],
      [`BT-96 (${one.reason ?? one.kind})`, one.rate],
    ]),
    ...vat.flatMap((row): [string, string | null][] => [
      [`BT-116 (${row.category})`, row.base],
      [`BT-117 (${row.category})`, row.tax],
      [`BT-119 (${row.category})`, row.rate],
    ]),
  ]
}

function datesOf(document: EInvoice): [name: string, text: string | null][] {
  const { period, delivery, lines, preceding } = document
  return [
    ['BT-2', document.issued_on],
    ['BT-9', document.due_on],
    ['BT-72', delivery?.delivered_on ?? null],
    ['BT-73', period?.from ?? null],
    ['BT-74', period?.to ?? null],
    ...preceding.map((one): [string, string | null] => [`BT-26 (${one.number})`, one.issued_on]),
    ...lines.flatMap((line): [string, string | null][] => [
      [`BT-134 (${line.id})`, line.period?.from ?? null],
      [`BT-135 (${line.id})`, line.period?.to ?? null],
    ]),
  ]
}

/** Checks that numbers and dates are valid before any rule computes with them. */
export const shapeRules: RuleSet = {
  'BR-DEC': (document) =>
    each(
      decimalsOf(document),
      ([, text]) => text === null || isDecimal(text),
      ([name, text]) => (text === '' ? msg`${name} is missing.` : msg`${name}: “${text}” is not a decimal number.`),
    ),
  'PEPPOL-EN16931-F001': (document) =>
    each(
      datesOf(document),
      ([, text]) => text === null || isDay(text),
      ([name, text]) => (text === '' ? msg`${name} is missing.` : msg`${name}: “${text}” is not a date.`),
    ),
  'BR-16': ({ lines }) => unless(lines.length > 0, 'The document has no line.'),
}
