import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { orderTenant, settle, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { uploadText } from '../uploads/text.rules.ts'
import { insertUploads, type NewUpload, type Verdict } from './accept.store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

const inQueues = statement(
  'testing.accepted_in_lanes',
  `select p.upload_id from upload_pending p where p.tenant_id = $1 order by p.order_identifier, p.lane_number`,
)
const forget = statement('testing.forget_pending', 'delete from upload_pending p where p.tenant_id = $1')
const acceptOne = statement(
  'testing.accept_one',
  `select verdict from accept_uploads(array[$1::uuid], array[$2::uuid], array[$3], array['CREATE'], '{}', array[''::bytea],
                                      array['API'], array[null::uuid], array[null::text])`,
)

const setAhead = statement(
  'testing.set_lane_ahead',
  'update upload_pending p set lane_number = p.lane_number + 3600000000 where p.tenant_id = $1',
)

type Operation = NewUpload['operation']
interface Sent {
  identifier: string
  operation: Operation
}

function row({ identifier, operation }: Sent): NewUpload {
  return {
    upload_id: crypto.randomUUID(),
    order_identifier: identifier,
    operation,
    ...uploadText({ operation, order_identifier: identifier }),
    source: 'API',
    company_id: null,
    idempotency_key: null,
  }
}

/** An open order, a cancelled one, and unused identifiers. */
async function tenantWithOrders(): Promise<TestTenant> {
  const tenant = await orderTenant(server)
  for (const order_identifier of ['stands', 'cancelled']) {
    await settle(server, tenant, simpleOrder({ order_identifier }))
  }
  await settle(server, tenant, { operation: 'DELETE', order_identifier: 'cancelled' })
  return tenant
}

const pending = (tenant: TestTenant) => tenant.asTenant((tx) => tx.query<{ upload_id: string }>(inQueues))

/** The verdicts, and the stored uploads in queue order, by their index in `rows`. */
async function outcome(tenant: TestTenant, rows: readonly NewUpload[], verdicts: readonly Verdict[]) {
  const waiting = await pending(tenant)
  await tenant.asTenant((tx) => tx.query(forget))
  return {
    verdicts: verdicts.map(({ verdict }) => verdict),
    waiting: waiting.map(({ upload_id }) => rows.findIndex((one) => one.upload_id === upload_id)),
  }
}

const sent: fc.Arbitrary<Sent[]> = fc.array(
  fc.record({
    identifier: fc.constantFrom('stands', 'cancelled', 'new', 'newer'),
    operation: fc.constantFrom<Operation>('CREATE', 'UPDATE', 'DELETE'),
  }),
  { minLength: 1, maxLength: 12 },
)

describe('uploads accepted in one batch', () => {
  test('ORD-8, ORD-18: are judged and numbered as if each had come after the previous one', async () => {
    const together = await tenantWithOrders()
    const apart = await tenantWithOrders()
    await fc.assert(
      fc.asyncProperty(sent, async (wishes) => {
        const batch = wishes.map(row)
        const { tenantId } = together
        const scope = server.ctx.db.scope
        const atOnce = await insertUploads(
          scope,
          batch.map((one) => ({ tenantId, row: one })),
        )
        expect(atOnce.map(({ upload_id }) => upload_id)).toEqual(batch.map(({ upload_id }) => upload_id))
        const one = wishes.map(row)
        const inTurn: Verdict[] = []
        for (const each of one) {
          inTurn.push(...(await insertUploads(scope, [{ tenantId: apart.tenantId, row: each }])))
        }
        expect(await outcome(together, batch, atOnce)).toEqual(await outcome(apart, one, inTurn))
      }),
      { numRuns: 60 },
    )
  })

  test('an upload queue is numbered in commit order, also between two processes', async () => {
    const tenant = await orderTenant(server)
    const { tenantId } = tenant
    const [first, second, elsewhere] = [crypto.randomUUID(), row({ identifier: 'busy', operation: 'CREATE' }), 'free']
    const done: string[] = []
    let later: Promise<void> | undefined
    await server.ctx.db.asWorker(tenantId, async (tx) => {
      await tx.query(acceptOne, first, 'busy')
      later = insertUploads(server.ctx.db.scope, [{ tenantId, row: second }]).then(() => void done.push('second'))
      // Another upload queue does not wait for this one.
      await insertUploads(server.ctx.db.scope, [{ tenantId, row: row({ identifier: elsewhere, operation: 'CREATE' }) }])
      expect(done).toEqual([])
      done.push('first')
    })
    await later
    expect(done).toEqual(['first', 'second'])
    const ids = (await pending(tenant)).map(({ upload_id }) => upload_id)
    expect(ids.slice(0, 2)).toEqual([first, second.upload_id])
  })

  test('an upload queue continues above its last number when the clock was set back', async () => {
    const tenant = await orderTenant(server)
    const { tenantId } = tenant
    const rows = Array.from({ length: 3 }, () => row({ identifier: 'lane', operation: 'UPDATE' }))
    const accept = (some: readonly NewUpload[]) =>
      insertUploads(
        server.ctx.db.scope,
        some.map((one) => ({ tenantId, row: one })),
      )
    await accept(rows.slice(0, 1))
    await tenant.asTenant((tx) => tx.query(setAhead))
    await accept(rows.slice(1))
    expect(await pending(tenant)).toEqual(rows.map(({ upload_id }) => ({ upload_id })))
  })
})
