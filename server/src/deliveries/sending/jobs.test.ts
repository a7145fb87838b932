import { setTimeout as rest } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import {
  acceptedAttempt,
  addReceiver,
  deliveriesOf,
  eventsOf,
  passTime,
  publish,
} from '../../testing/servers/receiver.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import type { Channels } from '../channels/gateway.ts'
import type { Target } from '../channels/target.model.ts'
import { replay } from '../log/replay.commands.ts'
import { addSubscription, resumeSubscription, subscriptionsOf } from '../subscriptions/commands.ts'
import { insertSecret } from '../subscriptions/store.ts'
import { listAttempts, listDeliveries } from '../views.ts'
import { sendClaimed } from './claimed.jobs.ts'
import { finish } from './finish.jobs.ts'
import { deliveryLoop } from './jobs.ts'
import { type Claimed, leaseSeconds, takeDue } from './pending.store.ts'
import { verdictOf } from './schedule.rules.ts'

const server = await startTestServer()
const { ctx } = server
afterAll(() => server.close())
afterEach(() => server.answerWith(() => ({})))

/** An endpoint of its own, identified by its path. */
const receiver = (tenant: TestTenant, types?: string[]) => addReceiver(server, tenant, types)

describe('sending', () => {
  test('an event is sent once, signed, as exactly the published text', async () => {
    const tenant = await server.tenant()
    const { requests, secret, subscription_id } = await receiver(tenant)
    const [event] = await publish(tenant, eventsOf(ctx.newId(), 1))
    await server.drain()
    await server.drain()
    expect(requests()).toHaveLength(1)
    const { body, headers } = requests()[0]!
    expect(body).toBe(event!.payload)
    expect(headers['webhook-id']).toBe(event!.event_id)
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    const delivery = { event_id: event!.event_id, subscription_id, status: 'DELIVERED', attempts: 1, last_status: 200 }
    expect(await deliveriesOf(tenant)).toMatchObject([delivery])
  })

  test('each endpoint gets its selected types, and nothing of another tenant', async () => {
    const [tenant, stranger] = [await server.tenant(), await server.tenant()]
    const all = await receiver(tenant)
    const few = await receiver(tenant, ['order.cancelled'])
    const foreign = await receiver(stranger)
    const order = ctx.newId()
    const [accepted, cancelled] = eventsOf(order, 2)
    await publish(tenant, [accepted!, { ...cancelled!, type: 'order.cancelled' }])
    await server.drain()
    expect(all.requests()).toHaveLength(2)
    expect(few.requests().map((request) => request.headers['webhook-id'])).toEqual([cancelled!.event_id])
    expect(foreign.requests()).toEqual([])
    expect(await deliveriesOf(stranger)).toEqual([])
  })

  test('credentials of the endpoint are sent and not recorded', async () => {
    const tenant = await server.tenant()
    const url = `https://receiver.example/${ctx.newId()}`
    const receiver_auth = { kind: 'basic', username: 'ada', password: 'very secret' } as const
    const { subscription_id } = await addSubscription(ctx, tenant.tenantId, byOperator, { url, receiver_auth })
    const [event] = await publish(tenant, eventsOf(ctx.newId(), 1))
    await server.drain()
    const sent = server.sent.find((request) => request.url === url)!
    expect(sent.headers.authorization).toBe(`Basic ${Buffer.from('ada:very secret').toString('base64')}`)
    const attempts = await tenant.asTenant((tx) => listAttempts(tx, event!.event_id, subscription_id))
    expect(attempts[0]!.request_headers.authorization).toBe('(hidden)')
    expect(JSON.stringify(attempts)).not.toContain(sent.headers.authorization!.slice(6))
  })

  test('DLV-4: a failed event is retried after its wait and not before', async () => {
    const tenant = await server.tenant()
    const { requests } = await receiver(tenant)
    const answers = [500, 200]
    server.answerWith(() => ({ status: answers.shift() ?? 200, body: 'a\u0000b' }))
    const [event] = await publish(tenant, eventsOf(ctx.newId(), 1))
    await server.drain()
    expect(await deliveriesOf(tenant)).toMatchObject([{ status: 'PENDING', attempts: 1, last_status: 500 }])
    await passTime(tenant, 4)
    await server.drain()
    expect(requests()).toHaveLength(1)
    await passTime(tenant, 3)
    await server.drain()
    expect(requests().map((request) => request.headers['webhook-id'])).toEqual([event!.event_id, event!.event_id])
    expect(await deliveriesOf(tenant)).toMatchObject([{ status: 'DELIVERED', attempts: 2 }])
  })

  test('an endpoint that answers 410 is paused at once; pending deliveries are kept and sent after it is resumed', async () => {
    const tenant = await server.tenant()
    const { requests, subscription_id } = await receiver(tenant)
    server.answerWith(() => ({ status: 410 }))
    await publish(tenant, eventsOf(ctx.newId(), 1))
    await server.drain()
    expect(await subscriptionsOf(ctx, tenant.tenantId)).toMatchObject([{ state: 'PAUSED', pending: 1 }])
    await publish(tenant, eventsOf(ctx.newId(), 1))
    await passTime(tenant, 3_600)
    await server.drain()
    expect(requests()).toHaveLength(1)
    server.answerWith(() => ({}))
    await resumeSubscription(ctx, tenant.tenantId, byOperator, subscription_id)
    await server.drain()
    expect(requests()).toHaveLength(3)
    expect(await subscriptionsOf(ctx, tenant.tenantId)).toMatchObject([{ state: 'ACTIVE', pending: 0 }])
  })

  test('DLV-5: Retry-After delays all events of the endpoint', async () => {
    const tenant = await server.tenant()
    const { requests } = await receiver(tenant)
    server.answerWith(() => ({ status: 429, headers: { 'retry-after': '120' } }))
    await publish(tenant, eventsOf(ctx.newId(), 1))
    await server.drain()
    server.answerWith(() => ({}))
    await publish(tenant, eventsOf(ctx.newId(), 1))
    await passTime(tenant, 100)
    await server.drain()
    expect(requests()).toHaveLength(1)
    await passTime(tenant, 50)
    await server.drain()
    expect(requests()).toHaveLength(3)
  })

  test('DLV-6: after 5 failures in a row one probe is sent instead of everything, and its success drains the rest', async () => {
    const tenant = await server.tenant()
    const { requests } = await receiver(tenant)
    server.answerWith(() => ({ status: 503 }))
    for (let count = 0; count < 20; count += 1) await publish(tenant, eventsOf(ctx.newId(), 1))
    await server.drain()
    expect(await subscriptionsOf(ctx, tenant.tenantId)).toMatchObject([{ state: 'FAILING', pending: 20 }])
    const before = requests().length
    expect(before).toBeLessThan(5 + 8)
    await passTime(tenant, 3_600)
    await server.drain()
    expect(requests().length - before).toBe(1)
    server.answerWith(() => ({}))
    await passTime(tenant, 3_600)
    await server.drain()
    expect(await subscriptionsOf(ctx, tenant.tenantId)).toMatchObject([{ state: 'ACTIVE', pending: 0 }])
  })

  test('DLV-7: a payload that is refused repeatedly is a dead letter, its chain continues, and it can be replayed', async () => {
    const tenant = await server.tenant()
    const { requests, subscription_id } = await receiver(tenant)
    const [bad, next] = await publish(tenant, eventsOf(ctx.newId(), 2))
    server.answerWith((request) => ({ status: request.headers['webhook-id'] === bad!.event_id ? 422 : 200 }))
    for (const seconds of [0, 7, 40, 150, 750, 2_200]) {
      await passTime(tenant, seconds)
      await publish(tenant, eventsOf(ctx.newId(), 1))
      await server.drain()
    }
    const refused = await tenant.asTenant((tx) => listDeliveries(tx, { status: 'DEAD' }))
    expect(refused).toMatchObject([{ event_id: bad!.event_id, attempts: 6, reason: 'refused', last_status: 422 }])
    expect(requests().some((request) => request.headers['webhook-id'] === next!.event_id)).toBe(true)
    server.answerWith(() => ({}))
    expect(await replay(ctx, tenant.tenantId, byOperator, { kind: 'dead', since: '2000-01-01', subscription_id })).toBe(
      1,
    )
    await server.drain()
    expect(await tenant.asTenant((tx) => listDeliveries(tx, { event_id: bad!.event_id }))).toMatchObject([
      { status: 'DELIVERED' },
    ])
  })
})

