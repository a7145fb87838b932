import { randomUUID } from 'node:crypto'
import { listAuditRecords } from '@cartage/contract/audit/app'
import { getDelivery, listDeliveries } from '@cartage/contract/deliveries/app/record'
import * as contract from '@cartage/contract/deliveries/app/subscriptions'
import { addDispatchDestination, listDispatchDestinations } from '@cartage/contract/dispatch/app'
import { exportConfiguration } from '@cartage/contract/tenants/app/configuration'
import { afterAll, afterEach, expect, test } from 'vitest'
import { verifyTrail } from '../../audit/jobs.ts'
import { byOperator } from '../../audit/rules.ts'
import { recordChanges } from '../../audit/store.ts'
import { statement } from '../../db/statement.ts'
import { enqueue } from '../../jobs/queue.ts'
import { rejection } from '../../testing/data/orders.ts'
import { plantFault } from '../../testing/plant-fault.ts'
import { eventsOf, publish } from '../../testing/servers/receiver.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { subscriptionsOf } from './commands.ts'

const server = await startTestServer()
afterAll(() => server.close())
afterEach(() => server.answerWith(() => ({})))

const key = 'wh4711verysecretkey0815'
const whole = `https://receiver.example/hooks/${key}?code=${key}2`
const shown = 'https://receiver.example/hooks/***?code=***'

const everything = statement(
  'test.addresses_everywhere',
  `select concat((select string_agg(to_jsonb(s)::text, '') from subscription s where s.tenant_id = $1),
                 (select string_agg(to_jsonb(a)::text, '') from delivery_attempt a where a.tenant_id = $1),
                 (select string_agg(r.changes::text, '') from audit_record r where r.tenant_id = $1)) as text`,
)
const textOf = async (tenant: TestTenant) =>
  (await tenant.asTenant((tx) => tx.query<{ text: string }>(everything)))[0]!.text
const open = statement(
  'test.open_address',
  'update subscription set url = $2, url_sealed = null where tenant_id = $1 returning subscription_id',
)

const runJobsNow = statement('test.run_jobs_now', 'update job set ready_at = now() where tenant_id = $1')

async function withEndpoint(url = whole) {
  const tenant = await server.tenant()
  const admin = await tenant.user('SUPER_ADMIN')
  const added = await admin(contract.addSubscription, { body: { url } })
  const params = { subscription_id: added.subscription_id }
  const change = (body: { url?: string; name?: string }) => admin(contract.changeSubscription, { params, body })
  const sentTo = async () => {
    await admin(contract.testSubscription, { params })
    return server.sent.at(-1)!.url
  }
  return { tenant, admin, added, params, change, sentTo }
}

test('SECRET-6: the key in the address of an endpoint is used to send, and is in no response, attempt or entry', async () => {
  const { tenant, admin, added, params, change, sentTo } = await withEndpoint()
  expect(added.url).toBe(shown)
  expect(await sentTo()).toBe(whole)
  // Failures are reported without the address.
  server.answerWith(() => ({ failure: 'failed: connect ECONNREFUSED' }))
  await publish(tenant, eventsOf(randomUUID(), 1))
  await server.drain()
  server.answerWith(() => ({ status: 204 }))
  await publish(tenant, eventsOf(randomUUID(), 1))
  await server.drain()
  expect(server.sent.at(-1)!.url).toBe(whole)
  const { items } = await admin(listDeliveries, { query: {} })
  const details = await Promise.all(
    items.map(({ event_id, subscription_id }) => admin(getDelivery, { params: { event_id, subscription_id } })),
  )
  expect(details[0]!.url).toBe(shown)
  await admin(addDispatchDestination, {
    body: { kind: 'FLEET', name: 'Board', channel: { url: whole } },
  })
  const answers = [
    await admin(contract.pauseSubscription, { params, body: { reason: 'test' } }),
    await admin(contract.resumeSubscription, { params }),
    await admin(contract.rotateSubscription, { params, body: { overlap_hours: 0 } }),
    await change({ name: 'Other' }),
    await admin(contract.listSubscriptions, {}),
    await admin(listDispatchDestinations, {}),
    await admin(exportConfiguration, {}),
    await admin(listAuditRecords, { query: {} }),
    await subscriptionsOf(server.ctx, tenant.tenantId),
    details,
  ]
  for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(key)
  await admin(contract.removeSubscription, { params })
  expect(await textOf(tenant)).not.toContain(key)
})

test('SECRET-6: an address with a hidden key keeps the key, and no other address gets it', async () => {
  const { change, sentTo } = await withEndpoint()
  await change({ name: 'Renamed' })
  expect((await change({ url: shown })).url).toBe(shown)
  expect(await sentTo()).toBe(whole)
  for (const url of [
    'https://thief.example/hooks/***?code=***',
    'https://receiver.example/hooks/***',
    `${shown}&a=b`,
  ]) {
    expect((await rejection(change({ url }))).status, url).toBe(422)
  }
  expect(await sentTo()).toBe(whole)
  await change({ url: 'https://receiver.example/hooks' })
  expect(await sentTo()).toBe('https://receiver.example/hooks')
  expect((await rejection(change({ url: shown }))).status).toBe(422)
})

test('SECRET-6: the trail records that the key of an endpoint was changed', async () => {
  const { admin, params, change } = await withEndpoint()
  await change({ url: `${whole}3` })
  const query = { entity_type: 'subscription', entity_id: params.subscription_id }
  const { items } = await admin(listAuditRecords, { query })
  expect(items[0]!.changes).toEqual({ url_key: { before: null, after: 'changed' } })
})

test('SECRET-6: addresses from before are sealed and erased from the trail, which stays valid', async () => {
  const { tenant, sentTo, params } = await withEndpoint('https://receiver.example/plain')
  const other = randomUUID()
  await tenant.asTenant(async (tx) => {
    await tx.query(open, whole)
    const entry = (entity_id: string) => ({
      ...{ entity_type: 'subscription', entity_id, action: 'created' as const, before: null },
      after: { name: 'Kept', url: whole },
    })
    await recordChanges(tx, byOperator, [entry(params.subscription_id), entry(other)])
    await enqueue(tx, 'deliveries.seal_addresses', {})
  })
  expect(await textOf(tenant)).toContain(key)
  await server.drain()
  const text = await textOf(tenant)
  expect(text).not.toContain(key)
  expect(text).toContain('Kept')
  expect(await sentTo()).toBe(whole)
  expect(await verifyTrail(server.ctx, tenant.tenantId)).toMatchObject({ fault: null })
})

test('EACH-3: an address that cannot be sealed delays no other, and is sealed once the problem is fixed', async () => {
  const { tenant, admin, params } = await withEndpoint('https://receiver.example/plain')
  await admin(contract.addSubscription, { body: { url: 'https://other.example/plain' } })
  await tenant.asTenant(async (tx) => {
    await tx.query(open, whole)
    await enqueue(tx, 'deliveries.seal_addresses', {})
  })
  const { subscription_id } = params
  const mend = await plantFault(
    server,
    'subscription',
    `new.subscription_id = '${subscription_id}' and new.url_sealed is not null`,
  )
  const left = async () => (await textOf(tenant)).split(`${key}2`).length - 1
  expect(await left()).toBe(2)
  await server.drain()
  expect(await left()).toBe(1)
  await mend()
  await tenant.asTenant((tx) => tx.query(runJobsNow))
  await server.drain()
  expect(await left()).toBe(0)
})
