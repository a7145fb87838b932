import { msg, type Sentence } from '@cartage/contract/message'
import {
  addressSchemes,
  invoiceTypes,
  isEnterpriseNumber,
  isGln,
  isNorwegianNumber,
  isSwedishNumber,
  vatexCategories,
} from './codes.rules.ts'
import { amountsIn, placesOf } from './en16931.rules.ts'
import { each, type Rule, type RuleSet, unless } from './judge.rules.ts'
import {
  amountOf,
  type EInvoice,
  type ELine,
  type Identifier,
  isCreditNote,
  isSelfBilled,
  type Period,
  processes,
  specifications,
} from './terms.rules.ts'

const slack = amountOf('0.02')

/** Whether a line or discount is within tolerance of its computed amount. */
function isNear(text: string, exact: ReturnType<typeof amountOf>): boolean {
  return amountOf(text).minus(exact).abs().lte(slack)
}

function identifiersOf({ seller, buyer }: EInvoice): Identifier[] {
  return [seller, buyer]
    .flatMap((party) => [party.electronic_address, party.registration])
    .filter((one) => one !== null)
}

/** Identifiers of a scheme must have its form and check digit. */
function identifierOf(scheme: string, isRight: (id: string) => boolean, message: (one: Identifier) => Sentence): Rule {
  return (document) => each(identifiersOf(document), (one) => one.scheme !== scheme || isRight(one.id), message)
}

function exactAmount({ quantity, price, price_quantity: per }: ELine) {
  return amountOf(quantity)
    .times(amountOf(price))
    .div(amountOf(per ?? '1'))
}

const isWithin = (outer: Period | null, inner: Period | null) => ({
  start: !outer?.from || !inner?.from || inner.from >= outer.from,
  end: !outer?.to || !inner?.to || inner.to <= outer.to,
})

