import { listAuditRecords } from '@cartage/contract/audit/app'
import { getTripRecord, listOrderTrips, reportStop } from '@cartage/contract/trips/app/record'
import { afterAll, describe, expect, test } from 'vitest'
import { permissionsOf } from '../auth/permissions.rules.ts'
import { readDay } from '../shell/day.views.ts'
import { rejection } from '../testing/data/orders.ts'
import { addOrder, plannedStops, plannedTrip, tripOf, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { reportStops } from './report.commands.ts'

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

  test('gets 409 with the reason for a contradiction; a late report is history', async () => {
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

test('sees phone numbers of drivers with a trip, unlike users who may not read them', async () => {
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

describe('a planner who enters an ETA', () => {
  const later = (minutes: number) => `${new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 19)}Z`

  test('ETA-4: changes the ETA of the stop and on Today, with the planner’s name, until newer data replace it', async () => {
    const tenant = await tripTenant(server)
    const from = Date.now() + 3_600_000
    const order = await addOrder(server, tenant)
    const stops = plannedStops(order.stops, from)
    const { tripId, trip } = await plannedTrip(server, tenant, { orders: [order], members: { stops } })
    const planner = await tenant.user('PLANNER')
    const [first] = trip.stops
    const eta = later(300)
    const body = { eta }
    expect(await planner(reportStop, { params: { stop_id: first!.stop_id }, body })).toEqual({ is_applied: true })
    await server.drain()
    const record = await planner(getTripRecord, { params: { trip_id: tripId } })
    expect(record.said_etas).toMatchObject([{ stop_id: first!.stop_id, by: expect.any(String) }])
    expect((await tripOf(tenant, tripId))!.stops[0]!.eta_start_at).toBe(new Date(eta).toISOString())
    const day = await tenant.asTenant((tx) =>
      readDay(tx, { permissions: permissionsOf('PLANNER'), group: undefined }, Date.now()),
    )
    expect(day.exceptions.find(({ trip_id }) => trip_id === tripId)?.late_stop).toMatchObject({
      ...{ stop_id: first!.stop_id, expected_at: eta, said: record.said_etas[0] && { by: record.said_etas[0].by } },
    })
    const report = { stop_id: first!.stop_id, event_at: later(1), eta_start_at: later(400) }
    await tenant.asTenant((tx) => reportStops(server.ctx, tx, [report], 'partner'))
    expect((await planner(getTripRecord, { params: { trip_id: tripId } })).said_etas).toEqual([])
  })

  test('ETA-4: moves the following stops', async () => {
    const tenant = await tripTenant(server)
    const order = await addOrder(server, tenant)
    const stops = plannedStops(order.stops, Date.now() + 3_600_000)
    const { tripId, trip } = await plannedTrip(server, tenant, { orders: [order], members: { stops } })
    const planner = await tenant.user('PLANNER')
    await planner(reportStop, { params: { stop_id: trip.stops[0]!.stop_id }, body: { eta: later(600) } })
    await server.drain()
    const [, second] = (await tripOf(tenant, tripId))!.stops
    expect(Date.parse(second!.eta_start_at!)).toBeGreaterThan(Date.parse(later(600)))
  })

  test('reports either an event or an expectation, and none in the past', async () => {
    const tenant = await tripTenant(server)
    const { trip } = await plannedTrip(server, tenant)
    const planner = await tenant.user('PLANNER')
    const params = { stop_id: trip.stops[0]!.stop_id }
    for (const body of [{}, { status: 'AT_STOP' as const, eta: later(9) }, { eta: later(-10) }]) {
      expect(await rejection(planner(reportStop, { params, body }))).toMatchObject({ status: 422 })
    }
  })
})
