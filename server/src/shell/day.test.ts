import { getDay } from '@cartage/contract/app/day'
import { blockOrder } from '@cartage/contract/orders/app/commands'
import { afterAll, expect, test } from 'vitest'
import { permissionsOf } from '../auth/permissions.rules.ts'
import { simpleOrder, type Upload } from '../testing/data/orders.ts'
import { addOrder, firstStart, plannedTrip, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { readDay } from './day.views.ts'

const server = await startTestServer()
afterAll(() => server.close())

const hour = 3_600_000
/** The trip of a test has its first stop at nine and its second at ten, both on this day. */
const day = '2026-02-02'
const noon = Date.parse(`${day}T11:00:00Z`)

const dayAt = (tenant: TestTenant, now: number, role: 'PLANNER' | 'VIEWER' = 'PLANNER', group?: string) =>
  tenant.asTenant((tx) => readDay(tx, { permissions: permissionsOf(role), group }, now))

function requestedFor(date: string, end_time: string): Partial<Upload> {
  const [consignment] = simpleOrder().consignments!
  const window = { start_time: '06:00', end_time }
  return {
    consignments: [
      {
        ...consignment!,
        pickup_stop: { ...consignment!.pickup_stop, date, time_window: window },
        delivery_stop: { ...consignment!.delivery_stop, date, time_window: window },
      },
    ],
  }
}

test('an organisation without orders has an empty day and is marked as new', async () => {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  expect(await planner(getDay, {})).toMatchObject({
    ...{ is_new: true, exceptions: [], exceptions_total: 0, vehicles: [], certificates: [], open_issues: 0 },
    ...{ underway: { value: 0 }, on_time: { value: null }, late: { value: 0 }, unplanned: { value: 0 } },
  })
})

test('a late trip, an order without a trip and one on hold are exceptions, with driver and customer', async () => {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const late = await addOrder(server, tenant, requestedFor(day, '11:00'))
  const driver = { name: 'Ann', driver: { first_name: 'Ann', last_name: 'D', phone_number: '+32470000001' } }
  const { tripId, resourceIds } = await plannedTrip(server, tenant, {
    orders: [late],
    resources: [{ name: 'Tractor 1', tractor: { license_plate: '1-AAA-111' } }, driver],
  })
  const unplanned = await addOrder(server, tenant, requestedFor('2026-02-03', '12:00'))
  const held = await addOrder(server, tenant, requestedFor(day, '18:00'))
  await planner(blockOrder, { params: { order_id: held.orderId }, body: { reason: 'Credit limit' } })
  const found = await dayAt(tenant, noon)
  expect(found).toMatchObject({ is_new: false, late: { value: 1 }, unplanned: { value: 1 } })
  expect(found.exceptions_total).toBe(3)
  expect(found.exceptions.find(({ kind }) => kind === 'OVERDUE')).toMatchObject({
    ...{ trip_id: tripId, order_id: late.orderId, severity: 'SEVERE' },
    ...{ carrier_name: 'Ann', phone_number: '+32470000001', damage_at: '2026-02-02T10:00:00Z' },
  })
  expect(found.exceptions.find(({ kind }) => kind === 'UNPLANNED')).toMatchObject({ order_id: unplanned.orderId })
  expect(found.exceptions.find(({ kind }) => kind === 'ON_HOLD')).toMatchObject({
    ...{ order_id: held.orderId, reason: 'Credit limit' },
  })
  expect(found.vehicles).toMatchObject([
    { resource_id: resourceIds[0], driver_name: 'Ann', trips: [{ trip_id: tripId }] },
  ])
  const viewed = await dayAt(tenant, noon, 'VIEWER')
  expect(viewed.exceptions.find(({ kind }) => kind === 'OVERDUE')).toMatchObject({ phone_number: null })
})

test('TIME-4: an order without a trip is due when its pickup begins in local time', async () => {
  const tenant = await tripTenant(server)
  const [consignment] = requestedFor(day, '12:00').consignments!
  const location = { name: 'Quay', city: 'Porto', country: 'PT' }
  const pickup_stop = { ...consignment!.pickup_stop, location }
  await addOrder(server, tenant, { consignments: [{ ...consignment!, pickup_stop }] })
  const { exceptions } = await dayAt(tenant, noon)
  expect(exceptions).toMatchObject([{ kind: 'UNPLANNED', damage_at: '2026-02-02T06:00:00Z', minutes: 300 }])
})

test('the week counts trips by the day of their stops, and a group excludes trips of others', async () => {
  const tenant = await tripTenant(server)
  await plannedTrip(server, tenant, {})
  const { underway, on_time, late } = await dayAt(tenant, firstStart + 2 * hour)
  expect(underway.week).toEqual([0, 0, 0, 0, 0, 0, 1])
  expect(on_time.week).toHaveLength(7)
  expect(late.week).toHaveLength(7)
  const stranger = '00000000-0000-4000-8000-000000000001'
  const ofGroup = await dayAt(tenant, firstStart + 2 * hour, 'PLANNER', stranger)
  expect(ofGroup.underway.week).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect(ofGroup.vehicles).toEqual([])
})
