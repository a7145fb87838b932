import type { Call } from '@cartage/contract/client'
import { changeOrders, countOrders, exportOrderList, listOrders } from '@cartage/contract/orders/app/list'
import { getOrderRecord } from '@cartage/contract/orders/app/record'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alpha, orderTenant, rejection, settle, simpleOrder, type Upload } from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { logInAs, type TestTenant } from '../../testing/test-tenant.ts'
import { overviewOf } from '../overview.rules.ts'
import { searchRanges } from './rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface World {
  tenant: TestTenant
  planner: Call
  /** Ids by their name in the test. */
  ids: Record<string, string>
}

async function worldOf(orders: Record<string, Partial<Upload>>): Promise<World> {
  const tenant = await orderTenant(server)
  const ids: Record<string, string> = {}
  for (const [name, members] of Object.entries(orders)) {
    ids[name] = (await settle(server, tenant, simpleOrder(members))).order_id!
  }
  return { tenant, planner: await tenant.user('PLANNER'), ids }
}

function consignmentOn(date: string, good: object = {}): Upload['consignments'] {
  return [
    {
      pickup_stop: { location: { name: 'Mill', city: 'Gent', country: 'BE' }, date },
      delivery_stop: { location: { name: 'Shop', city: 'Lille', country: 'FR' }, date },
      goods: [{ description: 'Flour', quantity: 1, ...good }],
    },
  ]
}

const container = { container: { container_number: 'MSKU3171363', container_scenario: 'IMPORT' as const } }

test('the list shows the columns people need, newest first', async () => {
  const { planner, ids } = await worldOf({
    first: { customer_reference_number: 'PO-1' },
    second: { ...container, consignments: consignmentOn('2026-03-04', { ordered_transport_temperature_degrees: 2 }) },
  })
  const { items, total } = await planner(listOrders, {})
  expect(total).toBe(2)
  expect(items.map((item) => item.order_id)).toEqual([ids.second, ids.first])
  expect(items[0]).toMatchObject({
    status: 'TO_PLAN',
    customer: { name: alpha.name },
    from: { name: 'Mill', city: 'Gent', country: 'BE' },
    to: { name: 'Shop', city: 'Lille', country: 'FR' },
    pickup_on: '2026-03-04',
    delivery_on: '2026-03-04',
    container_number: 'MSKU3171363',
    container_scenario: 'IMPORT',
    is_tempered: true,
    is_adr: false,
    temperature_degrees: 2,
    load: { pieces: 1, weight_kg: 0, loading_meters: 0 },
    carriers: [],
    subcontractor: null,
    expected_at: null,
    is_delivered: false,
  })
})

test('the load includes all goods, by the total of a good or else by its pieces', async () => {
  const goods = [
    { description: 'Flour', quantity: 12, total_weight_kg: 4_680, total_loading_meters: 4.8 },
    { description: 'Salt', quantity: 3, unit_weight_kg: 100, unit_loading_meters: 0.4 },
  ]
  const consignments = consignmentOn('2026-03-04')?.map((consignment) => ({ ...consignment, goods }))
  const { planner } = await worldOf({ one: { consignments } })
  const [order] = (await planner(listOrders, {})).items
  expect(order!.load).toEqual({ pieces: 15, weight_kg: 4_980, loading_meters: 6 })
})

test('GOOD-9: goods with negative values reduce no other load', async () => {
  const goods = [
    { description: 'Flour', quantity: 12, total_weight_kg: 4_680, total_loading_meters: 4.8 },
    { description: 'Back', quantity: -3, total_weight_kg: -4_000, unit_loading_meters: 0.4 },
  ]
  const consignments = consignmentOn('2026-03-04')?.map((consignment) => ({ ...consignment, goods }))
  const { planner } = await worldOf({ one: { consignments } })
  const [order] = (await planner(listOrders, {})).items
  expect(order!.load).toEqual({ pieces: 12, weight_kg: 4_680, loading_meters: 4.8 })
})

test('filters are AND-ed, values of one are OR-ed, and the total counts all matches', async () => {
  const { planner, ids } = await worldOf({
    road: { consignments: consignmentOn('2026-03-01') },
    cold: { consignments: consignmentOn('2026-03-02', { absolute_max_temperature_degrees: -18 }) },
    box: { ...container, consignments: consignmentOn('2026-03-03') },
    danger: { consignments: consignmentOn('2026-03-04', { packaged_items: [{ adr: { un_number: '1203' } }] }) },
  })
  const found = async (query: object) => {
    const { items, total } = await planner(listOrders, { query: { sort: 'pickup', ...query } as never })
    expect(total).toBe(items.length)
    return items.map((item) => item.order_id)
  }
  expect(await found({ is_tempered: 'true' })).toEqual([ids.cold])
  expect(await found({ is_adr: 'true' })).toEqual([ids.danger])
  expect(await found({ scenario: 'IMPORT,EXPORT' })).toEqual([ids.box])
  expect(await found({ pickup_from: '2026-03-02', pickup_to: '2026-03-03' })).toEqual([ids.cold, ids.box])
  expect(await found({ pickup_from: '2026-03-02', is_adr: 'false' })).toEqual([ids.cold, ids.box])
  expect(await found({ status: 'PLANNED,COMPLETED' })).toEqual([])
  expect(await found({ sort: '-pickup' })).toEqual([ids.danger, ids.box, ids.cold, ids.road])
})

