import { afterAll, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { orderTenant, settle, simpleOrder } from '../testing/data/orders.ts'
import { plantFault } from '../testing/plant-fault.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { placeLocations } from './jobs.ts'

const server = await startTestServer()
afterAll(() => server.close())

const open = statement(
  'test.unplaced',
  `select city from location where tenant_id = $1 and time_zone is null order by city`,
)

test('EACH-3: a location that cannot be written blocks no other, and is geocoded once the problem is fixed', async () => {
  const tenant = await orderTenant(server)
  const mend = await plantFault(server, 'location', `new.city = 'Lille' and new.time_zone is not null`)
  await settle(server, tenant, simpleOrder({}))
  await server.drain()
  await placeLocations(server.ctx, tenant.tenantId)
  const unplaced = () => tenant.asTenant((tx) => tx.query<{ city: string }>(open))
  expect(await unplaced()).toEqual([{ city: 'Lille' }])
  await mend()
  await placeLocations(server.ctx, tenant.tenantId)
  expect(await unplaced()).toEqual([])
})
