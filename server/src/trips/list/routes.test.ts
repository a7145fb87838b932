import { randomUUID } from 'node:crypto'
import { urlOf } from '@cartage/contract/client'
import { countTrips, exportTripList, listTrips } from '@cartage/contract/trips/app/list'
import {
  getRawTrip,
  getTripRecord,
  listOrderTrips,
  listTripEvents,
  listTripFiles,
  listTripHistory,
} from '@cartage/contract/trips/app/record'
import { getTrip } from '@cartage/contract/trips/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { pdf, uploadDocument } from '../../testing/data/files.ts'
import { resourceOf } from '../../testing/data/fleet.ts'
import { rejection, simpleOrder } from '../../testing/data/orders.ts'
import { addOrder, change, plannedTrip, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { logInAs } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

const measureWays = statement(
  'test.measure_ways',
  `update trip_stop set mileage_km = 50, mileage_is_estimated = trip_id <> $2 where tenant_id = $1`,
)

describe('the list of trips', () => {
  test('shows first and last stop, resources and distance, latest first', async () => {
    const tenant = await tripTenant(server)
    const planner = await tenant.user('PLANNER')
    const early = await plannedTrip(server, tenant, { resources: [{ name: 'Ann', driver: { last_name: 'D' } }] })
    const order = await addOrder(server, tenant)
    const late = await plannedTrip(server, tenant, { orders: [order], resources: [] })
    await change(server, tenant, [late.tripId], ([trip]) => [
      { ...trip!, stops: trip!.stops.map((stop) => ({ ...stop, ...shifted(stop, 24) })) },
    ])
    await tenant.asTenant((tx) => tx.query(measureWays, early.tripId))
    const { items, total } = await planner(listTrips, {})
    expect(total).toBe(2)
    expect(items.map(({ trip_id }) => trip_id)).toEqual([late.tripId, early.tripId])
    expect(items.map((trip) => trip.distance_is_estimated)).toEqual([true, false])
    expect(items[1]).toMatchObject({
      ...{ name: 'T-000001', status: 'PLANNED', is_refused: false, subcontractor: null, stop_count: 2, order_count: 1 },
      resources: [{ name: 'Ann', resource_type: 'DRIVER' }],
      from: { city: 'Gent', country: 'BE' },
    })
    const turned = await planner(listTrips, { query: { sort: 'starts', limit: 1 } })
    expect(turned).toMatchObject({ total: 2, items: [{ trip_id: early.tripId }] })
  })

  test('is filtered by state, driver, resource and time, and searched by its number or that of an order on it', async () => {
    const tenant = await tripTenant(server)
    const planner = await tenant.user('PLANNER')
    const van = await resourceOf(tenant, { name: 'Van', van: { license_plate: '1-OWN-111' } })
    const { tripId } = await plannedTrip(server, tenant, { resources: [] })
    const other = await plannedTrip(server, tenant, { orders: [await addOrder(server, tenant)], resources: [] })
    const carried = { resource_id: van.id, name: null, license_plate: null, container_number: null }
    await change(server, tenant, [tripId], ([trip]) => [{ ...trip!, resources: [carried] }])
    const ids = async (query: object) => (await planner(listTrips, { query })).items.map(({ trip_id }) => trip_id)
    expect(await ids({ driven_by: 'OWN' })).toEqual([tripId])
    expect(await ids({ driven_by: 'NOBODY' })).toEqual([other.tripId])
    expect(await ids({ driven_by: 'SUBCONTRACTOR' })).toEqual([])
    expect(await ids({ resource: van.id })).toEqual([tripId])
    expect(await ids({ resource: randomUUID() })).toEqual([])
    expect(await ids({ q: 'T-000002' })).toEqual([other.tripId])
    expect(await ids({ q: 'O-000001' })).toEqual([tripId])
    expect(await ids({ status: 'COMPLETED,CANCELLED' })).toEqual([])
    expect(await ids({ from: '2026-02-03T00:00:00Z' })).toEqual([])
    expect((await ids({ from: '2026-02-02T00:00:00Z', to: '2026-02-03T00:00:00Z' })).length).toBe(2)
    expect(await planner(countTrips, { query: { driven_by: 'OWN' } })).toMatchObject({
      by_status: { PLANNED: 1, CREATED: 0 },
      by_driver: { OWN: 1, NOBODY: 1, SUBCONTRACTOR: 0 },
    })
  })

  test('marks a trip as late while a future stop is expected after its requested day', async () => {
    const tenant = await tripTenant(server)
    const planner = await tenant.user('PLANNER')
    const tomorrow = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10)
    const [good] = simpleOrder().consignments!
    const requested = {
      pickup_stop: { ...good!.pickup_stop, date: tomorrow },
      delivery_stop: { ...good!.delivery_stop, date: tomorrow },
    }
    const order = await addOrder(server, tenant, { consignments: [{ ...good!, ...requested }] })
    const { tripId } = await plannedTrip(server, tenant, { orders: [order], resources: [] })
    expect((await planner(listTrips, { query: { is_late: 'true' } })).total).toBe(0)
    await change(server, tenant, [tripId], ([trip]) => [
      { ...trip!, stops: trip!.stops.map((stop) => ({ ...stop, eta_start_at: `${tomorrow}T23:30:00.000Z` })) },
    ])
    const { items } = await planner(listTrips, { query: { is_late: 'true' } })
    expect(items).toMatchObject([{ trip_id: tripId, is_late: true }])
    expect((await planner(countTrips, {})).late).toBe(1)
  })

  test('as CSV has one line for each matching trip', async () => {
    const tenant = await tripTenant(server)
    await plannedTrip(server, tenant)
    const headers = await logInAs(server, tenant.tenantId, 'PLANNER')
    const url = urlOf(exportTripList, { query: { status: 'PLANNED' } })
    const answer = await server.app.inject({ url, headers })
    const lines = answer.body.trim().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/^T-000001,PLANNED,true,false,.*,MISSED,\d+/)
  })
})

