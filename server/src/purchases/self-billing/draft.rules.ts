import type { TaxRateType } from '@cartage/contract/books/tax-rate'
import { msg, type Sentence } from '@cartage/contract/message'
import type { Language } from '@cartage/contract/reading/languages'
import { pricedLine } from '../../billing/documents/totals.rules.ts'
import { lineTax } from '../../billing/drafts/lines.rules.ts'
import type { LineItemRow, LineRow } from '../../billing/records/store.ts'
import { decimal } from '../../books/money.rules.ts'
import type { TaxFacts } from '../../books/tax.rules.ts'
import { chooseTaxRate, type TaxRateRow } from '../../books/tax-rates.rules.ts'
import type { ChargeTax } from '../../charges/record/store.ts'
import type { TypeTreatment } from '../../charges/tax/decide.rules.ts'
import { isVatNumber } from '../../companies/checks.rules.ts'
import { dayIn } from '../../languages/writing.ts'

/** The agreement that applies to a cost. */
export interface CoveringAgreement {
  readonly self_billing_agreement_id: string
  readonly billing_entity_id: string
  readonly days_to_object: number
}

/** A cost of a completed trip that can be self-billed. Decimals are text. */
export interface SelfBilledCost {
  readonly charge_id: string
  readonly order_id: string | null
  readonly trip_id: string
  readonly trip_name: string
  readonly charge_type: string
  readonly name: string
  readonly role: string
  readonly description: string
  readonly quantity: string
  readonly unit: string
  readonly unit_price: string
  readonly amount: string
  readonly currency: string
  readonly approval: string | null
  readonly supplied_on: string
  readonly tax_treatment: TypeTreatment
  readonly from_country: string | null
  readonly to_country: string | null
  readonly has_export_evidence: boolean
  readonly agreement: CoveringAgreement
}

/** Parties that determine the tax of a supplier's cost. */
export interface TaxParties {
  readonly supplier: { readonly country: string; readonly tax_type: TaxRateType }
  readonly buyer: { readonly country: string; readonly vat_number: string }
  readonly rates: readonly TaxRateRow[]
}

/** A cost with its tax. */
export interface TaxedCost {
  readonly cost: SelfBilledCost
  readonly tax: ChargeTax
  readonly tax_rate_id: string
}

/** Why a cost was not drafted. */
export interface CostFault {
  readonly code: string
  readonly message: Sentence
}

/** PURCH-15: tax of a cost, with the supplier as seller and us as customer, a carrier. */
export function taxCost(cost: SelfBilledCost, parties: TaxParties): TaxedCost | CostFault {
  if (cost.approval !== null && cost.approval !== 'APPROVED') {
    return { code: 'approval_missing', message: msg`${cost.name} is not approved. Approve or reject it on the trip.` }
  }
  const chosen = chooseTaxRate(taxFacts(cost, parties), parties.rates)
  if (chosen.kind === 'HOLD') {
    // In self-billing the customer is the billing entity.
    const message =
      chosen.code === 'vat_number_missing'
        ? msg`The billing entity has no valid VAT number. Enter it in the settings.`
        : chosen.message
    return { code: chosen.code, message }
  }
  const { treatment, category, percentage, vatex, tax_type, base_percentage, tax_rate } = chosen
  const { code, name, description, tax_rate_id } = tax_rate
  const tax = { treatment, category, percentage, vatex, tax_type, base_percentage, code, name, description }
  return { cost, tax, tax_rate_id }
}

function taxFacts(cost: SelfBilledCost, { supplier, buyer }: TaxParties): TaxFacts {
  const { tax_treatment: type } = cost
  const base = {
    day: cost.supplied_on,
    supplier_country: supplier.country,
    customer_is: 'CARRIER' as const,
    has_export_evidence: cost.has_export_evidence,
    is_in_import_value: false,
    is_disbursement: type === 'EXEMPT',
  }
  if (type === 'STANDARD') {
    const own = { country: supplier.country, has_vat_number: true, is_private: false }
    return { ...base, customer: own, from_country: supplier.country, to_country: supplier.country }
  }
  const forced = type === 'OUTSIDE_SCOPE' ? 'NO_VAT' : type === 'EXEMPT' ? undefined : supplier.tax_type
  return {
    ...base,
    customer: { country: buyer.country, has_vat_number: isVatNumber(buyer.vat_number) === true, is_private: false },
    // A trip without stops counts as in our country: its costs were entered manually.
    from_country: cost.from_country ?? buyer.country,
    to_country: cost.to_country ?? buyer.country,
    ...(forced && { forced }),
  }
}

/** PURCH-14: splits costs that cannot share a document: by billing entity, currency, no VAT, exemption reasons. */
export function groupCosts(costs: readonly TaxedCost[]): TaxedCost[][] {
  const keyOf = ({ cost, tax }: TaxedCost) => {
    const taxation = tax.category === 'O' ? 'O' : tax.category === 'E' ? `E ${tax.vatex ?? tax.description}` : 'VAT'
    return [cost.agreement.billing_entity_id, cost.currency, taxation].join('|')
  }
  return [...Map.groupBy(costs, keyOf).values()]
}

/** Line of a cost, which names its trip. A deduction has the quantity -1. */
export function lineOfCost(
  { cost, tax, tax_rate_id }: TaxedCost,
  {
    invoice_id,
    position,
    language,
    newId,
  }: { invoice_id: string; position: number; language: Language; newId: () => string },
): { line: LineRow; item: LineItemRow; charge: { invoice_line_id: string; charge_id: string; amount: string } } {
  const { amount, charge_id, trip_id, trip_name } = cost
  const computed = { quantity: decimal(cost.quantity), unit: cost.unit, price: decimal(cost.unit_price) }
  const priced = pricedLine(decimal(amount), computed)
  const invoice_line_id = newId()
  const line: LineRow = {
    ...{ invoice_line_id, invoice_id, position, name: cost.name, code: cost.charge_type },
    description: [cost.description, trip_name, dayIn(language, cost.supplied_on)].filter(Boolean).join(', '),
    ...{ quantity: priced.quantity, unit: priced.unit, unit_price: priced.price, amount },
    tax: lineTax(tax, tax_rate_id, language),
    base_percentage: tax.base_percentage,
    ...{ account: null, order_id: cost.order_id, order_name: null, trip_id, trip_name, route: null },
    credited_line_id: null,
  }
  const none = { dimension_1: null, dimension_2: null, dimension_3: null, dimension_5: null, dimension_6: null }
  const item = {
    line_item_id: newId(),
    invoice_line_id,
    position: 1,
    fraction: '1',
    amount,
    ...none,
    dimension_4: trip_name,
  }
  return { line, item, charge: { invoice_line_id, charge_id, amount } }
}
