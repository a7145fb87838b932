import * as planning from '@cartage/contract/planning/app/commands'
import { afterAll, expect, test } from 'vitest'
import { resourceOf } from '../testing/data/fleet.ts'
import { addOrder, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

const override = { reason: 'a test says so' }

test('HOURS-4: the times of a trip include the daily rest that is due after its driver’s previous trip', async () => {
  const tenant = await tripTenant(server)
  const call = await tenant.user('PLANNER')
  const { id } = await resourceOf(tenant, { name: 'An', driver: {} })
  const [first, second] = [await addOrder(server, tenant), await addOrder(server, tenant)]
  const on = (time: string) => `2026-02-03T${time}:00Z`
  const times = [
    { stop_id: first.stops[0]!.stop_id, start_at: on('05:00'), end_at: on('12:00') },
    { stop_id: first.stops[1]!.stop_id, start_at: on('12:30'), end_at: on('19:00') },
  ]
  const long = { order_ids: [first.orderId], times, new_trip: { resource_ids: [id] }, override }
  await call(planning.givePlanningCommand, { body: { kind: 'PLAN', ...long } })
  const body = { order_ids: [second.orderId], starts_at: on('19:05'), override, dry_run: true }
  const arrival = async (resource_ids: string[]) => {
    const { trips } = await call(planning.givePlanningCommand, {
      body: { kind: 'PLAN', ...body, new_trip: { resource_ids } },
    })
    return trips[0]!.stops[1]!.planned_start_at!
  }
  expect((await arrival([])) < on('23:00')).toBe(true)
  expect((await arrival([id])) > '2026-02-04T04:00:00Z').toBe(true)
})

test('HOURS-4: a trip follows another one that the same command changes', async () => {
  const tenant = await tripTenant(server)
  const call = await tenant.user('PLANNER')
  const { id } = await resourceOf(tenant, { name: 'An', driver: {} })
  const [first, second] = [await addOrder(server, tenant), await addOrder(server, tenant)]
  const on = (time: string) => `2026-02-03T${time}:00Z`
  const times = [
    { stop_id: first.stops[0]!.stop_id, start_at: on('05:00'), end_at: on('12:00') },
    { stop_id: first.stops[1]!.stop_id, start_at: on('12:30'), end_at: on('19:00') },
  ]
  const order_ids = [first.orderId, second.orderId]
  const { trips } = await call(planning.givePlanningCommand, {
    body: { kind: 'PLAN', order_ids, times, new_trip: { resource_ids: [id] }, override },
  })
  const from = trips[0]!.trip_id
  const body = { order_ids: [second.orderId], starts_at: on('19:05'), override, dry_run: true }
  const arrival = async (resource_ids: string[]) => {
    const answer = await call(planning.givePlanningCommand, {
      body: { kind: 'MOVE', ...body, new_trip: { resource_ids } },
    })
    return answer.trips.find(({ trip_id }) => trip_id !== from)!.stops[1]!.planned_start_at!
  }
  expect((await arrival([])) < on('23:00')).toBe(true)
  expect((await arrival([id])) > '2026-02-04T04:00:00Z').toBe(true)
})
