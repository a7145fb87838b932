import { msg, type Sentence } from '@cartage/contract/message'
import type { Big } from 'big.js'
import { countries, currencies, isUnit, isVatex, paymentMeans, registerSchemes } from '../../books/codes.rules.ts'
import { minorUnits } from '../../books/money.rules.ts'
import { allowanceReasons, chargeReasons, creditTransfers, fileTypes, vatCategories } from './codes.rules.ts'
import { each, type RuleSet, unless } from './judge.rules.ts'
import { type Adjustment, amountOf, type EInvoice, type EParty, type Period, sumOf } from './terms.rules.ts'

/** Prefixes of VAT numbers: country codes, and EL for Greece. */
const hasCountryPrefix = (vat: string) => vat.startsWith('EL') || countries.has(vat.slice(0, 2))

const parties = ({ seller, buyer }: EInvoice): [string, EParty][] => [
  ['seller', seller],
  ['buyer', buyer],
]

const of = (kind: Adjustment['kind'], { adjustments }: EInvoice) => adjustments.filter((one) => one.kind === kind)

const isInOrder = ({ from, to }: Period) => from === null || to === null || from <= to

/** Mandatory members (BR-1 to BR-65). */
const presence: RuleSet = {
  'BR-01': ({ specification }) => unless(specification !== '', 'The specification (BT-24) is missing.'),
  'BR-02': ({ number }) => unless(number !== '', 'The number (BT-1) is missing.'),
  'BR-03': ({ issued_on: day }) => unless(day !== '', 'The date (BT-2) is missing.'),
  'BR-04': ({ type_code: code }) => unless(code !== '', 'The type of document (BT-3) is missing.'),
  'BR-05': ({ currency }) => unless(currency !== '', 'The currency (BT-5) is missing.'),
  'BR-06': ({ seller }) => unless(seller.name !== '', 'The name of the seller (BT-27) is missing.'),
  'BR-07': ({ buyer }) => unless(buyer.name !== '', 'The name of the buyer (BT-44) is missing.'),
  'BR-09': ({ seller }) => unless(seller.address.country !== '', 'The country of the seller (BT-40) is missing.'),
  'BR-11': ({ buyer }) => unless(buyer.address.country !== '', 'The country of the buyer (BT-55) is missing.'),
  'BR-21': ({ lines }) =>
    each(
      lines,
      ({ id }) => id !== '',
      () => 'A line has no id (BT-126).',
    ),
  'BR-23': ({ lines }) =>
    each(
      lines,
      ({ unit }) => unit !== '',
      ({ id }) => msg`Line ${id} has no unit (BT-130).`,
    ),
  'BR-25': ({ lines }) =>
    each(
      lines,
      ({ name }) => name !== '',
      ({ id }) => msg`Line ${id} has no name (BT-153).`,
    ),
  'BR-33': (document) =>
    each(of('ALLOWANCE', document), hasReason, ({ amount }) => msg`The discount ${amount} has no reason.`),
  'BR-38': (document) =>
    each(of('CHARGE', document), hasReason, ({ amount }) => msg`The surcharge ${amount} has no reason.`),
  'BR-49': ({ payment }) =>
    unless(payment === null || payment.means !== '', 'The means of payment (BT-81) is missing.'),
  'BR-53': ({ vat_currency: currency, vat_in_vat_currency: vat }) =>
    unless(
      (currency === null) === (vat === null),
      'The VAT in the accounting currency (BT-111) and its currency (BT-6) need each other.',
    ),
  'BR-55': ({ preceding }) =>
    each(
      preceding,
      ({ number }) => number !== '',
      () => 'The number of the invoice that is credited (BT-25) is missing.',
    ),
  'BR-57': ({ delivery }) => unless(delivery?.address?.country !== '', 'The country of delivery (BT-80) is missing.'),
  'BR-61': ({ payment }) =>
    unless(
      payment === null || !creditTransfers.has(payment.means) || payment.account !== null,
      'A credit transfer needs the account it goes to (BT-84).',
    ),
  'BR-62': (document) =>
    each(
      parties(document),
      ([, { electronic_address: address }]) => address === null || address.scheme !== null,
      ([who]) =>
        who === 'seller'
          ? 'The electronic address of the seller has no scheme.'
          : 'The electronic address of the buyer has no scheme.',
    ),
}

