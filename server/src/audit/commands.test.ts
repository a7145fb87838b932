import { login } from '@cartage/contract/auth/app/session'
import { blockOrder, skipOrder, unblockOrder } from '@cartage/contract/orders/app/commands'
import { afterAll, describe, expect, test } from 'vitest'
import { createClient, removeClient, rotateClient } from '../auth/clients/commands.ts'
import {
  createWebhookCredential,
  removeWebhookCredential,
  rotateWebhookCredential,
} from '../auth/clients/webhook-credentials.commands.ts'
import { createUser, resetPassword, setUserDisabled } from '../auth/users/commands.ts'
import { replay } from '../deliveries/log/replay.commands.ts'
import { changeSubscription } from '../deliveries/subscriptions/change.commands.ts'
import {
  addSubscription,
  pauseSubscription,
  removeSubscription,
  resumeSubscription,
  rotateSubscriptionSecret,
} from '../deliveries/subscriptions/commands.ts'
import { setLimits } from '../tenants/commands.ts'
import { orderTenant, settle, simpleOrder } from '../testing/data/orders.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { callWith, type TestTenant } from '../testing/test-tenant.ts'
import { verifyTrail } from './jobs.ts'
import { byOperator } from './rules.ts'
import { listTrail } from './views.ts'

const server = await startTestServer()
afterAll(() => server.close())
const { ctx } = server

/** Audit records about one record, oldest first. */
async function historyOf(tenant: TestTenant, type: string, id: string) {
  const filter = { entity: { type, id } }
  const records = await tenant.asTenant((tx) => listTrail(tx, filter, { before: undefined, limit: 1_000 }))
  return records.reverse()
}

const gist = (records: Awaited<ReturnType<typeof historyOf>>) =>
  records.map(({ action, changes }) => [action, changes] as const)

const createdOne = (after: unknown) => ({ before: null, after })
const gone = (before: unknown) => ({ before, after: null })

/** The whole trail of a tenant, as text. */
async function textOf(tenant: TestTenant): Promise<string> {
  const records = await tenant.asTenant((tx) => listTrail(tx, {}, { before: undefined, limit: 1_000 }))
  return JSON.stringify(records)
}

