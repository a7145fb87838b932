import type { OrderOutput } from '@cartage/contract/orders/order-output'
import type { OrderWithStatus } from '@cartage/contract/orders/order-status'
import type { StopOutput } from '@cartage/contract/orders/stop'
import { foldText } from '@cartage/contract/reading/fold'
import type { Tx } from '../../db/tenant.ts'
import type { StoredConsignment, StoredStop } from '../content.rules.ts'
import { listedStops, stopType } from '../stops/sequence.rules.ts'
import { shownTimes } from '../stops/times.rules.ts'
import { goodOutput, referencesOutput } from './output.rules.ts'
import { loadWholeOrder, type StopRead, type WholeOrder } from './row.views.ts'
import { shipmentsOf } from './shipments.views.ts'

type ConsignmentOutput = OrderOutput['consignments'][number]
type StatusStop = NonNullable<OrderWithStatus['stops']>[number]

/**
 * READ-9: whether a mark covers the whole response. It does not with buyers and sellers, which may match companies
 * added later.
 */
export function isMarked({ consignments }: Pick<OrderOutput, 'consignments'>): boolean {
  return consignments.every(({ buyer, seller }) => buyer === null && seller === null)
}

/** The order with its current status (READ-1). */
export function orderOutput(whole: WholeOrder): OrderOutput {
  const stops = stopOutputs(whole)
  return { ...sharedMembers(whole, stops), stops }
}

/**
 * The order with the progress of its stops (READ-2 to READ-4).
 * @throws Problem not_found
 */
export async function readOrderStatus(tx: Tx, orderId: string, companyId: string | null): Promise<OrderWithStatus> {
  const whole = await loadWholeOrder(tx, orderId, companyId)
  const outputs = stopOutputs(whole)
  const stops = whole.stops.map(
    (row, at): StatusStop => ({ ...outputs[at]!, consignment_id: row.consignment_id, stop_type: stopType(row.role) }),
  )
  return {
    ...sharedMembers(whole, outputs),
    stops,
    last_delivery_stop: stops.findLast(({ stop_type }) => stop_type === 'DELIVERY') ?? null,
    shipments: await shipmentsOf(tx, whole.stops, outputs, companyId !== null),
    metrics: null,
  }
}

function sharedMembers(whole: WholeOrder, stops: readonly StopOutput[]): Omit<OrderOutput, 'stops'> {
  const { order, customer } = whole
  const {
    customer: _customer,
    consignments,
    setup_stops: _setup,
    teardown_stops: _teardown,
    raw_input: _raw,
    order_status: _start,
    pricing,
    ...members
  } = order.document
  const byId = new Map(stops.map((stop) => [stop.id, stop]))
  return {
    ...members,
    ...referencesOutput(order.document, whole.names),
    id: order.order_id,
    order_identifier: order.order_identifier,
    customer,
    consignments: consignments.map((consignment) => consignmentOutput(consignment, byId, whole)),
    pricing: pricing ?? null,
    created_by_user: order.created_by_user,
    created_timestamp: order.created_timestamp,
    start_stop: stops[0] ?? null,
    end_stop: stops.at(-1) ?? null,
    // A hold is separate from the status and is reported as BLOCKED (ST-9).
    status: order.is_blocked ? 'BLOCKED' : order.status,
  }
}

function stopOutputs({ order, stops }: WholeOrder): StopOutput[] {
  const stored = new Map(listedStops(order.document).map(({ stop }) => [stop.id, stop]))
  return stops.map((row) => stopOutput(row, stored.get(row.stop_id)!))
}

function stopOutput(row: StopRead, stop: StoredStop): StopOutput {
  const { position: _position, activity: _activity, location, drop_collect_empty: _empty, ...members } = stop
  const { description: _description, location_identifier: _key, ...sent } = location
  return {
    ...members,
    location: { ...row.location, ...sent, id: row.location.id } as StopOutput['location'],
    activity_label: row.activity_label,
    status: row.status,
    ...(row.mileage_km !== null && { mileage_km: row.mileage_km }),
    ...shownTimes(row.status, row),
  }
}

function consignmentOutput(
  consignment: StoredConsignment,
  stops: ReadonlyMap<string, StopOutput>,
  { traders, names }: WholeOrder,
): ConsignmentOutput {
  const { pickup_stop, delivery_stop, standalone_stops: _standalone, goods, buyer, seller, ...members } = consignment
  const trader = (named: typeof buyer) => {
    if (!named) return null
    const company = traders.get(named.code ?? '') ?? traders.get(foldText(named.name ?? '')) ?? null
    return { company, eori_number: company?.reference_numbers?.eori_number ?? null }
  }
  return {
    ...members,
    pickup_stop: stops.get(pickup_stop.id)!,
    delivery_stop: stops.get(delivery_stop.id)!,
    goods: goods?.map((good) => goodOutput(good, names)) ?? [],
    buyer: trader(buyer),
    seller: trader(seller),
  } as ConsignmentOutput
}
