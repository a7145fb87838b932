import { randomUUID } from 'node:crypto'
import { exportOrder, getOrder, getOrderUpload, uploadOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { sendMessage } from '../../testing/data/messages.ts'
import { addCompany, eventsOf, orderTenant, settle, simpleOrder, versionOf } from '../../testing/data/orders.ts'
import { addOrder, change, plannedTrip, tripOf } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

/** Sends entries and returns the response: null when all were applied. */
async function send(tenant: TestTenant, updates: object[], headers: Record<string, string> = {}) {
  const answer = await sendMessage(server.app, tenant, { kind: 'partial-order-update', headers, body: { updates } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as { errors: { error_type: string; error_message: string }[] } | null
}

const byId = (id: string) => ({ match: { matches_all: [{ order: { id: { matches_any: [id] } } }] } })
const order = (data: object) => ({ update: { operation: 'UPDATE', data } })
const inConsignment = (entry: object) => ({ consignment: { updates: [entry] } })
const stopOf = (stop_type: string) => ({ match: { matches_all: [{ stop: { stop_type } }] } })
const inStop = (stop_type: string, update: object) =>
  inConsignment({ stop: { updates: [{ ...stopOf(stop_type), update }] } })
const read = (tenant: TestTenant, order_id: string) => tenant.call(getOrder, { params: { order_id } })

const selectInbox = statement(
  'test.select_inbox',
  'select path, reason from inbox_item where tenant_id = $1 order by path',
)
const inboxOf = (tenant: TestTenant) => tenant.asTenant((tx) => tx.query<{ path: string; reason: string }>(selectInbox))

const selectStops = statement(
  'test.select_order_stops',
  'select s.* from order_stop s where s.tenant_id = $1 and s.order_id = $2 order by s.sequence',
)
const stopsOf = (tenant: TestTenant, orderId: string) =>
  tenant.asTenant((tx) => tx.query<Record<string, unknown>>(selectStops, orderId))

describe('matching the order', () => {
  test('PU-1: uses id, number, reference and company, or the deprecated id; all criteria must match', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await settle(server, tenant, simpleOrder({ customer_reference_number: 'REF-1' }))
    await settle(server, tenant, simpleOrder({ customer_reference_number: 'REF-2' }))
    const match = (...matches_all: object[]) => ({ match: { matches_all } })
    const value = (text: string) => ({ matches_any: ['other', text] })
    const ways = [
      byId(order_id!),
      { id: order_id },
      match({ order: { name: value('O-000001') } }),
      match({ order: { customer_reference_number: value('REF-1') } }),
      match({ order: { name: value('O-000001') } }, { company: { code: value('C1') } }),
      match({ order: { customer_reference_number: value('REF-1') }, company: { name: value('Alpha') } }),
    ]
    for (const [at, way] of ways.entries()) {
      expect(await send(tenant, [{ ...way, ...order({ planning_instructions: `way ${at}` }) }])).toBeNull()
      expect((await read(tenant, order_id!)).planning_instructions).toBe(`way ${at}`)
    }
  })

  test('SU-1: an entry with no match, several matches or no criteria is reported and kept, and the others apply', async () => {
    const tenant = await orderTenant(server)
    const [one] = await Promise.all(
      [1, 2].map(() => settle(server, tenant, simpleOrder({ customer_reference_number: 'R' }))),
    )
    const reference = (text: string) => ({
      match: { matches_all: [{ order: { customer_reference_number: { matches_any: [text] } } }] },
    })
    const data = order({ planning_instructions: 'x' })
    const foreign = await orderTenant(server)
    const other = await settle(server, foreign, simpleOrder())
    const entries = [reference('none'), reference('R'), {}, byId(other.order_id!), { id: randomUUID() }]
    const answer = await send(tenant, [
      ...entries.map((entry) => ({ ...entry, ...data })),
      { ...byId(one!.order_id!), ...data },
    ])
    expect(answer!.errors.map(({ error_message }) => error_message)).toEqual([
      expect.stringMatching(/^updates\.0: No order matches/),
      expect.stringMatching(/^updates\.1: More than one/),
      expect.stringMatching(/^updates\.2: No criterion/),
      expect.stringMatching(/^updates\.3: No order matches/),
      expect.stringMatching(/^updates\.4: No order matches/),
    ])
    expect(answer!.errors.every(({ error_type }) => error_type === 'USER_INPUT_ERROR')).toBe(true)
    expect((await inboxOf(tenant)).map(({ path }) => path)).toEqual([0, 1, 2, 3, 4].map((at) => `updates.${at}`))
    expect((await read(tenant, one!.order_id!)).planning_instructions).toBe('x')
    expect((await read(foreign, other.order_id!)).planning_instructions).toBeUndefined()
  })
})

describe('an update', () => {
  test('SENSE-1: is applied, and reports the same warnings as an upload, once and without an item in the inbox', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await settle(server, tenant, simpleOrder())
    const dated = (date: string) => ({
      ...byId(order_id!),
      ...inStop('DELIVERY', { operation: 'UPDATE', data: { date } }),
    })
    const answer = await send(tenant, [dated('1970-01-01')])
    expect(answer!.errors.map(({ error_message }) => error_message)).toEqual([
      'updates.0: consignments.0.delivery_stop.date: The day 1970-01-01 is not one of this century. Check the year.',
      'updates.0: consignments.0.delivery_stop.date: The delivery on 1970-01-01 is before the pickup on 2026-02-02.',
    ])
    expect((await read(tenant, order_id!)).consignments[0]!.delivery_stop).toMatchObject({ date: '1970-01-01' })
    expect(await inboxOf(tenant)).toEqual([])
    const text = { ...byId(order_id!), ...order({ planning_instructions: 'Ring first' }) }
    expect(await send(tenant, [text])).toBeNull()
    expect(await send(tenant, [dated('2026-02-04')])).toBeNull()
  })

  test('PU-2: changes every level in one write, visible in the order and its export', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await settle(server, tenant, simpleOrder())
    const version = await versionOf(tenant, order_id!)
    const entry = {
      ...byId(order_id!),
      ...order({ customer_reference_number: 'NEW', container: { seal_number: 'S1' } }),
      ...inConsignment({
        update: { operation: 'UPDATE', data: { cmr_reference_number: 'CMR' } },
        good: {
          updates: [
            {
              update: { operation: 'UPDATE', data: { quantity: 7 } },
              handling_unit: { updates: [{ update: { operation: 'CREATE', data: { barcode: { value: 'B1' } } } }] },
            },
          ],
        },
        stop: {
          updates: [
            { ...stopOf('DELIVERY'), update: { operation: 'UPDATE', data: { note: 'Ring', reference_number: 'D1' } } },
          ],
        },
      }),
    }
    expect(await send(tenant, [entry])).toBeNull()
    expect(await versionOf(tenant, order_id!)).toBe(version + 1)
    const after = await read(tenant, order_id!)
    expect(after).toMatchObject({
      customer_reference_number: 'NEW',
      container: { seal_number: 'S1' },
      consignments: [
        {
          cmr_reference_number: 'CMR',
          goods: [
            {
              description: 'Flour',
              quantity: 7,
              total_weight_kg: 1200,
              handling_units: [{ barcode: { value: 'B1', source: 'EXTERNAL' } }],
            },
          ],
          delivery_stop: { note: 'Ring', reference_number: 'D1' },
        },
      ],
    })
    // ST-10: no event is published.
    expect((await eventsOf(tenant)).map(({ type }) => type)).toEqual(['order.accepted'])
    const exported = await tenant.call(exportOrder, { params: { order_id: order_id! } })
    const copy = { ...exported, operation: 'UPDATE' as const }
    const { upload_id } = await tenant.call(uploadOrder, { body: copy as never })
    await server.drain()
    expect(await tenant.call(getOrderUpload, { params: { upload_id } })).toMatchObject({ upload_status: 'COMPLETED' })
    expect(await read(tenant, order_id!)).toEqual(after)
  })

  test('PU-2: moves stops to new places, creates locations and gives new stops a position in the sequence', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await settle(server, tenant, simpleOrder())
    const before = await stopsOf(tenant, order_id!)
    const weigh = { stop_activity: { label: 'Weighing' }, location: { name: 'Scale', city: 'Kortrijk', country: 'BE' } }
    const entry = {
      ...byId(order_id!),
      ...inConsignment({
        stop: {
          updates: [
            {
              ...stopOf('PICKUP'),
              update: { operation: 'UPDATE', data: { location: { name: 'Mill 2', city: 'Aalst', country: 'BE' } } },
            },
            { update: { operation: 'CREATE', data: weigh } },
          ],
        },
      }),
    }
    expect(await send(tenant, [entry])).toBeNull()
    const after = await stopsOf(tenant, order_id!)
    expect(after.map(({ role }) => role)).toEqual(['PICKUP', 'STANDALONE', 'DELIVERY'])
    expect(after[0]).toMatchObject({ stop_id: before[0]!.stop_id })
    expect(after[0]!.location_id).not.toBe(before[0]!.location_id)
    expect(after[2]).toMatchObject({ stop_id: before[1]!.stop_id, location_id: before[1]!.location_id })
    const { consignments } = await read(tenant, order_id!)
    expect(consignments[0]!.pickup_stop.location).toMatchObject({ name: 'Mill 2', city: 'Aalst' })
  })

  test('passes the checks of an upload, and is applied as a whole or not at all', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await settle(server, tenant, simpleOrder())
    const { order_id: other } = await settle(server, tenant, simpleOrder())
    const before = await read(tenant, order_id!)
    const version = await versionOf(tenant, order_id!)
    const wrong = [
      order({ planning_instructions: 'no', customer: { code: 'NOBODY' } }),
      order({ planning_instructions: 'no', transport_service: { code: 'FLYING' } }),
      {
        ...order({ planning_instructions: 'no' }),
        ...inStop('PICKUP', { operation: 'UPDATE', data: { location: { id: randomUUID() } } }),
      },
      {
        ...order({ planning_instructions: 'no' }),
        ...inConsignment({
          good: { updates: [{ update: { operation: 'UPDATE', data: { packaging_type: { code: 'NONE' } } } }] },
        }),
      },
    ]
    const entries = wrong.map((entry) => ({ ...byId(order_id!), ...entry }))
    const answer = await send(tenant, [...entries, { ...byId(other!), ...order({ planning_instructions: 'yes' }) }])
    expect(answer!.errors.map(({ error_message }) => error_message)).toEqual([
      expect.stringMatching(/^updates\.0: customer: No customer has the code "NOBODY"/),
      expect.stringMatching(/^updates\.1: transport_service: No transport service/),
      expect.stringMatching(/^updates\.2: consignments\.0\.pickup_stop\.location\.id: No location/),
      expect.stringMatching(/^updates\.3: consignments\.0\.goods\.0\.packaging_type: No packaging type/),
    ])
    expect(await read(tenant, order_id!)).toEqual(before)
    expect(await versionOf(tenant, order_id!)).toBe(version)
    expect((await read(tenant, other!)).planning_instructions).toBe('yes')
  })

  test('moves the order to another customer that exists', async () => {
    const tenant = await orderTenant(server)
    const companyId = await addCompany(tenant, { name: 'Beta', code: 'C2' })
    const { order_id } = await settle(server, tenant, simpleOrder())
    expect(await send(tenant, [{ ...byId(order_id!), ...order({ customer: { code: 'C2' } }) }])).toBeNull()
    expect((await read(tenant, order_id!)).customer).toMatchObject({ id: companyId })
  })

  test('entries of one message about one order are applied in turn, each separately', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await settle(server, tenant, simpleOrder())
    const entry = (data: object) => ({ ...byId(order_id!), ...order(data) })
    const answer = await send(tenant, [
      entry({ customer_reference_number: '1', planning_instructions: 'first' }),
      entry({ customer_reference_number: '2', customer: { code: 'NOBODY' } }),
      entry({ customer_reference_number: '3' }),
    ])
    expect(answer!.errors).toHaveLength(1)
    expect(await read(tenant, order_id!)).toMatchObject({
      customer_reference_number: '3',
      planning_instructions: 'first',
    })
  })

  test('a part without a match is left out and reported; the rest of the entry applies', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await settle(server, tenant, simpleOrder())
    const note = { operation: 'UPDATE', data: { note: 'x' } }
    const answer = await send(tenant, [
      {
        ...byId(order_id!),
        ...order({ planning_instructions: 'x' }),
        ...inConsignment({ stop: { updates: [{ update: note }] } }),
      },
    ])
    expect(answer!.errors).toEqual([
      {
        error_type: 'USER_INPUT_ERROR',
        error_message: expect.stringMatching(
          /^updates\.0\.consignment\.updates\.0\.stop\.updates\.0: There are 2 stops/,
        ),
      },
    ])
    expect((await read(tenant, order_id!)).planning_instructions).toBe('x')
  })

  test('a visited stop keeps its ordered values; everything else still changes', async () => {
    const tenant = await orderTenant(server)
    const { tripId, orders } = await plannedTrip(server, tenant)
    const { orderId } = orders[0]!
    await change(server, tenant, [tripId], ([trip]) => {
      trip!.stops[0]!.status = 'COMPLETED'
      return [trip!]
    })
    const answer = await send(tenant, [
      { ...byId(orderId), ...inStop('PICKUP', { operation: 'UPDATE', data: { note: 'late' } }) },
      { ...byId(orderId), ...inStop('DELIVERY', { operation: 'UPDATE', data: { note: 'Ring' } }) },
    ])
    expect(answer!.errors).toHaveLength(1)
    expect(answer!.errors[0]!.error_message).toMatch(/can no longer be changed: the stop at Mill is completed/)
    const after = await read(tenant, orderId)
    expect(after.consignments[0]!.delivery_stop.note).toBe('Ring')
  })

  test('trips follow the changes of stops', async () => {
    const tenant = await orderTenant(server)
    const { tripId, orders } = await plannedTrip(server, tenant)
    const { orderId, stops } = orders[0]!
    await send(tenant, [
      { ...byId(orderId), ...inStop('DELIVERY', { operation: 'UPDATE', data: { reference_number: 'GATE-9' } }) },
    ])
    await server.drain()
    const trip = await tripOf(tenant, tripId)
    expect(trip!.stops.find(({ stop_id }) => stop_id === stops[1]!.stop_id)).toMatchObject({
      reference_number: 'GATE-9',
    })
  })
})

