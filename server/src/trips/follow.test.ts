import { skipOrder } from '@cartage/contract/orders/app/commands'
import { afterAll, describe, expect, test } from 'vitest'
import { eventsOf, settle, simpleOrder } from '../testing/data/orders.ts'
import { addOrder, orderStatusOf, plannedTrip, tripOf, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { reportStops, type StopReport } from './report.commands.ts'

const server = await startTestServer()
afterAll(() => server.close())

async function report(tenant: TestTenant, ...reports: StopReport[]) {
  return await tenant.asTenant((tx) => reportStops(server.ctx, tx, reports, 'test'))
}

describe('orders that change while trips carry them', () => {
  test('a cancelled order leaves its trip; visited stops stay, and the trip continues', async () => {
    const tenant = await tripTenant(server)
    const orders = [await addOrder(server, tenant), await addOrder(server, tenant)]
    const { tripId } = await plannedTrip(server, tenant, { orders, resources: [] })
    const [first, second] = orders as [(typeof orders)[0], (typeof orders)[0]]
    await report(tenant, { stop_id: first.stops[0]!.stop_id, status: 'COMPLETED', event_at: '2026-02-02T08:05:00Z' })
    await settle(server, tenant, { operation: 'DELETE', order_identifier: first.orderIdentifier })
    const stops = (await tripOf(tenant, tripId))!.stops.map(({ stop_id }) => stop_id)
    expect(stops).toEqual([first.stops[0]!.stop_id, ...second.stops.map(({ stop_id }) => stop_id)])
    expect(await orderStatusOf(tenant, first.orderId)).toBe('CANCELLED')
    for (const { stop_id } of second.stops) {
      await report(tenant, { stop_id, status: 'COMPLETED', event_at: '2026-02-02T12:00:00Z' })
    }
    expect((await tripOf(tenant, tripId))!.status).toBe('COMPLETED')
    const reported = (await eventsOf(tenant)).filter(({ type }) => type === 'order.completed')
    expect(reported.map(({ entity_id }) => entity_id)).toEqual([second.orderId])
  })

  test('a changed destination moves the stop of the trip; an added consignment makes the order TO_PLAN', async () => {
    const tenant = await tripTenant(server)
    const { tripId, orders, trip } = await plannedTrip(server, tenant, { resources: [] })
    const { orderIdentifier, orderId } = orders[0]!
    const body = simpleOrder({ operation: 'UPDATE', order_identifier: orderIdentifier })
    const [consignment] = body.consignments!
    const place = { name: 'Depot', city: 'Namur', country: 'BE' }
    const moved = { ...consignment!, delivery_stop: { ...consignment!.delivery_stop, location: place } }
    await settle(server, tenant, { ...body, consignments: [moved] })
    const after = (await tripOf(tenant, tripId))!
    expect(after.stops.map(({ stop_id }) => stop_id)).toEqual(trip.stops.map(({ stop_id }) => stop_id))
    expect(after.stops[1]!.location_id).not.toBe(trip.stops[1]!.location_id)
    expect(await orderStatusOf(tenant, orderId)).toBe('PLANNED')
    await settle(server, tenant, { ...body, consignments: [moved, consignment!] })
    expect(await orderStatusOf(tenant, orderId)).toBe('TO_PLAN')
    // After it is removed again, everything that remains is planned.
    await settle(server, tenant, { ...body, consignments: [moved] })
    expect(await orderStatusOf(tenant, orderId)).toBe('PLANNED')
    expect((await tripOf(tenant, tripId))!.stops).toHaveLength(2)
  })

  test('an update that removes the last open stops ends the order, and its trip', async () => {
    const tenant = await tripTenant(server)
    const [one] = simpleOrder().consignments!
    const order = await addOrder(server, tenant, { consignments: [one!, one!] })
    const { tripId } = await plannedTrip(server, tenant, { orders: [order], resources: [] })
    const { stops } = (await tripOf(tenant, tripId))!
    const first = order.stops.slice(0, 2)
    for (const { stop_id } of first) {
      await report(tenant, { stop_id, status: 'COMPLETED', event_at: '2026-02-02T12:00:00Z' })
    }
    expect(stops).toHaveLength(4)
    const body = simpleOrder({ operation: 'UPDATE', order_identifier: order.orderIdentifier, consignments: [one!] })
    expect((await settle(server, tenant, body)).upload_status).toBe('COMPLETED')
    expect(await orderStatusOf(tenant, order.orderId)).toBe('COMPLETED')
    expect((await tripOf(tenant, tripId))!.status).toBe('COMPLETED')
  })

  test('ORD-3: an update cannot move a visited stop', async () => {
    const tenant = await tripTenant(server)
    const { trip, orders } = await plannedTrip(server, tenant, { resources: [] })
    await report(tenant, { stop_id: trip.stops[0]!.stop_id, status: 'AT_STOP', event_at: '2026-02-02T08:05:00Z' })
    const [one] = simpleOrder().consignments!
    const elsewhere = {
      ...one!,
      pickup_stop: { ...one!.pickup_stop, location: { name: 'Else', city: 'Gent', country: 'BE' } },
    }
    const body = simpleOrder({
      operation: 'UPDATE',
      order_identifier: orders[0]!.orderIdentifier,
      consignments: [elsewhere],
    })
    const record = await settle(server, tenant, body)
    expect(record.upload_status).toBe('ERROR')
    expect(JSON.stringify(record.errors)).toContain('the stop at Mill is being served')
  })

  test('a skipped order, or one that is a quote again, leaves its draft', async () => {
    const tenant = await tripTenant(server)
    const orders = [await addOrder(server, tenant), await addOrder(server, tenant)]
    const { tripId } = await plannedTrip(server, tenant, { orders, resources: [], status: 'CREATED' })
    const planner = await tenant.user('PLANNER')
    await planner(skipOrder, { params: { order_id: orders[0]!.orderId } })
    await server.drain()
    expect((await tripOf(tenant, tripId))!.stops.map(({ order_id }) => order_id)).toEqual(
      orders[1]!.stops.map(({ order_id }) => order_id),
    )
    const { orderIdentifier } = orders[1]!
    await settle(
      server,
      tenant,
      simpleOrder({ operation: 'UPDATE', order_identifier: orderIdentifier, order_status: 'QUOTE' }),
    )
    expect((await tripOf(tenant, tripId))!.stops).toEqual([])
    expect(await orderStatusOf(tenant, orders[1]!.orderId)).toBe('QUOTE')
  })

  test('cancelling and driving at the same moment: in either sequence order, stops and trip agree', async () => {
    const tenant = await tripTenant(server)
    const created = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const order = await addOrder(server, tenant)
        return { order, trip: await plannedTrip(server, tenant, { orders: [order], resources: [] }) }
      }),
    )
    await Promise.all(
      created.flatMap(({ order }) => [
        settle(server, tenant, { operation: 'DELETE', order_identifier: order.orderIdentifier }),
        ...order.stops.map(({ stop_id }) =>
          report(tenant, { stop_id, status: 'COMPLETED' as const, event_at: '2026-02-02T12:00:00Z' }),
        ),
      ]),
    )
    await server.drain()
    for (const { order, trip } of created) {
      expect(await orderStatusOf(tenant, order.orderId)).toBe('CANCELLED')
      const { stops } = (await tripOf(tenant, trip.tripId))!
      expect(stops.every(({ status }) => status === 'COMPLETED')).toBe(true)
    }
  })
})
