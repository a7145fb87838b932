import { createLocation, getLocation, updateLocation } from '@cartage/contract/locations/app/record'
import { planOrders } from '@cartage/contract/planning/app/commands'
import { afterAll, expect, test } from 'vitest'
import { at, yard } from '../testing/data/locations.ts'
import { rejection, simpleOrder } from '../testing/data/orders.ts'
import { addOrder, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { stopMinutes } from './stop-minutes.rules.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('TIME-6: the order comes before the place, and the place before what is usual', () => {
  const place = { loading_minutes: 90, unloading_minutes: 0 }
  expect(stopMinutes(15, 'PICKUP', place)).toBe(15)
  expect(stopMinutes(null, 'PICKUP', place)).toBe(90)
  expect(stopMinutes(null, 'DELIVERY', place)).toBe(0)
  expect(stopMinutes(null, 'SETUP', place)).toBe(30)
  expect(stopMinutes(null, 'PICKUP', undefined)).toBe(30)
})

test('TIME-6: loading takes as long in a plan as its place says, unless the order says otherwise', async () => {
  const tenant = await tripTenant(server)
  const call = await tenant.user('PLANNER')
  const place = await call(createLocation, { body: { ...yard, loading_minutes: 90 } })
  expect(place).toMatchObject({ loading_minutes: 90, unloading_minutes: null })
  const [good] = simpleOrder().consignments!
  const planned = async (duration?: number) => {
    const pickup_stop = { location: yard, date: '2026-02-02', ...(duration !== undefined && { duration }) }
    const order = await addOrder(server, tenant, { consignments: [{ ...good!, pickup_stop }] } as never)
    const body = { order_ids: [order.orderId], override: { reason: 'a test says so' } }
    const { stops } = (await call(planOrders, { body })).trips[0]!
    return stops.map((stop) => (Date.parse(stop.planned_end_at!) - Date.parse(stop.planned_start_at!)) / 60_000)
  }
  expect(await planned()).toEqual([90, 30])
  expect(await planned(1_200)).toEqual([20, 30])
  await call(updateLocation, { ...at(place.id), body: { loading_minutes: null } })
  expect(await planned()).toEqual([30, 30])
})

test('TIME-6: minutes of a place are from none to a day, and a change of something else keeps them', async () => {
  const tenant = await tripTenant(server)
  const call = await tenant.user('PLANNER')
  const { id } = await call(createLocation, { body: { ...yard, unloading_minutes: 45 } })
  for (const loading_minutes of [-1, 1441, 7.5]) {
    expect(await rejection(call(updateLocation, { ...at(id), body: { loading_minutes } }))).toMatchObject({
      status: 422,
    })
  }
  await call(updateLocation, { ...at(id), body: { code: 'Y1' } })
  expect(await call(getLocation, at(id))).toMatchObject({ code: 'Y1', loading_minutes: null, unloading_minutes: 45 })
})
