import { getOrder, uploadOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { sendMessage } from '../../testing/data/messages.ts'
import { orderTenant, settle, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

/** Sends entries and returns the response: null when all were applied. */
async function send(tenant: TestTenant, updates: object[], headers: Record<string, string> = {}) {
  const answer = await sendMessage(server.app, tenant, { kind: 'partial-order-update', headers, body: { updates } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as { errors: { error_type: string; error_message: string }[] } | null
}

const byId = (id: string) => ({ match: { matches_all: [{ order: { id: { matches_any: [id] } } }] } })
const order = (data: object) => ({ update: { operation: 'UPDATE', data } })
const inConsignment = (entry: object) => ({ consignment: { updates: [entry] } })
const stopOf = (stop_type: string) => ({ match: { matches_all: [{ stop: { stop_type } }] } })
const inStop = (stop_type: string, update: object) =>
  inConsignment({ stop: { updates: [{ ...stopOf(stop_type), update }] } })
const read = (tenant: TestTenant, order_id: string) => tenant.call(getOrder, { params: { order_id } })

describe('repeats and races', () => {
  const addGood = (order_id: string) => ({
    ...byId(order_id),
    ...inConsignment({ good: { updates: [{ update: { operation: 'CREATE', data: { description: 'Rye' } } }] } }),
  })

  test('a message creates records once, with a key or without; two entries of one message create two', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await settle(server, tenant, simpleOrder())
    const count = async () => (await read(tenant, order_id!)).consignments[0]!.goods!.length
    const twice = [addGood(order_id!), addGood(order_id!)]
    await send(tenant, twice)
    expect(await count()).toBe(3)
    await send(tenant, twice)
    expect(await count()).toBe(3)
    for (const key of ['a', 'a', 'b']) await send(tenant, [addGood(order_id!)], { 'webhook-id': key })
    expect(await count()).toBe(5)
  })

  test('two messages and an upload at the same time about one order are all applied, one after the other', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const { order_id } = await settle(server, tenant, body)
    const field = (name: string) => send(tenant, [{ ...byId(order_id!), ...order({ [name]: name }) }])
    await Promise.all([
      field('planning_instructions'),
      tenant.call(uploadOrder, {
        body: { operation: 'UPDATE', order_identifier: body.order_identifier, contact_emails: ['a@b.example'] },
      }),
      field('customer_reference_number'),
      server.drain(),
    ])
    await server.drain()
    expect(await read(tenant, order_id!)).toMatchObject({
      planning_instructions: 'planning_instructions',
      customer_reference_number: 'customer_reference_number',
      contact_emails: ['a@b.example'],
    })
  })

  test('after a partial update the same upload again is not a repeat: it restores its own values', async () => {
    const tenant = await orderTenant(server)
    const body = simpleOrder()
    const { order_id } = await settle(server, tenant, body)
    const upload = {
      operation: 'UPDATE' as const,
      order_identifier: body.order_identifier,
      planning_instructions: 'upload',
    }
    await settle(server, tenant, upload)
    await send(tenant, [{ ...byId(order_id!), ...order({ planning_instructions: 'partial' }) }])
    await settle(server, tenant, upload)
    expect((await read(tenant, order_id!)).planning_instructions).toBe('upload')
  })
})

describe('the body', () => {
  test('is refused as a whole when it is malformed: 422 with the place, and nothing changes', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await settle(server, tenant, simpleOrder())
    const bad = [
      [{ update: { operation: 'CREATE' } }, 'updates.1.update.operation'],
      [
        inConsignment({ good: { updates: [{ update: { operation: 'REPLACE' } }] } }),
        'updates.1.consignment.updates.0.good.updates.0.update.data',
      ],
      [
        inStop('PICKUP', { operation: 'REPLACE', data: {} }),
        'updates.1.consignment.updates.0.stop.updates.0.update.operation',
      ],
      [
        inStop('PICKUP', { operation: 'UPDATE', data: { date: 'soon' } }),
        'updates.1.consignment.updates.0.stop.updates.0.update.data.date',
      ],
    ] as const
    for (const [entry, path] of bad) {
      const updates = [
        { ...byId(order_id!), ...order({ planning_instructions: 'x' }) },
        { ...byId(order_id!), ...entry },
      ]
      const answer = await sendMessage(server.app, tenant, { kind: 'partial-order-update', body: { updates } })
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors[0].path).toBe(path)
    }
    expect((await read(tenant, order_id!)).planning_instructions).toBeUndefined()
  })

  test('may have any media type, unknown members and no entries', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await settle(server, tenant, simpleOrder())
    const body = Buffer.from(
      JSON.stringify({ updates: [{ ...byId(order_id!), ...order({ planning_instructions: 'x', new_member: 1 }) }] }),
    )
    const answer = await sendMessage(server.app, tenant, {
      kind: 'partial-order-update',
      headers: { 'content-type': 'text/plain' },
      body,
    })
    expect([answer.statusCode, answer.body]).toEqual([200, 'null'])
    expect((await read(tenant, order_id!)).planning_instructions).toBe('x')
    expect(await send(tenant, [])).toBeNull()
  })
})
