import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import type { OutboundRequest } from '../../context.ts'
import { addReceiver, eventsOf, fitsPublicKey, publish } from '../../testing/servers/receiver.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { createVault } from '../../vault.ts'
import { privateKeyFor } from '../channels/gateway.ts'
import { privateKeyOf, publicKeyText } from '../channels/signature.rules.ts'
import { replay } from '../log/replay.commands.ts'
import { changeSubscription } from './change.commands.ts'
import {
  addSubscription,
  pauseSubscription,
  removeSubscription,
  resumeSubscription,
  rotateSubscriptionSecret,
  subscriptionsOf,
} from './commands.ts'
import { testSubscription } from './test.commands.ts'

const server = await startTestServer()
const { ctx } = server
afterAll(() => server.close())
afterEach(() => server.answerWith(() => ({})))

/** An endpoint of its own, identified by its path. */
const receiver = (tenant: TestTenant, types?: string[]) => addReceiver(server, tenant, types)

describe('subscriptions', () => {
  test('DLV-14: during a rotation old and new secret sign, at most three, and "now" ends the old ones', async () => {
    const tenant = await server.tenant()
    const { requests, secret, subscription_id } = await receiver(tenant)
    const second = await rotateSubscriptionSecret(ctx, tenant.tenantId, byOperator, subscription_id)
    await publish(tenant, eventsOf(ctx.newId(), 1))
    await server.drain()
    const { body, headers } = requests()[0]!
    for (const known of [secret, second.secret]) expect(() => new Webhook(known).verify(body, headers)).not.toThrow()
    await rotateSubscriptionSecret(ctx, tenant.tenantId, byOperator, subscription_id)
    const fourth = await rotateSubscriptionSecret(ctx, tenant.tenantId, byOperator, subscription_id)
    expect(fourth.live_secrets).toBe(3)
    const last = await rotateSubscriptionSecret(ctx, tenant.tenantId, byOperator, subscription_id, 0)
    expect(last.live_secrets).toBe(1)
    await publish(tenant, eventsOf(ctx.newId(), 1))
    await server.drain()
    const later = requests()[1]!
    expect(() => new Webhook(last.secret).verify(later.body, later.headers)).not.toThrow()
    expect(() => new Webhook(fourth.secret).verify(later.body, later.headers)).toThrow()
    await expect(
      rotateSubscriptionSecret(ctx, tenant.tenantId, byOperator, subscription_id, 169),
    ).rejects.toMatchObject({
      code: 'validation_failed',
    })
  })

  test('a receiver that requests a public key can verify with it, through a rotation, until the option is turned off', async () => {
    const tenant = await server.tenant()
    const { requests, secret, subscription_id } = await receiver(tenant)
    const change = (has_public_key: boolean) =>
      changeSubscription(ctx, tenant.tenantId, byOperator, subscription_id, { has_public_key })
    const sendOne = async () => {
      await publish(tenant, eventsOf(ctx.newId(), 1))
      await server.drain()
      return requests().at(-1)!
    }
    const kindsIn = ({ headers }: OutboundRequest) =>
      headers['webhook-signature']!.split(' ').map((signature) => signature.split(',')[0])
    const { public_keys: first } = await change(true)
    expect(first).toEqual([expect.stringMatching(/^whpk_[A-Za-z0-9+/]{43}=$/)])
    const rotated = await rotateSubscriptionSecret(ctx, tenant.tenantId, byOperator, subscription_id)
    expect(rotated.public_keys).toEqual([expect.not.stringContaining(first[0]!), first[0]])
    const sent = await sendOne()
    expect(kindsIn(sent)).toEqual(['v1', 'v1', 'v1a', 'v1a'])
    for (const key of rotated.public_keys) expect(fitsPublicKey(key, sent)).toBe(true)
    for (const known of [secret, rotated.secret]) {
      expect(() => new Webhook(known).verify(sent.body, sent.headers)).not.toThrow()
    }
    const last = await rotateSubscriptionSecret(ctx, tenant.tenantId, byOperator, subscription_id, 0)
    expect(last.public_keys).toHaveLength(1)
    const later = await sendOne()
    expect(rotated.public_keys.map((key) => fitsPublicKey(key, later))).toEqual([false, false])
    expect(fitsPublicKey(last.public_keys[0]!, later)).toBe(true)
    expect(await change(false)).toMatchObject({ has_public_key: false, public_keys: [] })
    expect(kindsIn(await sendOne())).toEqual(['v1'])
    expect((await change(true)).public_keys).toEqual(last.public_keys)
  })

  test('a key belongs to one tenant, one endpoint and one secret, and reveals nothing about the secret', async () => {
    const tenants = [ctx.newId(), ctx.newId()] as const
    const receivers = [ctx.newId(), ctx.newId()] as const
    const secrets = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const
    const sealed = ctx.vault.seal(Buffer.alloc(32), 'place')
    const keyIn = (of: typeof ctx, tenantId: string, subscriptionId: string, secret: Buffer) =>
      publicKeyText(privateKeyFor(of, { tenantId, subscriptionId, secret, sealed }))
    const keys = tenants.flatMap((tenantId) =>
      receivers.flatMap((id) => secrets.map((secret) => keyIn(ctx, tenantId, id, secret))),
    )
    expect(new Set([...keys, ...secrets.map((secret) => publicKeyText(privateKeyOf(secret)))]).size).toBe(10)
    const elsewhere = { ...ctx, vault: createVault(new Map([[1, Buffer.alloc(32, 'the key of another')]])) }
    expect(keys).not.toContain(keyIn(elsewhere, tenants[0], receivers[0], secrets[0]))
    expect(keys[0]).toBe(keyIn(ctx, tenants[0], receivers[0], secrets[0]))
  })

  test('an endpoint with an unreadable secret can still be shown, given another and removed', async () => {
    const tenant = await server.tenant()
    const { subscription_id } = await receiver(tenant)
    await changeSubscription(ctx, tenant.tenantId, byOperator, subscription_id, { has_public_key: true })
    const vault = { ...ctx.vault, open: createVault(new Map([[2, Buffer.alloc(32, 'a newer key')]])).open }
    const [shown] = await subscriptionsOf({ ...ctx, vault }, tenant.tenantId)
    expect(shown).toMatchObject({ has_public_key: true, public_keys: [] })
    await rotateSubscriptionSecret({ ...ctx, vault }, tenant.tenantId, byOperator, subscription_id, 0)
    await removeSubscription({ ...ctx, vault }, tenant.tenantId, byOperator, subscription_id)
    expect(await subscriptionsOf(ctx, tenant.tenantId)).toEqual([])
  })

  test('a test sends one signed event and reports the response', async () => {
    const tenant = await server.tenant()
    const { requests, secret, subscription_id } = await receiver(tenant)
    server.answerWith(() => ({ status: 418, body: 'no' }))
    expect(await testSubscription(ctx, tenant.tenantId, subscription_id)).toMatchObject({
      status: 418,
      response_body: 'no',
    })
    const { body, headers } = requests()[0]!
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
  })

  test('a subscription of another tenant is not found by any command', async () => {
    const [tenant, stranger] = [await server.tenant(), await server.tenant()]
    const { subscription_id: id } = await receiver(tenant)
    const commands = [
      pauseSubscription(ctx, stranger.tenantId, byOperator, id),
      resumeSubscription(ctx, stranger.tenantId, byOperator, id),
      rotateSubscriptionSecret(ctx, stranger.tenantId, byOperator, id),
      removeSubscription(ctx, stranger.tenantId, byOperator, id),
      testSubscription(ctx, stranger.tenantId, id),
      replay(ctx, stranger.tenantId, byOperator, { kind: 'dead', since: '2000-01-01', subscription_id: id }),
    ]
    const results = await Promise.allSettled(commands)
    expect(results.map((result) => result.status === 'rejected' && result.reason.code)).toEqual(
      commands.map(() => 'not_found'),
    )
    expect(await subscriptionsOf(ctx, tenant.tenantId)).toMatchObject([{ state: 'ACTIVE', live_secrets: 1 }])
  })

  test('a forbidden address and a header that cannot carry credentials are refused', async () => {
    const { tenantId } = await server.tenant()
    const guarded = { ...ctx, net: { ...ctx.net, refusal: async () => 'The address is refused.' } }
    const url = 'https://receiver.example/'
    await expect(addSubscription(guarded, tenantId, byOperator, { url })).rejects.toMatchObject({
      code: 'validation_failed',
    })
    for (const [name, value] of [
      ['webhook-signature', 'x'],
      ['content-length', '0'],
      ['x y', 'x'],
      ['x', 'a\r\nb: c'],
    ] as const) {
      const input = { url, receiver_auth: { kind: 'header', name, value } as const }
      await expect(addSubscription(ctx, tenantId, byOperator, input)).rejects.toMatchObject({
        code: 'validation_failed',
      })
    }
  })

  test('a subscription selects only types that the log shows', async () => {
    const tenant = await server.tenant()
    const wrong = receiver(tenant, ['order.accepted', 'Order', 'order.acepted'])
    await expect(wrong).rejects.toMatchObject({ status: 422, errors: [{ path: 'event_types' }] })
    await expect(wrong).rejects.toThrow('no event type Order, order.acepted. The types are order.accepted')
    expect(await subscriptionsOf(ctx, tenant.tenantId)).toEqual([])
    const { requests } = await receiver(tenant, ['order.accepted'])
    await publish(tenant, eventsOf(ctx.newId(), 1))
    await server.drain()
    expect(requests()).toHaveLength(1)
  })

  test('replaying sends the same events again, in order and under the same ids', async () => {
    const tenant = await server.tenant()
    const { requests, subscription_id } = await receiver(tenant)
    const events = await publish(tenant, eventsOf(ctx.newId(), 5))
    await server.drain()
    const range = { kind: 'range', from: '2000-01-01', until: '2100-01-01', subscription_id } as const
    expect(await replay(ctx, tenant.tenantId, byOperator, range)).toBe(5)
    expect(await replay(ctx, tenant.tenantId, byOperator, range)).toBe(0)
    await server.drain()
    const ids = events.map((event) => event.event_id)
    expect(requests().map((request) => request.headers['webhook-id'])).toEqual([...ids, ...ids])
    expect(await replay(ctx, tenant.tenantId, byOperator, { kind: 'one', event_id: ids[2]! })).toBe(1)
    await server.drain()
    expect(requests().at(-1)!.headers['webhook-id']).toBe(ids[2])
  })
})