describe('AUDIT-1, AUDIT-2: changes of credentials are in the trail, without secrets', () => {
  test('API clients: created, rotated and removed', async () => {
    const tenant = await server.tenant()
    const first = await createClient(ctx, tenant.tenantId, byOperator, { name: 'Shop', roles: ['API_ORDER'] })
    const next = await rotateClient(ctx, tenant.tenantId, byOperator, first.client_id, 60)
    await expect(rotateClient(ctx, tenant.tenantId, byOperator, first.client_id)).rejects.toMatchObject({ status: 422 })
    await removeClient(ctx, tenant.tenantId, byOperator, first.client_id)
    const integration_id = expect.any(String)
    expect(gist(await historyOf(tenant, 'api_client', first.client_id))).toEqual([
      [
        'created',
        { name: createdOne('Shop'), roles: createdOne(['API_ORDER']), integration_id: createdOne(integration_id) },
      ],
      ['rotated', { overlap_seconds: createdOne(60) }],
      ['deleted', { name: gone('Shop'), roles: gone(['API_ORDER']), integration_id: gone(integration_id) }],
    ])
    const text = await textOf(tenant)
    expect(text).not.toContain(first.client_secret)
    expect(text).not.toContain(next.client_secret)
  })

  test('webhook credentials: created, rotated and removed', async () => {
    const tenant = await server.tenant()
    const first = await createWebhookCredential(ctx, tenant.tenantId, byOperator, 'Sender')
    const next = await rotateWebhookCredential(ctx, tenant.tenantId, byOperator, first.client_id, 0)
    await removeWebhookCredential(ctx, tenant.tenantId, byOperator, first.client_id)
    expect(gist(await historyOf(tenant, 'webhook_credential', first.client_id))).toEqual([
      ['created', { name: createdOne('Sender') }],
      ['rotated', { overlap_seconds: createdOne(0) }],
      ['deleted', { name: gone('Sender') }],
    ])
    const text = await textOf(tenant)
    expect(text).not.toContain(first.client_secret)
    expect(text).not.toContain(next.client_secret)
  })

  test('users: created, password changed, disabled, and disabling twice is recorded once', async () => {
    const tenant = await server.tenant()
    const request = { email: 'a@test.example', name: 'A', role: 'VIEWER' }
    const user = await createUser(ctx, tenant.tenantId, byOperator, request)
    await expect(createUser(ctx, tenant.tenantId, byOperator, request)).rejects.toMatchObject({ status: 422 })
    const reset = await resetPassword(ctx, tenant.tenantId, byOperator, user.email)
    for (let round = 0; round < 2; round += 1) {
      await setUserDisabled(ctx, tenant.tenantId, byOperator, user.email, true)
    }
    expect(gist(await historyOf(tenant, 'user', user.user_id))).toEqual([
      ['created', { email: createdOne('a@test.example'), name: createdOne('A'), role: createdOne('VIEWER') }],
      ['rotated', {}],
      ['updated', { is_disabled: { before: false, after: true } }],
    ])
    const text = await textOf(tenant)
    expect(text).not.toContain(user.password)
    expect(text).not.toContain(reset.password)
  })

  test('successful and failed logins, with their address', async () => {
    const tenant = await server.tenant()
    const email = `person-${ctx.newId()}@test.example`
    const user = await createUser(ctx, tenant.tenantId, byOperator, { email, name: 'P', role: 'VIEWER' })
    const call = callWith(server.app, { 'sec-fetch-site': 'same-origin' })
    await expect(call(login, { body: { email, password: 'wrong' } })).rejects.toMatchObject({ status: 401 })
    // Recorded in parallel to the answer, which does not wait for it.
    await expect.poll(async () => (await historyOf(tenant, 'user', user.user_id)).length).toBe(2)
    await call(login, { body: { email, password: user.password } })
    const [, failed, worked] = await historyOf(tenant, 'user', user.user_id)
    const address = { address: createdOne('127.0.0.1') }
    expect(failed).toMatchObject({
      action: 'login_failed',
      actor: { kind: 'system', actor_id: null },
      changes: address,
    })
    expect(worked).toMatchObject({ action: 'logged_in', actor: { kind: 'user', name: 'P' }, changes: address })
    expect([failed, worked].map((record) => record!.request_id)).toEqual([expect.any(String), expect.any(String)])
    expect(await textOf(tenant)).not.toContain(user.password)
  })
})

