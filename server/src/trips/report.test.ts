import { listAuditRecords } from '@cartage/contract/audit/app'
import { getTripRecord, listOrderTrips, reportStop } from '@cartage/contract/trips/app/record'
import { afterAll, describe, expect, test } from 'vitest'
import { rejection } from '../testing/data/orders.ts'
import { plannedTrip, tripOf, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

const [arrival, departure] = ['2026-02-02T08:05:00.000Z', '2026-02-02T08:40:00.000Z']

describe('a planner who reports a stop', () => {
  test('moves it forward, and the trail has the planner', async () => {
    const tenant = await tripTenant(server)
    const { tripId, trip } = await plannedTrip(server, tenant)
    const planner = await tenant.user('PLANNER')
    const params = { stop_id: trip.stops[0]!.stop_id }
    expect(await planner(reportStop, { params, body: { status: 'AT_STOP', at: arrival } })).toEqual({
      is_applied: true,
    })
    expect(await planner(reportStop, { params, body: { status: 'COMPLETED', at: departure } })).toEqual({
      is_applied: true,
    })
    expect((await tripOf(tenant, tripId))!.stops[0]).toMatchObject({
      ...{ status: 'COMPLETED', actual_start_at: arrival, actual_end_at: departure },
    })
    const { items } = await (await tenant.user('SUPER_ADMIN'))(listAuditRecords, {
      query: { entity_type: 'trip', entity_id: tripId },
    })
    expect(items.slice(0, 2).map(({ actor }) => actor.kind)).toEqual(['user', 'user'])
  })

  test('who contradicts what is known gets 409 with the reason; what comes too late is history', async () => {
    const tenant = await tripTenant(server)
    const { tripId, trip } = await plannedTrip(server, tenant)
    const planner = await tenant.user('PLANNER')
    const params = { stop_id: trip.stops[0]!.stop_id }
    await planner(reportStop, { params, body: { status: 'AT_STOP', at: departure } })
    const refusal = await rejection(planner(reportStop, { params, body: { status: 'COMPLETED', at: arrival } }))
    expect(refusal).toMatchObject({ status: 409, body: { code: 'state_conflict' } })
    expect(refusal.message).toContain('before the arrival')
    expect((await tripOf(tenant, tripId))!.stops[0]).toMatchObject({ status: 'AT_STOP', actual_end_at: null })
    await planner(reportStop, { params, body: { status: 'COMPLETED' } })
    expect(await planner(reportStop, { params, body: { status: 'COMPLETED' } })).toEqual({ is_applied: false })
  })

  test('of another organisation finds no such stop', async () => {
    const [mine, theirs] = [await tripTenant(server), await tripTenant(server)]
    const { trip } = await plannedTrip(server, theirs)
    const planner = await mine.user('PLANNER')
    const params = { stop_id: trip.stops[0]!.stop_id }
    expect(await rejection(planner(reportStop, { params, body: { status: 'AT_STOP' } }))).toMatchObject({ status: 404 })
  })
})

test('phone numbers of drivers are shown with a trip to planners, and not to those who may not read them', async () => {
  const tenant = await tripTenant(server)
  const driver = { name: 'Ann', driver: { first_name: 'Ann', last_name: 'Dee', phone_number: '+32470000001' } }
  const { tripId, orders } = await plannedTrip(server, tenant, { resources: [driver] })
  for (const [role, isShown] of [['PLANNER', true] as const, ['VIEWER', false] as const]) {
    const person = await tenant.user(role)
    const answers = [
      await person(getTripRecord, { params: { trip_id: tripId } }),
      await person(listOrderTrips, { params: { order_id: orders[0]!.orderId } }),
    ]
    expect(answers.map((answer) => JSON.stringify(answer).includes('+32470000001'))).toEqual([isShown, isShown])
    expect(answers.map((answer) => JSON.stringify(answer).includes('Ann'))).toEqual([true, true])
  }
})
