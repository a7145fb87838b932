import { randomUUID } from 'node:crypto'
import type { Call } from '@cartage/contract/client'
import { createCompanyRecord } from '@cartage/contract/companies/app/record'
import { searchCompanies } from '@cartage/contract/companies/app/search'
import { changeOrder, createOrder, findSimilarOrders, readUploads } from '@cartage/contract/orders/app/entry'
import { findImportCustomers, findImportSimilar, importOrders } from '@cartage/contract/orders/app/import'
import { listOrders } from '@cartage/contract/orders/app/list'
import { exportOrderRecord, getOrderRecord } from '@cartage/contract/orders/app/record'
import type { OrderEntry } from '@cartage/contract/orders/order-input'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { addCompany, alpha, orderTenant, rejection, settle, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Entry = z.input<typeof OrderEntry>

function entry(members: Partial<Entry> = {}): Entry {
  const { operation: _operation, order_identifier: _identifier, ...order } = simpleOrder()
  return { ...order, ...members }
}

async function clerkOf(tenant: TestTenant): Promise<Call> {
  return await tenant.user('ORDER_ENTRY')
}

async function outcome(clerk: Call, uploadId: string) {
  await server.drain()
  const { items } = await clerk(readUploads, { body: { upload_ids: [uploadId] } })
  return items[0]!
}

async function enter(clerk: Call, order: Entry) {
  const { upload_id } = await clerk(createOrder, { body: { order } })
  return await outcome(clerk, upload_id)
}

async function recordOf(clerk: Call, orderId: string) {
  return await clerk(getOrderRecord, { params: { order_id: orderId } })
}

test('an order entered without an identifier gets its order number as identifier', async () => {
  const tenant = await orderTenant(server)
  const clerk = await clerkOf(tenant)
  const numbers: string[] = []
  for (const reference of ['PO-1', 'PO-2']) {
    const { order_id, upload_status } = await enter(clerk, entry({ customer_reference_number: reference }))
    expect(upload_status).toBe('COMPLETED')
    const { order, order_number } = await recordOf(clerk, order_id!)
    expect(order.order_identifier).toBe(order_number)
    numbers.push(order_number)
  }
  expect(numbers).toEqual(['O-000001', 'O-000002'])
})

test('numbers of entered and of uploaded orders share one sequence, without repeats', async () => {
  const tenant = await orderTenant(server)
  const clerk = await clerkOf(tenant)
  const ids = [await settle(server, tenant, simpleOrder()), await enter(clerk, entry())]
  ids.push(await settle(server, tenant, simpleOrder()))
  const records = await Promise.all(ids.map(({ order_id }) => recordOf(clerk, order_id!)))
  expect(records.map(({ order_number }) => order_number)).toEqual(['O-000001', 'O-000002', 'O-000003'])
})

test('a number already used as an identifier is skipped', async () => {
  const tenant = await orderTenant(server)
  const clerk = await clerkOf(tenant)
  await settle(server, tenant, simpleOrder({ order_identifier: 'O-000002' }))
  const { order_id } = await enter(clerk, entry())
  expect((await recordOf(clerk, order_id!)).order_number).toBe('O-000003')
})

test('an identifier that looks like an order number, or belongs to another order, is refused on its field', async () => {
  const tenant = await orderTenant(server)
  const clerk = await clerkOf(tenant)
  await enter(clerk, entry({ order_identifier: 'MINE-1' }))
  for (const [identifier, status] of [
    ['O-000777', 422],
    ['MINE-1', 400],
  ] as const) {
    const refused = await rejection(clerk(createOrder, { body: { order: entry({ order_identifier: identifier }) } }))
    expect(refused.status).toBe(status)
    expect(refused.body.errors?.[0]?.path).toBe('order_identifier')
  }
})

test('errors of an entry have paths into it, at once or after applying', async () => {
  const clerk = await clerkOf(await orderTenant(server))
  const { consignments } = entry()
  const [consignment] = consignments!
  const withoutCustomer = await rejection(clerk(createOrder, { body: { order: entry({ customer: null }) } }))
  expect(withoutCustomer.body.errors).toMatchObject([{ path: 'customer' }])
  const bad = { ...consignment!, pickup_stop: { ...consignment!.pickup_stop, date: '2026-02-30' } }
  const badDate = await rejection(clerk(createOrder, { body: { order: entry({ consignments: [bad] }) } }))
  expect(badDate.body.errors?.[0]?.path).toBe('order.consignments.0.pickup_stop.date')
  const packed = { ...consignment!, goods: [{ description: 'x', packaging_type: { code: 'NONE' } }] }
  const settled = await enter(clerk, entry({ consignments: [packed] }))
  expect(settled.upload_status).toBe('ERROR')
  expect(settled.errors?.[0]?.path).toBe('consignments.0.goods.0.packaging_type')
})

test('the same entry sent twice under one key creates one order', async () => {
  const clerk = await clerkOf(await orderTenant(server))
  const body = { entry_key: randomUUID(), order: entry() }
  const first = await clerk(createOrder, { body })
  const second = await clerk(createOrder, { body })
  expect(second.upload_id).toBe(first.upload_id)
  await server.drain()
  expect((await clerk(listOrders, {})).total).toBe(1)
})

test('an entry and a sheet that are sent twice in the same moment create each order once, and both responses identify it', async () => {
  const clerk = await clerkOf(await orderTenant(server))
  const body = { entry_key: randomUUID(), order: entry() }
  const answers = await Promise.all(Array.from({ length: 4 }, () => clerk(createOrder, { body })))
  expect(new Set(answers.map(({ upload_id }) => upload_id)).size).toBe(1)
  const sheet = { import_key: randomUUID(), rows: [{ line: 2, values: line }] }
  const imports = await Promise.all(Array.from({ length: 4 }, () => clerk(importOrders, { body: sheet })))
  expect(imports.flatMap(({ items }) => items.flatMap(({ errors }) => errors))).toEqual([])
  expect(new Set(imports.map(({ items }) => items[0]!.upload_id)).size).toBe(1)
})

test('an exported order is changed with its current version, and refused with an older one', async () => {
  const clerk = await clerkOf(await orderTenant(server))
  const { order_id } = await enter(clerk, entry())
  const params = { order_id: order_id! }
  const { operation: _operation, ...order } = await clerk(exportOrderRecord, { params })
  const { version, editable } = await recordOf(clerk, order_id!)
  expect(editable).toEqual({ customer: true, start: true, transport: true, references: true, frozen_stops: [] })
  const body = { version, order: { ...order, customer_reference_number: 'PO-9' } as Entry }
  const { upload_id } = await clerk(changeOrder, { params, body })
  expect((await outcome(clerk, upload_id)).upload_status).toBe('COMPLETED')
  expect((await recordOf(clerk, order_id!)).order.customer_reference_number).toBe('PO-9')
  const late = await rejection(clerk(changeOrder, { params, body }))
  expect([late.status, late.body.code]).toEqual([409, 'state_conflict'])
})

test('an order with the same identifier, or the same customer, reference and day, is found', async () => {
  const tenant = await orderTenant(server)
  const clerk = await clerkOf(tenant)
  const reference = { customer_reference_number: 'PO-1' }
  const { order_id } = await enter(clerk, entry({ ...reference, order_identifier: 'A-1' }))
  const customer_id = (await recordOf(clerk, order_id!)).order.customer!.id
  const found = async (body: object) => (await clerk(findSimilarOrders, { body })).items.map(({ why }) => why)
  expect(await found({ order_identifier: 'A-1' })).toEqual(['IDENTIFIER'])
  expect(await found({ ...reference, customer_id, pickup_on: '2026-02-02' })).toEqual(['REFERENCE'])
  expect(await found({ ...reference, customer_id, pickup_on: '2026-02-03' })).toEqual([])
  expect(await found({ ...reference, customer_id, pickup_on: '2026-02-02', except: order_id })).toEqual([])
})

test('companies are found by the beginning of name or code', async () => {
  const tenant = await orderTenant(server)
  const clerk = await clerkOf(tenant)
  await addCompany(tenant, { name: 'Alphabet Foods', code: 'AF' })
  const found = async (q: string) => (await clerk(searchCompanies, { query: { q } })).items.map(({ name }) => name)
  expect(await found('alp')).toEqual([alpha.name, 'Alphabet Foods'])
  expect(await found('AF')).toEqual(['Alphabet Foods'])
  expect(await found('beta')).toEqual([])
  expect(await found('')).toEqual([alpha.name, 'Alphabet Foods'])
})

const line = {
  customer: alpha.name,
  pickup_city: 'Gent',
  pickup_date: '25-11-2026',
  pickup_from: '8',
  delivery_city: 'Lille',
  delivery_date: '26/11/2026',
  goods: 'Flour',
  weight_kg: '12.000,5',
}

test('lines of a sheet become orders separately; refused ones have the column and the reason', async () => {
  const tenant = await orderTenant(server)
  const clerk = await clerkOf(tenant)
  await settle(server, tenant, simpleOrder({ order_identifier: 'TAKEN' }))
  const rows = [
    { line: 2, values: { ...line, order_identifier: 'S-1' } },
    { line: 3, values: { ...line, order_identifier: 'TAKEN' } },
    { line: 4, values: { ...line, pickup_date: '31-11-2026' } },
    { line: 5, values: { ...line, reference: 'PO-5' } },
    { line: 6, values: { ...line, customer: 'Nobody' } },
  ]
  const body = { import_key: randomUUID(), rows }
  const { items } = await clerk(importOrders, { body })
  expect(items.map(({ errors }) => errors.map(({ column }) => column))).toEqual([
    [],
    ['order_identifier'],
    ['pickup_date'],
    [],
    [],
  ])
  await server.drain()
  const upload_ids = items.flatMap(({ upload_id }) => upload_id ?? [])
  const records = (await clerk(readUploads, { body: { upload_ids } })).items
  expect(records.map(({ upload_status }) => upload_status).toSorted()).toEqual(['COMPLETED', 'COMPLETED', 'ERROR'])
  expect(records.find(({ errors }) => errors)?.errors?.[0]?.path).toBe('customer')
  const again = await clerk(importOrders, { body })
  const ids = (list: typeof items) => list.map(({ upload_id }) => upload_id)
  expect(ids(again.items).slice(0, 4)).toEqual(ids(items).slice(0, 4))
  expect(again.items.map(({ is_repeat }) => is_repeat === true)).toEqual([true, false, false, true, false])
  await server.drain()
  const { items: orders, total } = await clerk(listOrders, {})
  expect(total).toBe(3)
  expect(orders.find((order) => order.order_identifier === 'S-1')).toMatchObject({
    pickup_on: '2026-11-25',
    pickup_from: '08:00',
    delivery_on: '2026-11-26',
  })
})

test('an order of a sheet that failed is imported with the same sheet once its cause is fixed, and only that one', async () => {
  const tenant = await orderTenant(server)
  const clerk = await clerkOf(tenant)
  const rows = [
    { line: 2, values: { ...line, reference: 'PO-1' } },
    { line: 3, values: { ...line, customer: 'Nobody yet', reference: 'PO-2' } },
  ]
  const body = { import_key: randomUUID(), rows }
  const first = await clerk(importOrders, { body })
  await server.drain()
  const planner = await tenant.user('SUPER_ADMIN')
  await planner(createCompanyRecord, { body: { name: 'Nobody yet', currency: 'EUR', is_customer: true } })
  const second = await clerk(importOrders, { body })
  expect(second.items[0]!.upload_id).toBe(first.items[0]!.upload_id)
  expect(second.items[1]!.upload_id).not.toBe(first.items[1]!.upload_id)
  await server.drain()
  const third = await clerk(importOrders, { body })
  expect(third.items.map(({ upload_id }) => upload_id)).toEqual(second.items.map(({ upload_id }) => upload_id))
  await server.drain()
  expect((await clerk(listOrders, {})).total).toBe(2)
})

test('EXP-5: rows of a corrected sheet that look like existing orders are reported, rows of the same sheet are not', async () => {
  const tenant = await orderTenant(server)
  const clerk = await clerkOf(tenant)
  const import_key = randomUUID()
  const rows = ['R-1', 'R-2'].map((reference, at) => ({ line: at + 2, values: { ...line, reference } }))
  await clerk(importOrders, { body: { import_key, rows } })
  await server.drain()
  const asked = rows.map(({ line: at, values: { customer, reference } }) => {
    return { line: at, customer, reference, pickup_on: '2026-11-25' }
  })
  expect((await clerk(findImportSimilar, { body: { import_key, rows: asked } })).items).toEqual([])
  const other = [
    ...asked,
    { ...asked[0]!, line: 4, reference: 'R-3' },
    { ...asked[0]!, line: 5, pickup_on: '2026-11-26' },
  ]
  const { items } = await clerk(findImportSimilar, { body: { import_key: randomUUID(), rows: other } })
  expect(items.map(({ line: at }) => at)).toEqual([2, 3])
})

test('unknown customers of a sheet are reported before anything is imported, with similar names', async () => {
  const tenant = await orderTenant(server)
  const clerk = await clerkOf(tenant)
  const admin = await tenant.user('SUPER_ADMIN')
  await admin(createCompanyRecord, { body: { name: 'Molenaars', code: 'MOL', currency: 'EUR', is_customer: true } })
  const body = { customers: ['Molenaars', 'MOL', 'Molenars', 'Quite another', 'Molenars', ' '] }
  const { unknown, creates_missing } = await clerk(findImportCustomers, { body })
  expect(unknown).toEqual([
    { customer: 'Molenars', nearest: ['Molenaars'] },
    { customer: 'Quite another', nearest: [] },
  ])
  expect(creates_missing).toBe(false)
})

test('users with read access enter, change and import nothing', async () => {
  const tenant = await orderTenant(server)
  const viewer = await tenant.user('VIEWER')
  const { order_id } = await settle(server, tenant, simpleOrder())
  const params = { order_id: order_id! }
  const attempts = [
    () => viewer(createOrder, { body: { order: entry() } }),
    () => viewer(changeOrder, { params, body: { version: 1, order: entry() } }),
    () => viewer(importOrders, { body: { import_key: randomUUID(), rows: [{ line: 2, values: line }] } }),
  ]
  for (const attempt of attempts) expect((await rejection(attempt())).status).toBe(403)
})

test('lines of a sheet with one identifier are one order: goods of one consignment, or further consignments', async () => {
  const clerk = await clerkOf(await orderTenant(server))
  const rows: { line: number; values: Record<string, string> }[] = [
    { line: 2, values: { ...line, order_identifier: 'S-1' } },
    { line: 3, values: { order_identifier: 'S-1', goods: 'Bran', quantity: '3' } },
    {
      line: 4,
      values: { order_identifier: 'S-1', delivery_city: 'Rijsel', delivery_date: '27-11-2026', goods: 'Oats' },
    },
    { line: 5, values: { ...line, order_identifier: 'S-2' } },
    { line: 6, values: { order_identifier: 'S-2', customer: 'Another', goods: 'Bran' } },
  ]
  const { items } = await clerk(importOrders, { body: { import_key: randomUUID(), rows } })
  const [first, second, third, good, bad] = items
  expect(new Set([first, second, third].map((item) => item!.upload_id)).size).toBe(1)
  expect(first!.upload_id).not.toBeNull()
  expect(good!.errors).toMatchObject([{ column: null, message: expect.stringContaining('Line 6') }])
  expect(bad!.errors).toMatchObject([{ column: 'customer', message: expect.stringContaining('line 5') }])
  await server.drain()
  const { items: orders, total } = await clerk(listOrders, {})
  expect(total).toBe(1)
  const order = await clerk(exportOrderRecord, { params: { order_id: orders[0]!.order_id } })
  const goods = order.consignments.map((consignment) => consignment.goods?.map(({ description }) => description))
  expect(goods).toEqual([['Flour', 'Bran'], ['Oats']])
})

test('a container order becomes a road order on a screen, and back, while no trip is planned', async () => {
  const tenant = await orderTenant(server)
  const clerk = await clerkOf(tenant)
  const container = { container_scenario: 'IMPORT' as const, container_number: 'MSKU1234565' }
  const { order_id } = await settle(server, tenant, simpleOrder({ container }))
  const params = { order_id: order_id! }
  const change = async (order: object, drops_container: boolean) => {
    const { version } = await clerk(getOrderRecord, { params })
    await clerk(changeOrder, { params, body: { version, order: order as never, drops_container } })
    await server.drain()
    return (await clerk(exportOrderRecord, { params })).container
  }
  expect(await change({ customer_reference_number: 'KEEPS' }, false)).toMatchObject(container)
  expect(await change({}, true)).toBeUndefined()
  expect(await change({ container }, false)).toMatchObject(container)
})