describe('DELETE', () => {
  test('PU-2: cancels like an upload, with its event, and later entries of the message are refused', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await settle(server, tenant, simpleOrder())
    const answer = await send(tenant, [
      { ...byId(order_id!), update: { operation: 'DELETE' } },
      { ...byId(order_id!), ...order({ planning_instructions: 'x' }) },
      { ...byId(order_id!), update: { operation: 'DELETE' } },
    ])
    expect(answer!.errors).toMatchObject([
      { error_message: expect.stringMatching(/^updates\.1: The order is cancelled/) },
    ])
    expect((await read(tenant, order_id!)).status).toBe('CANCELLED')
    expect((await eventsOf(tenant)).map(({ type, sequence }) => [type, sequence])).toEqual([
      ['order.accepted', 1],
      ['order.cancelled', 2],
    ])
    expect((await stopsOf(tenant, order_id!)).map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
  })

  test('takes the stops of the order off its trip', async () => {
    const tenant = await orderTenant(server)
    const { tripId, orders } = await plannedTrip(server, tenant, {
      orders: [await addOrder(server, tenant), await addOrder(server, tenant)],
    })
    await send(tenant, [{ ...byId(orders[0]!.orderId), update: { operation: 'DELETE' } }])
    await server.drain()
    const trip = await tripOf(tenant, tripId)
    expect(new Set(trip!.stops.map(({ order_id }) => order_id))).toEqual(new Set([orders[1]!.orderId]))
  })
})
