import { listAuditRecords } from '@cartage/contract/audit/app'
import { getOrder, uploadOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import {
  addCompany,
  alpha,
  eventsOf,
  orderTenant,
  rejection,
  settle,
  simpleOrder,
  versionOf,
} from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

const renameCompany = statement(
  'testing.rename_company',
  'update company c set name = $3 where c.tenant_id = $1 and c.name = $2',
)

describe('creating', () => {
  test('ORD-1: a CREATE is answered with an upload record in progress, before the order exists', async () => {
    const tenant = await orderTenant(server)
    const record = await tenant.call(uploadOrder, { body: simpleOrder() })
    expect(record).toEqual({
      upload_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      upload_status: 'IN_PROGRESS',
      upload_url: `v1/orders/order/upload/${record.upload_id}`,
      order_id: null,
      order_url: null,
    })
  })

  test('ORD-2: after applying, the record is COMPLETED and has the path of the order', async () => {
    const tenant = await orderTenant(server)
    const done = await settle(server, tenant, simpleOrder())
    expect(done.upload_status).toBe('COMPLETED')
    expect(done.order_url).toBe(`v1/orders/order/${done.order_id}`)
    const events = await eventsOf(tenant)
    expect(events.map(({ type, sequence, entity_id }) => [type, sequence, entity_id])).toEqual([
      ['order.accepted', 1, done.order_id],
    ])
  })

  test('ORD-5: order_identifier cannot be used to fetch an order', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    await settle(server, tenant, body)
    const error = await rejection(tenant.call(getOrder, { params: { order_id: body.order_identifier } }))
    expect(error.status).toBe(404)
  })

  test('ORD-12: an order starts TO_PLAN, or as QUOTE on request, and both are reported as ACCEPTED', async () => {
    const tenant = await orderTenant(server)
    const plain = await settle(server, tenant, simpleOrder())
    const quote = await settle(server, tenant, simpleOrder({ order_status: 'QUOTE' }))
    expect((await tenant.call(getOrder, { params: { order_id: plain.order_id! } })).status).toBe('TO_PLAN')
    expect((await tenant.call(getOrder, { params: { order_id: quote.order_id! } })).status).toBe('QUOTE')
    expect((await eventsOf(tenant)).map(({ payload }) => payload.events[0].update.status)).toEqual([
      'ACCEPTED',
      'ACCEPTED',
    ])
  })

  test('ORD-14: an unknown import configuration is a warning and not a refusal', async () => {
    const tenant = await orderTenant(server)
    const done = await settle(server, tenant, simpleOrder({ import_configuration: { code: 'MAIL' } }))
    expect(done.upload_status).toBe('COMPLETED')
    expect(done.warnings?.[0]?.path).toBe('import_configuration.code')
    const usual = await settle(server, tenant, simpleOrder({ import_configuration: { code: 'API' } }))
    expect(usual).not.toHaveProperty('warnings')
  })

  test('ORD-15: a delivery may omit its date when a service level is set', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder({ service_level: { code: 'STANDARD' } })
    delete body.consignments![0]!.delivery_stop.date
    expect((await settle(server, tenant, body)).upload_status).toBe('COMPLETED')
  })

  test('the same location is the same place, in any spelling', async () => {
    const tenant = await orderTenant(server)
    const one = await settle(server, tenant, simpleOrder())
    const body = simpleOrder()
    body.consignments![0]!.pickup_stop.location = { name: ' MILL ', city: 'gent', country: 'be' }
    const other = await settle(server, tenant, body)
    const [first, second] = await Promise.all(
      [one, other].map(({ order_id }) => tenant.call(getOrder, { params: { order_id: order_id! } })),
    )
    expect(second!.start_stop!.location.id).toBe(first!.start_stop!.location.id)
    expect(second!.end_stop!.location.id).toBe(first!.end_stop!.location.id)
    expect(first!.start_stop!.location.id).not.toBe(first!.end_stop!.location.id)
  })

  test('a stop may refer to a place by its id; an unknown id is refused', async () => {
    const tenant = await orderTenant(server)
    const first = await settle(server, tenant, simpleOrder())
    const { start_stop } = await tenant.call(getOrder, { params: { order_id: first.order_id! } })
    const body = simpleOrder()
    body.consignments![0]!.delivery_stop.location = { id: start_stop!.location.id! }
    const done = await settle(server, tenant, body)
    const order = await tenant.call(getOrder, { params: { order_id: done.order_id! } })
    expect(order.end_stop!.location).toMatchObject({ id: start_stop!.location.id, name: 'Mill', city: 'Gent' })
    body.order_identifier = 'other'
    body.consignments![0]!.delivery_stop.location = { id: crypto.randomUUID() }
    expect(await settle(server, tenant, body)).toMatchObject({
      upload_status: 'ERROR',
      errors: [{ path: 'consignments.0.delivery_stop.location.id' }],
    })
  })

  test('ISO 6346: a wrong check digit is a warning on the record, and the number is stored', async () => {
    const tenant = await orderTenant(server)
    const done = await settle(server, tenant, simpleOrder({ container: { container_number: 'MSKU1234560' } }))
    expect(done.upload_status).toBe('COMPLETED')
    expect(done.warnings?.[0]).toMatchObject({ path: 'container.container_number' })
    const order = await tenant.call(getOrder, { params: { order_id: done.order_id! } })
    expect(order.container?.container_number).toBe('MSKU1234560')
  })
})