test('a response that cannot be stored does not keep others from being stored', async () => {
  const tenant = await server.tenant()
  await receiver(tenant)
  const [odd] = await publish(tenant, eventsOf(ctx.newId(), 1))
  const [usual] = await publish(tenant, eventsOf(ctx.newId(), 1))
  server.answerWith((request) => ({ status: request.headers['webhook-id'] === odd!.event_id ? 3_000_000_000 : 200 }))
  await server.drain()
  const status = await tenant.asTenant((tx) => listDeliveries(tx, { event_id: usual!.event_id }))
  expect(status).toMatchObject([{ status: 'DELIVERED' }])
  const waiting = await tenant.asTenant((tx) => listDeliveries(tx, { event_id: odd!.event_id }))
  expect(waiting).toMatchObject([{ status: 'PENDING', attempts: 0 }])
})

test('a message that cannot be built is a failed attempt, with its reason', async () => {
  const [claimed, target] = [{ event_id: ctx.newId() } as Claimed, { channel: 'HTTPS', subscription_id: 'a' } as Target]
  const channels = { send: () => Promise.reject(new Error('odd key')) } as unknown as Channels
  const sent = await sendClaimed(ctx, channels, { tenantId: ctx.newId(), target }, { claimed, token: ctx.newId() })
  expect(sent!.attempt).toMatchObject({ event_id: claimed.event_id, status: null, failure: 'failed: Error: odd key' })
  expect(verdictOf(sent!.outcome)).toBe('failed')
})

