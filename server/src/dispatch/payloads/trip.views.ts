import type { LocationOutput } from '@cartage/contract/locations/location'
import { companiesById } from '../../companies/views.ts'
import type { Tx } from '../../db/tenant.ts'
import { findLocationOutputs } from '../../locations/views.ts'
import { customsCodes } from '../../orders/publish.ts'
import { loadWholeOrder } from '../../orders/record/row.views.ts'
import { orderOutput } from '../../orders/record/views.ts'
import { readResources } from '../../resources/views.ts'
import type { TripResource, TripState } from '../../trips/state.rules.ts'
import type { SentOrder } from './order.rules.ts'
import type { SentResource } from './resource.rules.ts'
import type { SentTrip } from './trip.rules.ts'

/** Loads the current data of messages about a trip. */
export async function loadSentTrip(tx: Tx, trip: TripState): Promise<SentTrip> {
  const orderIds = [...new Set(trip.stops.flatMap(({ order_id }) => order_id ?? []))]
  const [orders, places, resources] = await Promise.all([
    Promise.all(orderIds.map((id) => loadSentOrder(tx, id))),
    findLocationOutputs(tx, [...new Set(trip.stops.map(({ location_id }) => location_id))]),
    loadSentResources(tx, trip.resources),
  ])
  const roles = new Map(orders.flatMap((order) => [...order.roles]))
  return { trip, orders: orders.map(({ order }) => order), places, resources, roles }
}

async function loadSentOrder(tx: Tx, id: string): Promise<{ order: SentOrder; roles: Map<string, string> }> {
  const whole = await loadWholeOrder(tx, id, null)
  const { order, stops } = whole
  const output = orderOutput(whole)
  const goods = order.document.consignments.flatMap((consignment) => consignment.goods ?? [])
  const counts = goods.map((good) => [good.id, customsCodes(good)] as const)
  return {
    order: {
      order_id: id,
      order_number: order.order_number,
      output,
      customs_codes: new Map(counts.filter(([, count]) => count > 0)),
    },
    roles: new Map(stops.map(({ stop_id, role }) => [stop_id, role])),
  }
}

/** Resources of a trip with their companies, in the trip's order. */
export async function loadSentResources(tx: Tx, resources: readonly TripResource[]): Promise<SentResource[]> {
  if (resources.length === 0) return []
  const rows = await readResources(
    tx,
    resources.map(({ resource_id }) => resource_id),
  )
  const companyIds = [...new Set(rows.flatMap(({ subcontractor_id }) => subcontractor_id ?? []))]
  const companies = companyIds.length === 0 ? new Map() : await companiesById(tx, companyIds)
  const byId = new Map(rows.map((row) => [row.resource_id, row]))
  return resources.flatMap((own) => {
    const row = byId.get(own.resource_id)
    return row ? [{ own, row, company: companies.get(row.subcontractor_id ?? '') }] : []
  })
}

/** A location for messages, by any id that refers to it. */
export async function loadPlace(tx: Tx, id: string): Promise<LocationOutput> {
  return (await findLocationOutputs(tx, [id])).get(id) ?? { id }
}
