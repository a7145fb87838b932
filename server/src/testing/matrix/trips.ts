import { randomUUID } from 'node:crypto'
import { requestedStops } from '../../trips/orders.views.ts'
import { settle, type Upload } from '../data/orders.ts'
import { plannedTrip } from '../data/trips.ts'
import type { TestServer } from '../start-test-server.ts'
import type { TestTenant } from '../test-tenant.ts'
import type { Victim } from './world.ts'

/** A trip of the victim with its own order, so that calls on the other order do not affect it. */
export interface VictimTrip {
  tripId: string
  tripOrderId: string
  tripStopId: string
}

/** Creates the trip, with `word` in every readable text. */
export async function createVictimTrip(
  server: TestServer,
  tenant: TestTenant,
  order: Upload,
  word: string,
): Promise<VictimTrip> {
  const { order_id: tripOrderId } = await settle(server, tenant, order)
  if (!tripOrderId) throw new Error("the order of the victim's trip was not made")
  const stops = await tenant.asTenant((tx) => requestedStops(tx, [tripOrderId]))
  const { tripId } = await plannedTrip(server, tenant, {
    orders: [{ orderId: tripOrderId, orderIdentifier: order.order_identifier, stops }],
    resources: [{ name: word, driver: { last_name: word } }],
    members: { name: word, note: word },
  })
  return { tripId, tripOrderId, tripStopId: stops[0]!.stop_id }
}

/** Requests for the victim's trip. */
export const tripCases = {
  pathIds: {
    trip_id: { of: (victim: Victim) => victim.trip.tripId },
  },
  queryIds: {
    resource: { of: (victim: Victim) => victim.resources.resourceId, unknown: randomUUID(), isFilter: true },
  },
  plainQuery: ['driven_by', 'is_late', 'is_refused', 'is_outdated'],
  bodies: { reportStop: [() => ({ status: 'AT_STOP' })] },
}
