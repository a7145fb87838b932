import { randomUUID } from 'node:crypto'
import { listSubscriptions, type Subscription } from '@cartage/contract/deliveries/app/subscriptions'
import { afterAll, afterEach, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { addReceiver, eventsOf, publish } from '../../testing/servers/receiver.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { pauseSubscription, resumeSubscription } from '../subscriptions/commands.ts'

const server = await startTestServer()
afterAll(() => server.close())
afterEach(() => server.answerWith(() => ({})))

async function receiverOf(tenant: TestTenant): Promise<Subscription> {
  const { items } = await (await tenant.user('PLANNER'))(listSubscriptions, {})
  expect(items).toHaveLength(1)
  return items[0]!
}

test('a refused event and all events behind it count as waiting, and are shown as the cause of the delay', async () => {
  const tenant = await server.tenant()
  const { path } = await addReceiver(server, tenant)
  const [refused, free] = [randomUUID(), randomUUID()]
  server.answerWith(({ url, body }) => ({ status: url.endsWith(path) && body.includes(refused) ? 422 : 200 }))
  await publish(tenant, eventsOf(refused, 40))
  await publish(tenant, eventsOf(free, 5))
  await server.drain()
  const receiver = await receiverOf(tenant)
  expect(receiver).toMatchObject({ state: 'ACTIVE', pending: 40, blocked: 40, stuck_since: expect.any(String) })
})

test('pending deliveries of an endpoint that accepts nothing are all counted, failed ones are not', async () => {
  const tenant = await server.tenant()
  await addReceiver(server, tenant)
  server.answerWith(() => ({ status: 503 }))
  for (let order = 0; order < 30; order += 1) await publish(tenant, eventsOf(randomUUID(), 10))
  await server.drain()
  const receiver = await receiverOf(tenant)
  expect(receiver).toMatchObject({ state: 'FAILING', pending: 300, failed: 0 })
  expect(receiver.blocked).toBeGreaterThanOrEqual(50)
  expect(receiver.stuck_since).not.toBeNull()
})

test('events that simply wait for their turn count as no delay', async () => {
  const tenant = await server.tenant()
  await addReceiver(server, tenant)
  await publish(tenant, eventsOf(randomUUID(), 3))
  expect(await receiverOf(tenant)).toMatchObject({ state: 'ACTIVE', pending: 3, blocked: 0, stuck_since: null })
  await server.drain()
  expect(await receiverOf(tenant)).toMatchObject({ pending: 0, blocked: 0, stuck_since: null })
})

test('a paused endpoint shows since when, and no longer once it is resumed', async () => {
  const tenant = await server.tenant()
  const { subscription_id } = await addReceiver(server, tenant)
  await pauseSubscription(server.ctx, tenant.tenantId, byOperator, subscription_id, 'moving house')
  await publish(tenant, eventsOf(randomUUID(), 3))
  expect(await receiverOf(tenant)).toMatchObject({ pending: 3, blocked: 0, stuck_since: expect.any(String) })
  await resumeSubscription(server.ctx, tenant.tenantId, byOperator, subscription_id)
  await server.drain()
  expect(await receiverOf(tenant)).toMatchObject({ pending: 0, stuck_since: null })
})
