import type { SampleWorld } from '../../../seeds/world.ts'
import { createFleet, createMasterData } from '../sample/master.jobs.ts'
import { createOrders, decideFates } from '../sample/orders.jobs.ts'
import { connectStrangeDevice } from '../sample/telematics.jobs.ts'
import { blockCarrier, createPositions, createTrips } from '../sample/trips.jobs.ts'
import type { TestServer } from './start-test-server.ts'
import type { TestTenant } from './test-tenant.ts'

/** Orders and trips of the sample world in its initial state, without money and documents. */
export async function openWorld(server: TestServer, { tenantId }: TestTenant, world: SampleWorld): Promise<void> {
  const { ctx } = server
  const orders = [...world.past.orders, ...world.orders]
  const trips = [...world.past.trips, ...world.trips]
  await createMasterData(ctx, tenantId, world)
  await createFleet(ctx, tenantId, world.fleet)
  await createOrders(ctx, tenantId, orders)
  await decideFates(ctx, tenantId, orders)
  for (let at = 0; at < trips.length; at += 24) {
    await createTrips(ctx, tenantId, trips.slice(at, at + 24), ctx.now())
  }
  await createPositions(ctx, tenantId, world.trips, ctx.now())
  await blockCarrier(ctx, tenantId)
  await connectStrangeDevice(ctx, tenantId, ctx.now())
  await server.drain()
}
