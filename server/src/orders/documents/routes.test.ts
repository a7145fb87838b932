import { randomUUID } from 'node:crypto'
import type { Call } from '@cartage/contract/client'
import { addOrderDocument, listOrderFiles, listOrderScans } from '@cartage/contract/orders/app/documents'
import { listOrderHistory } from '@cartage/contract/orders/app/record'
import { afterAll, describe, expect, test } from 'vitest'
import { byId, read, scan, send, tenantWith } from '../../testing/data/answers.ts'
import { pdf } from '../../testing/data/files.ts'
import { eventsOf, orderTenant, rejection, settle, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

/** A tenant with one order and a user who may edit it. */
async function withOrder() {
  const tenant = await orderTenant(server)
  const { order_id } = await settle(server, tenant, simpleOrder())
  return { tenant, orderId: order_id!, planner: await tenant.user('PLANNER') }
}

function fileOf(bytes: Buffer, name: string, type = 'application/pdf') {
  return { file: new File([new Uint8Array(bytes)], name, { type }) }
}

function add(call: Call, orderId: string, query: { document_type?: 'CMR' | 'PROOF_OF_DELIVERY'; stop_id?: string }) {
  return call(addOrderDocument, { params: { order_id: orderId }, query, body: fileOf(pdf('paper'), 'paper.pdf') })
}

const filesOf = (call: Call, orderId: string) => call(listOrderFiles, { params: { order_id: orderId } })
const scansOf = (call: Call, orderId: string) => call(listOrderScans, { params: { order_id: orderId } })

/** Document events that were sent, after all background work. */
async function documentEvents(tenant: TestTenant) {
  await server.drain()
  return (await eventsOf(tenant)).filter(({ type }) => type.startsWith('document.'))
}

describe('adding a document to an order', () => {
  test('ST-12: the document belongs to the order, is published, and is in the history with the person who added it', async () => {
    const { tenant, orderId, planner } = await withOrder()
    const document = await add(planner, orderId, { document_type: 'PROOF_OF_DELIVERY' })
    expect(document).toMatchObject({
      name: 'paper.pdf',
      type: 'PROOF_OF_DELIVERY',
      subject_type: 'ORDER',
      subject_id: orderId,
    })
    expect(await filesOf(planner, orderId)).toEqual({ items: [document], lacks_proof: false })
    expect(await documentEvents(tenant)).toHaveLength(1)
    const { items } = await planner(listOrderHistory, { params: { order_id: orderId } })
    expect(JSON.stringify(items)).toContain('paper.pdf')
  })

  test('a document may belong to a stop, and without a kind it is OTHER', async () => {
    const { tenant, orderId, planner } = await withOrder()
    const { delivery_stop } = (await read(tenant, orderId)).consignments[0]!
    const document = await add(planner, orderId, { stop_id: delivery_stop.id })
    expect(document).toMatchObject({ type: 'OTHER', subject_type: 'STOP', subject_id: delivery_stop.id })
    expect((await filesOf(planner, orderId)).items).toEqual([document])
  })

  test('a stop of another order is refused and nothing is stored', async () => {
    const { tenant, orderId, planner } = await withOrder()
    const other = await settle(server, tenant, simpleOrder())
    const { pickup_stop } = (await read(tenant, other.order_id!)).consignments[0]!
    const error = await rejection(add(planner, orderId, { stop_id: pickup_stop.id }))
    expect(error).toMatchObject({ status: 422, body: { errors: [{ path: 'stop_id' }] } })
    expect((await filesOf(planner, orderId)).items).toEqual([])
  })

  test('the same file for the same record and kind again changes nothing', async () => {
    const { tenant, orderId, planner } = await withOrder()
    const kind = { document_type: 'PROOF_OF_DELIVERY' } as const
    const first = await add(planner, orderId, kind)
    expect((await add(planner, orderId, kind)).document_id).toBe(first.document_id)
    expect((await filesOf(planner, orderId)).items).toEqual([first])
    expect(await documentEvents(tenant)).toHaveLength(1)
    await add(planner, orderId, { document_type: 'CMR' })
    expect((await filesOf(planner, orderId)).items).toHaveLength(2)
  })

  test('a program as a file, a body without a file and an unknown kind are refused', async () => {
    const { orderId, planner } = await withOrder()
    const params = { order_id: orderId }
    const program = fileOf(Buffer.from('MZ\u0090\u0000\u0003', 'latin1'), 'tool.exe', 'application/x-msdownload')
    const refused = await rejection(planner(addOrderDocument, { params, body: program }))
    expect([400, 415, 422]).toContain(refused.status)
    const kind = { document_type: 'NOVEL' as 'CMR' }
    expect((await rejection(add(planner, orderId, kind))).body).toMatchObject({ errors: [{ path: 'document_type' }] })
    expect((await filesOf(planner, orderId)).items).toEqual([])
  })

  test('another tenant gets the 404 of an unknown order, and a user with read access gets 403', async () => {
    const { tenant, orderId, planner } = await withOrder()
    const stranger = await (await server.tenant()).user('SUPER_ADMIN')
    const foreign = await rejection(add(stranger, orderId, {}))
    const unknown = await rejection(add(stranger, randomUUID(), {}))
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
    expect(foreign.message).toBe(unknown.message)
    expect((await rejection(add(await tenant.user('VIEWER'), orderId, {}))).status).toBe(403)
    expect((await filesOf(planner, orderId)).items).toEqual([])
  })
})

describe('the scans of an order', () => {
  const units = [{ barcode: { value: 'B1' } }, { barcode: { value: 'B2' } }]

  async function withScans() {
    const tenant = await tenantWith(server, scan)
    const { consignments } = simpleOrder()
    const labelled = { ...consignments![0]!, goods: [{ quantity: 2, handling_units: units }] }
    const { order_id } = await settle(server, tenant, simpleOrder({ consignments: [labelled] }))
    const match = { stop_type: 'DELIVERY' }
    const answers = [
      { timestamp: '2026-02-03T10:00:00+01:00', status: 'SCANNED_IN', barcode: 'B1', description: 'ok' },
      { timestamp: '2026-02-03T12:00:00Z', status: 'SCANNED_OUT', barcode: 'B1', stop_match: match },
      { timestamp: '2026-02-03T11:00:00Z', status: 'LOST', barcode: 'ELSEWHERE' },
    ]
    await send(server, tenant, { ...byId(order_id!), question_answers: { scan: answers } })
    return { tenant, orderId: order_id! }
  }

  test('PU-5: are listed newest first, with the piece, the stop and the text of the sender', async () => {
    const { tenant, orderId } = await withScans()
    const { delivery_stop, goods } = (await read(tenant, orderId)).consignments[0]!
    const { items, units: labelled } = await scansOf(await tenant.user('VIEWER'), orderId)
    expect(labelled).toBe(2)
    const [first] = goods![0]!.handling_units!
    expect(items).toMatchObject([
      {
        barcode: 'B1',
        status: 'SCANNED_OUT',
        stop_id: delivery_stop.id,
        stop_name: 'Shop',
        handling_unit_id: first!.id,
      },
      { barcode: 'ELSEWHERE', status: null, source_status: 'LOST', handling_unit_id: null, stop_name: null },
      { barcode: 'B1', status: 'SCANNED_IN', description: 'ok', scanned_at: '2026-02-03T09:00:00Z', stop_id: null },
    ])
  })

  test('an order without scans has none', async () => {
    const { orderId, planner } = await withOrder()
    expect(await scansOf(planner, orderId)).toEqual({ items: [], units: 0 })
  })

  test('another tenant gets the 404 of an unknown order', async () => {
    const { orderId } = await withScans()
    const stranger = await (await server.tenant()).user('SUPER_ADMIN')
    const [foreign, unknown] = [
      await rejection(scansOf(stranger, orderId)),
      await rejection(scansOf(stranger, randomUUID())),
    ]
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
    expect(foreign.message).toBe(unknown.message)
  })
})
