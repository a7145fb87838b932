import type { AddressInfo } from 'node:net'
import { streamChanges } from '@cartage/contract/app/shell'
import { blockOrder } from '@cartage/contract/orders/app/commands'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderTenant, settle, simpleOrder } from '../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { logInAs, type TestTenant } from '../testing/test-tenant.ts'
import { maySee, positionFrom } from './stream.rules.ts'

let server: TestServer
let base: string
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

interface StreamMessage {
  id: string | undefined
  /** Missing when a stream says where it begins. */
  event: string | undefined
  data: { type?: string; entity_id?: string; position?: number }
}

/** An open stream as a browser has it. */
async function listen(tenant: TestTenant, role: 'PLANNER' | 'CUSTOMER', lastEventId?: string) {
  const headers: Record<string, string> = await logInAs(server, tenant.tenantId, role)
  if (lastEventId !== undefined) headers['last-event-id'] = lastEventId
  const leaving = new AbortController()
  const answer = await fetch(base + streamChanges.path, { headers, signal: leaving.signal })
  const messages = read(answer.body!)
  const next = async () => (await messages.next()).value as StreamMessage
  // The head comes before the place where the stream begins is known: what happens in between is before it.
  if (lastEventId === undefined) expect(await next()).toMatchObject({ event: undefined })
  return {
    answer,
    next,
    close: () => leaving.abort(),
  }
}

async function* read(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  let text = ''
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString()
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const lines = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]))
      // Heartbeats, and how long to wait before coming again.
      if (!lines.has('id')) continue
      yield { id: lines.get('id'), event: lines.get('event'), data: JSON.parse(lines.get('data') ?? '{}') }
    }
  }
}

test('a change is reported to who listens, with its place in the log', async () => {
  const tenant = await orderTenant(server)
  const stream = await listen(tenant, 'PLANNER')
  expect(stream.answer.headers.get('content-type')).toContain('text/event-stream')
  const { order_id } = await settle(server, tenant, simpleOrder())
  const reported = await stream.next()
  expect(reported).toMatchObject({ event: 'change', data: { type: 'order.accepted', entity_id: order_id } })
  expect(reported.id).toBe(String(reported.data.position))
  stream.close()
})

test('who comes again gets what was missed, once and in order', async () => {
  const tenant = await orderTenant(server)
  const first = await listen(tenant, 'PLANNER')
  const { order_id } = await settle(server, tenant, simpleOrder())
  const { id } = await first.next()
  first.close()
  const planner = await tenant.user('PLANNER')
  await planner(blockOrder, { params: { order_id: order_id! }, body: { reason: 'Unpaid' } })
  await server.drain()
  const second = await listen(tenant, 'PLANNER', id)
  expect(await second.next()).toMatchObject({ data: { type: 'order.blocked', position: Number(id) + 1 } })
  second.close()
})

test('a browser that was away too long is instructed to request everything again', async () => {
  const tenant = await orderTenant(server)
  for (let count = 0; count < 6; count += 1) {
    await Promise.all(Array.from({ length: 90 }, () => tenant.call(uploadOrder, { body: simpleOrder() })))
  }
  await server.drain()
  const stream = await listen(tenant, 'PLANNER', '1')
  expect(await stream.next()).toMatchObject({ event: 'reset' })
  stream.close()
})

test('no one hears of another tenant, nor of what the role may not read', async () => {
  const [mine, other] = [await orderTenant(server), await orderTenant(server)]
  const stream = await listen(mine, 'PLANNER')
  await settle(server, other, simpleOrder())
  const own = await settle(server, mine, simpleOrder())
  expect((await stream.next()).data.entity_id).toBe(own.order_id)
  stream.close()
  expect(maySee(['session.use'], { entity_type: 'order' })).toBe(false)
  expect(maySee(['order.read'], { entity_type: 'order' })).toBe(true)
  expect(maySee(['order.read'], { entity_type: 'something new' })).toBe(false)
})

test('only a place in the log counts as one', () => {
  expect(positionFrom('12')).toBe(12)
  for (const text of [undefined, '', '-1', '1e3', 'x', '9'.repeat(16)]) expect(positionFrom(text)).toBeUndefined()
})
