import { getOrder, getOrderStatus, listOrderDocuments } from '@cartage/contract/orders/endpoints'
import { getTrip, listTripCosts, listTripDocuments } from '@cartage/contract/trips/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { addSetting } from '../../tenants/settings/commands.ts'
import { tenantKinds } from '../../tenants/settings/kinds.rules.ts'
import { pdf, uploadDocument } from '../../testing/data/files.ts'
import { addLocation, resourceOf } from '../../testing/data/fleet.ts'
import { rejection } from '../../testing/data/orders.ts'
import { addOrder, change, plannedTrip, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { newTripName } from '../names.commands.ts'
import { reportStops } from '../report.commands.ts'
import { newStop } from '../state.rules.ts'

const server = await startTestServer()
afterAll(() => server.close())

describe('a trip', () => {
  test('shows its orders, stops and resources, with their names on this trip and owners', async () => {
    const tenant = await tripTenant(server)
    const van = await resourceOf(tenant, { name: 'Van', van: { license_plate: '1-OWN-111' } })
    const { tripId, orders } = await plannedTrip(server, tenant, {
      resources: [
        { name: 'Box', container: { container_number: 'MSKU1234565' } },
        { name: 'Ann', driver: { last_name: 'D' } },
      ],
      members: { distance_km: 120.5 },
    })
    const location_id = await addLocation(tenant)
    const pause = newStop({
      ...{ stop_id: crypto.randomUUID(), kind: 'STANDALONE', order_id: null, stop_group_id: crypto.randomUUID() },
      ...{ location_id, activity: 'CUSTOM', activity_label: 'Wash', note: 'inside too', custom_fields: { bay: 4 } },
    })
    await change(server, tenant, [tripId], ([trip]) => [
      {
        ...trip!,
        stops: [...trip!.stops, pause],
        resources: [
          ...trip!.resources,
          { resource_id: van.id, name: 'Hired van', license_plate: '2-HIR-222', container_number: null },
        ],
      },
    ])
    const shown = await tenant.call(getTrip, { params: { trip_id: tripId } })
    expect(shown).toMatchObject({
      ...{ id: tripId, name: 'T-000001', status: 'PLANNED', metrics: { distance_total_km: 120.5 } },
      orders: [{ id: orders[0]!.orderId, name: 'O-000001' }],
      resource_allocations: [
        { resource: { name: 'Box', resource_type: 'CONTAINER', container_number: 'MSKU1234565' } },
        { resource: { name: 'Ann', resource_type: 'DRIVER', last_name: 'D' } },
        { resource: { name: 'Hired van', license_plate: '2-HIR-222', is_external_resource: false } },
      ],
    })
    const [pickup, , wash] = shown.stops
    expect(pickup).toMatchObject({
      ...{ id: orders[0]!.stops[0]!.stop_id, order: { row_id: orders[0]!.orderId }, activity_label: 'Pickup' },
      ...{ date: '2026-02-02', location: { name: 'Mill', city: 'Gent', country: 'BE' }, status: 'PLANNED' },
    })
    expect(wash).toMatchObject({
      ...{ id: pause.stop_id, activity_label: 'Wash', note: 'inside too', custom_fields: { bay: 4 } },
      location: { id: location_id, name: 'Depot' },
    })
    expect(wash).not.toHaveProperty('order')
  })

  test('READ-5: times are estimates until arrival at and departure from a stop, and then the actual ones', async () => {
    const tenant = await tripTenant(server)
    const { tripId, trip, orders } = await plannedTrip(server, tenant)
    const { stop_id } = trip.stops[0]!
    const params = { trip_id: tripId }
    const times = async () => {
      const [onTrip] = (await tenant.call(getTrip, { params })).stops
      const { stops } = await tenant.call(getOrder, { params: { order_id: orders[0]!.orderId } })
      const both = [onTrip!, stops![0]!].map(({ start_timestamp, end_timestamp }) => [start_timestamp, end_timestamp])
      expect(both[1]).toEqual(both[0])
      return both[0]
    }
    const sendReport = (report: object) =>
      tenant.asTenant((tx) =>
        reportStops(server.ctx, tx, [{ stop_id, event_at: '2026-02-02T08:20:00Z', ...report }], 'test'),
      )
    expect(await times()).toEqual(['2026-02-02T08:00:00Z', '2026-02-02T08:30:00Z'])
    await sendReport({ eta_start_at: '2026-02-02T08:15:00Z', eta_end_at: '2026-02-02T08:45:00Z' })
    expect(await times()).toEqual(['2026-02-02T08:15:00Z', '2026-02-02T08:45:00Z'])
    await sendReport({ status: 'AT_STOP' })
    expect(await times()).toEqual(['2026-02-02T08:20:00Z', '2026-02-02T08:45:00Z'])
    await sendReport({ status: 'COMPLETED', event_at: '2026-02-02T08:50:00Z' })
    expect(await times()).toEqual(['2026-02-02T08:20:00Z', '2026-02-02T08:50:00Z'])
  })

  test('an order shows no times of a draft, and its shipment once that is confirmed', async () => {
    const tenant = await tripTenant(server)
    const { tripId, orders } = await plannedTrip(server, tenant, { status: 'CREATED' })
    const params = { order_id: orders[0]!.orderId }
    const draft = await tenant.call(getOrderStatus, { params })
    expect(draft).toMatchObject({ status: 'TO_PLAN', shipments: [], stops: [{ start_timestamp: null }, {}] })
    await change(server, tenant, [tripId], ([trip]) => [{ ...trip!, status: 'PLANNED' }])
    const planned = await tenant.call(getOrderStatus, { params })
    expect(planned).toMatchObject({
      status: 'PLANNED',
      stops: [{ status: 'PLANNED', start_timestamp: '2026-02-02T08:00:00Z' }, {}],
    })
    expect(planned.shipments).toMatchObject([{ id: tripId, name: 'T-000001', stops: [{}, {}] }])
    expect(Object.keys(planned.shipments![0]!.resource_allocations_by_type!).sort()).toEqual([
      'DRIVER',
      'TRACTOR',
      'TRAILER',
    ])
  })

  test('a customer sees the assigned resources, and nothing of other orders or private data of drivers', async () => {
    const tenant = await tripTenant(server)
    const orders = [await addOrder(server, tenant), await addOrder(server, tenant)]
    const { tripId } = await plannedTrip(server, tenant, {
      orders,
      resources: [
        {
          name: 'Ann',
          note: 'private',
          driver: { last_name: 'Dee', phone_number: '+32 1', date_of_birth: '1990-01-07' },
        },
      ],
      members: { custom_fields: { margin: 12 } },
    })
    const params = { order_id: orders[0]!.orderId }
    const { customer } = await tenant.call(getOrder, { params })
    const call = await tenant.callAs(['CUSTOMER'], customer.id!)
    const { shipments } = await call(getOrderStatus, { params })
    expect(shipments).toMatchObject([{ id: tripId, resource_allocations: [{ resource: { last_name: 'Dee' } }] }])
    expect(shipments![0]!.stops).toHaveLength(2)
    expect(JSON.stringify(shipments)).not.toMatch(/margin|private|1990-01-07|\+32/)
    expect((await rejection(call(getTrip, { params: { trip_id: tripId } }))).status).toBe(403)
  })

  test('READ-6: its documents include those of its orders and their consignments; it has no costs yet', async () => {
    const tenant = await tripTenant(server)
    const { tripId, orders } = await plannedTrip(server, tenant)
    const params = { trip_id: tripId }
    const file = { bytes: pdf('cmr'), name: 'cmr.pdf', type: 'application/pdf' }
    const order_id = orders[0]!.orderId
    const { consignments } = await tenant.call(getOrder, { params: { order_id } })
    const created = [
      await uploadDocument(server.app, tenant, file, { subject_type: 'ORDER', subject_id: order_id, order_id }),
      await uploadDocument(server.app, tenant, file, {
        subject_type: 'CONSIGNMENT',
        subject_id: consignments[0]!.id,
        order_id,
      }),
    ]
    const other = await addOrder(server, tenant)
    await uploadDocument(server.app, tenant, file, {
      subject_type: 'ORDER',
      subject_id: other.orderId,
      order_id: other.orderId,
    })
    expect((await tenant.call(listTripDocuments, { params })).map(({ id }) => id)).toEqual(created)
    expect((await tenant.call(listOrderDocuments, { params: { order_id } })).map(({ id }) => id)).toEqual(created)
    expect(await tenant.call(listTripCosts, { params })).toEqual({ charges: [] })
  })

  test('without an owner, and of another tenant, is not found', async () => {
    const [one, other] = [await tripTenant(server), await tripTenant(server)]
    const { tripId } = await plannedTrip(server, one, { resources: [] })
    for (const trip_id of [tripId, crypto.randomUUID()]) {
      for (const endpoint of [getTrip, listTripCosts, listTripDocuments]) {
        expect((await rejection(other.call(endpoint, { params: { trip_id } }))).status).toBe(404)
      }
    }
  })
})

describe('names of trips', () => {
  test('count from T-000001, each once, however many are requested at a time', async () => {
    const tenant = await server.tenant()
    const names = await Promise.all(Array.from({ length: 8 }, () => newTripName(server.ctx, tenant.tenantId)))
    expect(names.sort()).toEqual(Array.from({ length: 8 }, (_, at) => `T-00000${at + 1}`))
  })

  test('come from the number range for trips, if there is one', async () => {
    const tenant = await server.tenant()
    const kind = tenantKinds.find((one) => one.kind === 'number_ranges')!
    const range = { code: 'TR', name: 'Trips', applies_to: 'TRIP', prefix: 'TR', separator: '-', digits: 4 }
    await addSetting(server.ctx, { tenantId: tenant.tenantId, by: byOperator, kind }, range)
    expect(await newTripName(server.ctx, tenant.tenantId)).toBe('TR-0001')
    expect(await newTripName(server.ctx, tenant.tenantId)).toBe('TR-0002')
  })
})
