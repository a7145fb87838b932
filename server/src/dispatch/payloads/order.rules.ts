import type { CompanyOutput } from '@cartage/contract/companies/company-output'
import type { OrderOutput } from '@cartage/contract/orders/order-output'
import type { StopOutput } from '@cartage/contract/orders/stop'
import type {
  DispatchOrder,
  DispatchOrderOutput,
  OrderMessage,
  StopMessage,
} from '@cartage/contract/outbound/dispatch-order'
import { withoutNotes } from '../../companies/rules.ts'
import type { TripStop } from '../../trips/state.rules.ts'

/** An order as messages to partners are made of it. */
export interface SentOrder {
  order_id: string
  order_number: string
  output: OrderOutput
  /** GOOD-6: how many customs codes a good has, by its id; goods without one are left out. */
  customs_codes: ReadonlyMap<string, number>
}

/** Planned times by stop id, of the stops that are on the trip. */
export type Plan = ReadonlyMap<string, Pick<TripStop, 'planned_start_at' | 'planned_end_at'>>

/** An instant as it leaves the service: UTC, second precision. */
export function seconds(instant: string | null): string | null {
  return instant === null ? null : `${new Date(instant).toISOString().slice(0, 19)}Z`
}

/**
 * A stop as a partner gets it: with the times of the plan. How far it has come is what the partner reports to us, so
 * that a report makes no message back.
 */
export function sentStop(stop: StopOutput, plan: Plan): StopMessage {
  const { status: _status, mileage_km: _mileage, incidents: _incidents, ...members } = stop
  const planned = plan.get(stop.id)
  return {
    ...members,
    start_timestamp: seconds(planned?.planned_start_at ?? null),
    end_timestamp: seconds(planned?.planned_end_at ?? null),
  }
}

/** A company as a partner gets it. What it owes and how it pays is between it and us. */
export function sentCompany(company: CompanyOutput): CompanyOutput {
  const {
    bank_accounts: _accounts,
    payment_term: _term,
    accounting_code: _code,
    tax_type: _tax,
    status: _status,
    is_blocked: _blocked,
    billing_location: _billing,
    ...members
  } = withoutNotes(company)
  return members
}

type Trader = OrderOutput['consignments'][number]['buyer']

function sentTrader(trader: Trader): Trader {
  const company = trader?.company as CompanyOutput | null | undefined
  if (!trader || !company) return trader
  return { ...trader, company: { ...sentCompany(company), billing_location: company.billing_location } }
}

/** An order on a trip as a subcontractor or a fleet application gets it. */
export function dispatchOrder(order: SentOrder, plan: Plan): DispatchOrder {
  return { ...sentOrder(order, plan), name: order.order_number }
}

/** An order as a carrier of main legs gets it. */
export function sentOrder(order: SentOrder, plan: Plan): OrderMessage {
  // What the customer pays is not the partner's to know.
  const { status: _status, pricing: _pricing, ...members } = order.output
  const stop = (one: StopOutput) => sentStop(one, plan)
  const ends = (one: StopOutput | null | undefined) => (one ? stop(one) : null)
  return {
    ...members,
    customer: sentCompany(members.customer),
    stops: members.stops?.map(stop) ?? [],
    start_stop: ends(members.start_stop),
    end_stop: ends(members.end_stop),
    container_load_unload_stop: ends(members.container_load_unload_stop),
    consignments: members.consignments.map((consignment) => ({
      ...consignment,
      pickup_stop: stop(consignment.pickup_stop),
      delivery_stop: stop(consignment.delivery_stop),
      buyer: sentTrader(consignment.buyer),
      seller: sentTrader(consignment.seller),
      goods: consignment.goods?.map((good) => sentGood(good, order.customs_codes)) ?? [],
    })),
  } as OrderMessage
}

type Good = NonNullable<OrderOutput['consignments'][number]['goods']>[number]

function sentGood(good: Good, codes: SentOrder['customs_codes']) {
  const { incidents: _incidents, ...members } = good
  const count = codes.get(good.id)
  return { ...members, ...(count !== undefined && { hs_codes: { count } }) }
}

/**
 * An order as a place gets it.
 * @param link address of a page to follow a consignment, with {consignment_id} in it
 */
export function bookedOrder(order: SentOrder, plan: Plan, link: string | null): DispatchOrderOutput {
  const sent = sentOrder(order, plan)
  return {
    ...sent,
    consignments: sent.consignments.map((consignment) => ({
      ...consignment,
      tracking_link: link === null ? null : link.replaceAll('{consignment_id}', consignment.id),
    })),
  }
}
