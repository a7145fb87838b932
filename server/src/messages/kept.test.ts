import { dismissInboxItem, listInboxItems, listMessages, retryInboxItem } from '@cartage/contract/messages/app/record'
import { afterAll, describe, expect, test } from 'vitest'
import { keepMessageBody } from '../documents/message-body.commands.ts'
import { pdf } from '../testing/data/files.ts'
import { sendMessage } from '../testing/data/messages.ts'
import { orderTenant, settle, simpleOrder } from '../testing/data/orders.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { longestBody } from './log.rules.ts'
import { receive } from './receive.commands.ts'
import type { InboundMessage, Receiver } from './rules.ts'

const server = await startTestServer()
const { app, ctx } = server
afterAll(() => server.close())

const messageFor = (tenant: TestTenant, members: Partial<InboundMessage> = {}): InboundMessage => ({
  kind: 'trip-import',
  tenantId: tenant.tenantId,
  credentialId: tenant.webhookCredential.client_id,
  requestId: 'r-1',
  messageKey: 'key',
  query: {},
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"trip_identifier":"T-1"}'),
  ...members,
})

const ending = (answer: () => object): Receiver => ({ apply: async () => answer() })
const broken = ending(() => {
  throw new Error('broken')
})
const works = ending(() => ({ done: true }))
const open = async (tenant: TestTenant) =>
  (await (await tenant.user('PLANNER'))(listInboxItems, { query: { status: 'OPEN' } })).items

describe('stored incoming data', () => {
  test('INB-8: a message that fails with an internal error is kept with the reason, separately, and resolved when it is repeated', async () => {
    const tenant = await server.tenant()
    const [one, other] = [messageFor(tenant), messageFor(tenant, { messageKey: 'other', body: Buffer.from('{}') })]
    for (const message of [one, one, other]) await expect(receive(ctx, message, broken)).rejects.toThrow('broken')
    const items = await open(tenant)
    expect(items.map(({ occurrences }) => occurrences)).toEqual([2, 1])
    expect(items[0]!.reason).toContain('fault of its own')
    const { items: log } = await (await tenant.user('PLANNER'))(listMessages, {})
    expect(log.map(({ status }) => status)).toEqual([500, 500, 500])
    expect(await receive(ctx, one, works)).toEqual({ done: true })
    expect((await open(tenant)).map(({ id }) => id)).toEqual([items[1]!.id])
  })

  test('INB-8: an error in reading a message is kept like one in applying it, even without a text', async () => {
    const tenant = await server.tenant()
    const failing: Receiver = { prepare: () => Promise.reject(new TypeError('odd')), apply: async () => ({}) }
    const message = messageFor(tenant, { query: { name: 'a\u0000b' } })
    await expect(receive(ctx, message, failing)).rejects.toThrow('odd')
    expect(await open(tenant)).toMatchObject([{ kind: 'trip-import', path: '' }])
  })

  test('INB-8: a large refused body can still be run again', async () => {
    const tenant = await server.tenant()
    const body = Buffer.from(JSON.stringify({ trip_identifier: 'T-1', note: 'x'.repeat(longestBody) }))
    const message = messageFor(tenant, { body, keepBody: keepMessageBody })
    await expect(receive(ctx, message, broken)).rejects.toThrow('broken')
    const [item] = await open(tenant)
    const user = await tenant.user('SUPER_ADMIN')
    const tried = await user(retryInboxItem, { params: { inbox_item_id: item!.id } })
    // The import is read again from the store and rejected for its content.
    expect(tried).toMatchObject({
      status: 'OPEN',
      attempts: 1,
      last_failure: expect.not.stringContaining('no longer stored'),
    })
  })

  test('INB-9: two documents refused for the same reason are two items with a file each, and one is dismissed without the other', async () => {
    const tenant = await orderTenant(server)
    const send = (name: string) =>
      sendMessage(app, tenant, {
        kind: 'document-import',
        query: { filename: 'cmr.pdf', document_type: 'ORIGINAL_CMR', customer_reference_number: 'UNKNOWN' },
        headers: { 'content-type': 'application/pdf' },
        body: pdf(name),
      })
    for (const name of ['one', 'two', 'two']) await send(name)
    const items = await open(tenant)
    expect(items.map(({ occurrences }) => occurrences)).toEqual([1, 2])
    const user = await tenant.user('SUPER_ADMIN')
    await user(dismissInboxItem, { params: { inbox_item_id: items[0]!.id }, body: { reason: 'Not ours' } })
    expect((await open(tenant)).map(({ id }) => id)).toEqual([items[1]!.id])
  })

  test('INB-7: a document that came before its order is filed when it is repeated under its key, and no longer waits', async () => {
    const tenant = await orderTenant(server)
    const send = async () =>
      (
        await sendMessage(app, tenant, {
          kind: 'document-import',
          query: { filename: 'cmr.pdf', document_type: 'ORIGINAL_CMR', customer_reference_number: 'LATER' },
          headers: { 'content-type': 'application/pdf', 'webhook-id': 'w-1' },
          body: pdf('later'),
        })
      ).json()
    expect((await send()).errors).toHaveLength(1)
    expect((await send()).errors).toHaveLength(1)
    await settle(server, tenant, simpleOrder({ customer_reference_number: 'LATER' }))
    expect(await send()).toEqual({ errors: null })
    expect(await open(tenant)).toEqual([])
    expect(await send()).toEqual({ errors: null })
    const { items } = await (await tenant.user('PLANNER'))(listMessages, {})
    expect(items.filter(({ kind }) => kind === 'document-import').map(({ repeats }) => repeats)).toEqual([1, 1, 1])
  })
})
