import * as planning from '@cartage/contract/planning/app/commands'
import { afterAll, expect, test } from 'vitest'
import { addOrder, tripOf, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('ETA-3: the kilometres of a trip are those of its stops at once, also of a command that is only tried out', async () => {
  const tenant = await tripTenant(server)
  const call = await tenant.user('PLANNER')
  const { orderId } = await addOrder(server, tenant)
  const override = { reason: 'a test says so' }
  const [there] = (await call(planning.planOrders, { body: { order_ids: [orderId], override } })).trips
  expect(there!.distance_km).toBeGreaterThan(0)
  const [mill, shop] = [
    { name: 'Mill', city: 'Gent', country: 'BE' },
    { name: 'Shop', city: 'Lille', country: 'FR' },
  ]
  const back = await addOrder(server, tenant, {
    consignments: [
      {
        pickup_stop: { location: shop, date: '2026-02-04' },
        delivery_stop: { location: mill, date: '2026-02-05' },
        goods: [{ description: 'Flour', quantity: 4, total_weight_kg: 1200 }],
      },
    ],
  })
  const body = { order_ids: [back.orderId], trip_id: there!.trip_id, override }
  const kilometres = async () => (await tripOf(tenant, there!.trip_id))!.distance_km
  const dry = await call(planning.planOrders, { body: { ...body, dry_run: true } })
  expect(dry.trips[0]).toMatchObject({ distance_km: 2 * there!.distance_km!, distance_is_estimated: true })
  expect(dry.added_km).toBe(there!.distance_km)
  expect(await kilometres()).toBe(there!.distance_km)
  const done = await call(planning.planOrders, { body })
  expect(done.trips[0]!.distance_km).toBe(2 * there!.distance_km!)
  expect(await kilometres()).toBe(2 * there!.distance_km!)
  expect(done.added_km).toBe(there!.distance_km)
  const undone = await call(planning.undoCommand, { body: {} })
  expect(undone.added_km).toBe(-there!.distance_km!)
  expect(await kilometres()).toBe(there!.distance_km)
  await server.drain()
  expect(await kilometres()).toBe(there!.distance_km)
})
