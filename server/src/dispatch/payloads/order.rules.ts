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

/** An order with all data of messages to partners. */
export interface SentOrder {
  order_id: string
  order_number: string
  output: OrderOutput
  /** GOOD-6: number of customs codes of each good, by its id; goods without one are left out. */
  customs_codes: ReadonlyMap<string, number>
}

/** Planned times of stops on the trip, by stop id. */
export type Plan = ReadonlyMap<string, Pick<TripStop, 'planned_start_at' | 'planned_end_at'>>

/** An instant in published form: UTC, second precision. */
export function seconds(instant: string | null): string | null {
  return instant === null ? null : `${new Date(instant).toISOString().slice(0, 19)}Z`
}

/**
 * A stop as sent to a partner: with planned times. Progress is left out, because the partner reports it, and a report
 * must not cause a message back.
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

/** A company as sent to a partner, without its balance and payment details. */
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

/** An order on a trip as sent to a subcontractor or a fleet application. */
export function dispatchOrder(order: SentOrder, plan: Plan): DispatchOrder {
  return { ...sentOrder(order, plan), name: order.order_number }
}

/** An order as sent to a carrier of main legs. */
export function sentOrder(order: SentOrder, plan: Plan): OrderMessage {
  // Partners must not see what the customer pays.
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
 * An order as sent to a location.
 * @param link address of a tracking page of a consignment, with the placeholder {consignment_id}
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
