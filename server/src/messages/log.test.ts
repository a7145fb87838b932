import { randomUUID } from 'node:crypto'
import * as contract from '@cartage/contract/messages/app/record'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { Problem } from '../http/problem.ts'
import { pdf } from '../testing/data/files.ts'
import { sendMessage } from '../testing/data/messages.ts'
import { orderTenant, rejection, settle, simpleOrder } from '../testing/data/orders.ts'
import { plannedTrip } from '../testing/data/trips.ts'
import { addReceiver } from '../testing/servers/receiver.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { messageLoop } from './jobs.ts'
import { receive } from './receive.commands.ts'
import { findOldMessages } from './retention.store.ts'
import type { InboundMessage, Receiver } from './rules.ts'
import { deleteMessages } from './store.ts'

const server = await startTestServer()
const { app, ctx } = server
afterAll(() => server.close())

const reference = (number: string) => ({ customer_reference_number: number })

/** A document for an order, which its reference identifies. */
function importFor(tenant: TestTenant, number: string, more: { body?: Buffer; headers?: Record<string, string> } = {}) {
  return sendMessage(app, tenant, {
    kind: 'document-import',
    query: { filename: 'cmr.pdf', document_type: 'ORIGINAL_CMR', ...reference(number) },
    headers: { 'content-type': 'application/pdf', ...more.headers },
    body: more.body ?? pdf(number),
  })
}

const selectDocuments = statement(
  'test.count_documents',
  'select count(*)::int as documents from document where tenant_id = $1',
)
const countDocuments = async (tenant: TestTenant) =>
  (await tenant.asTenant((tx) => tx.query<{ documents: number }>(selectDocuments)))[0]!.documents

