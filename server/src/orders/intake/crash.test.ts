import { getOrderUpload, uploadOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { orderTenant, simpleOrder, versionOf } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { applyNext } from './batch.commands.ts'

const server = await startTestServer()
afterAll(() => server.close())

let met = 0
let diesAt = Number.POSITIVE_INFINITY
// From this statement on nothing reaches the database, as after a crash of the process.
server.ctx.db.scope.crashPoints = {
  reach() {
    met += 1
    if (met >= diesAt) throw new Error('died')
  },
}

/**
 * Applies one batch in a process that crashes at statement number `at`.
 * @returns how many statements it reached
 */
async function applyUntil(tenant: TestTenant, at: number): Promise<number> {
  met = 0
  diesAt = at
  await applyNext(server.ctx, tenant.tenantId).catch(() => {})
  const count = met
  diesAt = Number.POSITIVE_INFINITY
  return count
}

const countAll = statement(
  'test.count_of_intake',
  `select (select count(*) from transport_order where tenant_id = $1)::integer as orders,
          (select count(*) from event where tenant_id = $1 and type = 'order.accepted')::integer as events,
          (select count(*) from upload_outcome where tenant_id = $1)::integer as outcomes`,
)

test('OPS-3: wherever a process that applies an upload crashes, the whole effect is stored or nothing, and exactly once in the end', async () => {
  const tenant = await orderTenant(server)
  const count = async () => (await tenant.asTenant((tx) => tx.query(countAll)))[0]
  await tenant.call(uploadOrder, { body: simpleOrder() })
  const statements = await applyUntil(tenant, Number.POSITIVE_INFINITY)
  expect(statements).toBeGreaterThan(10)
  for (let at = 1; at <= statements; at += 1) {
    const { upload_id } = await tenant.call(uploadOrder, { body: simpleOrder() })
    await applyUntil(tenant, at)
    const done = at === statements ? at + 1 : at
    expect([at, await count()]).toEqual([at, { orders: done, events: done, outcomes: done }])
    await server.drain()
    expect([at, await count()]).toEqual([at, { orders: at + 1, events: at + 1, outcomes: at + 1 }])
    const { order_id } = await tenant.call(getOrderUpload, { params: { upload_id } })
    expect(await versionOf(tenant, order_id!)).toBe(1)
  }
})
