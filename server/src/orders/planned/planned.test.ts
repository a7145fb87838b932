import { type DayException, getDay } from '@cartage/contract/app/day'
import { getSession } from '@cartage/contract/auth/app/session'
import { changeOrder } from '@cartage/contract/orders/app/entry'
import { dismissPlanChanges } from '@cartage/contract/orders/app/plan-changes'
import { getOrderRecord, listOrderHistory } from '@cartage/contract/orders/app/record'
import { canonicalOrder } from '@cartage/contract/orders/canonical'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { afterAll, expect, test } from 'vitest'
import type { By } from '../../audit/rules.ts'
import { permissionsOf } from '../../auth/permissions.rules.ts'
import { readDay } from '../../shell/day.views.ts'
import { resourceOf } from '../../testing/data/fleet.ts'
import { rejection, settle, simpleOrder } from '../../testing/data/orders.ts'
import { addOrder, firstStart, plannedTrip, type TestTrip, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { acceptUpload } from '../intake/accept.commands.ts'

const server = await startTestServer()
afterAll(() => server.close())

/** Changes shown on Today the day before the trip. */
async function shown(tenant: TestTenant): Promise<DayException[]> {
  const reader = { permissions: permissionsOf('PLANNER'), group: undefined }
  const day = await tenant.asTenant((tx) => readDay(tx, reader, firstStart - 86_400_000))
  return day.exceptions.filter(({ kind }) => kind === 'CHANGED')
}

async function carried() {
  const tenant = await tripTenant(server)
  const driver = { name: 'Ann', driver: { first_name: 'Ann', last_name: 'D', phone_number: '+32470000001' } }
  const tractor = { name: 'Tractor 1', tractor: { license_plate: '1-AAA-111' } }
  const trip = await plannedTrip(server, tenant, { resources: [tractor, driver] })
  return { tenant, trip, planner: await tenant.user('PLANNER') }
}

const [plain] = simpleOrder().consignments!

/** The same order with its delivery on another day. */
function delivered(date: string, { orders }: TestTrip) {
  const consignment = { ...plain!, delivery_stop: { ...plain!.delivery_stop, date } }
  const { orderIdentifier: order_identifier } = orders[0]!
  return simpleOrder({ operation: 'UPDATE', order_identifier, consignments: [consignment] })
}

test('ORD-22: an update of an order on a trip is an exception until a person confirms it, and the next one is a new one', async () => {
  const { tenant, trip, planner } = await carried()
  const { orderId } = trip.orders[0]!
  expect(await shown(tenant)).toEqual([])
  await settle(server, tenant, delivered('2026-02-05', trip))
  const [first, ...others] = await shown(tenant)
  expect(others).toEqual([])
  expect(first).toMatchObject({
    ...{ order_id: orderId, trip_id: trip.tripId, vehicle_name: 'Tractor 1', carrier_name: 'Ann' },
    ...{ phone_number: '+32470000001', damage_at: '2026-02-02T08:00:00Z', severity: 'SLIGHT' },
    changes: [
      { what: 'TIME', role: 'DELIVERY', before: { date: plain!.delivery_stop.date }, after: { date: '2026-02-05' } },
    ],
  })
  // A second change before anyone looked becomes part of the same exception.
  await settle(server, tenant, delivered('2026-02-06', trip))
  const [both] = await shown(tenant)
  expect(both!.changes.map(({ after }) => after?.date)).toEqual(['2026-02-05', '2026-02-06'])
  const params = { order_id: orderId }
  // Changes since the page was read stay.
  expect(await planner(dismissPlanChanges, { params, body: { change_ids: first!.change_ids } })).toEqual({ changed: 1 })
  expect((await shown(tenant))[0]!.changes.map(({ after }) => after?.date)).toEqual(['2026-02-06'])
  const body = { change_ids: both!.change_ids }
  expect(await planner(dismissPlanChanges, { params, body })).toEqual({ changed: 1 })
  expect(await planner(dismissPlanChanges, { params, body })).toEqual({ changed: 0 })
  expect(await shown(tenant)).toEqual([])
  const { items } = await planner(listOrderHistory, { params })
  expect(JSON.stringify(items)).toContain('seen_changes')
  await settle(server, tenant, delivered('2026-02-07', trip))
  expect(await shown(tenant)).toHaveLength(1)
})

test('ORD-22: planning again includes the change in the trip; assigning a driver does not', async () => {
  const { tenant, trip, planner } = await carried()
  await settle(server, tenant, delivered('2026-02-05', trip))
  const { tripId: trip_id } = trip
  const override = { reason: 'Agreed with the customer' }
  const second = { name: 'Bob', driver: { first_name: 'Bob', last_name: 'E' } }
  const resources = [{ resource_id: (await resourceOf(tenant, second)).id }]
  await planner(givePlanningCommand, { body: { kind: 'ASSIGN', trip_id, resources, override } })
  expect(await shown(tenant)).toHaveLength(1)
  const starts_at = new Date(firstStart + 3_600_000).toISOString()
  await planner(givePlanningCommand, { body: { kind: 'SET_TIMES', trip_id, starts_at, override } })
  expect(await shown(tenant)).toEqual([])
})

test('ORD-22: changing another order of the trip does not include it; moving the order, or other times of the trip, does', async () => {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const override = { reason: 'Agreed with the customer' }
  const orders = [await addOrder(server, tenant), await addOrder(server, tenant), await addOrder(server, tenant)]
  const trip = await plannedTrip(server, tenant, { orders: orders.slice(0, 2) })
  const { tripId: trip_id } = trip
  const [, second, third] = orders.map(({ orderId }) => orderId)
  await settle(server, tenant, delivered('2026-02-05', trip))
  await planner(givePlanningCommand, { body: { kind: 'PLAN', trip_id, order_ids: [third!], override } })
  await planner(givePlanningCommand, { body: { kind: 'MOVE', new_trip: {}, order_ids: [third!], override } })
  await planner(givePlanningCommand, { body: { kind: 'UNPLAN', order_ids: [second!], override } })
  expect(await shown(tenant)).toMatchObject([{ order_id: orders[0]!.orderId }])
  const { trips } = await planner(givePlanningCommand, {
    body: { kind: 'MOVE', new_trip: {}, order_ids: [orders[0]!.orderId], override },
  })
  expect(await shown(tenant)).toEqual([])
  await settle(server, tenant, delivered('2026-02-06', trip))
  expect(await shown(tenant)).toHaveLength(1)
  const moved = trips.find((one) => one.stops.some(({ order_id }) => order_id === orders[0]!.orderId))!
  const starts_at = new Date(firstStart + 3_600_000).toISOString()
  await planner(givePlanningCommand, { body: { kind: 'SET_TIMES', trip_id: moved.trip_id, starts_at, override } })
  expect(await shown(tenant)).toEqual([])
})

test('ORD-21: a change by the last planner of the trip is not an exception, and one by a colleague is', async () => {
  const { tenant, trip, planner } = await carried()
  const colleague = await tenant.user('PLANNER')
  const starts_at = new Date(firstStart + 3_600_000).toISOString()
  await planner(givePlanningCommand, {
    body: { kind: 'SET_TIMES', trip_id: trip.tripId, starts_at, override: { reason: 'Traffic' } },
  })
  async function send(person: typeof planner, date: string) {
    const { user } = await person(getSession, {})
    const by: By = { actor: { kind: 'user', id: user.user_id }, requestId: null }
    const upload = canonicalOrder(delivered(date, trip))
    await acceptUpload(server.ctx, { tenantId: tenant.tenantId, by, source: 'IMPORT', upload, companyId: null })
    await server.drain()
  }
  await send(planner, '2026-02-05')
  expect(await shown(tenant)).toEqual([])
  await send(colleague, '2026-02-06')
  expect((await shown(tenant))[0]!.changes).toMatchObject([
    { before: { date: '2026-02-05' }, after: { date: '2026-02-06' } },
  ])
})

test('ORD-22: a cancelled order is an exception, with the trip it left', async () => {
  const { tenant, trip } = await carried()
  const { orderIdentifier: order_identifier } = trip.orders[0]!
  await settle(server, tenant, { operation: 'DELETE', order_identifier })
  expect(await shown(tenant)).toMatchObject([{ trip_id: trip.tripId, changes: [{ what: 'CANCELLED' }] }])
})

test('ORD-21: a date changed on a page by order entry is an exception; a change by the last planner, and one that does not affect driving, is not', async () => {
  const { tenant, trip, planner } = await carried()
  const { orderId, orderIdentifier: order_identifier } = trip.orders[0]!
  await settle(server, tenant, simpleOrder({ operation: 'UPDATE', order_identifier, customer_reference_number: 'R-2' }))
  expect(await shown(tenant)).toEqual([])
  const starts_at = new Date(firstStart + 3_600_000).toISOString()
  await planner(givePlanningCommand, {
    body: { kind: 'SET_TIMES', trip_id: trip.tripId, starts_at, override: { reason: 'Traffic' } },
  })
  const params = { order_id: orderId }
  async function changeDay(person: typeof planner, date: string) {
    const { version } = await person(getOrderRecord, { params })
    const consignments = delivered(date, trip).consignments!
    await person(changeOrder, { params, body: { order: { consignments }, version } })
    await server.drain()
    expect((await person(getOrderRecord, { params })).version).toBeGreaterThan(version)
  }
  await changeDay(planner, '2026-02-05')
  expect(await shown(tenant)).toEqual([])
  await changeDay(await tenant.user('ORDER_ENTRY'), '2026-02-06')
  expect((await shown(tenant)).map(({ changes }) => changes)).toMatchObject([
    [{ what: 'TIME', role: 'DELIVERY', before: { date: '2026-02-05' }, after: { date: '2026-02-06' } }],
  ])
})

test('ORD-22: only planners confirm it, and nothing of another organisation is visible', async () => {
  const { tenant, trip } = await carried()
  await settle(server, tenant, delivered('2026-02-05', trip))
  const [one] = await shown(tenant)
  const request = { params: { order_id: one!.order_id! }, body: { change_ids: one!.change_ids } }
  const viewer = await tenant.user('VIEWER')
  expect((await rejection(viewer(dismissPlanChanges, request))).status).toBe(403)
  const stranger = await (await tripTenant(server)).user('PLANNER')
  expect((await rejection(stranger(dismissPlanChanges, request))).status).toBe(404)
  expect((await stranger(getDay, {})).exceptions).toEqual([])
  expect(await shown(tenant)).toHaveLength(1)
})
