import { msg } from '@cartage/contract/message'
import { roundToCurrency } from '../../books/money.rules.ts'
import { each, type Rule, type RuleSet, unless } from './judge.rules.ts'
import { isDecimal } from './shape.rules.ts'
import { amountOf, type EInvoice, isCreditNote, sumOf, type VatCategory, type VatRow } from './terms.rules.ts'

/** Properties of a VAT category that affect its rules. */
interface Category {
  readonly code: 'S' | 'Z' | 'E' | 'AE' | 'O'
  readonly rate: 'POSITIVE' | 'ZERO' | 'NONE'
  /** Whether the row has a reason why no VAT is due. */
  readonly hasReason: boolean
  /** Whether a document may have several rows of it, one for each rate. */
  readonly isPerRate: boolean
}

const categories: readonly Category[] = [
  { code: 'S', rate: 'POSITIVE', hasReason: false, isPerRate: true },
  { code: 'Z', rate: 'ZERO', hasReason: false, isPerRate: false },
  { code: 'E', rate: 'ZERO', hasReason: true, isPerRate: false },
  { code: 'AE', rate: 'ZERO', hasReason: true, isPerRate: false },
  { code: 'O', rate: 'NONE', hasReason: true, isPerRate: false },
]

/**
 * The rules BR-S, BR-Z, BR-E, BR-AE and BR-O of EN 16931, by number: rows for used categories (01), registration of the
 * parties (02), rates (05), bases (08), taxes (09) and reasons (10).
 */
export const vatCategoryRules: RuleSet = Object.assign({}, ...categories.map(rulesOf), notSubjectAlone())

function rulesOf(category: Category): RuleSet {
  const id = (number: string) => `BR-${category.code}-${number}`
  return {
    [id('01')]: hasRows(category),
    [id('02')]: isRegistered(category),
    [id('05')]: hasRate(category),
    [id('08')]: hasBase(category),
    [id('09')]: hasTax(category),
    [id('10')]: hasReason(category),
  }
}

const isOf =
  ({ code }: Category) =>
  ({ category }: VatCategory) =>
    category === code

function used(document: EInvoice, category: Category): VatCategory[] {
  return [...document.lines, ...document.adjustments].filter(isOf(category))
}

function hasRows(category: Category): Rule {
  return (document) => {
    const rows = document.vat.filter(isOf(category)).length
    const isUsed = used(document, category).length > 0
    const isRight = isUsed ? rows === 1 || (category.isPerRate && rows > 1) : rows === 0
    return unless(
      isRight,
      isUsed
        ? msg`Category ${category.code} is used, but has ${rows} rows of VAT.`
        : msg`Category ${category.code} has ${rows} rows of VAT, but nothing uses it.`,
    )
  }
}

function isRegistered(category: Category): Rule {
  return (document) => {
    if (used(document, category).length === 0) return []
    const { seller, buyer } = document
    if (category.code === 'O') {
      const isFree = seller.vat_number === null && buyer.vat_number === null
      return unless(isFree, 'Not subject to VAT: the VAT numbers of seller and buyer must be left out.')
    }
    const isSeller = seller.vat_number !== null || seller.tax_number !== null
    const isBuyer = category.code !== 'AE' || buyer.vat_number !== null || buyer.registration !== null
    return [
      ...unless(isSeller, msg`Category ${category.code}: the seller has no VAT number.`),
      ...unless(isBuyer, msg`Category ${category.code}: the buyer has no VAT number.`),
    ]
  }
}

function hasRate(category: Category): Rule {
  const isRight = ({ rate }: VatCategory) => {
    if (category.rate === 'NONE') return rate === null
    if (rate === null || !isDecimal(rate)) return false
    return category.rate === 'ZERO' ? amountOf(rate).eq(0) : amountOf(rate).gt(0)
  }
  return (document) => {
    const all = [...used(document, category), ...document.vat.filter(isOf(category))]
    return each(all, isRight, ({ rate }) => msg`Category ${category.code} cannot have the rate ${rate ?? '–'}.`)
  }
}

function hasBase(category: Category): Rule {
  return (document) => {
    const rows = document.vat.filter(isOf(category))
    const isIn = (row: VatRow) => (one: VatCategory) =>
      one.category === row.category && (!category.isPerRate || amountOf(one.rate).eq(amountOf(row.rate)))
    const sum = (row: VatRow) => {
      const [lines, adjustments] = [document.lines.filter(isIn(row)), document.adjustments.filter(isIn(row))]
      const ofKind = (kind: string) => adjustments.filter((one) => one.kind === kind).map(({ amount }) => amount)
      return sumOf(lines.map(({ amount }) => amount))
        .plus(sumOf(ofKind('CHARGE')))
        .minus(sumOf(ofKind('ALLOWANCE')))
    }
    return each(
      rows,
      (row) => amountOf(row.base).eq(sum(row)),
      (row) =>
        msg`Category ${row.category}: the base is ${row.base}, but lines and adjustments sum to ${sum(row).toFixed(2)}.`,
    )
  }
}

/**
 * Exact to the smallest unit. Credit notes have a tolerance, since the last of a category credits the rest of its tax.
 */
function hasTax(category: Category): Rule {
  return (document) => {
    const due = ({ base, rate }: VatRow) =>
      roundToCurrency(amountOf(base).times(amountOf(rate)).div(100), document.currency)
    const tolerance = isCreditNote(document) && category.rate === 'POSITIVE' ? amountOf('0.99') : amountOf('0')
    return each(
      document.vat.filter(isOf(category)),
      (row) => amountOf(row.tax).minus(due(row)).abs().lte(tolerance),
      (row) =>
        msg`Category ${row.category}: VAT of ${row.base} at ${row.rate ?? '0'} % is ${due(row).toFixed(2)}, not ${row.tax}.`,
    )
  }
}

function hasReason(category: Category): Rule {
  const isRight = (row: VatRow) => (row.reason !== null || row.reason_code !== null) === category.hasReason
  return (document) =>
    each(document.vat.filter(isOf(category)), isRight, () =>
      category.hasReason
        ? msg`Category ${category.code} needs a reason.`
        : msg`Category ${category.code} cannot have a reason.`,
    )
}

/** Items outside the scope of VAT need a document of their own (BR-O-11 to BR-O-14). */
function notSubjectAlone(): RuleSet {
  const isOther = ({ category }: VatCategory) => category !== 'O'
  const alone = (members: (document: EInvoice) => readonly VatCategory[]): Rule => {
    return (document) =>
      unless(
        document.vat.every(isOther) || !members(document).some(isOther),
        'What is not subject to VAT cannot be on one document with other VAT.',
      )
  }
  return {
    'BR-O-11': alone(({ vat }) => vat),
    'BR-O-12': alone(({ lines }) => lines),
    'BR-O-13': alone(({ adjustments }) => adjustments),
  }
}
