import { OperationalVisibilityUpdate } from '@cartage/contract/outbound/visibility-event'
import { listMissingProofs } from '@cartage/contract/proofs/app'
import { listTripDocuments } from '@cartage/contract/trips/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { downloadOf, documentsOf as listed, placedOrder } from '../../testing/data/documents.ts'
import { formOf, formType, letter, pdf, uploadFile } from '../../testing/data/files.ts'
import { sendMessage, type TestMessage } from '../../testing/data/messages.ts'
import { eventsOf, orderTenant } from '../../testing/data/orders.ts'
import { addOrder, plannedTrip } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

const server = await startTestServer()
const { app } = server
afterAll(() => server.close())
const tenant = await orderTenant(server)

const placed = (of: TestTenant = tenant, members = {}) => placedOrder(server, of, members)
const documentsOf = (orderId: string, of: TestTenant = tenant) => listed(of, orderId)

async function bytesOf(id: string): Promise<Buffer> {
  const answer = await downloadOf(server, tenant, id)
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

const pdfHeaders = { 'content-type': 'application/pdf' }

function subco(stop_id: string, more: Partial<TestMessage> & { key?: string } = {}, of: TestTenant = tenant) {
  const { key = 'POD', ...message } = more
  return sendMessage(app, of, {
    kind: 'subco-document-upload',
    query: { stop_id, question_path_key: key },
    headers: pdfHeaders,
    body: pdf(stop_id),
    ...message,
  })
}

describe('files for stops', () => {
  test('DOC-1: a file for a stop becomes a document that its order lists and returns byte for byte', async () => {
    const { orderId, delivery } = await placed()
    const bytes = pdf('signed')
    const answer = await subco(delivery, { body: bytes })
    expect(answer.statusCode, answer.body).toBe(200)
    const [document, ...others] = await documentsOf(orderId)
    expect(others).toEqual([])
    expect(answer.json()).toEqual({ documents: [{ id: document!.id, name: 'POD.pdf' }] })
    expect(document).toMatchObject({
      name: 'POD.pdf',
      type: 'PROOF_OF_DELIVERY',
      subject_type: 'STOP',
      content_type: 'application/pdf',
    })
    expect(await bytesOf(document!.id)).toEqual(bytes)
  })

  test('DOC-1: question_path_key, stop_id and Content-Type are required, and the id is a UUID', async () => {
    const { delivery } = await placed()
    const requested = [
      { query: { stop_id: delivery } },
      { query: { question_path_key: 'POD' } },
      { query: { question_path_key: 'POD', stop_id: 'no-id' } },
    ]
    for (const query of requested) expect((await subco(delivery, query as Partial<TestMessage>)).statusCode).toBe(422)
    const untyped = await subco(delivery, { headers: {} })
    expect([untyped.statusCode, untyped.json().errors?.[0]?.path]).toEqual([422, 'content-type'])
    expect((await subco(delivery, { body: Buffer.alloc(0) })).statusCode).toBe(422)
  })

  test('DOC-1: an unconfigured key is refused with the list of configured keys', async () => {
    const { orderId, delivery } = await placed()
    const answer = await subco(delivery, { key: 'NOTHING' })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().message).toMatch(/POD, CMR, WEIGHT_NOTE/)
    expect(await documentsOf(orderId)).toEqual([])
  })

  test('DOC-1: an unknown stop and one of another tenant are 404, with the same text', async () => {
    const other = await orderTenant(server)
    const foreign = await placed(other)
    const [unknown, theirs] = [await subco(crypto.randomUUID()), await subco(foreign.delivery)]
    expect([unknown.statusCode, theirs.statusCode]).toEqual([404, 404])
    expect({ ...unknown.json(), request_id: '' }).toEqual({ ...theirs.json(), request_id: '' })
    expect(await documentsOf(foreign.orderId, other)).toEqual([])
  })

  test.each([
    ['attachment; filename="pod1234.pdf"', 'pod1234_POD.pdf'],
    ['attachment; filename=pod1234.pdf', 'pod1234_POD.pdf'],
    ['attachment; filename="x.pdf"; filename*=UTF-8\'\'%C3%9Cbergabe.pdf', 'Übergabe_POD.pdf'],
    ["attachment; filename*=UTF-8''%E9%80%81.pdf", '送_POD.pdf'],
    ["attachment; filename*=UTF-8''pod%0012.pdf", 'pod12_POD.pdf'],
    ['inline; filename=pod 12.pdf', 'pod 12_POD.pdf'],
    ['filename="bare.pdf"', 'bare_POD.pdf'],
    ['attachment; filename="../../etc/passwd.pdf"', 'passwd_POD.pdf'],
    ['attachment; filename="C:\\\\temp\\\\scan.one.jpg"', 'scan.one_POD.pdf'],
    ['attachment', 'POD.pdf'],
    ['attachment; filename=""', 'POD.pdf'],
    ['attachment; filename=".pdf"', 'POD.pdf'],
    ['nonsense;;;===', 'POD.pdf'],
    [Buffer.from('attachment; filename="Łódź.pdf"').toString('latin1'), 'Łódź_POD.pdf'],
  ])('DOC-2: with Content-Disposition %s the stored name is %s', async (disposition, name) => {
    const { orderId, delivery } = await placed()
    const answer = await subco(delivery, { headers: { ...pdfHeaders, 'content-disposition': disposition } })
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await documentsOf(orderId)).map((one) => one.name)).toEqual([name])
  })

  test('DOC-2: any media type is accepted; a file that disagrees with its bytes is served with a neutral type', async () => {
    const { orderId, delivery } = await placed()
    const page = Buffer.from('<!DOCTYPE html><script>alert(1)</script>')
    const sent = [
      { headers: { 'content-type': 'application/zip' }, body: Buffer.from('PK\x03\x04 and so on') },
      { headers: { 'content-type': 'text/html' }, body: page },
      { headers: { 'content-type': 'image/png' }, body: pdf('no picture') },
      { headers: { 'content-type': 'video/x-unknown' }, body: Buffer.from([0, 1, 2]) },
    ]
    for (const one of sent) expect((await subco(delivery, one)).statusCode).toBe(200)
    const documents = await documentsOf(orderId)
    expect(documents).toHaveLength(4)
    for (const { id } of documents) {
      const { headers } = await downloadOf(server, tenant, id)
      expect(headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': expect.stringMatching(/^attachment; /),
        'x-content-type-options': 'nosniff',
      })
    }
    expect(await bytesOf(documents[1]!.id)).toEqual(page)
  })

  test('DOC-1: JSON with embedded files or upload ids refers to those files', async () => {
    const { orderId, delivery } = await placed()
    const upload_id = await uploadFile(app, tenant, { bytes: pdf('remote'), name: 'far.pdf', type: 'application/pdf' })
    const embedded = { content: pdf('near').toString('base64'), content_type: 'application/pdf', filename: 'near.pdf' }
    const body = [{ embedded_document: embedded }, { remote_document: { upload_id } }]
    const json = { headers: { 'content-type': 'application/json' } }
    const answer = await subco(delivery, { ...json, body })
    expect(answer.statusCode, answer.body).toBe(200)
    const documents = await documentsOf(orderId)
    expect(documents.map((one) => one.name)).toEqual(['near_POD.pdf', 'POD.pdf'])
    expect(await Promise.all(documents.map(({ id }) => bytesOf(id)))).toEqual([pdf('near'), pdf('remote')])
    const both = { embedded_document: embedded, remote_document: { upload_id } }
    expect((await subco(delivery, { ...json, body: both })).statusCode).toBe(422)
    expect((await subco(delivery, { ...json, body: { remote_document: { upload_id: delivery } } })).statusCode).toBe(
      400,
    )
    const broken = { embedded_document: { ...embedded, content: '%%%' } }
    expect((await subco(delivery, { ...json, body: broken })).statusCode).toBe(422)
  })

  test('DOC-1: any other JSON is the file itself', async () => {
    const { orderId, delivery } = await placed()
    const body = Buffer.from('{"weight":  12}')
    expect((await subco(delivery, { headers: { 'content-type': 'application/json' }, body })).statusCode).toBe(200)
    const [document] = await documentsOf(orderId)
    expect(await bytesOf(document!.id)).toEqual(body)
  })

  test('DOC-1: a form is its only file, whatever the part is called, with its name and type', async () => {
    const { orderId, delivery } = await placed()
    const form = { headers: { 'content-type': formType } }
    const file = { bytes: pdf('in a form'), name: 'Łódź.pdf', type: 'application/pdf' }
    const answer = await subco(delivery, { ...form, body: formOf([file], 'scan') })
    expect(answer.statusCode, answer.body).toBe(200)
    // The same file as plain body is a repeat, because the file is stored and not the form.
    const again = await subco(delivery, { body: file.bytes })
    expect(again.json().documents[0].id).toBe(answer.json().documents[0].id)
    const [document, ...others] = await documentsOf(orderId)
    expect(others).toEqual([])
    expect(document).toMatchObject({ name: 'Łódź_POD.pdf', content_type: 'application/pdf' })
    expect(await bytesOf(document!.id)).toEqual(file.bytes)
    const untyped = { bytes: pdf('untyped'), name: 'scan.pdf' }
    const fleet = { kind: 'fleet-document-upload', ...form, body: formOf([untyped]) }
    expect((await subco(delivery, fleet)).statusCode).toBe(200)
    expect((await documentsOf(orderId))[1]).toMatchObject({ name: 'scan_POD.pdf', content_type: 'application/pdf' })
  })

  test('DOC-1: a form without a file, with several or truncated is refused, and so is any other envelope', async () => {
    const { orderId, delivery } = await placed()
    const headers = { 'content-type': formType }
    const file = { bytes: pdf(), name: 'a.pdf', type: 'application/pdf' }
    const field = formOf([{ bytes: Buffer.from('x') }], 'note')
    for (const body of [formOf([]), field, formOf([file, { ...file, name: 'b.pdf' }])]) {
      const answer = await subco(delivery, { headers, body })
      expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([422, 'file'])
    }
    expect((await subco(delivery, { headers, body: formOf([file]).subarray(0, -20) })).statusCode).toBe(400)
    const mixed = { headers: { 'content-type': 'multipart/mixed; boundary=cartage-test-boundary' } }
    expect((await subco(delivery, { ...mixed, body: formOf([file]) })).statusCode).toBe(422)
    const large = { ...file, bytes: Buffer.alloc(52_428_801) }
    expect((await subco(delivery, { headers, body: formOf([large]) })).statusCode).toBe(413)
    expect(await documentsOf(orderId)).toEqual([])
  })

  test('DOC-1: letters and documents of office programs are served with their own type', async () => {
    const { orderId, delivery } = await placed()
    const type = 'message/rfc822'
    await subco(delivery, { headers: { 'content-type': type }, body: letter })
    const [document] = await documentsOf(orderId)
    const { headers } = await downloadOf(server, tenant, document!.id)
    expect(headers['content-type']).toBe(type)
  })

  test('DOC-1: a file of 50 MiB is accepted and a larger one refused', async () => {
    const { orderId, delivery } = await placed()
    const most = Buffer.alloc(52_428_800, 'x')
    expect((await subco(delivery, { body: most })).statusCode).toBe(200)
    expect((await subco(delivery, { body: Buffer.concat([most, Buffer.from('y')]) })).statusCode).toBe(413)
    expect(await documentsOf(orderId)).toHaveLength(1)
  })

  test('INB-1, INB-3: a repeated file, also five times at once, is one document and notifies others once', async () => {
    const own = await orderTenant(server)
    const { orderId, delivery } = await placed(own)
    const answers = await Promise.all(Array.from({ length: 5 }, () => subco(delivery, {}, own)))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200])
    const documents = await documentsOf(orderId, own)
    expect(documents).toHaveLength(1)
    for (const answer of answers) expect(answer.json().documents[0].id).toBe(documents[0]!.id)
    await server.drain()
    expect((await eventsOf(own)).filter((event) => event.type === 'document.created')).toHaveLength(1)
    // The same bytes for another stop or with another key are another document.
    expect((await subco(delivery, { key: 'CMR' }, own)).statusCode).toBe(200)
    expect(await documentsOf(orderId, own)).toHaveLength(2)
  })

  test('INB-2: a message key returns the first response again, and another body under it is refused', async () => {
    const { orderId, delivery } = await placed()
    const headers = { ...pdfHeaders, 'webhook-id': 'msg-1' }
    const first = await subco(delivery, { headers })
    const again = await subco(delivery, { headers })
    expect([again.statusCode, again.body]).toEqual([200, first.body])
    expect((await subco(delivery, { headers, body: pdf('another') })).statusCode).toBe(422)
    expect(await documentsOf(orderId)).toHaveLength(1)
  })

  test('ST-12: a proof of delivery sends a Document event with its order; other kinds send nothing', async () => {
    const own = await orderTenant(server)
    const { orderId, delivery } = await placed(own, { customer_reference_number: 'REF-1' })
    await subco(delivery, {}, own)
    await subco(delivery, { key: 'CMR', body: pdf('cmr') }, own)
    await server.drain()
    const events = (await eventsOf(own)).filter((event) => event.type === 'document.created')
    expect(events).toHaveLength(1)
    const message = OperationalVisibilityUpdate.parse(events[0]!.payload)
    const [document] = await documentsOf(orderId, own)
    expect(message.order?.id).toBe(orderId)
    expect(message.events[0]).toMatchObject({
      sequence: 1,
      update: {
        id: document!.id,
        type: 'Document',
        status: 'CREATED',
        document: {
          name: 'POD.pdf',
          document_type: 'PROOF_OF_DELIVERY',
          document_content: {
            download_url: expect.stringContaining(`/app/documents/shared/${document!.id}?tenant=`),
            expires_at: expect.stringMatching(/Z$/),
          },
          subject: { customer_reference_number: 'REF-1' },
        },
      },
    })
  })
})

