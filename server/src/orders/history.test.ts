import type { Call } from '@cartage/contract/client'
import { changeOrder, createOrder } from '@cartage/contract/orders/app/entry'
import { changeOrders } from '@cartage/contract/orders/app/list'
import { getOrderRecord, listOrderHistory } from '@cartage/contract/orders/app/record'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { listTrail } from '../audit/views.ts'
import { addSubscription } from '../deliveries/subscriptions/commands.ts'
import { sendMessage } from '../testing/data/messages.ts'
import { eventsOf, orderTenant, settle, simpleOrder } from '../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

async function historyOf(tenant: TestTenant, orderId: string, reader?: Call) {
  const call = reader ?? (await tenant.user('PLANNER'))
  return (await call(listOrderHistory, { params: { order_id: orderId } })).items
}

describe('the history of an order', () => {
  test('an order entered, edited and cancelled on screens lists the person each time, with old and new values', async () => {
    const tenant = await orderTenant(server)
    const planner = await tenant.user('PLANNER')
    const { operation: _operation, order_identifier: _identifier, ...order } = simpleOrder()
    await planner(createOrder, { body: { order } })
    await server.drain()
    const created = await tenant.asTenant((tx) => listTrail(tx, {}, { before: undefined, limit: 1 }))
    const order_id = created[0]!.entity_id
    const { version } = await planner(getOrderRecord, { params: { order_id } })
    const consignments = structuredClone(order.consignments!)
    consignments[0]!.delivery_stop!.date = '2026-02-09'
    await planner(changeOrder, { params: { order_id }, body: { order: { consignments }, version } })
    await server.drain()
    await planner(changeOrders, { body: { order_ids: [order_id], action: 'cancel' } })
    await server.drain()

    const items = await historyOf(tenant, order_id, planner)
    expect(items.map(({ action, actor }) => [action, actor.kind])).toEqual([
      ['cancelled', 'user'],
      ['updated', 'user'],
      ['created', 'user'],
    ])
    expect(items[1]!.changes).toEqual({
      'consignments.0.delivery_stop.date': { before: '2026-02-03', after: '2026-02-09' },
    })
    expect(items[0]!.changes).toEqual({ order_status: { before: 'TO_PLAN', after: 'CANCELLED' } })
    expect(items.every(({ actor, request_id }) => actor.actor_id !== null && request_id !== null)).toBe(true)
  })

  test('uploads list the API client, and one without changes leaves no entry', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const { order_id } = await settle(server, tenant, body)
    await settle(server, tenant, { ...body, operation: 'UPDATE', planning_instructions: 'Ring first' })
    await settle(server, tenant, { ...body, operation: 'UPDATE', planning_instructions: 'Ring first' })
    const items = await historyOf(tenant, order_id!)
    expect(items.map(({ action, actor }) => [action, actor.kind, actor.actor_id])).toEqual([
      ['updated', 'client', tenant.client.client_id],
      ['created', 'client', tenant.client.client_id],
    ])
    expect(items[0]!.changes).toEqual({ planning_instructions: { before: null, after: 'Ring first' } })
  })

  test('a customer created by an upload is attributed to the sender of the upload', async () => {
    const tenant = await orderTenant(server, { create_missing_companies: true })
    await sendMessage(server.app, tenant, {
      kind: 'order-import',
      body: simpleOrder({ customer: { name: 'New Ltd' } }),
    })
    await tenant.call(uploadOrder, { body: simpleOrder({ customer: { name: 'Other Ltd' } }) })
    await server.drain()
    const trail = await tenant.asTenant((tx) => listTrail(tx, {}, { before: undefined, limit: 20 }))
    const customers = trail.filter(({ entity_type, action }) => entity_type === 'company' && action === 'created')
    const names = new Map(customers.map(({ actor, changes }) => [changes.name?.after, [actor.kind, actor.actor_id]]))
    expect(names.get('New Ltd')).toEqual(['webhook', tenant.webhookCredential.client_id])
    expect(names.get('Other Ltd')).toEqual(['client', tenant.client.client_id])
  })

  test('a partial update and an answer from the road list the webhook credentials', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await settle(server, tenant, simpleOrder())
    const match = { matches_all: [{ order: { id: { matches_any: [order_id] } } }] }
    const update = { operation: 'UPDATE', data: { planning_instructions: 'Gate 4' } }
    await sendMessage(server.app, tenant, { kind: 'partial-order-update', body: { updates: [{ match, update }] } })
    const [entry] = await historyOf(tenant, order_id!)
    expect(entry).toMatchObject({
      action: 'updated',
      actor: { kind: 'webhook', actor_id: tenant.webhookCredential.client_id },
      changes: { planning_instructions: { before: null, after: 'Gate 4' } },
    })
  })
})

describe('order.changed', () => {
  test('ST-10: a change other than of the state sends nothing, unless a receiver selects order.changed', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const { order_id } = await settle(server, tenant, body)
    const change = (planning_instructions: string) =>
      settle(server, tenant, { operation: 'UPDATE', order_identifier: body.order_identifier, planning_instructions })
    await change('one')
    expect((await eventsOf(tenant)).map(({ type }) => type)).toEqual(['order.accepted'])
    const input = { url: 'https://receiver.example/events', event_types: ['order.changed'] }
    await addSubscription(server.ctx, tenant.tenantId, byOperator, input)
    await change('two')
    const events = await eventsOf(tenant)
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['order.accepted', 1],
      ['order.changed', 2],
    ])
    expect(events[1]!.payload.events[0].update).toEqual({
      id: order_id,
      type: 'Order',
      update_type: 'CUSTOM',
      custom_event_code: 'ORDER_CHANGED',
      changed: ['planning_instructions'],
      status: 'TO_PLAN',
    })
  })
})
