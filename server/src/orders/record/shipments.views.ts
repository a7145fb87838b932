import type { Shipment } from '@cartage/contract/orders/order-status'
import type { StopOutput } from '@cartage/contract/orders/stop'
import type { z } from 'zod'
import { companiesById } from '../../companies/views.ts'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { readResources } from '../../resources/views.ts'
import { type Carrier, type CarrierOutput, carrierOutput } from './carriers.rules.ts'
import type { StopRead } from './row.views.ts'

/** A trip in responses, without its stops. */
export interface ShownTrip {
  trip_id: string
  name: string
  status: 'CREATED' | 'PLANNED' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED'
  custom_fields: Record<string, unknown>
  distance_km: number | null
  planning_group: { name: string; code: string } | null
  carriers: CarrierOutput[]
}

// The order by forces the index of ids: planned on an empty table, every index costs the same.
const selectTrips = statement(
  'orders.select_shown_trips',
  `select t.trip_id, t.name, t.status, t.custom_fields, t.distance_km,
          (select json_build_object('name', g.name, 'code', g.code) from planning_group g
            where g.tenant_id = $1 and g.planning_group_id = t.planning_group_id) as planning_group
     from trip t where t.tenant_id = $1 and t.trip_id = any($2::uuid[]) order by t.trip_id`,
)
const selectCarriers = statement(
  'orders.select_carriers',
  `select r.trip_id, r.resource_id, r.name, r.license_plate, r.container_number from trip_resource r
    where r.tenant_id = $1 and r.trip_id = any($2::uuid[]) order by r.trip_id, r.position, r.resource_id`,
)

/**
 * Trips with their resources; unknown ids are left out.
 * @param isPrivate for callers of other companies: leaves out internal details
 */
export async function shownTrips(tx: Tx, tripIds: readonly string[], isPrivate: boolean): Promise<ShownTrip[]> {
  const [trips, carriers] = await Promise.all([
    tx.query<Omit<ShownTrip, 'carriers'>>(selectTrips, tripIds),
    tx.query<Carrier & { trip_id: string }>(selectCarriers, tripIds),
  ])
  const rows =
    carriers.length === 0 ? [] : await readResources(tx, [...new Set(carriers.map((one) => one.resource_id))])
  const resources = new Map(rows.map((row) => [row.resource_id, row]))
  const owners = isPrivate ? [] : [...new Set(rows.flatMap(({ subcontractor_id }) => subcontractor_id ?? []))]
  const companies = owners.length === 0 ? undefined : await companiesById(tx, owners)
  return trips.map((trip) => ({
    ...trip,
    carriers: carriers
      .filter(({ trip_id }) => trip_id === trip.trip_id)
      .map((carrier) => {
        const row = resources.get(carrier.resource_id)!
        return carrierOutput(carrier, row, companies?.get(row.subcontractor_id ?? ''), isPrivate)
      }),
  }))
}

/**
 * The trips that carry an order, each with the order's own stops on it; drafts are not shown. Free of cost while the
 * order is on no trip.
 * @param outputs the same stops as in the response
 */
export async function shipmentsOf(
  tx: Tx,
  stops: readonly StopRead[],
  outputs: readonly StopOutput[],
  isPrivate: boolean,
): Promise<z.output<typeof Shipment>[]> {
  const carried = stops.map((stop) => (stop.status === 'TO_PLAN' ? null : stop.trip_id))
  const tripIds = [...new Set(carried.flatMap((id) => id ?? []))]
  if (tripIds.length === 0) return []
  const trips = await shownTrips(tx, tripIds, isPrivate)
  return tripIds.flatMap((tripId) => {
    const trip = trips.find(({ trip_id }) => trip_id === tripId)
    if (!trip) return []
    return [
      {
        id: trip.trip_id,
        name: trip.name,
        ...(!isPrivate && { custom_fields: trip.custom_fields, shipment_planning_group: trip.planning_group }),
        stops: outputs.filter((_, at) => carried[at] === tripId),
        metrics: trip.distance_km === null ? null : { distance_total_km: trip.distance_km },
        resource_allocations: trip.carriers,
        resource_allocations_by_type: byType(trip.carriers),
      },
    ]
  })
}

function byType(carriers: readonly CarrierOutput[]): Record<string, CarrierOutput[]> {
  const groups = Map.groupBy(carriers, ({ resource }) => resource.resource_type ?? 'HANDLING')
  return Object.fromEntries(groups)
}