describe('the message log', () => {
  test('a message is stored with both sides, its body unchanged, and its records; never with credentials', async () => {
    const tenant = await orderTenant(server)
    const { order_id } = await settle(server, tenant, simpleOrder(reference('REF-A')))
    await importFor(tenant, 'REF-A', { headers: { 'webhook-id': 'w-1', cookie: 'secret=1' } })
    const user = await tenant.user('PLANNER')
    const { items } = await user(contract.listMessages, { query: { direction: 'IN' } })
    expect(items).toMatchObject([{ kind: 'document-import', result: 'OK', status: 200, party: 'test webhooks' }])
    const message = await user(contract.getMessage, { params: { message_id: items[0]!.id } })
    expect(message.request.query).toEqual({ filename: 'cmr.pdf', document_type: 'ORIGINAL_CMR', ...reference('REF-A') })
    expect(message.request.headers).toMatchObject({ 'content-type': 'application/pdf', 'webhook-id': 'w-1' })
    expect(JSON.stringify(message)).not.toMatch(/secret|authorization|cookie/i)
    expect(message.request.body).toBe(pdf('REF-A').toString())
    expect(JSON.parse(message.answer.body!)).toEqual({ errors: null })
    expect(message.records).toEqual(
      expect.arrayContaining([
        { entity_type: 'order', entity_id: order_id },
        { entity_type: 'document', entity_id: expect.any(String) },
      ]),
    )
  })

  test('a refused message is stored with its response and changes nothing else', async () => {
    const tenant = await orderTenant(server)
    const user = await tenant.user('PLANNER')
    const unknown = { stop_id: randomUUID(), question_path_key: 'POD' }
    const headers = { 'content-type': 'application/pdf' }
    const sent = [
      { kind: 'subco-document-upload', query: unknown, headers, body: pdf('late') },
      { kind: 'subco-document-upload', query: { stop_id: 'x' }, headers, body: pdf('wrong') },
      { kind: 'trip-import', body: { planned_stops: 'none' } },
      { kind: 'trip-import', body: Buffer.from('{'), headers: { 'content-type': 'application/json' } },
    ]
    const answers = []
    for (const message of sent) answers.push(await sendMessage(app, tenant, message))
    expect(answers.map((answer) => answer.statusCode)).toEqual([404, 422, 422, 400])
    const { items } = await user(contract.listMessages, { query: { result: 'REFUSED' } })
    expect(items.map((item) => [item.kind, item.status])).toEqual([
      ['trip-import', 400],
      ['trip-import', 422],
      ['subco-document-upload', 422],
      ['subco-document-upload', 404],
    ])
    const refused = await user(contract.getMessage, { params: { message_id: items[3]!.id } })
    expect(JSON.parse(refused.answer.body!)).toMatchObject({ code: 'not_found' })
    expect(await countDocuments(tenant)).toBe(0)
  })

  test('a message refused for a character U+0000 is stored and waits in the inbox, wherever the character is', async () => {
    const tenant = await orderTenant(server)
    const user = await tenant.user('PLANNER')
    const headers = { 'content-type': 'application/json' }
    const sent = [
      { kind: 'trip-import', body: Buffer.from('{"trip_identifier":"a\\u0000b"}'), headers },
      { kind: 'trip-import', body: Buffer.from('{"trip_\\u0000identifier":"c"}'), headers },
      { kind: 'document-import', query: { filename: 'd\u0000.pdf', ...reference('REF-\u0000') }, body: pdf('d') },
    ]
    for (const message of sent) expect((await sendMessage(app, tenant, message)).statusCode).toBe(422)
    const { items } = await user(contract.listMessages, { query: { result: 'REFUSED' } })
    expect(items.map(({ kind }) => kind)).toEqual(['document-import', 'trip-import', 'trip-import'])
    expect((await user(contract.getInboxCounts, {})).open).toBe(3)
    const found = await user(contract.listMessages, { query: { search: 'ab' } })
    expect(found.items).toHaveLength(1)
  })

  test('order imports are stored with the response, accepted or not', async () => {
    const tenant = await orderTenant(server)
    const order = simpleOrder({ container: { container_number: 'MSCU 123456-7' } })
    await sendMessage(app, tenant, { kind: 'order-import', body: order })
    await sendMessage(app, tenant, { kind: 'order-import', body: { operation: 'CREATE' } })
    const user = await tenant.user('PLANNER')
    const { items } = await user(contract.listMessages, { query: { kind: 'order-import' } })
    expect(items.map((item) => item.result)).toEqual(['ERRORS', 'OK'])
    const message = await user(contract.getMessage, { params: { message_id: items[1]!.id } })
    expect(JSON.parse(message.request.body!)).toEqual(order)
    expect(message.answer.body).toBe('null')
  })

  test('sent messages are listed with received ones', async () => {
    const tenant = await orderTenant(server)
    await addReceiver(server, tenant)
    const { order_id } = await settle(server, tenant, simpleOrder(reference('OUT-1')))
    await importFor(tenant, 'OUT-1')
    const user = await tenant.user('PLANNER')
    const { items } = await user(contract.listMessages, {})
    expect(items.map((item) => [item.direction, item.kind, item.result])).toEqual([
      ['IN', 'document-import', 'OK'],
      ['OUT', 'order.accepted', 'OK'],
    ])
    const out = await user(contract.getMessage, { params: { message_id: items[1]!.id } })
    expect(JSON.parse(out.request.body!).order.id).toBe(order_id)
    expect(out.answer).toMatchObject({ failure: null })
    expect((await user(contract.listMessages, { query: { direction: 'OUT' } })).items).toHaveLength(1)
    expect((await user(contract.listMessages, { query: { result: 'FAILED' } })).items).toEqual([])
  })

  test('messages are found by container, order number, identifier, reference and id, and by nothing else', async () => {
    const tenant = await orderTenant(server)
    await addReceiver(server, tenant)
    const order = simpleOrder({ ...reference('FIND-ME'), container: { container_number: 'MSCU 123456-7' } })
    await sendMessage(app, tenant, { kind: 'order-import', body: order })
    await server.drain()
    await settle(server, tenant, simpleOrder(reference('ANOTHER')))
    await importFor(tenant, 'FIND-ME')
    await importFor(tenant, 'ANOTHER')
    const user = await tenant.user('PLANNER')
    const find = async (search: string) =>
      (await user(contract.listMessages, { query: { search } })).items.map((item) => item.kind)
    const all = ['document-import', 'order.accepted', 'order-import']
    expect(await find('find-me')).toEqual(all)
    expect(await find('MSCU1234567')).toEqual(all)
    expect(await find(order.order_identifier)).toEqual(all)
    const selectOrder = statement(
      'test.find_order',
      'select order_id, order_number from transport_order where tenant_id = $1 and order_identifier = $2',
    )
    const [row] = await tenant.asTenant((tx) =>
      tx.query<{ order_id: string; order_number: string }>(selectOrder, order.order_identifier),
    )
    expect(await find(row!.order_id)).toEqual(['document-import', 'order.accepted'])
    expect(await find(row!.order_number)).toEqual(['document-import', 'order.accepted'])
    expect(await find(randomUUID())).toEqual([])
    expect(await find('FIND')).toEqual([])
  })

  test('messages about an order received through the interface are found by its container number', async () => {
    const tenant = await orderTenant(server)
    await addReceiver(server, tenant)
    await settle(server, tenant, simpleOrder({ container: { container_number: 'TCLU7654321' } }))
    await settle(server, tenant, simpleOrder({ container: { container_number: 'TCLU1111111' } }))
    const user = await tenant.user('PLANNER')
    for (const search of ['TCLU7654321', 'tclu 765432-1']) {
      const { items } = await user(contract.listMessages, { query: { search } })
      expect(items.map((item) => item.kind)).toEqual(['order.accepted'])
    }
  })

  test('messages are found by the name of the trip they changed', async () => {
    const tenant = await orderTenant(server)
    const { trip } = await plannedTrip(server, tenant)
    const update = { event_time: '2026-02-02T08:10:00Z', stop: { id: trip.stops[0]!.stop_id, status: 'AT_STOP' } }
    await sendMessage(app, tenant, { kind: 'subco-status-update', body: { updates: [update] } })
    await importFor(tenant, 'ANOTHER')
    const user = await tenant.user('PLANNER')
    const { items } = await user(contract.listMessages, { query: { search: trip.name, direction: 'IN' } })
    expect(items.map((item) => item.kind)).toEqual(['subco-status-update'])
    const ofStop = await user(contract.listMessages, { query: { search: trip.stops[0]!.stop_id } })
    expect(ofStop.items.map((item) => item.kind)).toEqual(['subco-status-update'])
  })

  test('the list is paged, each message once, while others arrive', async () => {
    const tenant = await orderTenant(server)
    await settle(server, tenant, simpleOrder(reference('PAGES')))
    for (let count = 0; count < 105; count += 1) await importFor(tenant, `NONE-${count}`)
    const user = await tenant.user('PLANNER')
    const first = await user(contract.listMessages, {})
    await importFor(tenant, 'PAGES')
    const second = await user(contract.listMessages, { query: { cursor: first.next_cursor! } })
    const ids = [...first.items, ...second.items].map((item) => item.id)
    expect([ids.length, new Set(ids).size, second.next_cursor]).toEqual([105, 105, null])
    const from = first.items[50]!.at
    const later = await user(contract.listMessages, { query: { from } })
    expect(later.items.every((item) => item.at >= from)).toBe(true)
    expect((await user(contract.listMessages, { query: { to: '2020-01-01T00:00:00Z' } })).items).toEqual([])
  })

  test('only users who may read messages see them, and no one sees those of another tenant', async () => {
    const [tenant, other] = [await orderTenant(server), await orderTenant(server)]
    await importFor(tenant, 'SECRET')
    const [mine, theirs] = [await tenant.user('PLANNER'), await other.user('PLANNER')]
    const { items } = await mine(contract.listMessages, {})
    const params = { message_id: items[0]!.id }
    expect((await theirs(contract.listMessages, { query: { search: 'SECRET' } })).items).toEqual([])
    expect((await rejection(theirs(contract.getMessage, { params }))).status).toBe(404)
    expect((await rejection(theirs(contract.tryMessage, { params }))).status).toBe(404)
    expect((await rejection((await tenant.user('VIEWER'))(contract.listMessages, {}))).status).toBe(403)
  })
})

