import type { ChargeInput } from '@cartage/contract/billing/document-input'
import { currencyCodes } from '@cartage/contract/books/currency'
import { msg, type Sentence } from '@cartage/contract/message'
import type { Big } from 'big.js'
import type { z } from 'zod'
import { amountText, decimal, roundToCurrency } from '../../books/money.rules.ts'
import type { TaxFacts } from '../../books/tax.rules.ts'
import { taxNote } from '../../books/tax-notes.rules.ts'
import { chooseTaxRate, type TaxRateRow } from '../../books/tax-rates.rules.ts'
import type { ChargeTax } from '../../charges/record/store.ts'
import { isVatNumber } from '../../companies/checks.rules.ts'
import { errorItem, Problem } from '../../http/problem.ts'
import { textIn } from '../../languages/writing.ts'
import { buyerOf } from '../documents/parties.rules.ts'
import { pricedLine } from '../documents/totals.rules.ts'
import { type BilledCompany, type EntityFacts, languageOfDocuments } from '../drafts/facts.rules.ts'
import type { TypeFacts } from '../drafts/facts.views.ts'
import { lineTax } from '../drafts/lines.rules.ts'
import type { LineItemRow, LineRow } from '../records/store.ts'

type Charge = z.output<typeof ChargeInput>

/** Data needed to write the lines of a document that a program creates. */
export interface CreationFacts {
  readonly invoice_id: string
  readonly date: string
  readonly currency: string
  readonly entity: EntityFacts
  readonly billed: BilledCompany
  readonly types: ReadonlyMap<string, TypeFacts>
  /** Tax rates in use of the billing entity for the kind of document. */
  readonly rates: readonly TaxRateRow[]
  readonly isCredit: boolean
  readonly newId: () => string
}

const invalid = (path: string, message: Sentence, detail: string) =>
  new Problem('validation_failed', { errors: [errorItem(path, message, detail)] })

/** @throws Problem validation_failed if it is not a currency */
export function checkCurrency(currency: string): void {
  if (currencyCodes.some((code) => code === currency)) return
  throw invalid('currency', 'must be a currency of ISO 4217, such as EUR', 'currency_unknown')
}

/**
 * Lines of a document that a program creates (BILL-13): charges by the code of their type, tax as named, else by the
 * tax rules for a supply in the country of the billing entity.
 * @throws Problem validation_failed on the invalid member
 */
export function createdLines(
  charges: readonly Charge[],
  facts: CreationFacts,
): { lines: LineRow[]; items: LineItemRow[] } {
  const amounts = signedAmounts(charges, facts)
  const lines = charges.map((charge, at) => lineOf(charge, at, amounts[at]!, facts))
  const items = lines.map((line): LineItemRow => {
    const none = { dimension_1: null, dimension_2: null, dimension_3: null }
    const rest = { dimension_4: null, dimension_5: null, dimension_6: null }
    const { invoice_line_id, amount } = line
    return { line_item_id: facts.newId(), invoice_line_id, position: 1, fraction: '1', amount, ...none, ...rest }
  })
  return { lines, items }
}

/** Amounts of credit notes are positive. If a sender makes all of them negative, the meaning is the same (BILL-13). */
function signedAmounts(charges: readonly Charge[], { isCredit, currency }: CreationFacts): Big[] {
  const amounts = charges.map(({ amount_excl_tax: text }, at) => amountAt(text, at, currency))
  const sum = amounts.reduce((total, amount) => total.plus(amount), decimal('0'))
  return isCredit && sum.lt(0) ? amounts.map((amount) => amount.times(-1)) : amounts
}

function amountAt(text: string, at: number, currency: string): Big {
  try {
    return roundToCurrency(decimal(text), currency)
  } catch {
    throw invalid(`charges.${at}.amount_excl_tax`, 'must be a number or a decimal as text, such as 12.50', 'amount')
  }
}

