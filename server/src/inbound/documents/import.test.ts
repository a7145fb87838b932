import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { documentsOf, downloadOf, placedOrder } from '../../testing/data/documents.ts'
import { formOf, formType, letter, pdf } from '../../testing/data/files.ts'
import { sendMessage, type TestMessage } from '../../testing/data/messages.ts'
import { orderTenant } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer()
const { app } = server
afterAll(() => server.close())
const tenant = await orderTenant(server)
const pdfHeaders = { 'content-type': 'application/pdf' }

const numberOf = statement(
  'test.number_of_order',
  'select o.order_number from transport_order o where o.tenant_id = $1 and o.order_id = $2',
)

const send = (query: Record<string, string>, more: Partial<TestMessage> = {}, of = tenant) =>
  sendMessage(app, of, {
    kind: 'document-import',
    query: { filename: 'cmr.pdf', ...query },
    headers: pdfHeaders,
    body: pdf('imported'),
    ...more,
  })

test('DOC-4: the order is found by reference, number or id, and stores the document', async () => {
  const own = await orderTenant(server)
  const { orderId } = await placedOrder(server, own, { customer_reference_number: 'R-77' })
  const [row] = await own.asTenant((tx) => tx.query<{ order_number: string }>(numberOf, orderId))
  const number = row!.order_number
  const kind = { document_type: 'ORIGINAL_CMR' }
  const answers = [
    await send({ ...kind, customer_reference_number: 'R-77' }, { body: pdf('1') }, own),
    await send({ ...kind, id: orderId, document_name: 'Frachtbrief.pdf' }, { body: pdf('2') }, own),
    await send({ ...kind, name: number }, { body: pdf('3') }, own),
  ]
  for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([200, { errors: null }])
  const documents = await documentsOf(own, orderId)
  expect(documents.map(({ name, type, subject_type }) => [name, type, subject_type])).toEqual([
    ['cmr.pdf', 'ORIGINAL_CMR', 'ORDER'],
    ['Frachtbrief.pdf', 'ORIGINAL_CMR', 'ORDER'],
    ['cmr.pdf', 'ORIGINAL_CMR', 'ORDER'],
  ])
})

test('DOC-4: the kind may have the name of its list as a prefix', async () => {
  const own = await orderTenant(server)
  const { orderId } = await placedOrder(server, own)
  const answer = await send({ document_type: 'DocumentType.ORIGINAL_CMR', id: orderId }, {}, own)
  expect(answer.json()).toEqual({ errors: null })
  expect((await documentsOf(own, orderId)).map(({ type }) => type)).toEqual(['ORIGINAL_CMR'])
})

test('DOC-4: no order, several, missing metadata and other kinds of document are discarded and reported', async () => {
  const own = await orderTenant(server)
  await placedOrder(server, own, { customer_reference_number: 'TWICE' })
  await placedOrder(server, own, { customer_reference_number: 'TWICE' })
  const foreign = await placedOrder(server, tenant)
  const refused: Record<string, string>[] = [
    { document_type: 'ORIGINAL_CMR', customer_reference_number: 'NEVER' },
    { document_type: 'ORIGINAL_CMR', customer_reference_number: 'TWICE' },
    { document_type: 'ORIGINAL_CMR', id: foreign.orderId },
    { document_type: 'ORIGINAL_CMR' },
    { customer_reference_number: 'TWICE' },
    { document_type: 'INVOICE', customer_reference_number: 'TWICE' },
  ]
  for (const query of refused) {
    const answer = await send(query, {}, own)
    expect([answer.statusCode, answer.json().errors.length]).toEqual([200, 1])
    expect(answer.json().errors[0].error_type).toBe('USER_INPUT_ERROR')
  }
  expect((await send({}, { query: {} }, own)).statusCode).toBe(422)
})

/** An image whose base64 has both characters in which the alphabets differ, and padding. */
const letters = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xfb, 0xef, 0xbe, 0xff, 0xff, 0xff, 0x00])

