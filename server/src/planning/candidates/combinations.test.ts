import { judgeCombinations } from '@cartage/contract/planning/app/candidates'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { createUnavailability } from '@cartage/contract/unavailabilities/endpoints'
import { createResourceValidity } from '@cartage/contract/validities/endpoints'
import { afterAll, expect, test } from 'vitest'
import { resourceOf } from '../../testing/data/fleet.ts'
import { rejection, simpleOrder } from '../../testing/data/orders.ts'
import { addOrder, dayBefore, plannedTrip, type TestOrder, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

const server = await startTestServer(dayBefore)
afterAll(() => server.close())

/** A day before the orders of the tests are requested. */
const from = '2026-01-30T00:00:00Z'

/** A truck with a driver whose licence legally ended, unless it is valid. */
async function truck(tenant: TestTenant, name: string, isValid = true) {
  const rigid = await resourceOf(tenant, { name, truck: { license_plate: `1-${name}-222` } })
  const driver = await resourceOf(tenant, { name: `${name} D`, driver: { first_name: name, last_name: 'D' } })
  if (!isValid) {
    const body = { type: 'DRIVER_DRIVING_LICENSE' as const, start_time: '2020-01-01T00:00:00Z' }
    const params = { resource_id: driver.id }
    await tenant.call(createResourceValidity, { params, body: { ...body, legal_end_time: '2026-01-01T00:00:00Z' } })
  }
  return [rigid.id, driver.id]
}

const plan = (orderId: string) => ({ kind: 'PLAN' as const, order_ids: [orderId] })

const carried = (ids: readonly string[]) => ({
  resources: ids.map((resource_id) => ({ resource_id, name: null, license_plate: null, container_number: null })),
})

test('FIT-14: each combination has the verdict of the command that plans the order there, at the start that fits best', async () => {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const [free, ended, busy] = [
    await truck(tenant, 'FRE'),
    await truck(tenant, 'END', false),
    await truck(tenant, 'BSY'),
  ]
  const { trip } = await plannedTrip(server, tenant, {
    orders: [await addOrder(server, tenant)],
    resources: [],
    members: carried(busy),
  })
  const order = await addOrder(server, tenant)
  const combinations = [free, ended, busy].map((resource_ids) => ({ resource_ids }))
  const body = { command: plan(order.orderId), combinations, from }
  const { items } = await planner(judgeCombinations, { body })
  expect(items.map(({ verdict }) => verdict)).toEqual(['OK', 'HARD', 'OK'])
  expect(items[1]!.message).toMatch(/^Driving licence of END D legally expires/)
  // The busy one begins once its trip has ended.
  expect(items[2]!.starts_at! > items[0]!.starts_at!).toBe(true)
  expect(items[2]!.starts_at! >= trip.stops.at(-1)!.planned_end_at!).toBe(true)
  for (const [at, { verdict, starts_at, ends_at }] of items.entries()) {
    const command = { ...plan(order.orderId), new_trip: combinations[at]!, dry_run: true }
    const answer = await planner(givePlanningCommand, { body: { ...command, starts_at: starts_at! } })
    expect([answer.verdict, answer.trips[0]!.starts_at, answer.trips[0]!.ends_at]).toEqual([
      verdict,
      starts_at,
      ends_at,
    ])
  }
})

test('FIT-14: no start is before the earliest that is asked for', async () => {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const combinations = [{ resource_ids: await truck(tenant, 'FRE') }]
  const { orderId } = await addOrder(server, tenant)
  const late = '2027-03-01T10:00:00Z'
  const { items } = await planner(judgeCombinations, { body: { command: plan(orderId), combinations, from: late } })
  expect(items[0]).toMatchObject({ verdict: 'SOFT', starts_at: late })
})

test('TIME-10: an order of a day that has passed is judged at no start before now, however early one is requested', async () => {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const [consignment] = simpleOrder().consignments!
  const on = (stop: 'pickup_stop' | 'delivery_stop', date: string) => ({ ...consignment![stop]!, date })
  const stops = { pickup_stop: on('pickup_stop', '2026-01-20'), delivery_stop: on('delivery_stop', '2026-01-21') }
  const { orderId } = await addOrder(server, tenant, { consignments: [{ ...consignment!, ...stops }] })
  const combinations = [{ resource_ids: await truck(tenant, 'FRE') }]
  const early = '2026-01-20T00:00:00Z'
  const { items } = await planner(judgeCombinations, { body: { command: plan(orderId), combinations, from: early } })
  expect(Date.parse(items[0]!.starts_at!)).toBeGreaterThanOrEqual(dayBefore.now().getTime())
})

test('FIT-14: an order that is planned has nothing to judge, and another tenant finds none', async () => {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const order = await addOrder(server, tenant)
  const combinations = [{ resource_ids: await truck(tenant, 'FRE') }]
  const body = { command: plan(order.orderId), combinations, from }
  const stranger = await (await server.tenant()).user('PLANNER')
  expect(await rejection(stranger(judgeCombinations, { body }))).toMatchObject({ status: 404 })
  await plannedTrip(server, tenant, { orders: [order] })
  expect(await rejection(planner(judgeCombinations, { body }))).toMatchObject({ status: 409 })
})

test('FIT-14: a trip is judged on other resources as it is, and otherwise after their trips', async () => {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const combinations = [
    { resource_ids: await truck(tenant, 'FRE') },
    { resource_ids: await truck(tenant, 'END', false) },
    { resource_ids: await truck(tenant, 'BSY') },
  ]
  const given = { orders: [await addOrder(server, tenant)], resources: [] }
  const { trip: other } = await plannedTrip(server, tenant, {
    ...given,
    members: carried(combinations[2]!.resource_ids),
  })
  const { tripId, trip } = await plannedTrip(server, tenant, { orders: [await addOrder(server, tenant)] })
  const command = { kind: 'PLACE', trip_id: tripId } as const
  const { items } = await planner(judgeCombinations, { body: { command, combinations, from } })
  const start = trip.stops[0]!.planned_start_at!.replace('.000Z', 'Z')
  expect(items.map(({ verdict, starts_at }) => [verdict, starts_at === start])).toEqual([
    ['OK', true],
    ['HARD', true],
    ['OK', false],
  ])
  expect(items[2]!.starts_at! >= other.stops.at(-1)!.planned_end_at!).toBe(true)
  for (const [at, { verdict, starts_at, ends_at }] of items.entries()) {
    const placed = { ...command, ...combinations[at]!, ...(starts_at !== start && { starts_at: starts_at! }) }
    const answer = await planner(givePlanningCommand, { body: { ...placed, dry_run: true } })
    const after = answer.trips.find(({ trip_id }) => trip_id === tripId)!
    expect([answer.verdict, after.starts_at, after.ends_at]).toEqual([verdict, starts_at, ends_at])
  }
  const [, , atOnce] = (await planner(judgeCombinations, { body: { command, combinations } })).items
  expect(atOnce).toMatchObject({ verdict: 'HARD', starts_at: start })
})

test('FIT-14: days later are searched on request, as after an absence of days', async () => {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const combinations = [{ resource_ids: await truck(tenant, 'ILL') }]
  const [resource_id] = combinations[0]!.resource_ids
  const [start_time, end_time] = ['2026-01-29T00:00:00Z', '2026-02-05T06:00:00Z']
  const away = { start_time, end_time, reason: 'VEHICLE_MAINTENANCE' as const }
  await tenant.call(createUnavailability, { params: { resource_id: resource_id! }, body: away })
  const { orderId } = await addOrder(server, tenant)
  const body = { command: plan(orderId), combinations, from }
  const [soon] = (await planner(judgeCombinations, { body })).items
  expect(soon!.verdict).toBe('HARD')
  const [later] = (await planner(judgeCombinations, { body: { ...body, days: 7 } })).items
  expect(later!.verdict).not.toBe('HARD')
  expect(later!.starts_at! >= end_time).toBe(true)
})

test('FIT-14: only new trips are judged, and only orders and whole trips at other starts', async () => {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const { tripId, orders } = await plannedTrip(server, tenant)
  const combinations = [{ resource_ids: await truck(tenant, 'FRE') }]
  const [{ orderId }] = orders as [TestOrder]
  const move = { kind: 'MOVE' as const, order_ids: [orderId] }
  const { items } = await planner(judgeCombinations, { body: { command: move, combinations } })
  expect(items[0]!.verdict).toBe('OK')
  for (const body of [
    { command: move, combinations, from },
    { command: { ...plan(orderId), trip_id: tripId }, combinations },
  ]) {
    expect(await rejection(planner(judgeCombinations, { body }))).toMatchObject({ status: 422 })
  }
})
