import { getOrderStatus } from '@cartage/contract/orders/endpoints'
import { getTrip, listTripCosts, listTripDocuments } from '@cartage/contract/trips/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rejection } from '../testing/data/orders.ts'
import { addOrder, change, plannedStops, plannedTrip, tripOf, tripTenant } from '../testing/data/trips.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { reportStops } from './report.commands.ts'
import { newTrip } from './state.rules.ts'
import { tripsOfOrdersForUpdate } from './store.ts'

describe.each([
  { wall: 'both walls', codeWall: true },
  { wall: 'row security alone', codeWall: false },
])('trips of tenants are separated by $wall', ({ codeWall }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    server.ctx.db.scope.codeWall = codeWall
  })
  afterAll(async () => server.close())

  test('a foreign trip answers like an unknown one, and cannot be locked, reported on, changed or planned into', async () => {
    const [one, other] = [await tripTenant(server), await tripTenant(server)]
    const { tripId, trip, orders } = await plannedTrip(server, one)
    for (const endpoint of [getTrip, listTripCosts, listTripDocuments]) {
      expect((await rejection(other.call(endpoint, { params: { trip_id: tripId } }))).status).toBe(404)
    }
    const { orderId, stops } = orders[0]!
    expect((await rejection(other.call(getOrderStatus, { params: { order_id: orderId } }))).status).toBe(404)
    expect(await other.asTenant((tx) => tripsOfOrdersForUpdate(tx, [orderId]))).toEqual([])
    const reported = { stop_id: stops[0]!.stop_id, status: 'COMPLETED' as const, event_at: '2026-02-02T08:00:00Z' }
    expect(await other.asTenant((tx) => reportStops(server.ctx, tx, [reported], 'test'))).toMatchObject([
      { outcome: 'UNKNOWN' },
    ])
    expect(await change(server, other, [tripId], (trips) => trips)).toEqual([])
    const stolen = newTrip(crypto.randomUUID(), 'Stolen', { stops: plannedStops(stops) })
    await expect(change(server, other, [], () => [stolen])).rejects.toThrow()
    expect(await tripOf(one, tripId)).toEqual(trip)
  })

  test('the same work in two tenants has its effect in both', async () => {
    for (const tenant of [await tripTenant(server), await tripTenant(server)]) {
      const order = await addOrder(server, tenant)
      const { tripId } = await plannedTrip(server, tenant, { orders: [order] })
      for (const { stop_id } of order.stops) {
        const reported = { stop_id, status: 'COMPLETED' as const, event_at: '2026-02-02T08:00:00Z' }
        await tenant.asTenant((tx) => reportStops(server.ctx, tx, [reported], 'test'))
      }
      expect((await tenant.call(getTrip, { params: { trip_id: tripId } })).status).toBe('COMPLETED')
    }
  })
})
