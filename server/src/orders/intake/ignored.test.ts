import { afterAll, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { alpha, eventsOf, orderTenant, settle, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('ST-12: an upload for an order skipped by a planner is reported as ignored, with its content', async () => {
  const tenant = await orderTenant(server)
  const body = simpleOrder({ input_source: 'mail' })
  const { order_id } = await settle(server, tenant, body)
  await tenant.asTenant((tx) =>
    tx.query(
      statement('test.reject', `update transport_order set status = 'REJECTED' where tenant_id = $1 and order_id = $2`),
      order_id,
    ),
  )
  const raw_input = { content: 'AAAA', filename: 'a.pdf' }
  const record = await settle(server, tenant, {
    ...body,
    operation: 'UPDATE',
    planning_instructions: 'late',
    raw_input,
  })
  expect(record.upload_status).toBe('SKIPPED')
  const events = (await eventsOf(tenant)).filter(({ type }) => type === 'order_import.ignored')
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({ entity_id: record.upload_id, sequence: 1 })
  const [{ update }] = events[0]!.payload.events
  expect(update).toMatchObject({
    id: record.upload_id,
    type: 'OrderImport',
    status: 'IGNORED',
    input_data: { planning_instructions: 'late', customer: { code: alpha.code } },
  })
  expect(update.input_data).not.toHaveProperty('raw_input')
})
