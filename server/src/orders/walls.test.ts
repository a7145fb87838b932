import { listRecentUploads } from '@cartage/contract/app/start'
import { blockOrder, skipOrder, unblockOrder } from '@cartage/contract/orders/app/commands'
import {
  exportOrder,
  getOrder,
  getOrderStatus,
  getOrderUpload,
  listOrderCharges,
  listOrderDocuments,
  uploadOrder,
} from '@cartage/contract/orders/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { eventsOf, orderTenant, settle, simpleOrder } from '../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

describe.each([
  { wall: 'both walls', codeWall: true },
  { wall: 'row security alone', codeWall: false },
])('tenants are separated by $wall', ({ codeWall }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    server.ctx.db.scope.codeWall = codeWall
  })
  afterAll(async () => server.close())

  test('every read and command of a foreign order answers 404, the same as for an unknown one', async () => {
    const [one, other] = [await orderTenant(server), await orderTenant(server)]
    const created = await settle(server, one, simpleOrder())
    const planner = await other.user('PLANNER')
    const answers = async (order_id: string, upload_id: string) => {
      const params = { order_id }
      const calls = [
        () => other.call(getOrderUpload, { params: { upload_id } }),
        () => other.call(getOrder, { params }),
        () => other.call(getOrderStatus, { params }),
        () => other.call(exportOrder, { params }),
        () => other.call(listOrderCharges, { params }),
        () => other.call(listOrderDocuments, { params }),
        () => planner(skipOrder, { params }),
        () => planner(blockOrder, { params, body: { reason: 'x' } }),
        () => planner(unblockOrder, { params }),
      ]
      const bodies: object[] = []
      for (const call of calls) {
        const error = await call().catch((reason: unknown) => reason)
        expect(error).toMatchObject({ status: 404 })
        const { request_id: _request, ...body } = (error as { body: { request_id: string } }).body
        bodies.push(body)
      }
      return bodies
    }
    const foreign = await answers(created.order_id!, created.upload_id)
    expect(foreign).toEqual(await answers(crypto.randomUUID(), crypto.randomUUID()))
    expect((await planner(listRecentUploads, { query: { limit: 10 } })).items).toEqual([])
    expect((await one.call(getOrder, { params: { order_id: created.order_id! } })).status).toBe('TO_PLAN')
  })

  test('the same bodies in two tenants create two of everything', async () => {
    const tenants = [await orderTenant(server), await orderTenant(server)]
    const body = simpleOrder()
    await Promise.all(tenants.map((tenant) => tenant.call(uploadOrder, { body })))
    await server.drain()
    for (const tenant of tenants) {
      const [event, ...more] = await eventsOf(tenant)
      expect(more).toEqual([])
      const order = await tenant.call(getOrder, { params: { order_id: event!.entity_id } })
      expect(order.stops).toHaveLength(2)
      await settle(server, tenant, { ...body, operation: 'UPDATE', planning_instructions: tenant.slug })
    }
    const texts = await Promise.all(
      tenants.map(async (tenant) => {
        const [event] = await eventsOf(tenant)
        return (await tenant.call(getOrder, { params: { order_id: event!.entity_id } })).planning_instructions
      }),
    )
    expect(texts).toEqual(tenants.map(({ slug }) => slug))
  })
})

describe('row security', () => {
  const tables = [
    'company',
    'location',
    'transport_order',
    'order_stop',
    'order_counter',
    'order_upload',
    'upload_outcome',
    'upload_pending',
  ]
  const counts = new Map(
    tables.map((table) => [
      table,
      // Has no predicate of its own: it sees what row security allows.
      statement(`testing.count_${table}`, `select count(*)::int as count from ${table} where $1::uuid is not null`),
    ]),
  )
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(async () => server.close())

  test.each(tables)('of %s shows a tenant its own rows, and no rows without a tenant', async (table) => {
    const [one, other] = [await orderTenant(server), await server.tenant()]
    await settle(server, one, simpleOrder())
    await one.call(uploadOrder, { body: simpleOrder() })
    const count = async (tenantId: string) =>
      server.ctx.db.asTenant(tenantId, async (tx) => (await tx.query<{ count: number }>(counts.get(table)!))[0]!.count)
    expect(await count(one.tenantId)).toBeGreaterThan(0)
    expect(await count(other.tenantId)).toBe(0)
    const { rows } = await server.ctx.db.shared.query(`select count(*)::int as count from ${table}`)
    expect(rows[0].count).toBe(0)
  })
})
