import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { acceptedAttempt, addReceiver, deliveriesOf, eventsOf, publish } from '../../testing/servers/receiver.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { finishDeliveries } from '../store.ts'
import { takeDue } from './pending.store.ts'

const server = await startTestServer()
afterAll(() => server.close())

const rowsRead = statement(
  'test.rows_read',
  `select idx_tup_fetch::integer as count from pg_stat_xact_user_tables
    where relname = 'delivery_pending' and $1::uuid is not null`,
)

/** Updates PostgreSQL's statistics of the table. */
async function analyzePending(): Promise<void> {
  const { rows } = await server.ctx.db.worker.query<{ name: string }>('select current_database() as name')
  const owner = new pg.Client({ ...inject('connection'), database: rows[0]!.name })
  await owner.connect()
  await owner.query('analyze delivery_pending')
  await owner.end()
}

test('ending many deliveries reads each row a few times, also with statistics of an empty table', async () => {
  const tenant = await server.tenant()
  await addReceiver(server, tenant)
  await analyzePending()
  await publish(
    tenant,
    Array.from({ length: 400 }, () => eventsOf(crypto.randomUUID(), 1)[0]!),
  )
  const token = crypto.randomUUID()
  const claimed = await server.ctx.db.asWorker(tenant.tenantId, (tx) => takeDue(tx, token, 100, new Map()))
  expect(claimed).toHaveLength(100)
  const ended = claimed.map((row) => ({ ...row, token, attempt: acceptedAttempt(row) }))
  const read = await server.ctx.db.asWorker(tenant.tenantId, async (tx) => {
    await finishDeliveries(tx, ended, { status: 'DELIVERED', reason: null })
    return await tx.query<{ count: number }>(rowsRead)
  })
  // Two are needed; scanning all pending rows for each would read 40,000.
  expect(read[0]!.count).toBeLessThan(500)
  const delivered = (await deliveriesOf(tenant)).filter(({ status }) => status === 'DELIVERED')
  expect(delivered.length).toBe(100)
})

test('the next event of a chain is claimed with a durable commit, so that the previous one cannot follow it', async () => {
  const tenant = await server.tenant()
  await addReceiver(server, tenant)
  const { scope } = server.ctx.db
  const before = scope.crashPoints
  const reached: string[] = []
  scope.crashPoints = { reach: (point) => void reached.push(point) }
  try {
    const events = eventsOf(crypto.randomUUID(), 2)
    await publish(tenant, events.slice(0, 1))
    await server.drain()
    expect(reached).toContain('statement:db.commit_later')
    expect(reached).not.toContain('statement:db.commit_safely')
    await publish(tenant, events.slice(1))
    await server.drain()
    expect(reached).toContain('statement:db.commit_safely')
  } finally {
    scope.crashPoints = before
  }
  expect((await deliveriesOf(tenant)).map(({ status }) => status)).toEqual(['DELIVERED', 'DELIVERED'])
})
