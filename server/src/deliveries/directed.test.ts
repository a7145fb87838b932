import { listEvents, optionalEventTypes } from '@cartage/contract/events/endpoints'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { statement } from '../db/statement.ts'
import { addReceiver, deliveriesOf, eventsOf, passTime, publish } from '../testing/servers/receiver.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { deliveryOf } from './directed.views.ts'
import { replay } from './log/replay.commands.ts'
import { type DirectedEvent, publishTo } from './publish.ts'
import { purgeExpired } from './sending/retention.jobs.ts'
import { addSubscription, removeSubscription, subscriptionsOf } from './subscriptions/commands.ts'

const server = await startTestServer()
const { ctx } = server
afterAll(() => server.close())
afterEach(() => server.answerWith(() => ({})))

/** A destination of dispatches with the messages sent to it. */
async function destination(tenant: TestTenant) {
  const url = `https://partner.example/${ctx.newId()}`
  const added = await addSubscription(ctx, tenant.tenantId, byOperator, { url, purpose: 'DISPATCH' })
  return { ...added, requests: () => server.sent.filter((request) => request.url === url) }
}

/** Messages `first`, `first + 1` … about one trip. */
function directed(entityId: string, count: number): DirectedEvent[] {
  return eventsOf(entityId, count).map((event) => ({
    ...event,
    entity_type: 'dispatch',
    type: 'subco_dispatch.create',
  }))
}

const send = (tenant: TestTenant, id: string, events: DirectedEvent[]) =>
  tenant.asTenant((tx) => publishTo(tx, id, events))
const stateOf = (tenant: TestTenant, events: DirectedEvent[]) =>
  tenant.asTenant((tx) =>
    deliveryOf(
      tx,
      events.map((event) => event.event_id),
    ),
  )