describe('references', () => {
  const cases = [
    ['ORD-10', { transport_service: { code: 'GENERALL' } }, 'transport_service', 'GENERAL (General)'],
    ['ORD-10', { service_level: { code: 'EXPRES' } }, 'service_level', 'EXPRESS (Express)'],
    ['ORD-11', { customer: { code: 'C2' } }, 'customer', 'C1 (Alpha)'],
  ] as const

  test.each(cases)('%s: an unknown value ends the upload in ERROR and suggests the nearest: %o', async (...given) => {
    const [, members, path, nearest] = given
    const tenant = await orderTenant(server)
    const body = simpleOrder(members)
    const failed = await settle(server, tenant, body)
    expect(failed).toMatchObject({ upload_status: 'ERROR', order_id: null })
    expect(failed.errors).toHaveLength(1)
    expect(failed.errors![0]!.path).toBe(path)
    expect(failed.errors![0]!.message).toContain(nearest)
    expect((await eventsOf(tenant)).map(({ type }) => type)).toEqual(['upload.failed'])
  })

  test('ORD-10: a service matches by code or by name, in any case', async () => {
    const tenant = await orderTenant(server)
    for (const transport_service of [{ code: 'general' }, { name: 'General' }, { code: 'X', name: 'general' }]) {
      expect((await settle(server, tenant, simpleOrder({ transport_service }))).upload_status).toBe('COMPLETED')
    }
  })

  test('ORD-11: a customer matches by accounting code, by code or by name', async () => {
    const tenant = await orderTenant(server)
    await addCompany(tenant, { name: 'Beta', code: 'B', accounting_code: '4711' })
    for (const customer of [{ code: '4711' }, { code: 'B' }, { name: 'beta' }]) {
      const done = await settle(server, tenant, simpleOrder({ customer }))
      const order = await tenant.call(getOrder, { params: { order_id: done.order_id! } })
      expect(order.customer.name).toBe('Beta')
    }
  })

  test('GOOD-1: packaging matches by code, or by name with the code of a size', async () => {
    const tenant = await orderTenant(server)
    const outcome = async (packaging_type: object) => {
      const body = simpleOrder()
      body.consignments![0]!.goods = [{ quantity: 1, packaging_type }]
      return await settle(server, tenant, body)
    }
    expect((await outcome({ code: 'BOX' })).upload_status).toBe('COMPLETED')
    expect((await outcome({ name: 'Pallet', packaging_size: { code: 'EUR' } })).upload_status).toBe('COMPLETED')
    const size = await outcome({ name: 'Pallet', packaging_size: { code: 'EURO' } })
    expect(size.errors?.[0]?.path).toBe('consignments.0.goods.0.packaging_type.packaging_size')
    const type = await outcome({ code: 'BOXX' })
    expect(type.errors?.[0]?.message).toContain('BOX')
  })

  test('a missing customer is created if the tenant allows it, once for many orders', async () => {
    const tenant = await server.tenant({ create_missing_companies: true })
    const customer = { code: 'N1', name: 'Newcomer' }
    const bodies = Array.from({ length: 5 }, () => simpleOrder({ customer }))
    await Promise.all(bodies.map((body) => tenant.call(uploadOrder, { body })))
    const done = await settle(server, tenant, simpleOrder({ customer: { name: 'newcomer' } }))
    expect(done.upload_status).toBe('COMPLETED')
    const events = await eventsOf(tenant)
    expect(events).toHaveLength(6)
    const created = new Set(events.map(({ payload }) => payload.order.customer.id))
    expect(created.size).toBe(1)
    const admin = await tenant.user('SUPER_ADMIN')
    const query = { entity_type: 'company', entity_id: [...created][0] }
    const trail = await admin(listAuditRecords, { query })
    expect(trail.items).toMatchObject([
      { action: 'created', actor: { kind: 'client', actor_id: tenant.client.client_id } },
    ])
  })

  test('an upload that fails leaves its identifier usable', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder({ transport_service: { code: 'NO' } })
    expect((await settle(server, tenant, body)).upload_status).toBe('ERROR')
    expect((await settle(server, tenant, { ...body, transport_service: null })).upload_status).toBe('COMPLETED')
  })
})