describe('fleet uploads', () => {
  const fleet = (query: Record<string, string>) =>
    sendMessage(app, tenant, { kind: 'fleet-document-upload', query, headers: pdfHeaders, body: pdf('fleet') })

  test('DOC-3: the target of the file is exactly one of stop_id and stop_group_id', async () => {
    const { orderId, delivery } = await placed()
    const key = { question_path_key: 'POD' }
    expect((await fleet(key)).statusCode).toBe(422)
    expect((await fleet({ ...key, stop_id: delivery, stop_group_id: delivery })).statusCode).toBe(422)
    expect((await fleet({ ...key, stop_id: 'no-id' })).statusCode).toBe(404)
    expect((await fleet({ ...key, stop_group_id: crypto.randomUUID() })).statusCode).toBe(404)
    expect((await fleet({ ...key, stop_id: delivery })).statusCode).toBe(200)
    expect(await documentsOf(orderId)).toHaveLength(1)
  })
})

describe('on trips', () => {
  const fleet = (of: TestTenant, query: Record<string, string>, body = pdf('group')) =>
    sendMessage(app, of, { kind: 'fleet-document-upload', query, headers: pdfHeaders, body })

  test('DOC-3: a file for a stop group belongs to each of its stops, once', async () => {
    const own = await orderTenant(server)
    const orders = [await addOrder(server, own), await addOrder(server, own)]
    const { trip } = await plannedTrip(server, own, { orders })
    const group = trip.stops[0]!.stop_group_id
    const count = trip.stops.filter((stop) => stop.stop_group_id === group).length
    expect(count).toBe(2)
    const query = { question_path_key: 'POD', stop_group_id: group }
    for (let times = 0; times < 2; times += 1) {
      const answer = await fleet(own, query)
      expect([answer.statusCode, answer.json().documents.length]).toEqual([200, count])
    }
    for (const { orderId } of orders) expect(await documentsOf(orderId, own)).toHaveLength(1)
  })

  test('READ-6: a trip lists documents of its orders, their stops and its own stops; an order its own and those of its content', async () => {
    const own = await orderTenant(server)
    const [mine, other] = [await addOrder(server, own), await addOrder(server, own)]
    const { trip, tripId } = await plannedTrip(server, own, { orders: [mine] })
    const kind = { document_type: 'WAYBILL', filename: 'a.pdf' }
    const importFor = (id: string) =>
      sendMessage(app, own, { kind: 'document-import', query: { ...kind, id }, headers: pdfHeaders, body: pdf(id) })
    await importFor(mine.orderId)
    await importFor(other.orderId)
    await fleet(own, { question_path_key: 'POD', stop_id: trip.stops[1]!.stop_id })
    const ofTrip = await own.call(listTripDocuments, { params: { trip_id: tripId } })
    expect(ofTrip.map((one) => [one.type, one.subject_type])).toEqual([
      ['WAYBILL', 'ORDER'],
      ['PROOF_OF_DELIVERY', 'STOP'],
    ])
    expect(await documentsOf(mine.orderId, own)).toEqual(ofTrip)
    expect(await documentsOf(other.orderId, own)).toHaveLength(1)
  })
})

describe('missing proofs', () => {
  test('completed orders without a proof of delivery are listed, oldest first, until one arrives', async () => {
    const own = await orderTenant(server)
    const user = await own.user('PLANNER')
    const done = statement(
      'test.complete_order',
      "update transport_order set status = 'COMPLETED' where tenant_id = $1 and order_id = $2",
    )
    const [first, second, open] = [await placed(own), await placed(own), await placed(own)]
    for (const { orderId } of [first, second]) await own.asTenant((tx) => tx.query(done, orderId))
    const ids = async () => (await user(listMissingProofs, {})).items.map((order) => order.order_id)
    expect(await ids()).toEqual([first.orderId, second.orderId])
    await subco(first.delivery, { key: 'CMR' }, own)
    expect(await ids()).toEqual([first.orderId, second.orderId])
    await subco(first.delivery, {}, own)
    await subco(open.delivery, {}, own)
    expect(await ids()).toEqual([second.orderId])
  })
})
