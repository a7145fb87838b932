import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import type { OrderDocument } from '../../orders/content.rules.ts'
import { dangerOf } from '../../orders/danger.rules.ts'
import { type RoadResource, type RoadVehicle, roadVehicle } from '../../positions/roads/vehicle.rules.ts'
import type { TripState } from '../state.rules.ts'
import { isLive } from '../stop.rules.ts'

const selectVehicles = statement(
  'trips.select_vehicles',
  `select r.resource_type, r.properties from resource r
    where r.tenant_id = $1 and r.resource_type <> 'DRIVER' and r.resource_id = any($2::uuid[]) order by r.resource_id`,
)
const selectConsignments = statement(
  'trips.select_consignments',
  `select o.doc -> 'consignments' as consignments from transport_order o
    where o.tenant_id = $1 and o.order_id = any($2::uuid[]) order by o.order_id`,
)

/** The vehicles and load of a trip, as far as roads depend on them (ROAD-1); undefined if nothing is known. */
export async function findRoadVehicle(tx: Tx, trip: TripState): Promise<RoadVehicle | undefined> {
  const resourceIds = trip.resources.map(({ resource_id }) => resource_id)
  const orderIds = new Set(
    trip.stops.flatMap((stop) => (isLive(stop) && stop.order_id !== null ? [stop.order_id] : [])),
  )
  const [resources, orders] = await Promise.all([
    resourceIds.length === 0 ? [] : tx.query<RoadResource>(selectVehicles, resourceIds),
    orderIds.size === 0 ? [] : tx.query<Pick<OrderDocument, 'consignments'>>(selectConsignments, [...orderIds]),
  ])
  const goods = orders.flatMap(({ consignments }) => consignments.flatMap((one) => one.goods ?? []))
  return roadVehicle(resources, dangerOf(goods))
}
