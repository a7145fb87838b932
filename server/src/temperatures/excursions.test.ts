import { getDay } from '@cartage/contract/app/day'
import { getSession } from '@cartage/contract/auth/app/session'
import { listOrderHistory } from '@cartage/contract/orders/app/record'
import {
  dismissExcursions,
  exportOrderTemperature,
  getOrderTemperature,
  getTripTemperature,
} from '@cartage/contract/temperatures/app'
import { getTenantSettings, putTenantSettings } from '@cartage/contract/tenants/app/configuration'
import { afterAll, expect, test } from 'vitest'
import { permissionsOf } from '../auth/permissions.rules.ts'
import { statement } from '../db/statement.ts'
import { readDay } from '../shell/day.views.ts'
import { rejection, simpleOrder } from '../testing/data/orders.ts'
import { addOrder, plannedTrip, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { logInAs, type TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

const minute = 60_000
/** The trip began six hours ago. */
const began = Math.floor(Date.now() / minute) * minute - 360 * minute
const at = (minutes: number) => new Date(began + minutes * minute).toISOString()

const measure = statement(
  'test.temperatures_measure',
  `insert into telemetry_sample (tenant_id, resource_id, kind, recorded_at, doc)
   select $1, $2, 'TEMPERATURE', n.at, jsonb_build_object('temperatures', json_build_array(json_build_object('sensor', 'air', 'temperature', n.degrees)))
     from unnest($3::timestamptz[], $4::float8[]) as n (at, degrees) returning tenant_id`,
)
const state = statement(
  'test.temperatures_state',
  `insert into resource_state (tenant_id, resource_id, kind, recorded_at, doc) values ($1, $2, 'TEMPERATURE', $3, '{}')
   on conflict (tenant_id, resource_id, kind) do nothing`,
)
const leave = statement(
  'test.temperatures_leave',
  `update trip_stop set status = 'COMPLETED', actual_start_at = $3, actual_end_at = $4 where tenant_id = $1 and stop_id = $2`,
)
const drive = statement(
  'test.temperatures_drive',
  `update trip set status = 'IN_PROGRESS', starts_at = $3, ends_at = $4 where tenant_id = $1 and trip_id = $2`,
)

/** A trip that left its pickup at minute 30 with goods between 2 and 7 °C; what its trailer measured every 10 minutes from then on. */
async function onTheWay(degrees: readonly number[]) {
  const tenant = await tripTenant(server)
  const [plain] = simpleOrder().consignments!
  const goods = [
    { description: 'Milk', quantity: 4, absolute_min_temperature_degrees: 2, absolute_max_temperature_degrees: 7 },
  ]
  const order = await addOrder(server, tenant, { consignments: [{ ...plain!, goods }] })
  const trip = await plannedTrip(server, tenant, { orders: [order] })
  const trailer = trip.resourceIds[1]!
  const pickup = trip.trip.stops[0]!.stop_id
  await tenant.asTenant(async (tx) => {
    await tx.query(leave, pickup, at(0), at(30))
    await tx.query(drive, trip.tripId, at(0), at(600))
    await tx.query(state, trailer, at(60))
    const times = degrees.map((_, place) => at(60 + 10 * place))
    await tx.query(measure, trailer, times, degrees)
  })
  const now = began + (60 + 10 * degrees.length) * minute
  return { tenant, orderId: order.orderId, tripId: trip.tripId, trailer, planner: await tenant.user('PLANNER'), now }
}

async function shown(tenant: TestTenant, now: number) {
  const reader = { permissions: permissionsOf('PLANNER'), group: undefined }
  const day = await tenant.asTenant((tx) => readDay(tx, reader, now))
  return day.exceptions.filter(({ kind }) => kind === 'TEMPERATURE')
}

test('TEMP-1, TEMP-6: goods that are too warm are an exception on Today until a person has seen it; what comes later is a new one', async () => {
  const { tenant, orderId, tripId, planner, now } = await onTheWay([5, 12, 14, 12, 12, 12])
  const [one, ...others] = await shown(tenant, now)
  expect(others).toEqual([])
  expect(one).toMatchObject({
    ...{ order_id: orderId, trip_id: tripId, vehicle_name: 'Trailer 1', severity: 'SEVERE' },
    temperature: {
      worst_degrees: 14,
      minutes: 40,
      is_over: false,
      range: { least: 2, most: 7 },
      from: `${at(70).slice(0, 19)}Z`,
    },
  })
  const params = { order_id: orderId }
  const until = one!.temperature!.from
  expect(await planner(dismissExcursions, { params, body: { until } })).toEqual({ seen_until: until })
  expect(await shown(tenant, now)).toEqual([])
  expect(JSON.stringify((await planner(listOrderHistory, { params })).items)).toContain('temperature_seen_until')
  // What goes on is the one that was seen; inside again and then outside is another.
  const trailer = (await planner(getOrderTemperature, { params })).legs[0]!.resource_id
  const more = [12, 12, 5, 13, 13, 13, 13, 13]
  await tenant.asTenant((tx) =>
    tx.query(
      measure,
      trailer,
      more.map((_, place) => at(120 + 10 * place)),
      more,
    ),
  )
  expect(await shown(tenant, now + 15 * minute)).toEqual([])
  expect(await shown(tenant, now + 100 * minute)).toMatchObject([{ temperature: { worst_degrees: 13 } }])
})

test('TEMP-1: the setting says how far and how long; within it nothing is shown', async () => {
  const { tenant, now } = await onTheWay([5, 12, 12, 12, 12, 12])
  const admin = await tenant.user('SUPER_ADMIN')
  const { settings } = await admin(getTenantSettings, {})
  expect(settings.temperature).toEqual({ tolerance_degrees: 2, minutes: 30 })
  expect(await shown(tenant, now)).toHaveLength(1)
  await admin(putTenantSettings, { body: { ...settings, temperature: { tolerance_degrees: 5, minutes: 30 } } })
  expect(await shown(tenant, now)).toEqual([])
  await admin(putTenantSettings, { body: { ...settings, temperature: { tolerance_degrees: 2, minutes: 60 } } })
  expect(await shown(tenant, now)).toEqual([])
})

test('TEMP-2: a loose probe does not make an exception, and the page says which measurements do not count', async () => {
  const { tenant, tripId, planner, now } = await onTheWay([-273, -273, -273, -273, -273, -273])
  expect(await shown(tenant, now)).toEqual([])
  const record = await planner(getTripTemperature, { params: { trip_id: tripId } })
  expect(record.excursions).toEqual([])
  expect(new Set(record.legs.flatMap(({ measurements }) => measurements.map(({ reading }) => reading)))).toEqual(
    new Set(['IMPOSSIBLE']),
  )
})

test('TEMP-1: the page of the order has the vehicles, measurements and excursions, and the file every measurement', async () => {
  const { tenant, orderId, planner } = await onTheWay([5, 12, 14, 12, 12, 12])
  const params = { order_id: orderId }
  const record = await planner(getOrderTemperature, { params })
  expect(record).toMatchObject({
    ...{ ranges: [{ least: 2, most: 7 }], tolerance_degrees: 2, tolerated_minutes: 30 },
    legs: [{ resource_name: 'Trailer 1', from: `${at(30).slice(0, 19)}Z` }],
    // Read long after: what was not ended by a measurement is as it was last.
    excursions: [{ minutes: 40, is_seen: false }],
  })
  const headers = await logInAs(server, tenant.tenantId, 'PLANNER')
  const url = exportOrderTemperature.path.replace('{order_id}', orderId)
  const file = (await server.app.inject({ url, headers })).body
  expect(file.trim().split('\n')).toHaveLength(7)
  expect(file).toContain('Trailer 1')
})

test('TEMP-6: only who may plan confirms it, and of another organisation nothing is known', async () => {
  const { tenant, orderId, tripId } = await onTheWay([5, 12, 12, 12, 12, 12])
  const request = { params: { order_id: orderId }, body: { until: '2026-02-02T09:10:00Z' } }
  expect((await rejection((await tenant.user('VIEWER'))(dismissExcursions, request))).status).toBe(403)
  const stranger = await (await tripTenant(server)).user('PLANNER')
  expect((await rejection(stranger(dismissExcursions, request))).status).toBe(404)
  expect((await rejection(stranger(getOrderTemperature, { params: { order_id: orderId } }))).status).toBe(404)
  expect((await rejection(stranger(getTripTemperature, { params: { trip_id: tripId } }))).status).toBe(404)
  expect((await stranger(getDay, {})).exceptions).toEqual([])
  expect((await stranger(getSession, {})).user).toBeDefined()
})