function hasReason({ reason, reason_code: code }: Adjustment): boolean {
  return reason !== null || code !== null
}

/** Consistency: totals to the cent, periods, terms. */
const coherence: RuleSet = {
  'BR-27': ({ lines }) =>
    each(
      lines,
      ({ price }) => amountOf(price).gte(0),
      ({ id, price }) => msg`The price of line ${id} is ${price}: it cannot be negative.`,
    ),
  'BR-29': ({ period }) => unless(period === null || isInOrder(period), 'The period ends before it starts.'),
  'BR-30': ({ lines }) =>
    each(
      lines,
      ({ period }) => period === null || isInOrder(period),
      ({ id }) => msg`The period of line ${id} ends before it starts.`,
    ),
  'BR-CO-09': (document) =>
    each(
      parties(document),
      ([, { vat_number: vat }]) => vat === null || hasCountryPrefix(vat),
      ([, { vat_number: vat }]) => msg`The VAT number ${vat} does not start with a country.`,
    ),
  'BR-CO-10': ({ totals, lines }) =>
    isSum(
      totals.lines,
      sumOf(lines.map(({ amount }) => amount)),
      (is, sum) => msg`The sum of the lines is ${is}, not ${sum}.`,
    ),
  'BR-CO-11': (document) =>
    isSum(
      document.totals.allowances,
      sumOf(of('ALLOWANCE', document).map(({ amount }) => amount)),
      (is, sum) => msg`The sum of the discounts is ${is}, not ${sum}.`,
    ),
  'BR-CO-12': (document) =>
    isSum(
      document.totals.charges,
      sumOf(of('CHARGE', document).map(({ amount }) => amount)),
      (is, sum) => msg`The sum of the surcharges is ${is}, not ${sum}.`,
    ),
  'BR-CO-13': ({ totals }) =>
    isSum(
      totals.without_vat,
      amountOf(totals.lines).minus(amountOf(totals.allowances)).plus(amountOf(totals.charges)),
      (is, sum) => msg`The total without VAT is ${is}, not ${sum}.`,
    ),
  'BR-CO-14': ({ totals, vat }) =>
    isSum(totals.vat, sumOf(vat.map(({ tax }) => tax)), (is, sum) => msg`The VAT is ${is}, not ${sum}.`),
  'BR-CO-15': ({ totals }) =>
    isSum(
      totals.with_vat,
      amountOf(totals.without_vat).plus(amountOf(totals.vat)),
      (is, sum) => msg`The total with VAT is ${is}, not ${sum}.`,
    ),
  'BR-CO-16': ({ totals }) =>
    isSum(
      totals.payable,
      amountOf(totals.with_vat).minus(amountOf(totals.prepaid)).plus(amountOf(totals.rounding)),
      (is, sum) => msg`The amount due is ${is}, not ${sum}.`,
    ),
  'BR-CO-18': ({ vat }) => unless(vat.length > 0, 'The document has no row of VAT.'),
  'BR-CO-19': ({ period }) => unless(period === null || !isEmpty(period), 'The period has neither start nor end.'),
  'BR-CO-20': ({ lines }) =>
    each(
      lines,
      ({ period }) => period === null || !isEmpty(period),
      ({ id }) => msg`The period of line ${id} has neither start nor end.`,
    ),
  'BR-CO-25': ({ totals, due_on: due, payment_terms: terms }) =>
    unless(
      !amountOf(totals.payable).gt(0) || due !== null || terms !== null,
      'An amount is due, but the document has neither a due date nor payment terms.',
    ),
  'BR-CO-26': ({ seller }) =>
    unless(
      seller.vat_number !== null || seller.registration !== null,
      'The seller has neither a VAT number nor a register number.',
    ),
  'UNIQUE-VAT': ({ vat }) =>
    unless(
      new Set(vat.map(({ category, rate }) => `${category} ${amountOf(rate).toFixed()}`)).size === vat.length,
      'A category and rate of VAT has several rows.',
    ),
}

function isEmpty({ from, to }: Period): boolean {
  return from === null && to === null
}

/** Checks a total to the cent. The message gets the given and the expected amount. */
function isSum(text: string | null, sum: Big, message: (given: string, sum: string) => Sentence): Sentence[] {
  return unless(amountOf(text).eq(sum), message(text ?? '–', sum.toFixed(2)))
}

