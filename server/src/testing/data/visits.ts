import { updateTracking } from '@cartage/contract/inbound/tracking-update'
import { enqueue } from '../../jobs/queue.ts'
import type { TestServer } from '../start-test-server.ts'
import type { TestTenant } from '../test-tenant.ts'
import { simpleOrder } from './orders.ts'
import { addOrder, change, plannedTrip, type TestTrip } from './trips.ts'

// A trip from a mill to a shop, and the positions reported by its tractor T. Times are minutes from now.

export const minute = 60_000
/** Now, in whole minutes, as milliseconds since 1970. */
export const now = Math.floor(Date.now() / minute) * minute

/** The instant a number of minutes from now. */
export const iso = (minutes: number) => new Date(now + minutes * minute).toISOString()

type Point = Readonly<Record<'latitude' | 'longitude', number>>
export const mill: Point = { latitude: 51.05, longitude: 3.72 }
export const shop: Point = { latitude: 50.63, longitude: 3.06 }
/** Places under way, in order. */
export const away: Point = { latitude: 50.9, longitude: 3.5 }
export const beyond: Point = { latitude: 50.7, longitude: 3.2 }

/**
 * A trip from the mill to the shop, planned to begin a number of minutes from now; each stop takes half an hour.
 * @param atShop members of the delivery stop
 */
export async function millToShop(
  server: TestServer,
  tenant: TestTenant,
  begins: number,
  atShop: object = {},
): Promise<TestTrip> {
  const [good] = simpleOrder().consignments!
  const stopAt = (name: string, place: object) => ({ location: { name, country: 'BE', ...place }, date: '2026-02-02' })
  const consignment = {
    ...good,
    pickup_stop: stopAt('Mill', mill),
    delivery_stop: { ...stopAt('Shop', shop), ...atShop },
  }
  const order = await addOrder(server, tenant, { consignments: [consignment] } as never)
  const resources = [{ name: 'T', external_id: 'T', tractor: {} }]
  const created = await plannedTrip(server, tenant, { orders: [order], resources })
  const times = (at: number) => ({ planned_start_at: iso(at), planned_end_at: iso(at + 30) })
  await change(server, tenant, [created.tripId], ([trip]) => [
    { ...trip!, stops: trip!.stops.map((stop, index) => ({ ...stop, ...times(begins + index * 150) })) },
  ])
  await server.drain()
  return created
}

/** Sends positions of the tractor, each with its minutes from now. */
export function sendPositions(tenant: TestTenant, positions: readonly (readonly [number, Point])[]) {
  return tenant.webhook(updateTracking, {
    body: {
      updates: [
        {
          tracking_match: { matches_any: [{ resource: { vehicle: { generic_id: { matches_any: ['T'] } } } }] },
          tracking_update_data: positions.map(([at, place]) => ({ position: { timestamp: iso(at), ...place } })),
        },
      ],
    },
  })
}

/** Runs the estimate of a trip that is otherwise delayed by a minute. */
export async function estimate(server: TestServer, tenant: TestTenant, { tripId }: TestTrip): Promise<void> {
  await tenant.asTenant((tx) => enqueue(tx, 'trips.estimate', { trip_id: tripId }))
  await server.drain()
}
