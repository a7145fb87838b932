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
import { readDay } from '../shell/day.views.ts'
import { rejection } from '../testing/data/orders.ts'
import { at, measure, onTheWay } from '../testing/data/temperatures.ts'
import { tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { logInAs, type TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

const minute = 60_000

async function shown(tenant: TestTenant, now: number) {
  const reader = { permissions: permissionsOf('PLANNER'), group: undefined }
  const day = await tenant.asTenant((tx) => readDay(tx, reader, now))
  return day.exceptions.filter(({ kind }) => kind === 'TEMPERATURE')
}

test('TEMP-1, TEMP-6: goods that are too warm are an exception on Today until a person confirms it; a later one is new', async () => {
  const { tenant, orderId, tripId, planner, now } = await onTheWay(server, [5, 12, 14, 12, 12, 12])
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
  // An ongoing excursion stays seen; after a return inside the range a new one begins.
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

test('TEMP-1: the setting defines the tolerance and duration; within it nothing is shown', async () => {
  const { tenant, now } = await onTheWay(server, [5, 12, 12, 12, 12, 12])
  const admin = await tenant.user('SUPER_ADMIN')
  const { settings } = await admin(getTenantSettings, {})
  expect(settings.temperature).toEqual({ tolerance_degrees: 2, minutes: 30 })
  expect(await shown(tenant, now)).toHaveLength(1)
  await admin(putTenantSettings, { body: { ...settings, temperature: { tolerance_degrees: 5, minutes: 30 } } })
  expect(await shown(tenant, now)).toEqual([])
  await admin(putTenantSettings, { body: { ...settings, temperature: { tolerance_degrees: 2, minutes: 60 } } })
  expect(await shown(tenant, now)).toEqual([])
})

test('TEMP-2: a loose probe causes no exception, and the page shows which measurements are ignored', async () => {
  const { tenant, tripId, planner, now } = await onTheWay(server, [-273, -273, -273, -273, -273, -273])
  expect(await shown(tenant, now)).toEqual([])
  const record = await planner(getTripTemperature, { params: { trip_id: tripId } })
  expect(record.excursions).toEqual([])
  expect(new Set(record.legs.flatMap(({ measurements }) => measurements.map(({ reading }) => reading)))).toEqual(
    new Set(['IMPOSSIBLE']),
  )
})

test('TEMP-1: the page of the order has the vehicles, measurements and excursions, and the file every measurement', async () => {
  const { tenant, orderId, planner } = await onTheWay(server, [5, 12, 14, 12, 12, 12])
  const params = { order_id: orderId }
  const record = await planner(getOrderTemperature, { params })
  expect(record).toMatchObject({
    ...{ ranges: [{ least: 2, most: 7 }], tolerance_degrees: 2, tolerated_minutes: 30 },
    legs: [{ resource_name: 'Trailer 1', from: `${at(30).slice(0, 19)}Z` }],
    // Read long afterwards: an excursion that no measurement ended has its last known state.
    excursions: [{ minutes: 40, is_seen: false }],
  })
  const headers = await logInAs(server, tenant.tenantId, 'PLANNER')
  const url = exportOrderTemperature.path.replace('{order_id}', orderId)
  const file = (await server.app.inject({ url, headers })).body
  expect(file.trim().split('\n')).toHaveLength(7)
  expect(file).toContain('Trailer 1')
})

test('TEMP-6: only planners confirm it, and nothing of another organisation is visible', async () => {
  const { tenant, orderId, tripId } = await onTheWay(server, [5, 12, 12, 12, 12, 12])
  const request = { params: { order_id: orderId }, body: { until: '2026-02-02T09:10:00Z' } }
  expect((await rejection((await tenant.user('VIEWER'))(dismissExcursions, request))).status).toBe(403)
  const stranger = await (await tripTenant(server)).user('PLANNER')
  expect((await rejection(stranger(dismissExcursions, request))).status).toBe(404)
  expect((await rejection(stranger(getOrderTemperature, { params: { order_id: orderId } }))).status).toBe(404)
  expect((await rejection(stranger(getTripTemperature, { params: { trip_id: tripId } }))).status).toBe(404)
  expect((await stranger(getDay, {})).exceptions).toEqual([])
  expect((await stranger(getSession, {})).user).toBeDefined()
})