test('an endpoint with an unreadable secret delays no other', async () => {
  const tenant = await server.tenant()
  const [broken, sound] = [await receiver(tenant), await receiver(tenant)]
  await tenant.asTenant((tx) => insertSecret(tx, broken.subscription_id, ctx.newId(), Buffer.from('nonsense')))
  await publish(tenant, eventsOf(ctx.newId(), 1))
  await server.drain()
  expect(broken.requests()).toHaveLength(0)
  expect(sound.requests()).toHaveLength(1)
})

describe('order', () => {
  test('DLV-1: is kept for one entity at one endpoint, with failures and any number of senders', async () => {
    const tenant = await server.tenant()
    const receivers = [await receiver(tenant), await receiver(tenant)]
    const orders = Array.from({ length: 12 }, () => ctx.newId())
    let state = 7
    const accepted = new Map<string, number[]>()
    const failed = new Map<string, number>()
    server.answerWith(async (request) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31
      await rest(state % 3)
      const { entity, sequence } = JSON.parse(request.body) as { entity: string; sequence: number }
      const queue = `${new URL(request.url).pathname} ${entity}`
      const failures = failed.get(`${queue} ${sequence}`) ?? 0
      // A few times each at most: a delivery fails permanently after 7 days, and days pass quickly here.
      if (state % 10 < 3 && failures < 3) {
        failed.set(`${queue} ${sequence}`, failures + 1)
        return { status: state % 2 === 0 ? 500 : null, failure: 'broken' }
      }
      accepted.set(queue, [...(accepted.get(queue) ?? []), sequence])
      return {}
    })
    const loops = [deliveryLoop(ctx), deliveryLoop(ctx)]
    const work = async () => {
      await Promise.all(loops.map((loop) => loop.run()))
      await Promise.all(loops.map((loop) => loop.settle!()))
      await passTime(tenant, 20_000)
    }
    for (let sequence = 1; sequence <= 6; sequence += 2) {
      const publishing = Promise.all(orders.map((order) => publish(tenant, eventsOf(order, 2, sequence))))
      for (let round = 0; round < 3; round += 1) await work()
      await publishing
    }
    for (let round = 0; round < 200; round += 1) {
      await work()
      if ((await subscriptionsOf(ctx, tenant.tenantId)).every((row) => row.pending === 0)) break
    }
    for (const { path } of receivers) {
      for (const order of orders) {
        const first = [...new Set(accepted.get(`${path} ${order}`))]
        expect(first).toEqual([1, 2, 3, 4, 5, 6])
      }
    }
  })

  test('DLV-8: an unresponsive endpoint delays no other', async () => {
    const tenant = await server.tenant()
    const [slow, quick] = [await receiver(tenant), await receiver(tenant)]
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    server.answerWith(async (request) => {
      if (request.url.endsWith(slow.path)) await held
      return {}
    })
    for (let count = 0; count < 20; count += 1) await publish(tenant, eventsOf(ctx.newId(), 1))
    const loop = deliveryLoop(ctx)
    while (quick.requests().length < 20) {
      await loop.run()
      await rest(1)
    }
    expect(slow.requests()).toHaveLength(8)
    release()
    await loop.settle!()
    expect(slow.requests()).toHaveLength(20)
  })
})