test.each([
  ['binary', Buffer.from([0, 255, 1, 2]), 'application/octet-stream', Buffer.from([0, 255, 1, 2])],
  ['text of a text type', Buffer.from('aGFsbG8='), 'text/plain', Buffer.from('aGFsbG8=')],
  ['base64', Buffer.from(pdf('b64').toString('base64')), 'application/pdf', pdf('b64')],
  ['base64 without a type', Buffer.from('aGFs\r\nbG8='), 'application/octet-stream', Buffer.from('hallo')],
  ['a JSON string of base64', Buffer.from(JSON.stringify(pdf('js').toString('base64'))), 'application/json', pdf('js')],
  [
    'a data: address',
    Buffer.from(`data:application/pdf;base64,${pdf('uri').toString('base64')}`),
    'application/pdf',
    pdf('uri'),
  ],
  [
    'a data: address in JSON',
    Buffer.from(JSON.stringify(`data:;base64,${pdf('in').toString('base64url')}`)),
    'application/json',
    pdf('in'),
  ],
  ['base64url', Buffer.from(letters.toString('base64url')), 'application/pdf', letters],
  ['base64 without padding', Buffer.from(letters.toString('base64').replace(/=+$/, '')), 'application/pdf', letters],
  ['a word in the alphabet of base64url', Buffer.from('not_a-file-1'), 'application/pdf', Buffer.from('not_a-file-1')],
  ['text that is not base64', Buffer.from('hello, world'), 'application/pdf', Buffer.from('hello, world')],
  ['a PDF that is text', pdf('plain'), 'application/pdf', pdf('plain')],
  ['JSON', Buffer.from('{"a":1}'), 'application/json', Buffer.from('{"a":1}')],
])('DOC-5: %s is decoded correctly', async (_, body, type, kept) => {
  const { orderId } = await placedOrder(server, tenant)
  const query = { document_type: 'WAYBILL', id: orderId }
  const answer = await send(query, { body, headers: { 'content-type': type } })
  expect(answer.json()).toEqual({ errors: null })
  const [document] = await documentsOf(tenant, orderId)
  const found = (await downloadOf(server, tenant, document!.id)).rawPayload
  expect(createHash('sha256').update(found).digest('hex')).toBe(createHash('sha256').update(kept).digest('hex'))
})

test('DOC-11: a file has the name that a person gave it: decoded, and without the path on the sender’s machine', async () => {
  const own = await orderTenant(server)
  const { orderId } = await placedOrder(server, own)
  const names: Record<string, string>[] = [
    { filename: 'C:\\scans\\pod10.pdf' },
    { filename: '=?utf-8?B?TGllZmVyc2NoZWluIE3DvGxsZXIucGRm?=' },
    { filename: 'x.pdf', document_name: '=?iso-8859-1?Q?D=E9charge_?= =?utf-8?q?5=2Epdf?=' },
    { filename: '/home/scan/CMR 4.pdf' },
    { filename: 'CMR 4/5.pdf' },
  ]
  for (const [at, query] of names.entries()) {
    const answer = await send({ document_type: 'WAYBILL', id: orderId, ...query }, { body: pdf(`n${at}`) }, own)
    expect(answer.json()).toEqual({ errors: null })
  }
  expect((await documentsOf(own, orderId)).map(({ name }) => name)).toEqual([
    'pod10.pdf',
    'Lieferschein Müller.pdf',
    'Décharge 5.pdf',
    'CMR 4.pdf',
    'CMR 4/5.pdf',
  ])
})

test('DOC-5: a form is its only file, which keeps its name and type', async () => {
  const { orderId } = await placedOrder(server, tenant)
  const query = { document_type: 'WAYBILL', id: orderId, filename: 'POD 17.eml' }
  const body = formOf([{ bytes: letter, name: 'other.eml', type: 'message/rfc822' }], 'attachment')
  expect((await send(query, { body, headers: { 'content-type': formType } })).json()).toEqual({ errors: null })
  const [document] = await documentsOf(tenant, orderId)
  const { headers, rawPayload } = await downloadOf(server, tenant, document!.id)
  expect(rawPayload).toEqual(letter)
  expect(headers).toMatchObject({ 'content-type': 'message/rfc822' })
  expect(headers['content-disposition']).toBe('attachment; filename="POD 17.eml"')
  const none = await send(query, { body: formOf([]), headers: { 'content-type': formType } })
  expect(none.statusCode).toBe(422)
})

test('DOC-4: the parameters may have names chosen by the tenant', async () => {
  const own = await orderTenant(server)
  const { orderId } = await placedOrder(server, own, { customer_reference_number: 'P-1' })
  const set = statement(
    'test.set_messages',
    `update tenant_setting set messages = jsonb_set(messages, '{document_import}', $2::jsonb) where tenant_id = $1`,
  )
  const parameters = {
    document_type: 'soort',
    document_name: 'naam',
    customer_reference_number: 'ref',
    name: 'nummer',
    id: 'sleutel',
  }
  const settings = { parameters, default_document_type: 'WAYBILL' }
  await server.ctx.db.asWorker(own.tenantId, (tx) => tx.query(set, JSON.stringify(settings)))
  expect((await send({ ref: 'P-1' }, {}, own)).json()).toEqual({ errors: null })
  expect((await documentsOf(own, orderId)).map((one) => one.type)).toEqual(['WAYBILL'])
})