describe('AUDIT-1: changes of the configuration are in the trail', () => {
  test('a tenant and its request limits', async () => {
    const tenant = await server.tenant()
    const limits = { general: [{ seconds: 60, requests: 1 }], token: [] }
    await setLimits(ctx, tenant.tenantId, byOperator, limits)
    await setLimits(ctx, tenant.tenantId, byOperator, limits)
    const [created, changed, ...more] = gist(await historyOf(tenant, 'tenant', tenant.tenantId))
    expect(created).toMatchObject(['created', { slug: createdOne(tenant.slug), general_limits: createdOne([]) }])
    expect(changed).toEqual(['updated', { general_limits: { before: [], after: limits.general } }])
    expect(more).toEqual([])
  })

  test('subscriptions: added, changed, rotated, paused, resumed and removed', async () => {
    const tenant = await server.tenant()
    const { tenantId } = tenant
    const input = {
      url: 'https://receiver.example/in?token=hidden-in-url',
      receiver_auth: { kind: 'basic' as const, username: 'me', password: 'hidden-word' },
    }
    const added = await addSubscription(ctx, tenantId, byOperator, input)
    const id = added.subscription_id
    await changeSubscription(ctx, tenantId, byOperator, id, { has_public_key: true })
    const rotated = await rotateSubscriptionSecret(ctx, tenantId, byOperator, id)
    for (let round = 0; round < 2; round += 1) await pauseSubscription(ctx, tenantId, byOperator, id)
    for (let round = 0; round < 2; round += 1) await resumeSubscription(ctx, tenantId, byOperator, id)
    await removeSubscription(ctx, tenantId, byOperator, id)
    const url = 'https://receiver.example/in'
    const paused = { state: 'PAUSED', pause_reason: 'Paused by hand.' }
    expect(gist(await historyOf(tenant, 'subscription', id))).toEqual([
      ['created', expect.objectContaining({ url: createdOne(url), authentication: createdOne('basic') })],
      ['updated', { has_public_key: { before: false, after: true } }],
      ['rotated', { overlap_hours: createdOne(24), live_signing_keys: createdOne(2) }],
      [
        'updated',
        {
          state: { before: 'ACTIVE', after: paused.state },
          pause_reason: { before: null, after: paused.pause_reason },
        },
      ],
      [
        'updated',
        {
          state: { before: paused.state, after: 'ACTIVE' },
          pause_reason: { before: paused.pause_reason, after: null },
        },
      ],
      ['deleted', expect.objectContaining({ url: gone(url) })],
    ])
    const text = await textOf(tenant)
    for (const hidden of [added.secret, rotated.secret, 'hidden-']) expect(text).not.toContain(hidden)
  })

  test('a receiver that Cartage pauses itself', async () => {
    const tenant = await orderTenant(server)
    const url = 'https://gone.example/'
    const { subscription_id: id } = await addSubscription(ctx, tenant.tenantId, byOperator, { url })
    server.answerWith(() => ({ status: 410 }))
    await settle(server, tenant, simpleOrder())
    await server.drain()
    server.answerWith(() => ({}))
    const records = await historyOf(tenant, 'subscription', id)
    expect(records.map(({ action, actor }) => [action, actor.kind])).toEqual([
      ['created', 'operator'],
      ['updated', 'system'],
    ])
    const reason = expect.stringMatching(/\S/)
    expect(records[1]!.changes).toEqual({
      state: { before: 'ACTIVE', after: 'PAUSED' },
      pause_reason: { before: null, after: reason },
    })
  })

  test('replays: their selection, and how many deliveries they created', async () => {
    const tenant = await orderTenant(server)
    const { tenantId } = tenant
    const { subscription_id: id } = await addSubscription(ctx, tenantId, byOperator, {
      url: 'https://receiver.example/',
    })
    await settle(server, tenant, simpleOrder())
    await server.drain()
    const input = { kind: 'range', from: '2000-01-01', until: '2100-01-01', subscription_id: id } as const
    const count = await replay(ctx, tenantId, byOperator, input)
    expect(count).toBeGreaterThan(0)
    expect(await replay(ctx, tenantId, byOperator, input)).toBe(0)
    const records = gist(await historyOf(tenant, 'subscription', id)).filter(([action]) => action === 'replayed')
    expect(records).toEqual([
      [
        'replayed',
        {
          what: createdOne('range'),
          from: createdOne('2000-01-01'),
          until: createdOne('2100-01-01'),
          subscription_id: createdOne(id),
          deliveries: createdOne(count),
        },
      ],
    ])
  })
})

test('AUDIT-1: skipping and holding an order is in the trail, with actor and request', async () => {
  const tenant = await orderTenant(server)
  const { order_id } = await settle(server, tenant, simpleOrder())
  const planner = await tenant.user('PLANNER')
  const params = { order_id: order_id! }
  await planner(blockOrder, { params, body: { reason: 'no papers' } })
  await planner(blockOrder, { params, body: { reason: 'no papers' } })
  await planner(unblockOrder, { params })
  await planner(skipOrder, { params })
  await planner(skipOrder, { params })
  const records = await historyOf(tenant, 'order', order_id!)
  expect(gist(records.slice(1))).toEqual([
    ['updated', { is_blocked: { before: false, after: true }, block_reason: { before: null, after: 'no papers' } }],
    ['updated', { is_blocked: { before: true, after: false }, block_reason: { before: 'no papers', after: null } }],
    ['updated', { order_status: { before: 'TO_PLAN', after: 'REJECTED' } }],
  ])
  expect(records[0]).toMatchObject({ action: 'created', actor: { kind: 'client' } })
  for (const record of records.slice(1)) {
    expect(record.actor).toMatchObject({ kind: 'user', name: 'Test PLANNER' })
    expect(record.request_id).toEqual(expect.any(String))
  }
  expect(await verifyTrail(ctx, tenant.tenantId)).toMatchObject({ fault: null })
})
