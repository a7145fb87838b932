import type { TaxCategory, TaxHoldCode, TaxTreatment } from '@cartage/contract/books/app'
import type { TaxRateType } from '@cartage/contract/books/tax-rate'
import { msg, type Sentence } from '@cartage/contract/message'
import { spokenDate } from '@cartage/contract/message-days'
import { exemptsCarriers, isMemberState, standardRate, type UseRule, useRule, vatCountry } from './tax-data.rules.ts'

/** Input for the tax of a charge. Supplier and customer are swapped for purchases and self-billing. */
export interface TaxFacts {
  /** Day of supply. */
  day: string
  /** VAT country of the invoicing party. */
  supplier_country: string
  customer: {
    country: string
    /** Whether there is a well-formed VAT number. People check whether it is registered. */
    has_vat_number: boolean
    is_private: boolean
  }
  /** Countries where the transport starts and ends. */
  from_country: string
  to_country: string
  /** CARRIER: we drive as a subcontractor. PRINCIPAL: for the consignor or the consignee. */
  customer_is: 'PRINCIPAL' | 'CARRIER'
  /** MRN of an export declaration, or a document accepted by a person. */
  has_export_evidence: boolean
  /** Whether the freight is part of the import value of the goods. */
  is_in_import_value: boolean
  /** Whether it is paid in the name of the customer, such as import duty. */
  is_disbursement: boolean
  /** Tax type of the company; VAT leaves the decision to these rules (TAX-10). */
  forced?: TaxRateType
}

/** Tenant settings that override the country's rule. */
export interface TaxOverrides {
  /** Whether an export transport of a subcontractor is exempt. */
  exempts_carriers?: boolean | undefined
  /** Standard rate in percent, if none is built in. */
  standard_percentage?: string | undefined
}

/** One step of a decision, for display. */
export interface TaxReason {
  code: string
  message: Sentence
}

/** Taxation of a charge. */
export interface TaxDecision {
  kind: 'DECIDED'
  treatment: TaxTreatment
  category: TaxCategory
  /** In percent; null outside the scope of VAT. */
  percentage: string | null
  /** VATEX code of the exemption (EN 16931); null for S and Z. */
  vatex: string | null
  tax_type: TaxRateType
  /** Standard rate of the supplier's country on that day; null if unknown. */
  base_percentage: string | null
  reasons: TaxReason[]
  /** Result of the rules if the company forces another treatment. */
  warnings: TaxReason[]
}

/** A charge whose tax cannot be decided yet, with the missing data. */
export interface TaxHold {
  kind: 'HOLD'
  code: TaxHoldCode
  /** The member to fill in. */
  field: string
  message: Sentence
  reasons: TaxReason[]
}

/** Default meaning of each treatment, without a tenant's tax rate. STANDARD uses the country's rate. */
const treatments: Readonly<Record<TaxTreatment, Pick<TaxDecision, 'category' | 'percentage' | 'vatex' | 'tax_type'>>> =
  {
    STANDARD: { category: 'S', percentage: null, vatex: null, tax_type: 'VAT' },
    ZERO_RATED: { category: 'Z', percentage: '0', vatex: null, tax_type: 'VAT' },
    REVERSE_CHARGE: { category: 'AE', percentage: '0', vatex: 'VATEX-EU-AE', tax_type: 'REVERSE_CHARGE' },
    EXPORT: { category: 'E', percentage: '0', vatex: 'VATEX-EU-146-1E', tax_type: 'TRANSIT' },
    IMPORT: { category: 'E', percentage: '0', vatex: 'VATEX-EU-144', tax_type: 'TRANSIT' },
    DISBURSEMENT: { category: 'E', percentage: '0', vatex: 'VATEX-EU-79-C', tax_type: 'NO_VAT' },
    OUTSIDE_SCOPE: { category: 'O', percentage: null, vatex: 'VATEX-EU-O', tax_type: 'NO_VAT' },
    OTHER: { category: 'E', percentage: '0', vatex: null, tax_type: 'OTHER' },
  }

type Chosen = { treatment: TaxTreatment } | Omit<TaxHold, 'kind' | 'reasons'>

/**
 * Decides how a charge is taxed (TAX-1 to TAX-10), with every step of the decision. Tenant settings are passed as
 * overrides; `chooseTaxRate` finds the tax rate.
 */
