import { randomUUID } from 'node:crypto'
import { listAuditRecords } from '@cartage/contract/audit/app'
import * as inbox from '@cartage/contract/messages/app/record'
import { createOrder } from '@cartage/contract/orders/app/entry'
import { getOrderRecord } from '@cartage/contract/orders/app/record'
import * as uploads from '@cartage/contract/orders/app/uploads'
import { getOrder, getOrderUpload, uploadOrder } from '@cartage/contract/orders/endpoints'
import { afterAll, expect, test } from 'vitest'
import { insertReference } from '../../tenants/store.ts'
import { sendMessage } from '../../testing/data/messages.ts'
import { alpha, eventsOf, orderTenant, rejection, settle, simpleOrder, type Upload } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

/** An order with a transport service that the tenant has not configured yet. */
const strange = (members: Partial<Upload> = {}) => simpleOrder({ transport_service: { code: 'EXPRESS' }, ...members })

const addService = (tenant: TestTenant, code = 'EXPRESS') =>
  tenant.asTenant((tx) => insertReference(tx, { transport_services: [{ code, name: code }] }))

const importOrder = (tenant: TestTenant, body: unknown) =>
  sendMessage(server.app, tenant, { kind: 'order-import', body })

test('an order import that fails when it is applied waits in the inbox, and the message log shows ERROR', async () => {
  const tenant = await orderTenant(server)
  const planner = await tenant.user('PLANNER')
  const body = strange({ order_identifier: 'LOST-1' })
  const answer = await importOrder(tenant, body)
  expect([answer.statusCode, answer.body]).toEqual([200, 'null'])
  await server.drain()
  const [message] = (await planner(inbox.listMessages, {})).items
  expect(message).toMatchObject({ kind: 'order-import', result: 'ERROR', status: 200 })
  expect((await planner(inbox.listMessages, { query: { result: 'ERROR' } })).items).toHaveLength(1)
  expect((await planner(inbox.listMessages, { query: { result: 'OK' } })).items).toHaveLength(0)
  const { items } = await planner(inbox.listInboxItems, {})
  expect(items).toMatchObject([
    { kind: 'order-import', status: 'OPEN', upload_id: message!.upload_id, party: 'test webhooks', message_id: null },
  ])
  expect(items[0]!.reason).toMatch(/^transport_service: No transport service has the code "EXPRESS"/)
  const detail = await planner(inbox.getMessage, { params: { message_id: message!.id } })
  expect(detail.inbox_item_ids).toEqual([items[0]!.id])
  const { items: found } = await planner(inbox.listInboxItems, { query: { search: 'lost-1' } })
  expect(found).toHaveLength(1)
})

test('a plain upload that fails waits in the inbox; a repeat increases its count, a different one is another item', async () => {
  const tenant = await orderTenant(server)
  const planner = await tenant.user('PLANNER')
  const body = strange({ order_identifier: 'A' })
  const first = await settle(server, tenant, body)
  const second = await settle(server, tenant, body)
  expect([first.upload_status, second.upload_status]).toEqual(['ERROR', 'ERROR'])
  await settle(server, tenant, { ...body, customer_reference_number: 'other' })
  const { items } = await planner(inbox.listInboxItems, {})
  expect(items).toMatchObject([
    { kind: 'order-upload', occurrences: 2, upload_id: second.upload_id, party_kind: 'client', target_type: null },
    { kind: 'order-upload', occurrences: 1 },
  ])
})

