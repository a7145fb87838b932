import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { addReceiver, eventsOf, publish } from '../testing/test-receiver.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { replay } from './replay.jobs.ts'
import {
  addSubscription,
  pauseSubscription,
  removeSubscription,
  resumeSubscription,
  rotateSubscriptionSecret,
  subscriptionsOf,
} from './subscriptions.jobs.ts'
import { testSubscription } from './test.jobs.ts'

const server = await startTestServer()
const { ctx } = server
afterAll(() => server.close())
afterEach(() => server.answerWith(() => ({})))

/** A receiver of its own, known by its path. */
const receiver = (tenant: TestTenant, types?: string[]) => addReceiver(server, tenant, types)

describe('subscriptions', () => {
  test('during a rotation old and new secret sign, at most three, and "now" ends the old ones', async () => {
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

  test('a test sends one signed event and tells what came back', async () => {
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

  test('an address that may not be reached and a header that cannot carry credentials are refused', async () => {
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
      const wish = { url, receiver_auth: { kind: 'header', name, value } as const }
      await expect(addSubscription(ctx, tenantId, byOperator, wish)).rejects.toMatchObject({
        code: 'validation_failed',
      })
    }
  })

  test('a subscription chooses among the types that the log shows, and no others', async () => {
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