/** Amounts of a document in its currency, and the VAT in the accounting currency. */
export function amountsIn({ lines, adjustments, vat, totals }: EInvoice): string[] {
  return [
    ...lines.map(({ amount }) => amount),
    ...adjustments.flatMap(({ amount, base }) => [amount, base]),
    ...vat.flatMap(({ base, tax }) => [base, tax]),
    ...Object.values(totals),
  ].filter((text): text is string => text !== null)
}

/** Number of decimal places of an amount. */
export function placesOf(text: string): number {
  return text.split('.')[1]?.length ?? 0
}

function mostPlaces(currency: string): number {
  return currencies.has(currency) ? Math.max(2, minorUnits(currency)) : 2
}

/**
 * Amounts have at most two decimal places (BR-DEC-01 to BR-DEC-28). Currencies with three, such as dinars, are allowed
 * three, since no other invoice is possible in them. Peppol accepts none of these.
 */
const decimals: RuleSet = {
  'BR-DEC-PLACES': (document) =>
    each(
      [
        ...amountsIn(document).map((text) => [text, mostPlaces(document.currency)] as const),
        ...(document.vat_in_vat_currency === null
          ? []
          : [[document.vat_in_vat_currency, mostPlaces(document.vat_currency ?? '')] as const]),
      ],
      ([text, most]) => placesOf(text) <= most,
      ([text]) => msg`The amount ${text} has more places than its currency.`,
    ),
}

/** Codes must be in the lists of the standard (BR-CL-01 to BR-CL-26). */
const codes: RuleSet = {
  'BR-CL-04': ({ currency }) => unless(currencies.has(currency), msg`${currency} is not a currency.`),
  'BR-CL-05': ({ vat_currency: currency }) =>
    unless(currency === null || currencies.has(currency), msg`${currency} is not a currency.`),
  'BR-CL-11': (document) =>
    each(
      parties(document),
      ([, { registration }]) => !registration?.scheme || registerSchemes.has(registration.scheme),
      ([, { registration }]) => msg`The scheme ${registration?.scheme} of a register number is not of ISO 6523.`,
    ),
  'BR-CL-14': (document) =>
    each(
      [
        document.seller.address,
        document.buyer.address,
        ...(document.delivery?.address ? [document.delivery.address] : []),
      ],
      ({ country }) => country === '' || countries.has(country),
      ({ country }) => msg`${country} is not a country of ISO 3166.`,
    ),
  'BR-CL-16': ({ payment }) =>
    unless(payment === null || paymentMeans.has(payment.means), msg`${payment?.means} is not a means of payment.`),
  'BR-CL-17': ({ vat, lines, adjustments }) =>
    each(
      [...vat, ...lines, ...adjustments],
      ({ category }) => vatCategories.has(category),
      ({ category }) => msg`“${category}” is not a category of VAT.`,
    ),
  'BR-CL-19': (document) =>
    each(
      of('ALLOWANCE', document),
      ({ reason_code: code }) => code === null || allowanceReasons.has(code),
      ({ reason_code: code }) => msg`${code} is not a reason for a discount.`,
    ),
  'BR-CL-20': (document) =>
    each(
      of('CHARGE', document),
      ({ reason_code: code }) => code === null || chargeReasons.has(code),
      ({ reason_code: code }) => msg`${code} is not a reason for a surcharge.`,
    ),
  'BR-CL-22': ({ vat }) =>
    each(
      vat,
      ({ reason_code: code }) => code === null || isVatex(code),
      ({ reason_code: code }) => msg`${code} is not a reason for exemption.`,
    ),
  'BR-CL-23': ({ lines }) =>
    each(
      lines,
      ({ unit }) => unit === '' || isUnit(unit),
      ({ id, unit }) => msg`${unit}, the unit of line ${id}, is not a unit code.`,
    ),
  'BR-CL-24': ({ attachments }) =>
    each(
      attachments,
      ({ content }) => content === null || fileTypes.has(content.type),
      ({ id, content }) => msg`The attachment ${id} is of the type ${content?.type}, which may not be embedded.`,
    ),
}

/** Rules of EN 16931, except those of the VAT categories. */
export const en16931Rules: RuleSet = { ...presence, ...coherence, ...decimals, ...codes }