test('run again after the missing setting was added, an upload creates its order under its own id and resolves its item', async () => {
  const tenant = await orderTenant(server)
  const admin = await tenant.user('SUPER_ADMIN')
  const failed = await settle(server, tenant, strange({ order_identifier: 'AGAIN' }))
  const [item] = (await admin(inbox.listInboxItems, {})).items
  const requested = await admin(inbox.retryInboxItem, { params: { inbox_item_id: item!.id } })
  expect(requested).toMatchObject({ status: 'OPEN', attempts: 1, last_failure: null })
  await server.drain()
  const [still] = (await admin(inbox.listInboxItems, {})).items
  expect(still).toMatchObject({ id: item!.id, occurrences: 1, last_failure: item!.reason })
  await addService(tenant)
  const params = { upload_id: failed.upload_id }
  expect(await admin(uploads.retryUpload, { params })).toMatchObject({ status: 'IN_PROGRESS', cause: null })
  await server.drain()
  const record = await tenant.call(getOrderUpload, { params })
  expect(record).toMatchObject({ upload_status: 'COMPLETED', order_id: expect.any(String) })
  expect(record).not.toHaveProperty('errors')
  const { items: closed } = await admin(inbox.listInboxItems, { query: { status: 'RESOLVED' } })
  expect(closed).toMatchObject([{ id: item!.id, entity_type: 'order', entity_id: record.order_id }])
  expect(await admin(uploads.getUpload, { params })).toMatchObject({ status: 'COMPLETED', run: 3, inbox_item_ids: [] })
  const { items: trail } = await admin(listAuditRecords, {
    query: { entity_type: 'upload', entity_id: failed.upload_id },
  })
  expect(trail).toMatchObject([
    { action: 'replayed', actor: { kind: 'user' } },
    { action: 'replayed', actor: { kind: 'user' } },
  ])
})

test('a later successful upload of the identifier resolves the item, and the older one is not applied over it', async () => {
  const tenant = await orderTenant(server)
  const planner = await tenant.user('PLANNER')
  const failed = await settle(server, tenant, strange({ order_identifier: 'B', planning_instructions: 'old' }))
  const done = await settle(server, tenant, simpleOrder({ order_identifier: 'B', planning_instructions: 'new' }))
  expect((await planner(inbox.getInboxCounts, {})).open).toBe(0)
  await addService(tenant)
  const again = planner(uploads.retryUpload, { params: { upload_id: failed.upload_id } })
  const { status, message } = await rejection(again)
  expect([status, message]).toEqual([409, expect.stringMatching(/A later upload of this order succeeded/)])
  const order = await tenant.call(getOrder, { params: { order_id: done.order_id! } })
  expect(order.planning_instructions).toBe('new')
  const wrong = planner(uploads.retryUpload, { params: { upload_id: done.upload_id } })
  expect((await rejection(wrong)).status).toBe(409)
})

/** The correction that a person sends from the form of a failed upload. */
function correction(members: Partial<Upload> = {}) {
  const { operation: _operation, order_identifier: _identifier, ...order } = simpleOrder(members)
  return order
}

test('LANE-9: a correction is sent under the identifier of the failed upload, and resolves its item in the name of the sender', async () => {
  const tenant = await orderTenant(server)
  const planner = await tenant.user('PLANNER')
  const failed = await settle(server, tenant, strange({ order_identifier: 'FIX-1' }))
  const [item] = (await planner(inbox.listInboxItems, {})).items
  const order = { ...correction({ planning_instructions: 'corrected' }), order_identifier: 'ANOTHER' }
  const sent = await planner(createOrder, { body: { corrects: failed.upload_id, order } })
  await server.drain()
  const { order_id } = await tenant.call(getOrderUpload, { params: { upload_id: sent.upload_id } })
  expect(await tenant.call(getOrder, { params: { order_id: order_id! } })).toMatchObject({
    order_identifier: 'FIX-1',
    planning_instructions: 'corrected',
  })
  expect((await planner(inbox.getInboxCounts, {})).open).toBe(0)
  const { items: closed } = await planner(inbox.listInboxItems, { query: { status: 'RESOLVED' } })
  expect(closed).toMatchObject([
    { id: item!.id, entity_id: order_id, closed_by_kind: 'user', closed_by: expect.any(String) },
  ])
  const admin = await tenant.user('SUPER_ADMIN')
  const query = { entity_type: 'inbox_item', entity_id: item!.id }
  const { items: trail } = await admin(listAuditRecords, { query })
  expect(trail).toMatchObject([{ action: 'updated', actor: { kind: 'user' } }])
  const params = { upload_id: failed.upload_id }
  expect(await planner(uploads.getUpload, { params })).toMatchObject({ is_overtaken: true, inbox_item_ids: [] })
  const again = await rejection(planner(createOrder, { body: { corrects: failed.upload_id, order } }))
  expect([again.status, again.message]).toEqual([409, expect.stringMatching(/exists by now/)])
})

