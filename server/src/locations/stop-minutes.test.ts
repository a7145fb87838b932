import { createLocation, getLocation, updateLocation } from '@cartage/contract/locations/app/record'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { afterAll, expect, test } from 'vitest'
import { at, yard } from '../testing/data/locations.ts'
import { rejection, simpleOrder } from '../testing/data/orders.ts'
import { addOrder, change, plannedTrip, tripOf, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { waitingFacts } from '../trips/eta/waiting.views.ts'
import { stopMinutes } from './stop-minutes.rules.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('TIME-6: the order takes precedence over the location, and the location over the default', () => {
  const place = { loading_minutes: 90, unloading_minutes: 0 }
  expect(stopMinutes(15, 'PICKUP', place)).toBe(15)
  expect(stopMinutes(null, 'PICKUP', place)).toBe(90)
  expect(stopMinutes(null, 'DELIVERY', place)).toBe(0)
  expect(stopMinutes(null, 'SETUP', place)).toBe(30)
  expect(stopMinutes(null, 'PICKUP', undefined)).toBe(30)
})

test('TIME-6: a planned stop takes as long as its location states, unless the order states otherwise', async () => {
  const tenant = await tripTenant(server)
  const call = await tenant.user('PLANNER')
  const place = await call(createLocation, { body: { ...yard, loading_minutes: 90 } })
  expect(place).toMatchObject({ loading_minutes: 90, unloading_minutes: null })
  const [good] = simpleOrder().consignments!
  const planned = async (duration?: number) => {
    const pickup_stop = { location: yard, date: '2026-02-02', ...(duration !== undefined && { duration }) }
    const order = await addOrder(server, tenant, { consignments: [{ ...good!, pickup_stop }] } as never)
    const body = { order_ids: [order.orderId], override: { reason: 'a test says so' } }
    const { stops } = (await call(givePlanningCommand, { body: { kind: 'PLAN', ...body } })).trips[0]!
    return stops.map((stop) => (Date.parse(stop.planned_end_at!) - Date.parse(stop.planned_start_at!)) / 60_000)
  }
  expect(await planned()).toEqual([90, 30])
  expect(await planned(1_200)).toEqual([20, 30])
  await call(updateLocation, { ...at(place.id), body: { loading_minutes: null } })
  expect(await planned()).toEqual([30, 30])
})

test('TIME-6: without a plan, the expected duration of a stop comes from its order, else from its location', async () => {
  const tenant = await tripTenant(server)
  await (await tenant.user('PLANNER'))(createLocation, { body: { ...yard, loading_minutes: 90 } })
  const [good] = simpleOrder().consignments!
  const expected = async (members: object) => {
    const pickup_stop = { location: yard, date: '2026-02-02', ...members }
    const order = await addOrder(server, tenant, { consignments: [{ ...good!, pickup_stop }] } as never)
    const { tripId } = await plannedTrip(server, tenant, { orders: [order] })
    const open = { planned_start_at: null, planned_end_at: null }
    await change(server, tenant, [tripId], ([trip]) => [
      { ...trip!, stops: trip!.stops.map((stop) => ({ ...stop, ...open })) },
    ])
    const { stops } = (await tripOf(tenant, tripId))!
    const facts = await tenant.asTenant((tx) => waitingFacts(tx, [stops[0]!.stop_id]))
    return facts.map(({ minutes }) => minutes)
  }
  expect(await expected({})).toEqual([90])
  expect(await expected({ duration: 1_200 })).toEqual([20])
  expect(await expected({ duration: 0, time_window: { start_time: '08:00', end_time: '12:00' } })).toEqual([0])
})

test('TIME-6: at a transfer goods are unloaded and loaded again, each with the minutes of the location', async () => {
  const tenant = await tripTenant(server)
  const call = await tenant.user('PLANNER')
  const place = await call(createLocation, { body: { ...yard, loading_minutes: 40, unloading_minutes: 20 } })
  const order = await addOrder(server, tenant)
  const override = { reason: 'a test says so' }
  const [trip] = (await call(givePlanningCommand, { body: { kind: 'PLAN', order_ids: [order.orderId], override } }))
    .trips
  const given = { from_trip_id: trip!.trip_id, location_id: place.id }
  const { trips } = await call(givePlanningCommand, {
    body: { kind: 'SPLIT', order_id: order.orderId, ...given, override },
  })
  const stops = trips.flatMap((one) => one.stops).filter(({ kind }) => kind !== 'ORDER')
  const lengths = stops.map(({ kind, planned_start_at: from, planned_end_at: to }) => [
    kind,
    (Date.parse(to!) - Date.parse(from!)) / 60_000,
  ])
  expect(Object.fromEntries(lengths)).toEqual({ TRANSFER_DROP: 20, TRANSFER_PICKUP: 40 })
})

test('TIME-6: minutes of a location are from zero to a day, and other changes keep them', async () => {
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