describe('leases', () => {
  test('DLV-2: aborted sendings continue after their leases, in the same process, and delay no others of their endpoint', async () => {
    const tenant = await server.tenant()
    const { requests } = await receiver(tenant)
    let broken = 20
    const reach = (point: string) => {
      if (point === 'deliveries:sent' && broken-- > 0) throw new Error('broken off')
    }
    const loop = deliveryLoop({ ...ctx, crashPoints: { reach } })
    const work = async () => {
      while ((await loop.run()) || (await loop.settle!()));
    }
    await Promise.all(Array.from({ length: 20 }, () => publish(tenant, eventsOf(ctx.newId(), 1))))
    await work()
    expect(requests()).toHaveLength(20)
    await work()
    expect(requests()).toHaveLength(20)
    await passTime(tenant, leaseSeconds)
    await work()
    expect(requests()).toHaveLength(40)
    expect(await subscriptionsOf(ctx, tenant.tenantId)).toMatchObject([{ pending: 0 }])
  })

  test('DLV-2: a sender that wakes after its lease has ended changes nothing', async () => {
    const tenant = await server.tenant()
    const { requests } = await receiver(tenant)
    await publish(tenant, eventsOf(ctx.newId(), 1))
    const token = ctx.newId()
    const [claimed] = await ctx.db.asWorker(tenant.tenantId, (tx) => takeDue(tx, token, 10, new Map()))
    await server.drain()
    expect(requests()).toHaveLength(0)
    await passTime(tenant, 61)
    const again = ctx.newId()
    expect(await ctx.db.asWorker(tenant.tenantId, (tx) => takeDue(tx, again, 10, new Map()))).toHaveLength(1)
    const attempt = acceptedAttempt(claimed!)
    for (const status of [200, 500, 410]) {
      const sent = { outcome: { status, retryAfter: undefined }, attempt: { ...attempt, status } }
      await ctx.db.asWorker(tenant.tenantId, (tx) => finish(ctx, tx, [{ claimed: claimed!, token, sent }]))
      expect(await deliveriesOf(tenant)).toMatchObject([{ status: 'PENDING', attempts: 0, last_status: null }])
      expect(await subscriptionsOf(ctx, tenant.tenantId)).toMatchObject([{ state: 'ACTIVE', consecutive_failures: 0 }])
    }
    const sent = { outcome: { status: 200, retryAfter: undefined }, attempt }
    await ctx.db.asWorker(tenant.tenantId, (tx) => finish(ctx, tx, [{ claimed: claimed!, token: again, sent }]))
    expect(await deliveriesOf(tenant)).toMatchObject([{ status: 'DELIVERED' }])
  })

  test('two claimers never get the same row', async () => {
    const tenant = await server.tenant()
    await receiver(tenant)
    for (let count = 0; count < 40; count += 1) await publish(tenant, eventsOf(ctx.newId(), 2))
    const claims = await Promise.all(
      Array.from({ length: 4 }, () =>
        ctx.db.asWorker(tenant.tenantId, (tx) => takeDue(tx, ctx.newId(), 15, new Map())),
      ),
    )
    const ids = claims.flat().map((row) => row.event_id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(claims.flat().every((row) => row.sequence === 1)).toBe(true)
  })
})
