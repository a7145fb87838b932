import { afterAll, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { statement } from '../../db/statement.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { publishEvents } from '../publish.ts'
import { addSubscription } from '../subscriptions/commands.ts'

const server = await startTestServer()
afterAll(() => server.close())

const counts = statement(
  'test.retention_counts',
  `select (select count(*) from event where tenant_id = $1)::integer as events,
          (select count(*) from event_position where tenant_id = $1)::integer as positions,
          (select count(*) from delivery where tenant_id = $1)::integer as deliveries,
          (select count(*) from delivery_attempt where tenant_id = $1)::integer as attempts,
          (select count(*) from job where tenant_id = $1 and kind = 'deliveries.purge_expired')::integer as jobs`,
)
const age = statement(
  'test.retention_age',
  `update event set recorded_at = recorded_at - interval '91 days' where tenant_id = $1 and sequence <= $2`,
)
const tomorrow = statement(
  'test.retention_tomorrow',
  `update job set ready_at = ready_at - interval '1 day' where tenant_id = $1`,
)

test('DLV-9: events and their deliveries are deleted after 90 days, and this check repeats daily', async () => {
  const tenant = await server.tenant()
  await addSubscription(server.ctx, tenant.tenantId, byOperator, { url: 'https://receiver.example/' })
  const entity_id = server.ctx.newId()
  const events = Array.from({ length: 10 }, (_, index) => ({
    event_id: server.ctx.newId(),
    entity_type: 'order',
    entity_id,
    sequence: index + 1,
    type: 'order.accepted' as const,
    payload: '{}',
  }))
  await tenant.asTenant((tx) => publishEvents(tx, events))
  await server.drain()
  const all = { events: 10, positions: 10, deliveries: 10, attempts: 10, jobs: 1 }
  expect(await tenant.asTenant((tx) => tx.query(counts))).toEqual([all])
  await tenant.asTenant((tx) => Promise.all([tx.query(age, 4), tx.query(tomorrow)]))
  await server.drain()
  const kept = { events: 6, positions: 6, deliveries: 6, attempts: 6, jobs: 1 }
  expect(await tenant.asTenant((tx) => tx.query(counts))).toEqual([kept])
})
