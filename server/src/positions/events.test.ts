import { eventTypes, optionalEventTypes } from '@cartage/contract/events/endpoints'
import { OperationalVisibilityUpdate } from '@cartage/contract/outbound/visibility-event'
import { afterAll, describe, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { replay } from '../deliveries/log/replay.commands.ts'
import { type NewEvent, newEvent } from '../deliveries/publish.ts'
import { changeSubscription } from '../deliveries/subscriptions/change.commands.ts'
import { addReceiver, publish, type TestReceiver } from '../testing/servers/receiver.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { positionEvents } from './publish.ts'

const server = await startTestServer()
const { ctx } = server
afterAll(() => server.close())

const timestamp = '2026-11-22T10:00:00Z'

/** An event of an order, with a message from the contract. */
function eventOf(entity_id: string, sequence: number, type: NewEvent['type'] = 'order.accepted'): NewEvent {
  const about = { event_id: ctx.newId(), type, entity_type: 'order', entity_id, sequence, epoch: 1 }
  const update = { id: entity_id, type: 'Order' as const, status: 'ACCEPTED', reason: 'Łódź ✓' }
  return newEvent(about, { timestamp, update })
}

function positionsOf(resource_id: string): NewEvent[] {
  const resource = { resource_id, name: 'Truck 7', resource_type: 'TRACTOR', event_sequence: 0 }
  const positions = [{ resource_id, recorded_at: timestamp, latitude: 51.2, longitude: 4.4 }]
  return positionEvents({ resource, epoch: 1, positions, newId: ctx.newId })
}

const countsOf = (receiver: TestReceiver) =>
  receiver
    .requests()
    .map(({ headers }) => [Number(headers['cartage-previous-sequence']), Number(headers['cartage-sequence'])])

describe('the log', () => {
  test('has exactly the bytes that receivers were sent, with only declared members', async () => {
    const tenant = await server.tenant()
    const receiver = await addReceiver(server, tenant)
    await publish(tenant, [...positionsOf(ctx.newId()), eventOf(ctx.newId(), 1), eventOf(ctx.newId(), 1)])
    await server.drain()
    const sent = receiver.requests().map(({ body }) => body as string)
    expect(sent).toHaveLength(3)
    const headers = { authorization: `Bearer ${tenant.token}` }
    const { body } = await server.app.inject({ url: '/v1/events', headers })
    for (const message of sent) expect(body).toContain(`,"payload":${message}}`)
    const page = JSON.parse(body)
    expect(page.items).toHaveLength(3)
    expect(page).toMatchObject({ next_cursor: null, resume_cursor: expect.any(String) })
    for (const { payload, type, entity_id, sequence } of page.items) {
      expect(OperationalVisibilityUpdate.parse(payload)).toEqual(payload)
      expect(payload.events[0]).toMatchObject({ event_type: type, entity_id, sequence })
    }
    expect(body).toContain('"resource":{')
  })
})

describe('a message', () => {
  test('has its kind and its subject in its headers, equal to its body', async () => {
    const tenant = await server.tenant()
    const receiver = await addReceiver(server, tenant)
    const [event] = await publish(tenant, [eventOf(ctx.newId(), 1, 'order.cancelled')])
    await server.drain()
    const [request] = receiver.requests()
    expect(request!.headers).toMatchObject({
      'webhook-id': event!.event_id,
      'cartage-event-type': 'order.cancelled',
      'cartage-entity-type': 'order',
      'cartage-entity-id': event!.entity_id,
      'cartage-epoch': '1',
      'cartage-sequence': '1',
      'cartage-previous-sequence': '0',
    })
    expect(JSON.parse(request!.body as string).events[0]).toMatchObject({
      event_type: 'order.cancelled',
      entity_type: 'order',
      entity_id: event!.entity_id,
      sequence: 1,
    })
  })

  test('refers to the previous one sent to this receiver, whatever kinds it does not get', async () => {
    const tenant = await server.tenant()
    const [all, some] = [await addReceiver(server, tenant), await addReceiver(server, tenant, ['order.accepted'])]
    const [entity, other] = [ctx.newId(), ctx.newId()]
    const events = [
      eventOf(entity, 1),
      eventOf(entity, 2, 'order.blocked'),
      eventOf(other, 1),
      eventOf(entity, 3, 'order.unblocked'),
      eventOf(entity, 4),
    ]
    for (const event of events) {
      await publish(tenant, [event])
      await server.drain()
    }
    expect(countsOf(all)).toEqual([
      [0, 1],
      [1, 2],
      [0, 1],
      [2, 3],
      [3, 4],
    ])
    expect(countsOf(some)).toEqual([
      [0, 1],
      [0, 1],
      [1, 4],
    ])
    // A repeated delivery is identical.
    const input = { kind: 'one', event_id: events[4]!.event_id, subscription_id: some.subscription_id } as const
    await replay(ctx, tenant.tenantId, byOperator, input)
    await server.drain()
    expect(countsOf(some).at(-1)).toEqual([1, 4])
  })

  test('is the first again for a receiver with changed kinds: nothing seems to be missing', async () => {
    const tenant = await server.tenant()
    const receiver = await addReceiver(server, tenant, ['order.accepted'])
    const entity = ctx.newId()
    const change = (changes: object) =>
      changeSubscription(ctx, tenant.tenantId, byOperator, receiver.subscription_id, changes)
    await publish(tenant, [eventOf(entity, 1, 'order.blocked'), eventOf(entity, 2)])
    await server.drain()
    await change({ event_types: ['order'] })
    await publish(tenant, [eventOf(entity, 3)])
    await server.drain()
    // Only a different list of kinds counts as a change of them.
    await change({ name: 'Portal' })
    await publish(tenant, [eventOf(entity, 4)])
    await server.drain()
    expect(countsOf(receiver)).toEqual([
      [0, 2],
      [0, 3],
      [3, 4],
    ])
  })
})

describe('a receiver', () => {
  /** One event of each kind, each about a different record. */
  const ofEachKind = () => eventTypes.map((type) => eventOf(ctx.newId(), 1, type))
  const gotBy = (receiver: TestReceiver) => receiver.requests().map(({ headers }) => headers['cartage-event-type'])
  const usual = eventTypes.filter((type) => !optionalEventTypes.includes(type))

  async function reported(tenant: TestTenant, event_types?: string[]) {
    const receiver = await addReceiver(server, tenant, event_types)
    await publish(tenant, ofEachKind())
    await server.drain()
    return { receiver, got: gotBy(receiver).sort() }
  }

  test('of all kinds gets cancelled trips and removed resources, but not optional kinds', async () => {
    const tenant = await server.tenant()
    const { receiver, got } = await reported(tenant, ['all'])
    expect(receiver.event_types).toEqual([])
    expect(got).toEqual([...usual].sort())
    expect(got).toEqual(expect.arrayContaining(['trip.cancelled', 'resource.unassigned']))
    expect(got).not.toContain('stop.eta_changed')
  })

  test('of all kinds and the optional ones gets everything', async () => {
    const tenant = await server.tenant()
    const { receiver, got } = await reported(tenant, ['all', ...optionalEventTypes])
    expect(receiver.event_types).toEqual(['all', ...optionalEventTypes])
    expect(got).toEqual([...eventTypes].sort())
  })

  test('of a level gets all of it', async () => {
    const tenant = await server.tenant()
    expect((await reported(tenant, ['trip', 'resource'])).got).toEqual(
      usual.filter((type) => /^(trip|resource)\./.test(type)).sort(),
    )
  })
})
