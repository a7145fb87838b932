import * as contract from '@cartage/contract/deliveries/app/subscriptions'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, expect, test } from 'vitest'
import { addReceiver, eventsOf, fitsPublicKey, publish } from '../../testing/servers/receiver.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())
afterEach(() => server.answerWith(() => ({})))

const url = 'https://receiver.example/events'

test('an endpoint is added with its secret shown once, tested, paused, resumed and removed', async () => {
  const tenant = await server.tenant()
  const admin = await tenant.user('SUPER_ADMIN')
  const added = await admin(contract.addSubscription, { body: { url, event_types: ['order'] } })
  expect(added).toMatchObject({ name: 'receiver.example', state: 'ACTIVE', live_secrets: 1, has_credentials: false })
  const params = { subscription_id: added.subscription_id }
  server.answerWith(() => ({ status: 204 }))
  const tested = await admin(contract.testSubscription, { params })
  expect(tested).toMatchObject({ is_delivered: true, status: 204 })
  const request = server.sent.at(-1)!
  expect(() => new Webhook(added.secret).verify(request.body as string, request.headers)).not.toThrow()
  const paused = await admin(contract.pauseSubscription, { params, body: { reason: 'maintenance' } })
  expect(paused).toMatchObject({ state: 'PAUSED', pause_reason: 'maintenance' })
  await publish(tenant, eventsOf(crypto.randomUUID(), 2))
  expect((await admin(contract.listSubscriptions, {})).items).toMatchObject([{ pending: 2, last_success_at: null }])
  await admin(contract.resumeSubscription, { params })
  await server.drain()
  const [after] = (await admin(contract.listSubscriptions, {})).items
  expect(after).toMatchObject({ pending: 0, state: 'ACTIVE' })
  expect(after!.last_success_at).toMatch(/Z$/)
  expect(JSON.stringify(after)).not.toContain('secret"')
  await admin(contract.removeSubscription, { params })
  expect((await admin(contract.listSubscriptions, {})).items).toEqual([])
})

test('a change keeps omitted members; credentials are required again when the address changes', async () => {
  const tenant = await server.tenant()
  const admin = await tenant.user('SUPER_ADMIN')
  const credentials = { kind: 'basic' as const, username: 'us', password: 'secret' }
  const added = await admin(contract.addSubscription, { body: { url, credentials, event_types: ['order.accepted'] } })
  const params = { subscription_id: added.subscription_id }
  const named = await admin(contract.changeSubscription, { params, body: { name: 'Partner', event_types: ['stop'] } })
  expect(named).toMatchObject({ name: 'Partner', url, has_credentials: true })
  expect(named.event_types.every((type) => type.startsWith('stop.'))).toBe(true)
  const elsewhere = 'https://other.example/events'
  const refused = admin(contract.changeSubscription, { params, body: { url: elsewhere } })
  await expect(refused).rejects.toMatchObject({ status: 422 })
  const moved = await admin(contract.changeSubscription, { params, body: { url: elsewhere, credentials: null } })
  expect(moved).toMatchObject({ url: elsewhere, has_credentials: false, name: 'Partner' })
  await admin(contract.testSubscription, { params })
  expect(server.sent.at(-1)).toMatchObject({ url: elsewhere })
  expect(server.sent.at(-1)!.headers).not.toHaveProperty('authorization')
})

test('during a rotation the list shows until when the old secret signs', async () => {
  const tenant = await server.tenant()
  const { subscription_id, secret } = await addReceiver(server, tenant)
  const admin = await tenant.user('SUPER_ADMIN')
  const params = { subscription_id }
  const rotated = await admin(contract.rotateSubscription, { params, body: { overlap_hours: 48 } })
  expect(rotated.secret).not.toBe(secret)
  expect(rotated.live_secrets).toBe(2)
  const end = Date.parse(rotated.overlap_ends_at!)
  expect(Math.abs(end - Date.now() - 48 * 3_600_000)).toBeLessThan(60_000)
})

test('an endpoint over the web gets a public key on request, shown wherever the endpoint is', async () => {
  const tenant = await server.tenant()
  const admin = await tenant.user('SUPER_ADMIN')
  const added = await admin(contract.addSubscription, { body: { url, has_public_key: true } })
  expect(added).toMatchObject({ has_public_key: true, public_keys: [expect.stringMatching(/^whpk_.{43}=$/)] })
  const params = { subscription_id: added.subscription_id }
  await admin(contract.testSubscription, { params })
  expect(fitsPublicKey(added.public_keys[0]!, server.sent.at(-1)!)).toBe(true)
  const rotated = await admin(contract.rotateSubscription, { params, body: {} })
  expect(rotated.public_keys).toHaveLength(2)
  const renamed = await admin(contract.changeSubscription, { params, body: { name: 'Partner' } })
  expect(renamed.public_keys).toEqual(rotated.public_keys)
  await admin(contract.addSubscription, { body: { url } })
  const { items } = await admin(contract.listSubscriptions, {})
  expect(items.map((item) => item.public_keys)).toEqual([rotated.public_keys, []])
  const off = await admin(contract.changeSubscription, { params, body: { has_public_key: false } })
  expect(off).toMatchObject({ has_public_key: false, public_keys: [] })
})

test('users with read access to deliveries change no endpoint', async () => {
  const tenant = await server.tenant()
  await addReceiver(server, tenant)
  const planner = await tenant.user('PLANNER')
  expect((await planner(contract.listSubscriptions, {})).items).toHaveLength(1)
  await expect(planner(contract.addSubscription, { body: { url } })).rejects.toMatchObject({ status: 403 })
  const viewer = await tenant.user('VIEWER')
  await expect(viewer(contract.listSubscriptions, {})).rejects.toMatchObject({ status: 403 })
})