describe('ORD-13: the status of the customer decides which orders are allowed', () => {
  const cases = [
    ['PROSPECT', 'ERROR', 'COMPLETED'],
    ['NOT_APPROVED', 'ERROR', 'COMPLETED'],
    ['BLOCKED', 'ERROR', 'ERROR'],
    ['WARNING', 'COMPLETED', 'COMPLETED'],
    ['APPROVED', 'COMPLETED', 'COMPLETED'],
  ] as const

  test.each(cases)('%s: an order ends %s, a quote %s', async (status, order, quote) => {
    const tenant = await orderTenant(server)
    await addCompany(tenant, { name: 'Gate', code: 'GATE', status })
    const customer = { code: 'GATE' }
    expect((await settle(server, tenant, simpleOrder({ customer }))).upload_status).toBe(order)
    const requested = await settle(server, tenant, simpleOrder({ customer, order_status: 'QUOTE' }))
    expect(requested.upload_status).toBe(quote)
  })

  test('an update does not turn a quote of a prospect into an order', async () => {
    const tenant = await orderTenant(server)
    await addCompany(tenant, { name: 'Gate', code: 'GATE', status: 'PROSPECT' })
    const body = simpleOrder({ customer: { code: 'GATE' }, order_status: 'QUOTE' })
    const created = await settle(server, tenant, body)
    const order_identifier = body.order_identifier
    const later = await settle(server, tenant, { operation: 'UPDATE', order_identifier, order_status: 'TO_PLAN' })
    expect(later).toMatchObject({ upload_status: 'ERROR', order_id: created.order_id })
  })
})