function lineOf(charge: Charge, at: number, amount: Big, facts: CreationFacts): LineRow {
  const type = facts.types.get(charge.price_list_item.code)
  if (!type) {
    const message = msg`is not a charge type: ${charge.price_list_item.code}`
    throw invalid(`charges.${at}.price_list_item.code`, message, 'price_list_item_unknown')
  }
  const { tax, tax_rate_id } = taxOf(charge, at, type, facts)
  const language = languageOfDocuments(facts.billed)
  const priced = pricedLine(amount, undefined)
  return {
    invoice_line_id: facts.newId(),
    invoice_id: facts.invoice_id,
    position: at + 1,
    name: charge.name?.trim() || textIn(type, 'name', language),
    code: charge.code?.trim() || type.code,
    description: charge.description ?? '',
    ...{ quantity: priced.quantity, unit: priced.unit, unit_price: priced.price },
    amount: amountText(amount, facts.currency),
    tax: lineTax(tax, tax_rate_id, language),
    base_percentage: tax.base_percentage,
    account: type.revenue_account || facts.entity.revenue_account,
    ...{ order_id: null, order_name: null, trip_id: null, trip_name: null, route: null, credited_line_id: null },
  }
}

/** Tax of a line: as named, as fixed by the charge type, or by the tax rules. */
function taxOf(charge: Charge, at: number, type: TypeFacts, facts: CreationFacts) {
  const named = charge.tax_rate?.code
  if (named === undefined) return decided(type, at, facts)
  const row = validRates(facts).find(({ code }) => code === named)
  if (!row) throw invalid(`charges.${at}.tax_rate.code`, msg`is not a tax rate in use: ${named}`, 'tax_rate_unknown')
  return taxOfRow(row)
}

function validRates({ rates, date }: CreationFacts): TaxRateRow[] {
  return rates.filter(({ valid_from, valid_to }) => valid_from <= date && (valid_to === null || date <= valid_to))
}

function taxOfRow(row: TaxRateRow): { tax: ChargeTax; tax_rate_id: string } {
  const { treatment, category, percentage, vatex_code: vatex, tax_type, base_percentage } = row
  const { tax_rate_id, code, name, description } = row
  const shown = description || (taxNote(treatment, 'en') ? '' : name)
  const rate = category === 'O' ? null : percentage
  return {
    tax: { treatment, category, percentage: rate, vatex, tax_type, base_percentage, code, name, description: shown },
    tax_rate_id,
  }
}

function decided(type: TypeFacts, at: number, facts: CreationFacts) {
  const chosen = chooseTaxRate(taxFacts(type, facts), facts.rates)
  if (chosen.kind === 'HOLD') throw invalid(`charges.${at}.tax_rate`, chosen.message, chosen.code)
  const { treatment, category, percentage, vatex, tax_type, base_percentage, tax_rate } = chosen
  const { code, name, description } = tax_rate
  return {
    tax: { treatment, category, percentage, vatex, tax_type, base_percentage, code, name, description },
    tax_rate_id: tax_rate.tax_rate_id,
  }
}

function taxFacts({ tax_treatment: treatment }: TypeFacts, { entity, billed, date }: CreationFacts): TaxFacts {
  const { company } = billed
  const supplier = entity.country
  if (supplier === null) throw invalid('billing_entity', 'has no country: enter it in the settings', 'country_missing')
  const buyer = buyerOf(billed, null)
  const own = { country: supplier, has_vat_number: true, is_private: false }
  const country = buyer.vat_number?.slice(0, 2) ?? buyer.address.country
  if (country === '' && treatment !== 'STANDARD') {
    throw invalid('customer', 'has no country: enter its billing location', 'country_missing')
  }
  const hasNumber =
    buyer.vat_number !== null && isVatNumber(buyer.vat_number, buyer.address.country || undefined) === true
  const forced = treatment === 'OUTSIDE_SCOPE' ? 'NO_VAT' : treatment === 'EXEMPT' ? undefined : company.tax_type
  return {
    day: date,
    supplier_country: supplier,
    customer: treatment === 'STANDARD' ? own : { country, has_vat_number: hasNumber, is_private: false },
    from_country: supplier,
    to_country: supplier,
    customer_is: 'PRINCIPAL',
    has_export_evidence: false,
    is_in_import_value: false,
    is_disbursement: treatment === 'EXEMPT',
    ...(forced && treatment !== 'STANDARD' && { forced }),
  }
}
