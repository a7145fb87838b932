import { randomUUID } from 'node:crypto'
import * as contract from '@cartage/contract/messages/app/record'
import { listOrderDocuments } from '@cartage/contract/orders/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { pdf } from '../testing/data/files.ts'
import { sendMessage } from '../testing/data/messages.ts'
import { orderTenant, rejection, settle, simpleOrder } from '../testing/data/orders.ts'
import { addReceiver } from '../testing/servers/receiver.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
const { app } = server
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

describe('running a message again', () => {
  const list = (tenant: TestTenant, orderId: string) =>
    tenant.call(listOrderDocuments, { params: { order_id: orderId } })

  test('a dry run shows the differences and changes nothing; the real run makes the shown changes', async () => {
    const tenant = await orderTenant(server)
    await importFor(tenant, 'LATER')
    const user = await tenant.user('PLANNER')
    const [message] = (await user(contract.listMessages, {})).items
    const params = { message_id: message!.id }
    const early = await user(contract.tryMessage, { params })
    expect(early).toMatchObject({ is_dry_run: true, status: 200, records: [], unmatched: [{ path: '' }] })
    const { order_id } = await settle(server, tenant, simpleOrder(reference('LATER')))
    const before = await dump(tenant)
    const tried = await user(contract.tryMessage, { params })
    expect(tried).toMatchObject({ is_dry_run: true, message_id: null, answer: { errors: null }, unmatched: [] })
    expect(tried.first_answer).toMatchObject({ errors: [{ error_type: 'USER_INPUT_ERROR' }] })
    const document = tried.records.find((record) => record.entity_type === 'document')
    expect(document!.changes.name).toEqual({ before: null, after: 'cmr.pdf' })
    expect(await dump(tenant)).toEqual(before)
    expect(await list(tenant, order_id!)).toEqual([])
    const done = await user(contract.replayMessage, { params })
    expect(done).toMatchObject({ is_dry_run: false, status: 200, answer: { errors: null } })
    expect(await list(tenant, order_id!)).toHaveLength(1)
    const again = await user(contract.replayMessage, { params })
    expect(again.status).toBe(200)
    expect(await list(tenant, order_id!)).toHaveLength(1)
    const newest = (await user(contract.listMessages, {})).items[0]
    expect(newest).toMatchObject({ id: again.message_id, replay_of: message!.id })
  })

  test('a refusal is refused again; a message that cannot be run again is 409; readers may only do a dry run', async () => {
    const tenant = await orderTenant(server)
    await addReceiver(server, tenant)
    await settle(server, tenant, simpleOrder())
    await sendMessage(app, tenant, {
      kind: 'subco-document-upload',
      query: { stop_id: randomUUID(), question_path_key: 'POD' },
      headers: { 'content-type': 'application/pdf' },
      body: pdf('nowhere'),
    })
    await sendMessage(app, tenant, { kind: 'order-import', body: simpleOrder() })
    const user = await tenant.user('PLANNER')
    const { items } = await user(contract.listMessages, {})
    const idOf = (kind: string) => items.find((item) => item.kind === kind)!.id
    const refused = await user(contract.tryMessage, { params: { message_id: idOf('subco-document-upload') } })
    expect(refused).toMatchObject({ status: 404, answer: { code: 'not_found' }, first_status: 404 })
    const imported = rejection(user(contract.replayMessage, { params: { message_id: idOf('order-import') } }))
    expect((await imported).status).toBe(409)
    const out = rejection(user(contract.replayMessage, { params: { message_id: idOf('order.accepted') } }))
    expect((await out).status).toBe(404)
  })

  const tables = [
    'document',
    'message',
    'message_mention',
    'message_key',
    'inbox_item',
    'event',
    'job',
    'transport_order',
  ]

  /** Every row of the tables that a message may write. */
  async function dump(tenant: TestTenant): Promise<unknown[]> {
    const parts = tables.map((name) =>
      tenant.asTenant((tx) =>
        tx.query(
          statement(`test.dump_${name}`, `select to_jsonb(t) as row from ${name} t where t.tenant_id = $1 order by 1`),
        ),
      ),
    )
    return await Promise.all(parts)
  }
})
