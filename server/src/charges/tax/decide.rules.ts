import type { TaxRateType } from '@cartage/contract/books/tax-rate'
import type { ChargeTypeSetting } from '@cartage/contract/rates/app/charge-type'
import { plainNumber } from '@cartage/contract/reading/fold'
import type { z } from 'zod'
import type { TaxFacts } from '../../books/tax.rules.ts'
import { chooseTaxRate, type TaxRateRow } from '../../books/tax-rates.rules.ts'
import { isVatNumber } from '../../companies/checks.rules.ts'
import type { OrderSource } from '../facts/sources.rules.ts'
import { dayOf } from '../facts/stops.rules.ts'
import type { ChargeTax } from '../record/store.ts'

/** Taxation of a charge type: like the transport, or fixed. */
export type TypeTreatment = z.output<typeof ChargeTypeSetting>['tax_treatment']

/** The invoicing entity with its current tax rates. */
export interface BillingEntity {
  readonly billing_entity_id: string
  readonly country: string | null
  readonly rates: readonly TaxRateRow[]
}

/** Tax of a charge, or what prevents the decision. */
export interface TaxOutcome {
  readonly tax: ChargeTax | null
  readonly tax_rate_id: string | null
  /** Code of the missing data. */
  readonly tax_hold: string | null
}

/** Day of supply (CHARGE-8): the last actual or planned delivery. */
export function suppliedOn(order: OrderSource): string {
  const days = order.stops.filter(({ role }) => role === 'DELIVERY').flatMap((stop) => dayOf(stop, order) ?? [])
  return days.sort().at(-1) ?? order.delivery_on ?? order.pickup_on ?? order.created_on
}

/** Decides the tax of an order's charge for the payer (CHARGE-8). */
export function decideTax(order: OrderSource, type: TypeTreatment, entity: BillingEntity | undefined): TaxOutcome {
  if (!entity) return hold('billing_entity_missing')
  if (entity.country === null) return hold('billing_entity_country_missing')
  const country = customerCountry(order)
  if (country === undefined) return hold('customer_country_missing')
  const places = order.stops.filter(({ role }) => role === 'PICKUP' || role === 'DELIVERY')
  const from = places.find(({ role }) => role === 'PICKUP')?.stated_country
  const to = places.findLast(({ role }) => role === 'DELIVERY')?.stated_country
  if (!from || !to) return hold('place_country_missing')
  const facts = taxFacts(order, type, { supplier: entity.country, customer: country, from, to })
  const chosen = chooseTaxRate(facts, entity.rates)
  if (chosen.kind === 'HOLD') return hold(chosen.code)
  const { treatment, category, percentage, vatex, tax_type, base_percentage, tax_rate } = chosen
  const { code, name, description } = tax_rate
  return {
    tax: { treatment, category, percentage, vatex, tax_type, base_percentage, code, name, description },
    tax_rate_id: tax_rate.tax_rate_id,
    tax_hold: null,
  }
}

function hold(code: string): TaxOutcome {
  return { tax: null, tax_rate_id: null, tax_hold: code }
}

interface Countries {
  supplier: string
  customer: string
  from: string
  to: string
}

/** Facts for the tax rules. A type with its own treatment ignores the transport. */
function taxFacts(order: OrderSource, type: TypeTreatment, { supplier, customer, from, to }: Countries): TaxFacts {
  const { bill_to, document } = order
  const base = {
    day: suppliedOn(order),
    supplier_country: supplier,
    is_disbursement: type === 'EXEMPT',
    has_export_evidence: hasEvidence(order),
    is_in_import_value: document.custom_fields?.is_in_import_value === true,
    customer_is: bill_to.is_carrier ? ('CARRIER' as const) : ('PRINCIPAL' as const),
  }
  if (type === 'STANDARD') {
    const own = { country: supplier, has_vat_number: true, is_private: false }
    return { ...base, customer: own, from_country: supplier, to_country: supplier }
  }
  const forced = type === 'OUTSIDE_SCOPE' ? 'NO_VAT' : type === 'EXEMPT' ? undefined : (bill_to.tax_type as TaxRateType)
  return {
    ...base,
    customer: { country: customer, has_vat_number: hasVatNumber(order), is_private: false },
    from_country: from,
    to_country: to,
    ...(forced && { forced }),
  }
}

/** Whether there is evidence of export: the movement reference number of the declaration. */
function hasEvidence({ document }: OrderSource): boolean {
  return document.consignments.some(({ import_export }) => Boolean(import_export?.export_declaration?.mrn))
}

/** Country of a company: the prefix of its VAT number, else that of its billing address. */
function customerCountry({ bill_to }: OrderSource): string | undefined {
  const prefix = /^[A-Z]{2}/.exec(plainNumber(bill_to.vat_number))?.[0]
  return prefix ?? bill_to.country ?? undefined
}

function hasVatNumber({ bill_to }: OrderSource): boolean {
  const number = plainNumber(bill_to.vat_number)
  return number !== '' && isVatNumber(number, bill_to.country ?? undefined) === true
}