test('LANE-9: a correction that fails too is a separate item; the one that succeeds resolves both', async () => {
  const tenant = await orderTenant(server)
  const planner = await tenant.user('PLANNER')
  const first = await settle(server, tenant, strange({ order_identifier: 'FIX-2' }))
  const correct = async (corrects: string, order: ReturnType<typeof correction>) => {
    const { upload_id } = await planner(createOrder, { body: { corrects, order } })
    await server.drain()
    return upload_id
  }
  const second = await correct(first.upload_id, correction({ transport_service: { code: 'STILL-WRONG' } }))
  expect((await planner(inbox.getInboxCounts, {})).open).toBe(2)
  const params = { upload_id: first.upload_id }
  expect(await planner(uploads.getUpload, { params })).toMatchObject({ is_overtaken: false })
  await correct(second, correction())
  expect((await planner(inbox.getInboxCounts, {})).open).toBe(0)
})

test('LANE-9: an order entered without an identifier is corrected under its assigned number', async () => {
  const tenant = await orderTenant(server)
  const planner = await tenant.user('PLANNER')
  const body = { order: correction({ transport_service: { code: 'EXPRESS' } }) }
  const { upload_id: corrects } = await planner(createOrder, { body })
  await server.drain()
  const { upload_id } = await planner(createOrder, { body: { corrects, order: correction() } })
  await server.drain()
  const { order_id } = await tenant.call(getOrderUpload, { params: { upload_id } })
  expect(await planner(getOrderRecord, { params: { order_id: order_id! } })).toMatchObject({
    order_number: 'O-000001',
    order: { order_identifier: 'O-000001' },
  })
})

test('LANE-9: only a failed upload of a new order is corrected, and not under a number that the counter may assign', async () => {
  const tenant = await orderTenant(server)
  const planner = await tenant.user('PLANNER')
  const done = await settle(server, tenant, simpleOrder({ order_identifier: 'DONE' }))
  const change = { operation: 'UPDATE' as const, order_identifier: 'DONE', transport_service: { code: 'EXPRESS' } }
  const changed = await settle(server, tenant, change)
  const numbered = await settle(server, tenant, strange({ order_identifier: 'O-000777' }))
  expect([changed.upload_status, numbered.upload_status]).toEqual(['ERROR', 'ERROR'])
  const statusOf = async (corrects: string) =>
    (await rejection(planner(createOrder, { body: { corrects, order: correction() } }))).status
  for (const { upload_id } of [done, changed, numbered]) expect(await statusOf(upload_id)).toBe(409)
  expect(await statusOf(randomUUID())).toBe(404)
  const other = await (await orderTenant(server)).user('PLANNER')
  const body = { corrects: numbered.upload_id, order: correction() }
  expect((await rejection(other(createOrder, { body }))).status).toBe(404)
})

test('an upload that is run again is applied before those of its identifier that wait', async () => {
  const tenant = await orderTenant(server)
  const planner = await tenant.user('PLANNER')
  const failed = await settle(server, tenant, strange({ order_identifier: 'C', planning_instructions: 'first' }))
  await addService(tenant)
  const later = { operation: 'UPDATE' as const, order_identifier: 'C', planning_instructions: 'second' }
  await tenant.call(uploadOrder, { body: later })
  await planner(uploads.retryUpload, { params: { upload_id: failed.upload_id } })
  for (let round = 0; round < 3; round += 1) await server.drain()
  const { order_id } = await tenant.call(getOrderUpload, { params: { upload_id: failed.upload_id } })
  const order = await tenant.call(getOrder, { params: { order_id: order_id! } })
  expect(order.planning_instructions).toBe('second')
  expect((await planner(inbox.getInboxCounts, {})).open).toBe(0)
})

test('all uploads with one cause are run again at once, and no others', async () => {
  const tenant = await orderTenant(server)
  const planner = await tenant.user('PLANNER')
  for (const order_identifier of ['1', '2', '3']) await settle(server, tenant, strange({ order_identifier }))
  await settle(server, tenant, strange({ order_identifier: '4', transport_service: { code: 'OTHER' } }))
  const { by_cause, by_status } = await planner(uploads.countUploads, {})
  expect(by_status).toEqual({ ERROR: 4 })
  expect(by_cause).toEqual({
    'No transport service has the code "EXPRESS".': 3,
    'No transport service has the code "OTHER".': 1,
  })
  await addService(tenant)
  const cause = 'No transport service has the code "EXPRESS".'
  const counts = await planner(uploads.retryUploadsOfCause, { body: { cause } })
  expect(counts).toEqual({ found: 3, requested: 3, is_more: false })
  await server.drain()
  expect((await planner(uploads.countUploads, {})).by_status).toEqual({ COMPLETED: 3, ERROR: 1 })
  expect((await planner(inbox.getInboxCounts, {})).open).toBe(1)
  const viewer = await tenant.user('VIEWER')
  expect((await rejection(viewer(uploads.retryUploadsOfCause, { body: { cause } }))).status).toBe(403)
})

