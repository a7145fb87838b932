import { canonicalOrder } from '@cartage/contract/orders/canonical'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import { OrderUpload } from '@cartage/contract/orders/order-input'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bySystem } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { sqlState } from '../../db/failure.ts'
import { statement } from '../../db/statement.ts'
import { orderTenant, settle, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { holdQueue } from '../uploads/retry.store.ts'
import { acceptUpload } from './accept.commands.ts'
import { applyUploads } from './apply.commands.ts'
import type { QueueHead } from './claim.store.ts'

const server = await startTestServer()
// The server's roles cannot see activity of other sessions.
const watcher = new pg.Client(server.ctx.db.connection)
beforeAll(() => watcher.connect())
afterAll(async () => {
  await watcher.end()
  await server.close()
})

const companies = statement(
  'testing.companies_named',
  'select company_id from company c where c.tenant_id = $1 and c.name = $2',
)

/** Ids of sessions that wait for a lock in a statement like this. */
async function waiting(like: string): Promise<number[]> {
  const { rows } = await watcher.query<{ pid: number }>(
    `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like $1 and datname = current_database()`,
    [like],
  )
  return rows.map(({ pid }) => pid)
}

async function untilOneWaits(like: string): Promise<number> {
  for (;;) {
    const [pid] = await waiting(like)
    if (pid !== undefined) return pid
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The context with a count of how often uploads were stored. */
function counting(ctx: Context): { ctx: Context; stored: () => number } {
  let stored = 0
  const crashPoints = {
    ...ctx.db.scope.crashPoints,
    reach: (name: string) => {
      if (name.endsWith('accept_uploads')) stored += 1
    },
  }
  const db: Context['db'] = Object.create(ctx.db, { scope: { value: { ...ctx.db.scope, crashPoints } } })
  return { ctx: { ...ctx, db }, stored: () => stored }
}

/** Accepts a new order of a tenant, as a route does. */
const acceptFor =
  (ctx: Context, { tenantId }: TestTenant) =>
  async (order_identifier: string) => {
    const upload = canonicalOrder(OrderUpload.parse(simpleOrder({ order_identifier })))
    return await acceptUpload(ctx, { tenantId, upload, source: 'API', by: bySystem, companyId: null })
  }

test('OPS-3: uploads that share a commit are answered after it, none before', async () => {
  const tenant = await orderTenant(server)
  const answered: string[] = []
  const accept = acceptFor(server.ctx, tenant)
  const { sent } = await tenant.asTenant(async (tx) => {
    await holdQueue(tx, 'held')
    const sent = ['held', 'free', 'free too'].map((identifier) =>
      accept(identifier).then(() => answered.push(identifier)),
    )
    await untilOneWaits('%accept_uploads%')
    expect(answered).toEqual([])
    return { sent }
  })
  await Promise.all(sent)
  expect(answered.toSorted()).toEqual(['free', 'free too', 'held'])
})

test('when the commit of a batch times out, its uploads are not stored one by one with another wait each', async () => {
  const tenant = await orderTenant(server)
  const { ctx, stored } = counting(server.ctx)
  const accept = acceptFor(ctx, tenant)
  const outcomes = await tenant.asTenant(async (tx) => {
    await holdQueue(tx, 'held')
    const sent = Promise.allSettled(['held', 'free', 'free too'].map(accept))
    const pid = await untilOneWaits('%accept_uploads%')
    // Same effect as a statement timeout, but immediate.
    await watcher.query('select pg_cancel_backend($1)', [pid])
    return await sent
  })
  expect(outcomes.map((one) => (one.status === 'rejected' ? sqlState(one.reason) : 'stored'))).toEqual([
    '57014',
    '57014',
    '57014',
  ])
  expect(stored()).toBe(1)
})

async function headOf(tenant: TestTenant, order_identifier: string, customer: { name: string }): Promise<QueueHead> {
  const { upload_id } = await tenant.call(uploadOrder, { body: { operation: 'UPDATE', order_identifier, customer } })
  return { upload_id, order_identifier, attempts: 0, waited_ms: 0 }
}

test('two batches of updates that use the same new customer create it once', async () => {
  const tenant = await orderTenant(server, { create_missing_companies: true })
  for (const order_identifier of ['A', 'B']) await settle(server, tenant, simpleOrder({ order_identifier }))
  const customer = { name: 'Newcomer' }
  const heads = [await headOf(tenant, 'A', customer), await headOf(tenant, 'B', customer)]
  const apply = (head: QueueHead) =>
    server.ctx.db.asWorker(tenant.tenantId, (tx) => applyUploads(server.ctx, tx, [head]))
  let second: Promise<number> | undefined
  await server.ctx.db.asWorker(tenant.tenantId, async (tx) => {
    await applyUploads(server.ctx, tx, [heads[0]!])
    second = apply(heads[1]!)
    await untilOneWaits('%')
  })
  expect(await second).toBe(1)
  expect(await tenant.asTenant((tx) => tx.query(companies, customer.name))).toHaveLength(1)
})