export function decideTax(facts: TaxFacts, overrides: TaxOverrides = {}): TaxDecision | TaxHold {
  const reasons: TaxReason[] = []
  const plain = withVatCountries(facts)
  const chosen = chooseTreatment(plain, overrides, reasons)
  const forced = forcedTreatment(plain)
  if (forced === undefined) return outcomeOf(plain, overrides, chosen, reasons, [])
  const message = msg`The company is taxed as ${facts.forced ?? ''} by its own setting.`
  const steps = [{ code: 'tax_forced', message }]
  const isSame = 'treatment' in chosen && chosen.treatment === forced
  const decided = outcomeOf(plain, overrides, { treatment: forced }, steps, isSame ? [] : reasons)
  return decided.kind === 'DECIDED' && facts.forced ? { ...decided, tax_type: facts.forced } : decided
}

function withVatCountries(facts: TaxFacts): TaxFacts {
  return {
    ...facts,
    supplier_country: vatCountry(facts.supplier_country),
    customer: { ...facts.customer, country: vatCountry(facts.customer.country) },
    from_country: vatCountry(facts.from_country),
    to_country: vatCountry(facts.to_country),
  }
}

function outcomeOf(
  { supplier_country: country, day }: TaxFacts,
  overrides: TaxOverrides,
  chosen: Chosen,
  reasons: TaxReason[],
  warnings: TaxReason[],
): TaxDecision | TaxHold {
  if (!('treatment' in chosen)) return { kind: 'HOLD', ...chosen, reasons }
  const standard = overrides.standard_percentage ?? standardRate(country, day) ?? null
  const { treatment } = chosen
  if (treatment !== 'STANDARD') {
    return { kind: 'DECIDED', treatment, ...treatments[treatment], base_percentage: standard, reasons, warnings }
  }
  if (standard === null) return { kind: 'HOLD', ...missingRate(treatment), reasons }
  reasons.push({
    code: 'standard_rate',
    message: msg`The standard rate of ${country} on ${spokenDate(day)} is ${standard} %.`,
  })
  const values = { ...treatments.STANDARD, percentage: standard }
  return { kind: 'DECIDED', treatment, ...values, base_percentage: standard, reasons, warnings }
}

/** HOLD for a treatment without a tax rate of the tenant on that day (TAX-9). */
export function missingRate(treatment: TaxTreatment): Omit<TaxHold, 'kind' | 'reasons'> {
  const message = msg`No tax rate for ${treatment} is valid on that day. Add one to the tax rates of the billing entity.`
  return { code: 'tax_rate_missing', field: 'tax_rates', message }
}

/** TAX-10: any type except VAT, the default of every company, forces a treatment. */
function forcedTreatment({ forced, is_in_import_value }: TaxFacts): TaxTreatment | undefined {
  if (forced === undefined || forced === 'VAT') return undefined
  if (forced === 'TRANSIT') return is_in_import_value ? 'IMPORT' : 'EXPORT'
  if (forced === 'REVERSE_CHARGE' || forced === 'CO_CONTRACTING') return 'REVERSE_CHARGE'
  return forced === 'NO_VAT' ? 'OUTSIDE_SCOPE' : 'OTHER'
}

function chooseTreatment(facts: TaxFacts, overrides: TaxOverrides, reasons: TaxReason[]): Chosen {
  const { supplier_country: supplier, customer } = facts
  if (facts.is_disbursement) {
    reasons.push({ code: 'disbursement', message: 'Paid in the name of the customer: art. 79(c).' })
    return { treatment: 'DISBURSEMENT' }
  }
  const found = placeOfSupply(facts, reasons)
  const place = movedPlace(facts, found, reasons)
  if (customer.is_private && place !== supplier) return privateAbroad(place)
  if (!customer.is_private && customer.country !== supplier && isMemberState(customer.country)) {
    if (!customer.has_vat_number) return withoutVatNumber(customer.country)
  }
  if (supplier === 'GB') return fromBritain(facts, place, reasons)
  if (place === supplier) return atHome(facts, overrides, reasons)
  if (isMemberState(place) && isMemberState(supplier)) {
    reasons.push({ code: 'reverse_charge', message: msg`The customer pays the VAT in ${place}: art. 196.` })
    return { treatment: 'REVERSE_CHARGE' }
  }
  reasons.push({ code: 'outside_scope', message: 'The place of supply is outside the EU: no VAT.' })
  return { treatment: 'OUTSIDE_SCOPE' }
}

/** TAX-2: country of establishment for a business (art. 44); start of the transport for a private person (art. 50). */
function placeOfSupply({ customer, from_country }: TaxFacts, reasons: TaxReason[]): string {
  if (!customer.is_private) {
    const message = msg`Place of supply is ${customer.country}, the country of the customer: art. 44.`
    reasons.push({ code: 'place_of_customer', message })
    return customer.country
  }
  const message = msg`The customer is a private person: place of supply is ${from_country}, where the transport starts: art. 50.`
  reasons.push({ code: 'place_of_departure', message })
  return from_country
}

