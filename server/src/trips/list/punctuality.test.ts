import { getDay } from '@cartage/contract/app/day'
import { urlOf } from '@cartage/contract/client'
import { listOrders } from '@cartage/contract/orders/app/list'
import { getOrderRecord } from '@cartage/contract/orders/app/record'
import { countTrips, exportTripList, listTrips } from '@cartage/contract/trips/app/list'
import { getTripRecord, listOrderTrips } from '@cartage/contract/trips/app/record'
import { afterAll, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { instantOf, localTime } from '../../locations/local-time.rules.ts'
import { simpleOrder } from '../../testing/data/orders.ts'
import { addOrder, plannedTrip, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { logInAs, type TestTenant } from '../../testing/test-tenant.ts'
import { reportStops } from '../report.commands.ts'

const server = await startTestServer()
const { ctx } = server
afterAll(() => server.close())

const day = '2026-02-02'
const brussels = (time: string, date = day) => instantOf(date, time, 'Europe/Brussels')

/** An order with windows at both stops, in Belgium and in Portugal, on a trip. */
async function tripWithWindows(tenant: TestTenant, windows: readonly [object, object], date = day) {
  const [good] = simpleOrder().consignments!
  const stopAt = (city: string, country: string, time_window: object) => ({
    ...{ location: { name: city, city, country }, date, time_window },
  })
  const consignment = {
    ...good,
    pickup_stop: stopAt('Gent', 'BE', windows[0]),
    delivery_stop: stopAt('Porto', 'PT', windows[1]),
  }
  const order = await addOrder(server, tenant, { consignments: [consignment] } as never)
  return { ...(await plannedTrip(server, tenant, { orders: [order] })), orderId: order.orderId }
}

const report = (tenant: TestTenant, stop_id: string, status: 'AT_STOP' | 'COMPLETED', event_at: string) =>
  tenant.asTenant((tx) => reportStops(ctx, tx, [{ stop_id, status, event_at }], 'test', byOperator))

describe('lateness', () => {
  const windows = [
    { start_time: '06:00', end_time: '07:45' },
    { start_time: '14:00', end_time: '16:00' },
  ] as const

  test('a pickup at 10:30 for a window to 07:45 is late by 165 minutes wherever it is shown', async () => {
    const tenant = await tripTenant(server)
    const { tripId, trip, orderId } = await tripWithWindows(tenant, windows)
    const [pickup, delivery] = trip.stops
    await report(tenant, pickup!.stop_id, 'AT_STOP', brussels('10:30'))
    await report(tenant, pickup!.stop_id, 'COMPLETED', brussels('10:50'))
    // 15:00 in Porto is 16:00 in Brussels.
    await report(tenant, delivery!.stop_id, 'COMPLETED', brussels('16:00'))
    const planner = await tenant.user('PLANNER')
    const late = { state: 'LATE', minutes: 165, severity: 'SEVERE', basis: 'FACT' }
    const order = await planner(getOrderRecord, { params: { order_id: orderId } })
    expect(order.stop_facts).toMatchObject([
      { stop_id: pickup!.stop_id, time_zone: 'Europe/Brussels', asked_to: '2026-02-02T06:45:00Z', punctuality: late },
      { time_zone: 'Europe/Lisbon', asked_from: '2026-02-02T14:00:00Z', punctuality: { state: 'ON_TIME' } },
    ])
    expect((await planner(getTripRecord, { params: { trip_id: tripId } })).stop_facts).toEqual(order.stop_facts)
    const { items } = await planner(listOrderTrips, { params: { order_id: orderId } })
    expect(items[0]!.stop_facts).toEqual(order.stop_facts)
    const worst = { ...late, stop_id: pickup!.stop_id }
    expect((await planner(listOrders, {})).items[0]!.punctuality).toEqual(worst)
    expect((await planner(listTrips, {})).items[0]!.punctuality).toEqual(worst)
    const headers = await logInAs(server, tenant.tenantId, 'PLANNER')
    const csv = await server.app.inject({ url: urlOf(exportTripList, {}), headers })
    expect(csv.body).toMatch(/punctuality,minutes_off\r?\n.*,LATE,165/)
  })

  test('an order whose window has passed without a trip has missed it, and a quote or cancelled one has not', async () => {
    const tenant = await tripTenant(server)
    await addOrder(server, tenant)
    const planner = await tenant.user('PLANNER')
    const { items } = await planner(listOrders, {})
    expect(items[0]!.punctuality).toMatchObject({ state: 'MISSED', severity: 'SEVERE', basis: null })
    const cancelled = await addOrder(server, tenant)
    await addOrder(server, tenant, { operation: 'DELETE', order_identifier: cancelled.orderIdentifier })
    const again = (await planner(listOrders, { query: { status: 'CANCELLED' } })).items
    expect(again.map(({ punctuality }) => punctuality)).toEqual([null])
  })

  test('TIME-7: the list, its filter, its count, Today and the map call the same trips late', async () => {
    const tenant = await tripTenant(server)
    // A truck that sets off now is in Porto long before.
    const inDays = localTime(new Date(Date.now() + 120 * 3_600_000).toISOString(), 'Europe/Brussels').date
    const cases = [
      await tripWithWindows(tenant, windows),
      await tripWithWindows(tenant, windows, inDays),
      await tripWithWindows(tenant, windows, inDays),
      await tripWithWindows(tenant, [{ start_time: '22:00', end_time: '02:00' }, windows[1]], inDays),
      await tripWithWindows(tenant, windows, inDays),
    ]
    // Missed; days early; served late with nothing late ahead; nothing known; late ETA.
    await report(tenant, cases[1]!.trip.stops[0]!.stop_id, 'COMPLETED', brussels('06:00'))
    await report(tenant, cases[2]!.trip.stops[0]!.stop_id, 'COMPLETED', brussels('07:50', inDays))
    const eta_start = brussels('23:00', inDays)
    await tenant.asTenant((tx) =>
      reportStops(
        ctx,
        tx,
        [{ stop_id: cases[4]!.trip.stops[1]!.stop_id, event_at: brussels('08:00'), eta_start_at: eta_start }],
        'test',
        byOperator,
      ),
    )
    const planner = await tenant.user('PLANNER')
    const all = (await planner(listTrips, { query: { sort: 'name' } })).items
    expect(all.map(({ is_late }) => is_late)).toEqual([true, false, false, false, true])
    expect(all.map(({ punctuality }) => punctuality?.state === 'LATE' || punctuality?.state === 'MISSED')).toEqual(
      all.map(({ is_late }) => is_late),
    )
    const only = async (is_late: 'true' | 'false') =>
      (await planner(listTrips, { query: { is_late, sort: 'name' } })).items.map(({ name }) => name)
    const named = (isLate: boolean) => all.filter(({ is_late }) => is_late === isLate).map(({ name }) => name)
    expect(await only('true')).toEqual(named(true))
    expect(await only('false')).toEqual(named(false))
    expect((await planner(countTrips, {})).late).toBe(2)
    const today = await planner(getDay, {})
    const exceptions = today.exceptions.filter(({ kind }) => kind === 'LATE' || kind === 'OVERDUE')
    expect(exceptions.map(({ trip_name }) => trip_name).toSorted()).toEqual(named(true))
    expect(today.late.value).toBe(2)
    for (const { trip_id, punctuality } of all) {
      expect((await planner(getTripRecord, { params: { trip_id } })).punctuality).toEqual(punctuality)
    }
  })

  test('windows and punctuality of another tenant are unknown', async () => {
    const [mine, theirs] = [await tripTenant(server), await tripTenant(server)]
    const { tripId, orderId } = await tripWithWindows(theirs, windows)
    const planner = await mine.user('PLANNER')
    await expect(planner(getTripRecord, { params: { trip_id: tripId } })).rejects.toMatchObject({ status: 404 })
    await expect(planner(getOrderRecord, { params: { order_id: orderId } })).rejects.toMatchObject({ status: 404 })
  })
})
