import type { Call } from '@cartage/contract/client'
import { countOrders, listOrders, orderSorts } from '@cartage/contract/orders/app/list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderTenant, settle, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const many = 12_000
const piece = 2_000

let server: TestServer
let tenantId: string
let planner: Call

/** A tenant with a long list: few statuses and holds, repeated days, and orders without a day. */
beforeAll(async () => {
  server = await startTestServer()
  const tenant = await orderTenant(server)
  tenantId = tenant.tenantId
  planner = await tenant.user('PLANNER')
  await settle(server, tenant, simpleOrder({}))
  // In parts that stay far below the longest allowed statement.
  for (let first = 2; first <= many; first += piece) {
    await run(
      `insert into transport_order (tenant_id, order_id, order_identifier, order_number, status, is_blocked, company_id,
                                  doc, pickup_on, is_adr, is_tempered, container_scenario, created_at)
     select o.tenant_id, gen_random_uuid(), 'COPY-' || n, 'C' || n,
            (array['TO_PLAN', 'PLANNED', 'COMPLETED', 'REJECTED'])[1 + n % 4], n % 7 = 0, o.company_id, o.doc,
            case when n % 5 > 0 then date '2026-01-01' + n % 90 end, n % 3 = 0, n % 11 = 0,
            (array['IMPORT', 'EXPORT', null])[1 + n % 3], o.created_at - make_interval(mins => n / 2)
       from transport_order o, generate_series($2::integer, $3::integer) n
      where o.tenant_id = $1 and o.order_identifier not like 'COPY-%'`,
      first,
      Math.min(many, first + piece - 1),
    )
  }
})
afterAll(() => server.close())

async function run<Row>(text: string, ...values: unknown[]): Promise<Row[]> {
  return await server.ctx.db.asTenant(tenantId, (tx) => tx.query<Row>({ name: '', text }, ...values))
}

const orders = {
  created: 'created_at, order_number',
  '-created': 'created_at desc, order_number desc',
  pickup: 'pickup_on, order_id',
  '-pickup': 'pickup_on desc, order_id desc',
} as const

async function expected(condition: string, sort: (typeof orderSorts)[number]): Promise<string[]> {
  const rows = await run<{ order_id: string }>(
    `select order_id from transport_order where tenant_id = $1 and (${condition}) order by ${orders[sort]}`,
  )
  return rows.map((row) => row.order_id)
}

const lists: Record<string, { query: object; condition: string }> = {
  'all orders': { query: {}, condition: 'true' },
  'one state': { query: { status: 'TO_PLAN' }, condition: `status = 'TO_PLAN' and not is_blocked` },
  'several states and the hold': {
    query: { status: 'PLANNED,COMPLETED,BLOCKED' },
    condition: `is_blocked or status in ('PLANNED', 'COMPLETED')`,
  },
  'orders on hold': { query: { status: 'BLOCKED' }, condition: 'is_blocked' },
  'dangerous goods': { query: { is_adr: 'true' }, condition: 'is_adr' },
  'no dangerous goods': { query: { is_adr: 'false' }, condition: 'not is_adr' },
  'containers for import': { query: { scenario: 'IMPORT' }, condition: `container_scenario = 'IMPORT'` },
  'nothing at all': {
    query: { scenario: 'EXPORT', is_adr: 'true' },
    condition: `container_scenario = 'EXPORT' and is_adr`,
  },
  'a few days in two states': {
    query: { pickup_from: '2026-02-01', pickup_to: '2026-02-20', status: 'PLANNED,REJECTED' },
    condition: `pickup_on between '2026-02-01' and '2026-02-20' and not is_blocked and status in ('PLANNED', 'REJECTED')`,
  },
  'everything since a day': { query: { pickup_from: '2026-01-10' }, condition: `pickup_on >= '2026-01-10'` },
}

for (const [name, { query, condition }] of Object.entries(lists)) {
  test(`${name}: a window at any place is the same part of the whole list, in each order`, async () => {
    for (const sort of orderSorts) {
      const whole = await expected(condition, sort)
      const deep = [999, 1_000, 1_050, Math.floor(whole.length / 2), whole.length - 150, whole.length - 1, many * 2]
      for (const offset of [0, 150, ...deep.filter((at) => at > 150)]) {
        const { items, total } = await planner(listOrders, { query: { ...query, sort, offset, limit: 100 } as never })
        expect(items.map((item) => item.order_id)).toEqual(whole.slice(offset, offset + 100))
        expect(total).toBe(whole.length)
      }
    }
  })
}

test('changed rows are in the windows at once, near and far down', async () => {
  const ofState = (status: string, offset: number) =>
    planner(listOrders, { query: { status, sort: 'created', offset, limit: 10 } })
  for (const offset of [0, 1_500]) {
    const [first] = (await ofState('TO_PLAN', offset)).items
    await run(`update transport_order set status = 'REJECTED' where tenant_id = $1 and order_id = $2`, first!.order_id)
    const ids = (await ofState('TO_PLAN', offset)).items.map((item) => item.order_id)
    expect(ids).not.toContain(first!.order_id)
    expect(ids).toHaveLength(10)
  }
})

test('the counts of states add up to the list', async () => {
  const { all, by_status } = await planner(countOrders, {})
  expect(all).toBe(many)
  expect(Object.values(by_status).reduce((sum, count) => sum + count, 0)).toBe(many)
  const { total } = await planner(listOrders, { query: { status: 'PLANNED' } })
  expect(by_status.PLANNED).toBe(total)
})
