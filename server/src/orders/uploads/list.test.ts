import * as uploads from '@cartage/contract/orders/app/uploads'
import { uploadOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, expect, test } from 'vitest'
import { sendMessage } from '../../testing/data/messages.ts'
import { orderTenant, rejection, settle, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

const strange = { transport_service: { code: 'NONE' } }

test('a failed upload is found by state, source, sender, cause and identifier, however many followed', async () => {
  const tenant = await orderTenant(server)
  const planner = await tenant.user('PLANNER')
  const list = async (query: object) => (await planner(uploads.listUploads, { query })).items.map(({ id }) => id)
  await sendMessage(server.app, tenant, {
    kind: 'order-import',
    body: simpleOrder({ order_identifier: 'LOST-1', ...strange }),
  })
  await server.drain()
  const bodies = Array.from({ length: 120 }, (_, at) => simpleOrder({ order_identifier: `FINE-${at}` }))
  await Promise.all(bodies.map((body) => tenant.call(uploadOrder, { body })))
  await server.drain()
  const [failed] = (await planner(uploads.listUploads, { query: { status: 'ERROR' } })).items
  expect(failed).toMatchObject({
    order_identifier: 'LOST-1',
    source: 'WEBHOOK',
    sent_by_kind: 'webhook',
    sent_by_name: 'test webhooks',
    order_id: null,
    run: 1,
    errors: [{ path: 'transport_service' }],
  })
  const only = [failed!.id]
  expect(await list({ source: 'WEBHOOK' })).toEqual(only)
  expect(await list({ sent_by: failed!.sent_by })).toEqual(only)
  expect(await list({ cause: failed!.cause })).toEqual(only)
  expect(await list({ search: 'LOST' })).toEqual(only)
  expect(await list({ search: failed!.id })).toEqual(only)
  expect(await list({ search: 'lost' })).toEqual([])
  expect(await list({ search: 'FINE-119' })).toHaveLength(1)
  const counts = await planner(uploads.countUploads, {})
  expect(counts).toMatchObject({ by_status: { COMPLETED: 120, ERROR: 1 }, by_source: { API: 120, WEBHOOK: 1 } })
  expect(counts.senders.map(({ count }) => count)).toEqual([120, 1])
})

test('the list is paged, newest first, and its file has every row', async () => {
  const tenant = await orderTenant(server)
  const planner = await tenant.user('PLANNER')
  const bodies = Array.from({ length: 130 }, (_, at) => simpleOrder({ order_identifier: `P-${at}` }))
  await Promise.all(bodies.map((body) => tenant.call(uploadOrder, { body })))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await planner(uploads.listUploads, { query: cursor === undefined ? { source: 'API' } : { cursor } })
    seen.push(...page.items.map(({ order_identifier }) => order_identifier))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toHaveLength(130)
  expect(new Set(seen).size).toBe(130)
  await server.drain()
})

test('uploads of one order are listed with failed and pending ones for it', async () => {
  const tenant = await orderTenant(server)
  const planner = await tenant.user('PLANNER')
  const first = await settle(server, tenant, simpleOrder({ order_identifier: 'ONE', ...strange }))
  const second = await settle(server, tenant, simpleOrder({ order_identifier: 'ONE' }))
  await settle(server, tenant, simpleOrder({ order_identifier: 'TWO' }))
  const third = await tenant.call(uploadOrder, { body: { operation: 'UPDATE', order_identifier: 'ONE' } })
  const query = { order_id: second.order_id! }
  const { items } = await planner(uploads.listUploads, { query })
  expect(items.map(({ id, status }) => [id, status])).toEqual([
    [third.upload_id, 'IN_PROGRESS'],
    [second.upload_id, 'COMPLETED'],
    [first.upload_id, 'ERROR'],
  ])
  await server.drain()
})

test('another tenant and the customer of another company see nothing of an upload', async () => {
  const tenant = await orderTenant(server)
  const { upload_id } = await settle(server, tenant, simpleOrder())
  const other = await (await orderTenant(server)).user('PLANNER')
  const params = { upload_id }
  expect((await rejection(other(uploads.getUpload, { params }))).status).toBe(404)
  expect((await rejection(other(uploads.retryUpload, { params }))).status).toBe(404)
  expect((await other(uploads.listUploads, {})).items).toEqual([])
})