test('a search matches the beginning of number, identifier, reference and container', async () => {
  const { planner, ids } = await worldOf({
    one: { order_identifier: 'ACME-77', customer_reference_number: 'PO-4711' },
    two: { ...container, order_identifier: 'OTHER-1' },
  })
  const found = async (q: string) => (await planner(listOrders, { query: { q } })).items.map((item) => item.order_id)
  const [number] = (await planner(listOrders, { query: { q: 'ACME' } })).items.map((item) => item.order_number)
  expect(await found('ACME-7')).toEqual([ids.one])
  expect(await found('PO-47')).toEqual([ids.one])
  expect(await found(number!)).toEqual([ids.one])
  expect(await found('msku 317')).toEqual([ids.two])
  expect(await found('nothing like it')).toEqual([])
})

test('windows follow each other without a gap, and a window beyond the end is empty', async () => {
  const { planner } = await worldOf(Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, {}])))
  const all = (await planner(listOrders, {})).items.map((item) => item.order_id)
  const pieces = []
  for (const offset of [0, 2, 4]) {
    const { items, total } = await planner(listOrders, { query: { offset, limit: 2 } })
    expect(total).toBe(5)
    pieces.push(...items.map((item) => item.order_id))
  }
  expect(pieces).toEqual(all)
  expect((await planner(listOrders, { query: { offset: 1_000 } })).items).toEqual([])
})

test('a hold is a state of the list: held orders are under BLOCKED and nowhere else', async () => {
  const { planner, ids } = await worldOf({ held: {}, free: {} })
  const body = { action: 'block' as const, reason: 'Unpaid', order_ids: [ids.held!] }
  expect((await planner(changeOrders, { body })).items).toEqual([{ order_id: ids.held, is_done: true, message: null }])
  const ofState = async (status: string) =>
    (await planner(listOrders, { query: { status } })).items.map((item) => item.order_id)
  expect(await ofState('BLOCKED')).toEqual([ids.held])
  expect(await ofState('TO_PLAN')).toEqual([ids.free])
  expect((await ofState('TO_PLAN,BLOCKED')).sort()).toEqual([ids.free, ids.held].sort())
  expect(await planner(countOrders, {})).toMatchObject({ all: 2, by_status: { TO_PLAN: 1, BLOCKED: 1, COMPLETED: 0 } })
  expect(await planner(getOrderRecord, { params: { order_id: ids.held! } })).toMatchObject({
    is_blocked: true,
    block_reason: 'Unpaid',
    order: { id: ids.held, status: 'BLOCKED' },
  })
})

test('a bulk action applies where possible and reports the reason for every other order', async () => {
  const { planner, ids, tenant } = await worldOf({ one: {}, two: {} })
  await planner(changeOrders, { body: { action: 'cancel', order_ids: [ids.one!] } })
  await server.drain()
  const stranger = crypto.randomUUID()
  const { items } = await planner(changeOrders, { body: { action: 'skip', order_ids: [ids.one!, ids.two!, stranger] } })
  expect(items.map((item) => item.is_done)).toEqual([false, true, false])
  expect(items[0]!.message).toContain('is cancelled')
  expect((await planner(listOrders, { query: { status: 'REJECTED' } })).total).toBe(1)
  const missing = await rejection(planner(changeOrders, { body: { action: 'block', order_ids: [ids.two!] } }))
  expect(missing.status).toBe(422)
  const viewer = await tenant.user('VIEWER')
  expect((await rejection(viewer(changeOrders, { body: { action: 'skip', order_ids: [ids.two!] } }))).status).toBe(403)
})

test('an update moves an order in the list', async () => {
  const { planner, tenant, ids } = await worldOf({ one: { order_identifier: 'MOVING' } })
  const later = simpleOrder({
    order_identifier: 'MOVING',
    operation: 'UPDATE',
    consignments: consignmentOn('2026-05-05'),
  })
  await settle(server, tenant, later)
  const { items } = await planner(listOrders, { query: { pickup_from: '2026-05-05' } })
  expect(items.map((item) => item.order_id)).toEqual([ids.one])
})

test('the CSV has every matching order, and no formula that a spreadsheet would run', async () => {
  const { tenant } = await worldOf({ evil: { customer_reference_number: '=1+1' }, good: { ...container } })
  const headers = await logInAs(server, tenant.tenantId, 'PLANNER')
  const answer = await server.app.inject({ url: exportOrderList.path, headers })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = answer.body.trim().split('\n')
  expect(lines).toHaveLength(3)
  expect(answer.body.startsWith('\u{feff}order_number,order_identifier,status')).toBe(true)
  expect(answer.body).toContain("'=1+1")
  const filtered = await server.app.inject({ url: `${exportOrderList.path}?scenario=IMPORT`, headers })
  expect(filtered.body.trim().split('\n')).toHaveLength(2)
})

test('a container is found in any spelling', () => {
  expect(searchRanges('msku 317-13').container?.from).toBe('MSKU31713')
  expect(searchRanges('Gent Zuid').container).toBeUndefined()
})

test('all texts with a given beginning lie between the ends of its range', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (text, rest) => {
      const { from, to } = searchRanges(text)
      expect(Buffer.compare(Buffer.from(from), Buffer.from(text + rest))).toBeLessThanOrEqual(0)
      expect(Buffer.compare(Buffer.from(text + rest), Buffer.from(to))).toBeLessThanOrEqual(0)
    }),
  )
})

test('an order without goods, dates and container has an overview too', () => {
  expect(overviewOf({ customer: {}, consignments: [] })).toEqual({
    pickup_on: null,
    delivery_on: null,
    container_number: null,
    container_scenario: null,
    is_adr: false,
    is_tempered: false,
  })
})