/** Placeholder for a country outside the EU that is not the supplier's, used if a rule moves the place out. */
const outside = '--'

/** TAX-3: place of supply after national rules on use and enjoyment, which only concern businesses. */
function movedPlace(facts: TaxFacts, place: string, reasons: TaxReason[]): string {
  const { day, supplier_country: supplier, customer, from_country: from, to_country: to } = facts
  if (customer.is_private) return place
  const isAway = from !== place && to !== place
  const isOutsideEu = !isMemberState(from) && !isMemberState(to)
  const isForOutsider = !isMemberState(customer.country) && from === supplier && to === supplier
  const moves: [isCase: boolean, rule: UseRule, country: string, place: string][] = [
    [isForOutsider, 'INSIDE_FOR_OUTSIDERS', supplier, supplier],
    [isAway && isOutsideEu, 'WHOLLY_OUTSIDE_EU', place, outside],
    [isAway, 'WHOLLY_OUTSIDE_COUNTRY', place, outside],
  ]
  for (const [isCase, rule, country, target] of moves) {
    const source = isCase ? useRule(country, rule, day) : undefined
    if (source === undefined) continue
    const message =
      target === outside
        ? msg`The whole transport is elsewhere: ${source} moves the place of supply out of ${country}.`
        : msg`The whole transport is in ${country}: ${source} moves the place of supply there.`
    reasons.push({ code: 'use_and_enjoyment', message })
    return target
  }
  return place
}

/** TAX-5, TAX-6 and others: the place of supply is the supplier's country. */
function atHome(facts: TaxFacts, overrides: TaxOverrides, reasons: TaxReason[]): Chosen {
  const { day, supplier_country: supplier, from_country: from, to_country: to, customer_is } = facts
  if (isMemberState(from) && !isMemberState(to)) {
    const isExempt = customer_is === 'PRINCIPAL' || (overrides.exempts_carriers ?? exemptsCarriers(supplier, day))
    if (isExempt) return exported(facts, reasons)
    const message = msg`The customer is a carrier itself: ${supplier} exempts only who drives for the consignor or consignee.`
    reasons.push({ code: 'export_for_carrier', message })
    return { treatment: 'STANDARD' }
  }
  if (facts.is_in_import_value) {
    reasons.push({ code: 'in_import_value', message: 'The freight is part of the import value: exempt, art. 144.' })
    return { treatment: 'IMPORT' }
  }
  reasons.push({
    code: 'taxed_at_home',
    message: msg`The place of supply is the supplier’s own country, ${supplier}.`,
  })
  return { treatment: 'STANDARD' }
}

function exported({ has_export_evidence }: TaxFacts, reasons: TaxReason[]): Chosen {
  if (!has_export_evidence) {
    return {
      code: 'export_evidence_missing',
      field: 'export_declaration',
      message: 'The export is exempt only with evidence. Enter the MRN of the export declaration or accept a document.',
    }
  }
  reasons.push({ code: 'exported', message: 'The goods leave the EU, with evidence: exempt, art. 146(1)(e).' })
  return { treatment: 'EXPORT' }
}

/** TAX-8: a supplier in the United Kingdom. */
function fromBritain({ from_country: from, to_country: to }: TaxFacts, place: string, reasons: TaxReason[]): Chosen {
  if (place !== 'GB') {
    reasons.push({ code: 'outside_scope', message: 'The place of supply is outside the United Kingdom: no VAT.' })
    return { treatment: 'OUTSIDE_SCOPE' }
  }
  if (from === 'GB' && to === 'GB') {
    reasons.push({ code: 'taxed_at_home', message: 'The transport takes place in the United Kingdom.' })
    return { treatment: 'STANDARD' }
  }
  reasons.push({ code: 'zero_rated', message: 'The transport goes to or from the United Kingdom: zero rate.' })
  return { treatment: 'ZERO_RATED' }
}

/** TAX-4. */
function withoutVatNumber(country: string): Chosen {
  const message = msg`The customer in ${country} has no valid VAT number. Enter it, or mark the customer as a private person.`
  return { code: 'vat_number_missing', field: 'customer.vat_number', message }
}

/** TAX-7: VAT is due where the transport starts, and the customer cannot account for it. */
function privateAbroad(place: string): Chosen {
  const message = msg`The customer is a private person and the transport starts in ${place}, where VAT may be due. Choose the tax rate yourself.`
  return { code: 'private_person_abroad', field: 'tax_rate', message }
}