describe('changing and cancelling', () => {
  test('ORD-3: an UPDATE changes the order it finds; omitted members stay', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder({ customer_reference_number: 'R1', planning_instructions: 'ring twice' })
    const created = await settle(server, tenant, body)
    const update = { operation: 'UPDATE' as const, order_identifier: body.order_identifier }
    const accepted = await tenant.call(uploadOrder, { body: { ...update, customer_reference_number: 'R2' } })
    expect(accepted).toMatchObject({ upload_status: 'IN_PROGRESS', order_id: created.order_id })
    expect(accepted.order_url).toBe(`v1/orders/order/${created.order_id}`)
    await server.drain()
    const order = await tenant.call(getOrder, { params: { order_id: created.order_id! } })
    expect(order).toMatchObject({ customer_reference_number: 'R2', planning_instructions: 'ring twice' })
    expect(order.consignments[0]!.goods).toHaveLength(1)
    // ST-10: a plain update sends no event.
    expect(await eventsOf(tenant)).toHaveLength(1)
  })

  test('an order keeps its customer when the company is renamed', async () => {
    const tenant = await orderTenant(server)
    await addCompany(tenant, { name: 'Before' })
    const body = simpleOrder({ customer: { name: 'Before' } })
    const { order_id } = await settle(server, tenant, body)
    await tenant.asTenant((tx) => tx.query(renameCompany, 'Before', 'After'))
    const update = { operation: 'UPDATE' as const, order_identifier: body.order_identifier }
    const done = await settle(server, tenant, { ...update, planning_instructions: 'x' })
    expect(done).toMatchObject({ upload_status: 'COMPLETED', order_id })
    expect((await tenant.call(getOrder, { params: { order_id: order_id! } })).customer.name).toBe('After')
    const other = await settle(server, tenant, { ...update, customer: { name: 'Nobody' } })
    expect(other.upload_status).toBe('ERROR')
    const moved = await settle(server, tenant, { ...update, customer: { code: alpha.code } })
    expect(moved.upload_status).toBe('COMPLETED')
    expect((await tenant.call(getOrder, { params: { order_id: order_id! } })).customer.name).toBe(alpha.name)
  })

  test('ids of consignments, stops and goods survive an update', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const { order_id } = await settle(server, tenant, body)
    const before = await tenant.call(getOrder, { params: { order_id: order_id! } })
    body.consignments![0]!.pickup_stop.note = 'gate 4'
    body.consignments![0]!.goods!.push({ quantity: 1 })
    body.consignments!.push(body.consignments![0]!)
    await settle(server, tenant, { ...body, operation: 'UPDATE' })
    const after = await tenant.call(getOrder, { params: { order_id: order_id! } })
    expect(after.consignments).toHaveLength(2)
    expect(after.consignments[0]!.id).toBe(before.consignments[0]!.id)
    expect(after.consignments[0]!.pickup_stop).toMatchObject({ id: before.start_stop!.id, note: 'gate 4' })
    expect(after.consignments[0]!.goods![0]!.id).toBe(before.consignments[0]!.goods![0]!.id)
    const ids = after.stops!.map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
    await settle(server, tenant, { ...body, operation: 'UPDATE', consignments: [body.consignments![0]!] })
    const fewer = await tenant.call(getOrder, { params: { order_id: order_id! } })
    expect(fewer.stops!.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  })

  test('ORD-6: CREATE of a known identifier is an update of that order', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const created = await settle(server, tenant, body)
    const again = await settle(server, tenant, { ...body, planning_instructions: 'new' })
    expect(again).toMatchObject({ upload_status: 'COMPLETED', order_id: created.order_id })
    const order = await tenant.call(getOrder, { params: { order_id: created.order_id! } })
    expect(order.planning_instructions).toBe('new')
  })

  test('ORD-18: an UPDATE of an unknown identifier creates, when it is complete', async () => {
    const tenant = await orderTenant(server)
    const done = await settle(server, tenant, simpleOrder({ operation: 'UPDATE' }))
    expect(done).toMatchObject({ upload_status: 'COMPLETED' })
    expect((await eventsOf(tenant)).map(({ type }) => type)).toEqual(['order.accepted'])
    const bare = { operation: 'UPDATE' as const, order_identifier: 'nothing-yet' }
    const failed = await settle(server, tenant, bare)
    expect(failed.upload_status).toBe('ERROR')
    expect(failed.errors?.map(({ path }) => path)).toEqual(['customer', 'consignments'])
  })

  test('ORD-18: a DELETE of an unknown identifier is refused at once', async () => {
    const tenant = await orderTenant(server)
    const body = { operation: 'DELETE' as const, order_identifier: 'never seen' }
    const error = await rejection(tenant.call(uploadOrder, { body }))
    expect(error.status).toBe(400)
    expect(error.body).toMatchObject({ code: 'order_unknown', errors: [{ path: 'order_identifier' }] })
  })

  test('ORD-7: DELETE cancels, and a second one succeeds without an effect', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const created = await settle(server, tenant, body)
    const bare = { operation: 'DELETE' as const, order_identifier: body.order_identifier }
    for (let round = 0; round < 2; round += 1) {
      const done = await settle(server, tenant, bare)
      expect(done).toMatchObject({ upload_status: 'COMPLETED', order_id: created.order_id })
    }
    const order = await tenant.call(getOrder, { params: { order_id: created.order_id! } })
    expect(order.status).toBe('CANCELLED')
    expect(order.stops!.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED'])
    const events = await eventsOf(tenant)
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['order.accepted', 1],
      ['order.cancelled', 2],
    ])
    expect(await versionOf(tenant, created.order_id!)).toBe(2)
  })

  test('ORD-8: a cancelled order cannot be revived; ORD-9: another identifier makes a new one', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const created = await settle(server, tenant, body)
    await settle(server, tenant, { ...body, operation: 'DELETE' })
    for (const operation of ['CREATE', 'UPDATE'] as const) {
      const error = await rejection(tenant.call(uploadOrder, { body: { ...body, operation } }))
      expect(error.status).toBe(400)
      expect(error.body.code).toBe('order_cancelled')
      expect(error.body.errors).toMatchObject([{ path: 'order_identifier', detail: { order_id: created.order_id } }])
    }
    const other = await settle(server, tenant, { ...body, order_identifier: `${body.order_identifier}-2` })
    expect(other.upload_status).toBe('COMPLETED')
    expect(other.order_id).not.toBe(created.order_id)
  })

  test('an UPDATE of standalone stops needs positions on all stops of the order', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder({
      container: { container_scenario: 'IMPORT' },
      teardown_stops: [{ location: { city: 'Depot' } }],
    })
    await settle(server, tenant, body)
    const at = (position: number) => ({ position: { position } })
    const [consignment] = body.consignments!
    const failed = await settle(server, tenant, {
      operation: 'UPDATE',
      order_identifier: body.order_identifier,
      consignments: [
        {
          pickup_stop: { ...consignment!.pickup_stop, ...at(1) },
          delivery_stop: { ...consignment!.delivery_stop, ...at(2) },
          standalone_stops: [{ location: { city: 'Wash' }, custom_activity: 'CLEANING', ...at(3) }],
        },
      ],
    })
    expect(failed.errors?.map(({ path }) => path)).toEqual(['teardown_stops.0.position'])
  })
})
