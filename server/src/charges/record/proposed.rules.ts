import type { RatedCharge } from '@cartage/contract/rates/app/rating'
import type { OrderSource } from '../facts/sources.rules.ts'
import { evidenceOf, type StopEvidence } from '../facts/stops.rules.ts'
import type { TripSource } from '../facts/trips.rules.ts'
import { type RatedOrder, requestedLine } from '../rating/orders.rules.ts'
import { type BillingEntity, decideTax, suppliedOn, type TaxOutcome, type TypeTreatment } from '../tax/decide.rules.ts'
import type { ChargeRow } from './store.ts'

/** A charge as proposed by rating, without decisions by people. */
export type ProposedCharge = Omit<
  ChargeRow,
  | 'charge_id'
  | 'correction'
  | 'override'
  | 'is_override_outdated'
  | 'status'
  | 'status_reason'
  | 'approval_decision'
  | 'version'
  | 'created_by'
>

/** Charge type properties stored with charges. */
export type ChargeTypes = ReadonlyMap<string, { readonly name: string; readonly tax_treatment: TypeTreatment }>

/** Tax and party of the sales charges of an order, including manual ones. */
export interface SalesTerms {
  readonly company_id: string
  readonly billing_entity_id: string | null
  readonly supplied_on: string
  /** Tax of a charge by its type. */
  readonly taxOf: (chargeType: string) => TaxOutcome
}

/** Payer, supply day and taxation of an order's charges (CHARGE-8). */
export function salesTerms(order: OrderSource, types: ChargeTypes, entity: BillingEntity | undefined): SalesTerms {
  const known = new Map<TypeTreatment, TaxOutcome>()
  const taxOf = (chargeType: string) => {
    const treatment = types.get(chargeType)?.tax_treatment ?? 'TRANSPORT'
    const found = known.get(treatment) ?? decideTax(order, treatment, entity)
    known.set(treatment, found)
    return found
  }
  return {
    company_id: order.bill_to.company_id,
    billing_entity_id: entity?.billing_entity_id ?? null,
    supplied_on: suppliedOn(order),
    taxOf,
  }
}

/** The charges that rating proposes for an order. */
export function proposedOfOrder(
  { rating }: RatedOrder,
  order: OrderSource,
  terms: SalesTerms,
  types: ChargeTypes,
): ProposedCharge[] {
  return rating.charges.map((charge): ProposedCharge => {
    const isRequested = charge.line_key === requestedLine && charge.key.startsWith(`${requestedLine}/`)
    const stop = charge.scope === 'STOP' ? order.stops.find(({ stop_id }) => stop_id === charge.scope_id) : undefined
    const { company_id, billing_entity_id, supplied_on } = terms
    return {
      ...pricesOf(charge, types),
      side: 'SALES',
      order_id: order.order_id,
      trip_id: charge.scope === 'TRIP' ? charge.scope_id : null,
      consignment_id: charge.scope === 'CONSIGNMENT' ? charge.scope_id : (stop?.consignment_id ?? null),
      stop_id: stop?.stop_id ?? null,
      company_id,
      billing_entity_id,
      supplied_on,
      origin: isRequested ? 'REQUESTED' : 'RATED',
      line_key: isRequested ? null : charge.key,
      evidence: stop ? keptEvidence(evidenceOf(stop, order)) : null,
      ...terms.taxOf(charge.type),
    }
  })
}

function keptEvidence(evidence: StopEvidence): ChargeRow['evidence'] {
  return { ...evidence }
}

/** The costs that rating proposes for a trip. The carrier's invoice determines their tax. */
export function proposedOfTrip(
  charges: readonly RatedCharge[],
  { trip, company }: TripSource,
  day: string,
  types: ChargeTypes,
): ProposedCharge[] {
  return charges.map((charge) => ({
    ...pricesOf(charge, types),
    side: 'COST',
    order_id: null,
    trip_id: trip.trip_id,
    consignment_id: null,
    stop_id: null,
    company_id: company.company_id,
    billing_entity_id: null,
    supplied_on: day,
    origin: 'RATED',
    line_key: charge.key,
    evidence: null,
    tax: null,
    tax_rate_id: null,
    tax_hold: null,
  }))
}

function pricesOf(charge: RatedCharge, types: ChargeTypes) {
  const { type, role, description, quantity, unit, unit_price, amount, currency, approval } = charge
  const name = types.get(type)?.name ?? type
  const prices = { quantity, unit, unit_price, amount, currency, rated_amount: amount }
  return { charge_type: type, name, role, description, approval, ...prices }
}