test('upload.failed is reported for each failed run, with the reasons', async () => {
  const tenant = await orderTenant(server)
  const planner = await tenant.user('PLANNER')
  const { upload_id } = await settle(server, tenant, strange({ order_identifier: 'TOLD' }))
  await planner(uploads.retryUpload, { params: { upload_id } })
  await server.drain()
  const events = await eventsOf(tenant)
  expect(events.map(({ type, entity_id, sequence }) => [type, entity_id, sequence])).toEqual([
    ['upload.failed', upload_id, 1],
    ['upload.failed', upload_id, 2],
  ])
  expect(events[0]!.payload.events[0].update).toMatchObject({
    id: upload_id,
    type: 'OrderImport',
    status: 'FAILED',
    order_identifier: 'TOLD',
    errors: [{ path: 'transport_service', detail: 'unknown_transport_service' }],
    input_data: { customer: { code: alpha.code } },
  })
})

test('a refused order import is an item of the inbox; a repeated refusal increases its count, and a second run may be accepted', async () => {
  const tenant = await orderTenant(server)
  const planner = await tenant.user('PLANNER')
  const body = { ...simpleOrder({ order_identifier: 'R' }), customer: null }
  for (let time = 0; time < 3; time += 1) {
    const answer = await importOrder(tenant, { ...body, order_identifier: `R${time}` })
    expect(answer.json().errors).toHaveLength(1)
  }
  await importOrder(tenant, { operation: 'DELETE', order_identifier: 'UNKNOWN' })
  const { items } = await planner(inbox.listInboxItems, {})
  expect(items).toMatchObject([
    { kind: 'order-import', occurrences: 3, upload_id: null, path: '' },
    { kind: 'order-import', occurrences: 1, upload_id: null, reason: expect.stringContaining('order_identifier') },
  ])
  const retry = (id: string) => planner(inbox.retryInboxItem, { params: { inbox_item_id: id } })
  expect(await retry(items[0]!.id)).toMatchObject({ status: 'OPEN', attempts: 1, last_failure: items[0]!.reason })
  await settle(server, tenant, simpleOrder({ order_identifier: 'UNKNOWN' }))
  expect(await retry(items[1]!.id)).toMatchObject({ status: 'RESOLVED' })
  await server.drain()
  const { items: messages } = await planner(inbox.listMessages, { query: { kind: 'order-import' } })
  expect(messages[0]).toMatchObject({ result: 'OK', replay_of: items[1]!.message_id, upload_id: expect.any(String) })
})

test('a webhook message that is refused with 4xx is an item of the inbox, once for each reason', async () => {
  const tenant = await orderTenant(server)
  const planner = await tenant.user('PLANNER')
  const send = (body: unknown) => sendMessage(server.app, tenant, { kind: 'trip-import', body })
  expect((await send({ trip_identifier: 7 })).statusCode).toBe(422)
  expect((await send({ trip_identifier: 8 })).statusCode).toBe(422)
  const text = { kind: 'trip-import', headers: { 'content-type': 'application/json' }, body: Buffer.from('no json') }
  expect((await sendMessage(server.app, tenant, text)).statusCode).toBe(400)
  const { items } = await planner(inbox.listInboxItems, { query: { kind: 'trip-import' } })
  expect(items.map(({ occurrences, path }) => [occurrences, path])).toEqual([
    [2, ''],
    [1, ''],
  ])
  const retried = await planner(inbox.retryInboxItem, { params: { inbox_item_id: items[0]!.id } })
  expect(retried).toMatchObject({ status: 'OPEN', attempts: 1 })
  expect(retried.last_failure).not.toBeNull()
})