/** A receiver for tests, which counts its effects so that a rollback undoes them. */
const addCredential = statement(
  'test.count_effect',
  `insert into document_type (tenant_id, code, name) values ($1, $2, 'effect')`,
)
const selectEffects = statement(
  'test.effects',
  `select code from document_type where tenant_id = $1 and name = 'effect' order by code`,
)
const effectsOf = async (tenant: TestTenant) =>
  (await tenant.asTenant((tx) => tx.query<{ code: string }>(selectEffects))).map((row) => row.code)

function messageFor(tenant: TestTenant, more: Partial<InboundMessage> = {}): InboundMessage {
  return {
    kind: 'trip-import',
    tenantId: tenant.tenantId,
    credentialId: tenant.webhookCredential.client_id,
    requestId: randomUUID(),
    messageKey: undefined,
    query: {},
    headers: {},
    body: Buffer.from('{"a":1}'),
    ...more,
  }
}

const once: Receiver<undefined, { effect: string | null }> = {
  async apply(context, tx, note) {
    const effect = context.newId()
    if (!(await note.isFirst('the effect'))) return { effect: null }
    await tx.query(addCredential, effect)
    return { effect }
  },
}

describe('repeats', () => {
  test('INB-1: a message under one key has one effect and one response, sent twenty times at once', async () => {
    const tenant = await server.tenant()
    const always: Receiver<undefined, { effect: string }> = {
      async apply(context, tx) {
        const effect = context.newId()
        await tx.query(addCredential, effect)
        return { effect }
      },
    }
    const message = messageFor(tenant, { messageKey: 'k' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => receive(ctx, message, always)))
    const effects = await effectsOf(tenant)
    expect(effects).toHaveLength(1)
    expect(new Set(answers.map((answer) => answer.effect))).toEqual(new Set(effects))
    const [user] = [await tenant.user('PLANNER')]
    expect((await user(contract.listMessages, {})).items).toMatchObject([{ repeats: 19 }])
  })

  test('INB-1: an effect under one key happens once, in one message and in ten parallel ones', async () => {
    const tenant = await server.tenant()
    const answers = await Promise.all(Array.from({ length: 10 }, () => receive(ctx, messageFor(tenant), once)))
    expect(answers.filter((answer) => answer.effect !== null)).toHaveLength(1)
    expect(await effectsOf(tenant)).toHaveLength(1)
  })

  test('INB-1: keys of two senders and of two kinds are independent', async () => {
    const tenant = await server.tenant()
    const message = messageFor(tenant, { messageKey: 'same' })
    const first = await receive(ctx, message, once)
    const other = await receive(ctx, { ...message, credentialId: 'another' }, once)
    expect([first.effect === null, other.effect === null]).toEqual([false, false])
    expect(await receive(ctx, { ...message, kind: 'order-import' }, once)).toEqual({ effect: null })
    const changed = receive(ctx, { ...message, body: Buffer.from('{}') }, once)
    await expect(changed).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  })

  test('a refused or failed message is tried again: only an effect uses up the key', async () => {
    const tenant = await server.tenant()
    const failing = (error: Error): Receiver => ({
      async apply(context, tx, note) {
        await note.isFirst('the effect')
        await tx.query(addCredential, context.newId())
        throw error
      },
    })
    const message = messageFor(tenant, { messageKey: 'again' })
    await expect(receive(ctx, message, failing(new Problem('not_found')))).rejects.toThrow(Problem)
    await expect(receive(ctx, message, failing(new Error('broken')))).rejects.toThrow('broken')
    await expect(receive(ctx, message, failing(new Problem('unavailable')))).rejects.toThrow(Problem)
    expect(await effectsOf(tenant)).toEqual([])
    expect((await receive(ctx, message, once)).effect).not.toBeNull()
    const user = await tenant.user('PLANNER')
    expect((await user(contract.listMessages, {})).items.map((item) => item.status)).toEqual([200, 503, 500, 404])
  })

  test('two messages that use the same keys in different order both finish', async () => {
    const tenant = await server.tenant()
    const taking = (keys: string[]): Receiver<undefined, number> => ({
      async apply(_ctx, _tx, note) {
        let count = 0
        for (const key of keys) {
          if (await note.isFirst(key)) count += 1
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        return count
      },
    })
    const counts = await Promise.all([
      receive(ctx, messageFor(tenant), taking(['a', 'b'])),
      receive(ctx, messageFor(tenant), taking(['b', 'a'])),
    ])
    expect(counts[0] + counts[1]).toBe(2)
  })
})

describe('retention', () => {
  test('RET-1: messages with positions are deleted after 7 days and others after the retention of the tenant', async () => {
    const tenant = await orderTenant(server)
    await importFor(tenant, 'OLD')
    await importFor(tenant, 'YOUNG')
    await sendMessage(app, tenant, { kind: 'tracking-update', body: { updates: [] } })
    await sendMessage(app, tenant, { kind: 'tracking-update', body: { updates: [] } })
    const age = statement(
      'test.age_message',
      'update message set received_at = received_at - make_interval(days => $3) where tenant_id = $1 and message_id = $2',
    )
    const user = await tenant.user('PLANNER')
    const { items } = await user(contract.listMessages, {})
    const [, position, , old] = items
    await tenant.asTenant((tx) => tx.query(age, old!.id, 91))
    await tenant.asTenant((tx) => tx.query(age, position!.id, 8))
    await messageLoop(ctx).run()
    await tenant.asTenant(async (tx) => deleteMessages(tx, await findOldMessages(tx, 92, 10, [])))
    expect((await user(contract.listMessages, {})).items).toHaveLength(3)
    await tenant.asTenant(async (tx) => deleteMessages(tx, await findOldMessages(tx, 90, 10, [])))
    const left = (await user(contract.listMessages, {})).items.map((item) => item.id)
    expect(left).toEqual([items[0]!.id, items[2]!.id])
  })

  test('bodies of positions are not stored unless the tenant enables it', async () => {
    const tenant = await orderTenant(server)
    const user = await tenant.user('PLANNER')
    const bodies = async () => {
      await sendMessage(app, tenant, { kind: 'tracking-update', body: { updates: [] } })
      const [newest] = (await user(contract.listMessages, {})).items
      return (await user(contract.getMessage, { params: { message_id: newest!.id } })).request.body
    }
    expect(await bodies()).toBeNull()
    const keep = statement(
      'test.keep_positions',
      `update tenant_setting set messages = jsonb_set(messages, '{keep_position_messages}', 'true') where tenant_id = $1`,
    )
    await ctx.db.asWorker(tenant.tenantId, (tx) => tx.query(keep))
    expect(await bodies()).toBe('{"updates":[]}')
  })
})