describe('a directed message', () => {
  test('DISP-1: goes only to its endpoint, in order, and not into the log that clients read', async () => {
    const tenant = await server.tenant()
    const everybody = await addReceiver(server, tenant)
    const [one, other] = [await destination(tenant), await destination(tenant)]
    const messages = directed(ctx.newId(), 3)
    await send(tenant, one.subscription_id, messages)
    expect(await stateOf(tenant, messages)).toMatchObject([
      { state: 'PENDING', reason: null, attempts: 0, last_answer: null },
      { state: 'PENDING' },
      { state: 'PENDING' },
    ])
    await server.drain()
    expect(one.requests().map((request) => request.body)).toEqual(messages.map((message) => message.payload))
    expect([...other.requests(), ...everybody.requests()]).toEqual([])
    expect((await tenant.call(listEvents, {})).items).toEqual([])
    const answer = { status: 200, failure: null, body: '' }
    expect((await stateOf(tenant, messages))[0]).toMatchObject({
      subscription_id: one.subscription_id,
      state: 'DELIVERED',
      attempts: 1,
      due_at: null,
      last_answer: answer,
    })
  })

  test('an endpoint for dispatches gets no events', async () => {
    const tenant = await server.tenant()
    const { requests, subscription_id } = await destination(tenant)
    const [event] = await publish(tenant, eventsOf(ctx.newId(), 1))
    await server.drain()
    expect(requests()).toEqual([])
    const input = { kind: 'one', event_id: event!.event_id, subscription_id } as const
    expect(await replay(ctx, tenant.tenantId, byOperator, input)).toBe(0)
    const types = addSubscription(ctx, tenant.tenantId, byOperator, {
      url: 'https://partner.example/',
      purpose: 'DISPATCH',
      event_types: ['order'],
    })
    await expect(types).rejects.toMatchObject({ status: 422, errors: [{ path: 'event_types' }] })
  })

  test.each([
    ['{"errors":[{"error_type":"USER_INPUT_ERROR","error_message":"No such depot."}]}', 'No such depot.'],
    [`{"note":"${'x'.repeat(6_000)}","errors":["one",{"message":"two"},{"code":3}]}`, 'one; two; {"code":3}'],
  ])(
    'DISP-4: a response with errors is a failure at once, its text is kept, and the receiver counts as healthy',
    async (body, words) => {
      const tenant = await server.tenant()
      const { requests, subscription_id } = await destination(tenant)
      server.answerWith(() => ({ body }))
      const messages = directed(ctx.newId(), 2)
      await send(tenant, subscription_id, messages)
      await server.drain()
      expect(requests()).toHaveLength(2)
      expect((await stateOf(tenant, messages))[0]).toMatchObject({
        state: 'FAILED',
        reason: `rejected: ${words}`,
        attempts: 1,
        last_answer: { status: 200, body: body.slice(0, 4_096) },
      })
      expect(await subscriptionsOf(ctx, tenant.tenantId)).toMatchObject([{ state: 'ACTIVE', consecutive_failures: 0 }])
      server.answerWith(() => ({ body: '{}' }))
      const dead = { kind: 'dead', since: '2000-01-01' } as const
      expect(await replay(ctx, tenant.tenantId, byOperator, dead)).toBe(2)
      await server.drain()
      expect((await stateOf(tenant, messages)).map(({ state, reason }) => [state, reason])).toEqual([
        ['DELIVERED', null],
        ['DELIVERED', null],
      ])
    },
  )

  test.each(['{"errors":[]}', '{}', 'OK', '[]', '{"errors":"none"}', ''])(
    'DISP-4: %j means processed',
    async (body) => {
      const tenant = await server.tenant()
      const { subscription_id } = await destination(tenant)
      server.answerWith(() => ({ body }))
      const messages = directed(ctx.newId(), 1)
      await send(tenant, subscription_id, messages)
      await server.drain()
      expect(await stateOf(tenant, messages)).toMatchObject([{ state: 'DELIVERED' }])
    },
  )

  test('errors in the response of an event endpoint are ignored: only dispatches may be declined', async () => {
    const tenant = await server.tenant()
    await addReceiver(server, tenant)
    server.answerWith(() => ({ body: '{"errors":["no"]}' }))
    await publish(tenant, eventsOf(ctx.newId(), 1))
    await server.drain()
    expect(await deliveriesOf(tenant)).toMatchObject([{ status: 'DELIVERED' }])
  })

  test('is retried like any other when the endpoint fails, and has failed when the endpoint is removed', async () => {
    const tenant = await server.tenant()
    const { subscription_id } = await destination(tenant)
    const messages = directed(ctx.newId(), 1)
    server.answerWith(() => ({ status: 503, body: '{"errors":["later"]}' }))
    await send(tenant, subscription_id, messages)
    await server.drain()
    expect(await stateOf(tenant, messages)).toMatchObject([
      { state: 'PENDING', attempts: 1, last_answer: { status: 503 } },
    ])
    await passTime(tenant, 10)
    await server.drain()
    expect(await stateOf(tenant, messages)).toMatchObject([{ state: 'PENDING', attempts: 2 }])
    await removeSubscription(ctx, tenant.tenantId, byOperator, subscription_id)
    expect(await stateOf(tenant, messages)).toMatchObject([{ state: 'FAILED', reason: 'removed' }])
  })

  test('to an unknown endpoint, or one of another tenant, is not found and stores nothing', async () => {
    const [tenant, stranger] = [await server.tenant(), await server.tenant()]
    const { subscription_id } = await destination(stranger)
    for (const id of [ctx.newId(), subscription_id]) {
      const messages = directed(ctx.newId(), 1)
      await expect(send(tenant, id, messages)).rejects.toMatchObject({ code: 'not_found' })
      expect(await stateOf(tenant, messages)).toEqual([])
    }
    expect(await deliveriesOf(stranger)).toEqual([])
    const messages = directed(ctx.newId(), 1)
    await send(stranger, subscription_id, messages)
    expect(await stateOf(tenant, messages)).toEqual([])
  })

  test('is deleted after 90 days like the events of the log', async () => {
    const tenant = await server.tenant()
    const { subscription_id } = await destination(tenant)
    const [old, young] = [directed(ctx.newId(), 1), directed(ctx.newId(), 1)]
    for (const messages of [old, young]) await send(tenant, subscription_id, messages)
    await tenant.asTenant((tx) => tx.query(backdate, old[0]!.event_id))
    const job = { tenantId: tenant.tenantId, finishing: async () => {} }
    await purgeExpired(ctx, job as unknown as Parameters<typeof purgeExpired>[1])
    expect(await stateOf(tenant, [...old, ...young])).toMatchObject([{ event_id: young[0]!.event_id }])
    expect(await deliveriesOf(tenant)).toHaveLength(1)
  })
})

const backdate = statement(
  'test.make_directed_old',
  `update directed_event set recorded_at = now() - interval '91 days' where tenant_id = $1 and event_id = $2`,
)

describe('kinds beyond the published interface', () => {
  test('go only to endpoints that select them', async () => {
    const tenant = await server.tenant()
    const all = await addReceiver(server, tenant)
    const level = await addReceiver(server, tenant, ['trip', 'stop'])
    const named = await addReceiver(server, tenant, [...optionalEventTypes])
    const events = optionalEventTypes.map((type) => ({ ...eventsOf(ctx.newId(), 1)[0]!, type }))
    await publish(tenant, events)
    await server.drain()
    expect([...all.requests(), ...level.requests()]).toEqual([])
    expect(named.requests()).toHaveLength(events.length)
    const range = { kind: 'range', from: '2000-01-01', until: '2100-01-01' } as const
    const again = { ...range, subscription_id: all.subscription_id }
    expect(await replay(ctx, tenant.tenantId, byOperator, again)).toBe(0)
  })
})
