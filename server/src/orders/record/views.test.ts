import { canonicalOrder } from '@cartage/contract/orders/canonical'
import {
  exportOrder,
  getOrder,
  getOrderStatus,
  listOrderCharges,
  listOrderDocuments,
} from '@cartage/contract/orders/endpoints'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import { OperationalVisibilityUpdate } from '@cartage/contract/outbound/visibility-event'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addExampleReference,
  eventsOf,
  exampleOrders,
  orderTenant,
  settle,
  simpleOrder,
  type Upload,
  versionOf,
} from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

async function createdOrder(tenant: TestTenant, body: Upload) {
  const done = await settle(server, tenant, body)
  expect(done.errors).toBeUndefined()
  return { params: { order_id: done.order_id! } }
}

describe('status', () => {
  test('READ-2 and READ-3: stops are in sequence, with labels and a type for those of consignments', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder({
      container: { container_scenario: 'EXPORT' },
      setup_stops: [{ location: { city: 'Depot' }, activity: 'COLLECT_EMPTY_CONTAINER' }],
      teardown_stops: [{ location: { city: 'Wash' } }],
    })
    body.consignments![0]!.pickup_stop.activity_label = 'Laden'
    const status = await tenant.call(getOrderStatus, await createdOrder(tenant, body))
    expect(status.stops!.map(({ activity_label, stop_type }) => [activity_label, stop_type])).toEqual([
      ['Collect empty container', null],
      ['Pickup (Laden)', 'PICKUP'],
      ['Delivery', 'DELIVERY'],
      ['Drop empty container', null],
    ])
    expect(status.stops![1]!.consignment_id).toBe(status.consignments[0]!.id)
    expect(status).not.toHaveProperty('first_pickup_stop')
  })

  test('READ-4: the first pickup and the last delivery are found by their labels', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const [one] = body.consignments!
    const other = { ...one!, delivery_stop: { location: { city: 'Paris' } } }
    const status = await tenant.call(
      getOrderStatus,
      await createdOrder(tenant, { ...body, consignments: [one!, other] }),
    )
    const first = status.stops!.find(({ activity_label }) => /pickup/i.test(activity_label!))
    const last = status.stops!.findLast(({ activity_label }) => /delivery/i.test(activity_label!))
    expect(first!.location.city).toBe('Gent')
    expect(last!.location.city).toBe('Paris')
    expect(status.last_delivery_stop!.id).toBe(last!.id)
  })

  test('READ-1 and READ-5: an order shows its state; times are absent until a trip has them', async () => {
    const tenant = await orderTenant(server)
    const order = await tenant.call(getOrder, await createdOrder(tenant, simpleOrder()))
    expect(order.status).toBe('TO_PLAN')
    expect(order.start_stop).toMatchObject({ status: 'TO_PLAN', start_timestamp: null, end_timestamp: null })
    expect(order.created_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })

  test('SEQ-1 and SEQ-2: positions alone define the sequence; SEQ-5: optimal is kept', async () => {
    const tenant = await orderTenant(server)
    const at = (position: number) => ({ position: { position, optimal: true } })
    const body = simpleOrder({
      consignments: [
        {
          pickup_stop: { location: { city: 'second' }, ...at(2) },
          delivery_stop: { location: { city: 'last' }, ...at(6) },
          standalone_stops: [
            { location: { city: 'third' }, custom_activity: 'CLEANING', ...at(3) },
            { location: { city: 'first' }, activity: 'CUSTOM', custom_activity_label: 'Weigh', ...at(1) },
          ],
        },
      ],
    })
    const request = await createdOrder(tenant, body)
    const status = await tenant.call(getOrderStatus, request)
    expect(status.stops!.map(({ location }) => location.city)).toEqual(['first', 'second', 'third', 'last'])
    expect(status.stops!.map(({ activity_label }) => activity_label)).toEqual([
      'Weigh',
      'Pickup',
      'Cleaning',
      'Delivery',
    ])
    const again = await tenant.call(exportOrder, request)
    expect(again.consignments[0]!.pickup_stop.position).toEqual({ position: 2, optimal: true })
  })
})