/** Rules of Peppol BIS Billing 3 and Self-Billing 3 beyond EN 16931. */
export const peppolRules: RuleSet = {
  // EN 16931 allows no third decimal place (BR-DEC-01 to BR-DEC-28), and Peppol enforces it.
  'PEPPOL-DEC-PLACES': (document) =>
    each(
      amountsIn(document),
      (text) => placesOf(text) <= 2,
      (text) => msg`The amount ${text} has more than two places, which Peppol does not take. Bill in another currency.`,
    ),
  'PEPPOL-EN16931-R001': ({ process }) => unless(process !== null, 'The business process (BT-23) is missing.'),
  'PEPPOL-EN16931-R003': ({ buyer_reference: reference, purchase_order: order }) =>
    unless(reference !== null || order !== null, 'A buyer reference (BT-10) or a purchase order (BT-13) is missing.'),
  'PEPPOL-EN16931-R004': (document) => {
    const own = isSelfBilled(document) ? specifications.selfBilling : specifications.billing
    return unless(document.specification === own, msg`The specification is not ${own}.`)
  },
  'PEPPOL-EN16931-R005': ({ currency, vat_currency: other }) =>
    unless(other !== currency, 'The accounting currency is named only where it is another one.'),
  'PEPPOL-EN16931-R007': (document) => {
    const own = isSelfBilled(document) ? processes.selfBilling : processes.billing
    return unless(document.process === null || document.process === own, msg`The business process is not ${own}.`)
  },
  'PEPPOL-EN16931-R010': ({ buyer }) =>
    unless(buyer.electronic_address !== null, 'The buyer has no electronic address.'),
  'PEPPOL-EN16931-R020': ({ seller }) =>
    unless(seller.electronic_address !== null, 'The seller has no electronic address.'),
  'PEPPOL-EN16931-R040': ({ adjustments }) =>
    each(
      adjustments,
      ({ amount, base, percentage }) =>
        base === null || percentage === null || isNear(amount, amountOf(base).times(amountOf(percentage)).div(100)),
      ({ amount, base, percentage }) => msg`${amount} is not ${percentage} % of ${base}.`,
    ),
  'PEPPOL-EN16931-R041': ({ adjustments }) =>
    each(
      adjustments,
      ({ base, percentage }) => percentage === null || base !== null,
      () => 'A percentage has no base.',
    ),
  'PEPPOL-EN16931-R042': ({ adjustments }) =>
    each(
      adjustments,
      ({ base, percentage }) => base === null || percentage !== null,
      () => 'A base has no percentage.',
    ),
  'PEPPOL-EN16931-R055': ({ totals, vat_in_vat_currency: other }) =>
    unless(
      other === null || amountOf(other).times(amountOf(totals.vat)).gte(0),
      'The VAT in both currencies must have the same sign.',
    ),
  'PEPPOL-EN16931-R110': ({ period, lines }) =>
    each(
      lines,
      (line) => isWithin(period, line.period).start,
      ({ id }) => msg`Line ${id} starts before the period of the document.`,
    ),
  'PEPPOL-EN16931-R111': ({ period, lines }) =>
    each(
      lines,
      (line) => isWithin(period, line.period).end,
      ({ id }) => msg`Line ${id} ends after the period of the document.`,
    ),
  'PEPPOL-EN16931-R120': ({ lines }) =>
    each(
      lines,
      (line) => isNear(line.amount, exactAmount(line)),
      (line) =>
        msg`Line ${line.id}: ${line.quantity} × ${line.price} is ${exactAmount(line).round(2).toFixed(2)}, not ${line.amount}.`,
    ),
  'PEPPOL-EN16931-R121': ({ lines }) =>
    each(
      lines,
      ({ price_quantity: per }) => per === null || amountOf(per).gt(0),
      ({ id }) => msg`The price quantity of line ${id} is not above zero.`,
    ),
  'PEPPOL-EN16931-P0100': (document) => {
    const allowed = typesFor(document)
    return unless(
      allowed.has(document.type_code),
      msg`A document of this process cannot be of the type ${document.type_code}.`,
    )
  },
  'PEPPOL-EN16931-P0104': ({ vat }) =>
    each(
      vat,
      ({ category, reason_code: code }) =>
        code === null || (vatexCategories[code.toUpperCase()] ?? category) === category,
      ({ category, reason_code: code }) => msg`${code} is not a reason for the category ${category}.`,
    ),
  'PEPPOL-EN16931-CL008': ({ seller, buyer }) =>
    each(
      [seller, buyer].flatMap(({ electronic_address: address }) => address ?? []),
      ({ scheme }) => scheme === null || addressSchemes.has(scheme),
      ({ scheme }) => msg`${scheme} is not a scheme of electronic addresses.`,
    ),
  'PEPPOL-COMMON-R040': (document) =>
    each(
      identifiersOf(document),
      ({ scheme, id }) => scheme !== '0088' || isGln(id),
      ({ id }) => msg`${id} is not a GLN.`,
    ),
  'PEPPOL-COMMON-R041': identifierOf('0192', isNorwegianNumber, ({ id }) => {
    return msg`${id} is not a Norwegian organisation number: nine digits.`
  }),
  'PEPPOL-COMMON-R042': identifierOf(
    '0184',
    (id) => /^DK\d{8}$/.test(id),
    ({ id }) => {
      return msg`${id} is not a Danish number: DK and eight digits.`
    },
  ),
  'PEPPOL-COMMON-R049': identifierOf('0007', isSwedishNumber, ({ id }) => {
    return msg`${id} is not a Swedish organisation number: ten digits.`
  }),
  'PEPPOL-COMMON-R043': (document) =>
    each(
      identifiersOf(document),
      ({ scheme, id }) => scheme !== '0208' || isEnterpriseNumber(id),
      ({ id }) => msg`${id} is not a Belgian enterprise number: ten digits, without BE and dots.`,
    ),
}

function typesFor(document: EInvoice): ReadonlySet<string> {
  if (document.process === processes.selfBilling || isSelfBilled(document)) {
    return isCreditNote(document) ? invoiceTypes.selfBillingCredit : invoiceTypes.selfBilling
  }
  return isCreditNote(document) ? invoiceTypes.billingCredit : invoiceTypes.billing
}