describe('the record of a trip', () => {
  test('has its stops with their locations, its orders, reports and changes', async () => {
    const tenant = await tripTenant(server)
    const planner = await tenant.user('PLANNER')
    const { tripId, orders } = await plannedTrip(server, tenant)
    const params = { trip_id: tripId }
    const record = await planner(getTripRecord, { params })
    expect(record.trip.stops).toHaveLength(2)
    expect(record.places.map(({ city }) => city)).toContain('Gent')
    expect(record.orders).toMatchObject([{ order_id: orders[0]!.orderId, order_number: 'O-000001', status: 'PLANNED' }])
    expect(await planner(getRawTrip, { params })).toEqual(await tenant.call(getTrip, { params }))
    const events = (await planner(listTripEvents, { params })).items.map(({ entity_type }) => entity_type)
    expect(events).toContain('trip')
    expect((await planner(listTripHistory, { params })).items[0]).toMatchObject({ entity_type: 'trip' })
  })

  test('READ-6: has the documents of the trip and of its orders', async () => {
    const tenant = await tripTenant(server)
    const planner = await tenant.user('PLANNER')
    const { tripId, orders } = await plannedTrip(server, tenant)
    const file = { bytes: pdf('pod'), name: 'pod.pdf', type: 'application/pdf' }
    const { orderId } = orders[0]!
    await uploadDocument(server.app, tenant, file, { subject_type: 'ORDER', subject_id: orderId, order_id: orderId })
    const { items } = await planner(listTripFiles, { params: { trip_id: tripId } })
    expect(items).toMatchObject([{ name: 'pod.pdf', content_type: 'application/pdf' }])
  })

  test('an order shows its trips with its own stops only', async () => {
    const tenant = await tripTenant(server)
    const planner = await tenant.user('PLANNER')
    const [one, other] = [await addOrder(server, tenant), await addOrder(server, tenant)]
    const { tripId } = await plannedTrip(server, tenant, { orders: [one, other] })
    const { items } = await planner(listOrderTrips, { params: { order_id: one.orderId } })
    expect(items).toMatchObject([{ trip_id: tripId, stops: [{ order_id: one.orderId }, { order_id: one.orderId }] }])
    const left = await planner(listOrderTrips, { params: { order_id: (await addOrder(server, tenant)).orderId } })
    expect(left.items).toEqual([])
  })

  test('an unknown one is 404', async () => {
    const tenant = await tripTenant(server)
    const planner = await tenant.user('PLANNER')
    const params = { trip_id: randomUUID() }
    for (const endpoint of [getTripRecord, getRawTrip, listTripEvents, listTripHistory, listTripFiles]) {
      expect(await rejection(planner(endpoint, { params }))).toMatchObject({ status: 404 })
    }
  })
})

interface Timed {
  planned_start_at: string | null
  planned_end_at: string | null
}

function shifted({ planned_start_at, planned_end_at }: Timed, hours: number): Timed {
  const later = (at: string | null) => at && new Date(Date.parse(at) + hours * 3_600_000).toISOString()
  return { planned_start_at: later(planned_start_at), planned_end_at: later(planned_end_at) }
}