describe('the rest', () => {
  test('charges and documents of an order are empty lists, of an unknown order 404', async () => {
    const tenant = await orderTenant(server)
    const request = await createdOrder(tenant, simpleOrder())
    expect(await tenant.call(listOrderCharges, request)).toEqual({ charges: [] })
    expect(await tenant.call(listOrderDocuments, request)).toEqual([])
    const unknown = { params: { order_id: crypto.randomUUID() } }
    for (const endpoint of [getOrder, getOrderStatus, exportOrder, listOrderCharges, listOrderDocuments]) {
      await expect(tenant.call(endpoint, unknown)).rejects.toMatchObject({ status: 404 })
    }
  })

  test('GOOD-2, GOOD-3 and GOOD-4: units and substances are returned, with the official name from our list', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    body.consignments![0]!.goods = [
      {
        quantity: 2,
        handling_units: [{ barcode: { value: 'B1' } }, { barcode: { value: 'B2', source: 'EXTERNAL' } }],
        packaged_items: [
          {
            adr: {
              un_number: '1203',
              technical_name_by_locale: { en: 'octane' },
              adr_name_by_locale: { en: 'made up' },
              packing_group: 'II',
            },
          },
          { adr: { un_number: '9999' } },
        ],
      },
    ]
    const order = await tenant.call(getOrder, await createdOrder(tenant, body))
    const [good] = order.consignments[0]!.goods!
    expect(good!.handling_units!.map(({ barcode }) => barcode)).toEqual([
      { value: 'B1' },
      { value: 'B2', source: 'EXTERNAL' },
    ])
    expect(good!.packaged_items![0]!.adr).toMatchObject({
      technical_name_by_locale: { en: 'octane' },
      packing_group: 'II',
    })
    expect(good!.packaged_items![0]!.adr!.adr_name_by_locale!.de).toMatch(/BENZIN/)
    expect(good!.packaged_items![1]!.adr).not.toHaveProperty('adr_name_by_locale')
  })

  test('GOOD-6: customs codes are in messages, absent without any, and never in reads', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const customs = { hs_code_import: { code: '0101' }, hs_code_export: { code: '0102' } }
    body.consignments![0]!.goods = [{ packaged_items: [{ import_export: customs }] }, { quantity: 1 }]
    const order = await tenant.call(getOrder, await createdOrder(tenant, body))
    expect(JSON.stringify(order)).not.toContain('hs_codes')
    const [event] = await eventsOf(tenant)
    const { goods } = event!.payload.order.consignment
    expect(goods[0]).toMatchObject({ hs_codes: { count: 2 } })
    expect(goods[1]).not.toHaveProperty('hs_codes')
  })

  test('ST-13 and ST-14: the message has customer, stops and goods, and no name for a place without one', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder({ customer_reference_number: 'R-7' })
    body.consignments![0]!.delivery_stop.location = { name: '', address: 'Rue 1', city: 'Lille', country: 'FR' }
    const { params } = await createdOrder(tenant, body)
    const [event] = await eventsOf(tenant)
    const message = event!.payload
    expect(OperationalVisibilityUpdate.parse(message)).toEqual(message)
    expect(message.events[0]).toMatchObject({ sequence: 1, epoch: 1, update: { id: params.order_id, type: 'Order' } })
    expect(message.order).toMatchObject({
      id: params.order_id,
      order_name: 'O-000001',
      customer_reference_number: 'R-7',
      customer: { name: 'Alpha' },
      status: 'ACCEPTED',
    })
    expect(message.order.stops[0].location.name).toBe('Mill')
    expect(message.order.stops[1].location).not.toHaveProperty('name')
    expect(message.order.stops[0]).toMatchObject({ stop_type: 'PICKUP', eta_start_time: null, eta_end_time: null })
    expect(message.order.consignment.goods).toHaveLength(1)
  })
})

describe('export', () => {
  const examples = exampleOrders().filter(({ body }) => body.operation === 'CREATE')

  test('there are examples', () => {
    expect(examples.length).toBeGreaterThan(10)
  })

  test.each(examples)(
    'EXP-1 and EXP-2: $name is exported as it was sent, and uploading it again changes nothing',
    async (example) => {
      const { body } = example
      const tenant = await server.tenant({ create_missing_companies: true })
      await addExampleReference(tenant)
      const request = await createdOrder(tenant, body)
      const exported = await tenant.call(exportOrder, request)
      expect(exported.operation).toBe('CREATE')
      // The content that was sent, in canonical spelling: nothing lost, nothing added.
      expect(exported).toEqual(JSON.parse(JSON.stringify(canonicalOrder(OrderUpload.parse(body)))))
      const again = await settle(server, tenant, exported as Upload)
      expect(again).toMatchObject({ upload_status: 'COMPLETED', order_id: request.params.order_id })
      expect(await versionOf(tenant, request.params.order_id)).toBe(1)
      const copy = await settle(server, tenant, {
        ...(exported as Upload),
        order_identifier: `${exported.order_identifier}/2`,
      })
      expect(copy.order_id).not.toBe(request.params.order_id)
      const twin = await tenant.call(exportOrder, { params: { order_id: copy.order_id! } })
      expect({ ...twin, order_identifier: exported.order_identifier }).toEqual(exported)
      await tenant.call(getOrder, request)
      await tenant.call(getOrderStatus, request)
    },
  )
})
