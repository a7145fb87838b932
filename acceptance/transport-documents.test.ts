import { createHash } from 'node:crypto'
import type { Call } from '@cartage/contract/client'
import type { Document } from '@cartage/contract/documents/endpoints'
import type { EventPage, LoggedEvent } from '@cartage/contract/events/endpoints'
import {
  dismissInboxItem,
  getInboxCounts,
  getMessage,
  listInboxItems,
  listMessages,
  replayMessage,
  resolveInboxItem,
  retryInboxItem,
  tryMessage,
} from '@cartage/contract/messages/app/record'
import type { OrderOutput } from '@cartage/contract/orders/order-output'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import type { PlannedTrip } from '@cartage/contract/planning/app/trip'
import { listMissingProofs } from '@cartage/contract/proofs/app'
import { beforeAll, expect, test } from 'vitest'
import { order } from './bodies.ts'
import { messageFaults, newsOf } from './document.ts'
import { basic } from './http.ts'
import { admin } from './session.ts'
import { a, b, expectProblem, orderPath, pathsOf, setup, type Tenant, unique, uuid4, waitFor } from './world.ts'

let person: Call
beforeAll(async () => {
  person = await admin(a)
})

const pdf = (text: string) => Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% ${text}\n%%EOF\n`)

interface DeliveredOrder {
  orderId: string
  deliveryId: string
  reference: string
}

/** An order on no trip: its stops can receive documents anyway. */
async function placed(tenant: Tenant = a): Promise<DeliveredOrder> {
  const reference = unique('PO')
  const orderId = await tenant.applied(order({ customer_reference_number: reference }))
  const { body } = await tenant.get<OrderOutput>(orderPath(orderId))
  return { orderId, reference, deliveryId: body.consignments[0]!.delivery_stop.id }
}

const documentsOf = async (orderId: string) => (await a.get<Document[]>(`${orderPath(orderId)}/documents`)).body

/** Hash of a document's downloaded content. */
async function hashOf(document: Document): Promise<string> {
  const headers = { authorization: `Bearer ${await a.bearer()}` }
  const answer = await fetch(setup.baseUrl + document.download_url, { headers })
  expect(answer.status).toBe(200)
  return sha256(Buffer.from(await answer.arrayBuffer()))
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

interface Sent {
  kind?: string
  query: Record<string, string>
  body?: Buffer | object
  headers?: Record<string, string>
}

interface Answered {
  documents?: { id: string; name: string }[]
  errors?: { error_type: string; error_message: string }[] | null
}

function send({ kind = 'subco-document-upload', query, body = pdf('file'), headers }: Sent, tenant: Tenant = a) {
  const type = Buffer.isBuffer(body) ? 'application/pdf' : 'application/json'
  return tenant.webhook<Answered>(`/v1/webhook/${kind}?${new URLSearchParams(query)}`, {
    body,
    headers: { 'content-type': type, ...headers },
  })
}

test('DOC-1: a file needs its key, its stop and its type, and both order and trip return it byte for byte', async () => {
  const { orderId, deliveryId } = await placed()
  const { trips } = await person(givePlanningCommand, {
    body: { kind: 'PLAN', order_ids: [orderId], override: { reason: 'acceptance' } },
  })
  const trip: PlannedTrip = trips[0]!
  await person(givePlanningCommand, {
    body: { kind: 'CONFIRM', trip_ids: [trip.trip_id], override: { reason: 'acceptance' } },
  })
  const query = { question_path_key: 'POD', stop_id: deliveryId }
  const bytes = pdf('signed by hand')
  const answer = await send({ query, body: bytes })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body.documents).toEqual([{ id: expect.stringMatching(uuid4), name: 'POD.pdf' }])
  const ofOrder = await documentsOf(orderId)
  const ofTrip = (await a.get<Document[]>(`/v1/trips/trip/${trip.trip_id}/documents`)).body
  expect(ofOrder).toMatchObject([{ type: 'PROOF_OF_DELIVERY', subject_type: 'STOP', content_type: 'application/pdf' }])
  expect(ofTrip).toEqual(ofOrder)
  expect(await hashOf(ofTrip[0]!)).toBe(sha256(bytes))
  expect(pathsOf(expectProblem(await send({ query: { stop_id: deliveryId } }), 422))).toEqual(['question_path_key'])
  expect(pathsOf(expectProblem(await send({ query: { question_path_key: 'POD' } }), 422))).toEqual(['stop_id'])
  expectProblem(await send({ query: { ...query, stop_id: 'nothing' } }), 422)
  expectProblem(await send({ query: { ...query, question_path_key: 'UNKNOWN' } }), 422)
  expectProblem(await send({ query: { ...query, stop_id: crypto.randomUUID() } }), 404, 'not_found')
  const { client_id, client_secret } = setup.a.webhook_credentials
  const untyped = await fetch(`${setup.baseUrl}/v1/webhook/subco-document-upload?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: basic(client_id, client_secret),
    body: new Uint8Array(bytes),
  })
  expect(untyped.status).toBe(422)
})

test('DOC-1: a stop of another tenant is unknown', async () => {
  const foreign = await placed(b)
  expectProblem(await send({ query: { question_path_key: 'POD', stop_id: foreign.deliveryId } }), 404, 'not_found')
})

test('DOC-2: the stored name combines the stem of the given name and the default of the key', async () => {
  const { orderId, deliveryId } = await placed()
  const query = { question_path_key: 'POD', stop_id: deliveryId }
  const given = [
    'attachment; filename="pod1234.pdf"',
    "attachment; filename*=UTF-8''Lieferschein%20%C3%BC.pdf",
    'attachment; filename="../../x/y.pdf"',
    undefined,
  ]
  for (const [index, disposition] of given.entries()) {
    const headers: Record<string, string> = disposition === undefined ? {} : { 'content-disposition': disposition }
    expect((await send({ query, headers, body: pdf(`name ${index}`) })).status).toBe(200)
  }
  expect((await documentsOf(orderId)).map(({ name }) => name)).toEqual([
    'pod1234_POD.pdf',
    'Lieferschein ü_POD.pdf',
    'y_POD.pdf',
    'POD.pdf',
  ])
})

test('DOC-3: a fleet application names a stop or a stop group, and exactly one of them', async () => {
  const { orderId, deliveryId } = await placed()
  const key = { question_path_key: 'CMR' }
  const fleet = (query: Record<string, string>) => send({ kind: 'fleet-document-upload', query })
  expectProblem(await fleet(key), 422)
  expectProblem(await fleet({ ...key, stop_id: deliveryId, stop_group_id: deliveryId }), 422)
  expect((await fleet({ ...key, stop_id: deliveryId })).status).toBe(200)
  const { trips } = await person(givePlanningCommand, {
    body: { kind: 'PLAN', order_ids: [orderId], override: { reason: 'acceptance' } },
  })
  const stop = trips[0]!.stops.find(({ stop_id }) => stop_id === deliveryId)!
  const ofGroup = { ...key, question_path_key: 'WEIGHT_NOTE', stop_group_id: stop.stop_group_id }
  expect((await fleet(ofGroup)).status).toBe(200)
  expect((await documentsOf(orderId)).map(({ type }) => type)).toEqual(['ORIGINAL_CMR', 'WEIGHING_TICKET'])
})

const importOf = (query: Record<string, string>, body?: Buffer, headers?: Record<string, string>) =>
  send({
    kind: 'document-import',
    query: { filename: 'papers.pdf', document_type: 'WAYBILL', ...query },
    ...(body && { body }),
    ...(headers && { headers }),
  })

test('DOC-4: an import matches exactly one order, otherwise it is discarded and waits in the inbox', async () => {
  const { orderId, reference } = await placed()
  expect((await importOf({ customer_reference_number: reference })).body).toEqual({ errors: null })
  expect((await importOf({ id: orderId, document_type: 'CMR_INSURANCE' })).body).toEqual({ errors: null })
  expect((await documentsOf(orderId)).map(({ type, subject_type }) => [type, subject_type])).toEqual([
    ['WAYBILL', 'ORDER'],
    ['CMR_INSURANCE', 'ORDER'],
  ])
  const none = unique('none')
  for (const query of [{ customer_reference_number: none }, {}, { id: orderId, document_type: 'INVOICE' }]) {
    const answer = await importOf(query as Record<string, string>)
    expect([answer.status, answer.body.errors?.length]).toEqual([200, 1])
  }
  expectProblem(await send({ kind: 'document-import', query: { id: orderId } }), 422)
  const { items } = await person(listInboxItems, { query: { kind: 'document-import' } })
  const item = items.find(({ item: query }) => JSON.stringify(query).includes(none))!
  expect(item).toMatchObject({ status: 'OPEN', reason: expect.stringMatching(/No order/) })
  const params = { inbox_item_id: item.id }
  expect((await person(retryInboxItem, { params })).status).toBe('OPEN')
  // Other test files fill the inbox of the same tenant meanwhile.
  const waiting = async () => (await person(getInboxCounts, {})).by_kind['document-import'] ?? 0
  const open = await waiting()
  const choice = { entity_type: 'order' as const, entity_id: orderId }
  expect((await person(resolveInboxItem, { params, body: choice })).status).toBe('RESOLVED')
  expect(await waiting()).toBe(open - 1)
  const other = items.find(({ id }) => id !== item.id)!
  const dismissal = { params: { inbox_item_id: other.id }, body: { reason: 'not ours' } }
  expect((await person(dismissInboxItem, dismissal)).status).toBe('DISMISSED')
})

test('DOC-5: binary is stored unchanged, text as its bytes, and other content as base64 or as it is', async () => {
  const { orderId } = await placed()
  const sent: [Buffer, string, Buffer][] = [
    [Buffer.from([0, 1, 2, 255]), 'application/octet-stream', Buffer.from([0, 1, 2, 255])],
    [Buffer.from('aGFsbG8='), 'text/plain', Buffer.from('aGFsbG8=')],
    [Buffer.from(pdf('inside').toString('base64')), 'application/pdf', pdf('inside')],
    [Buffer.from('not base64!'), 'application/pdf', Buffer.from('not base64!')],
  ]
  for (const [body, type] of sent) {
    expect((await importOf({ id: orderId }, body, { 'content-type': type })).body).toEqual({ errors: null })
  }
  const documents = await documentsOf(orderId)
  expect(await Promise.all(documents.map(hashOf))).toEqual(sent.map(([, , kept]) => sha256(kept)))
})

test('ST-12: a proof of delivery sends one Document event however often it comes', async () => {
  const { deliveryId } = await placed()
  const query = { question_path_key: 'POD', stop_id: deliveryId }
  const cursor = (await a.get<EventPage>('/v1/events')).body.resume_cursor
  const answers = await Promise.all(Array.from({ length: 4 }, () => send({ query, body: pdf(deliveryId) })))
  const ids = new Set(answers.map(({ body }) => body.documents![0]!.id))
  expect(ids.size).toBe(1)
  const [id] = [...ids]
  const found: LoggedEvent[] = []
  await waitFor(async () => {
    found.splice(0, found.length, ...(await eventsAfter(cursor)).filter(({ entity_id }) => entity_id === id))
    return found.length > 0
  })
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ type: 'document.created', entity_type: 'document', sequence: 1 })
  expect(messageFaults(JSON.stringify(found[0]!.payload))).toEqual([])
  expect(newsOf(found[0]!).events[0]!.update).toMatchObject({
    type: 'Document',
    status: 'CREATED',
    document: { document_type: 'PROOF_OF_DELIVERY', document_content: { download_url: expect.stringContaining(id!) } },
  })
  const [address] = JSON.stringify(found[0]!.payload).match(/[^"]*\/app\/documents\/shared\/[^"]*/)!
  const shared = new URL(address, setup.baseUrl)
  const answer = await fetch(setup.baseUrl + shared.pathname + shared.search)
  expect(answer.status).toBe(200)
  expect(Buffer.from(await answer.arrayBuffer()).equals(pdf(deliveryId))).toBe(true)
  expect((await fetch(`${setup.baseUrl}${shared.pathname}${shared.search}x`)).status).toBe(404)
})

test('a form must hold exactly one file', async () => {
  const { orderId, deliveryId } = await placed()
  const boundary = 'acceptance'
  const part = (name: string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="f"; filename="${name}"\r\n`),
      Buffer.from('Content-Type: application/pdf\r\n\r\n'),
      pdf(name),
      Buffer.from('\r\n'),
    ])
  const end = Buffer.from(`--${boundary}--\r\n`)
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const query = { question_path_key: 'CMR', stop_id: deliveryId }
  expect((await send({ query, headers, body: Buffer.concat([part('a.pdf'), end]) })).status).toBe(200)
  const [document] = await documentsOf(orderId)
  expect(await hashOf(document!)).toBe(sha256(pdf('a.pdf')))
  for (const body of [end, Buffer.concat([part('b.pdf'), part('c.pdf'), end])]) {
    expect((await send({ query, headers, body })).status).toBe(422)
  }
})

async function eventsAfter(first: string): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = []
  for (let cursor: string | null = first; cursor !== null; ) {
    const { body }: { body: EventPage } = await a.get<EventPage>(`/v1/events?cursor=${cursor}`)
    events.push(...body.items)
    cursor = body.next_cursor
  }
  return events
}

test('the message log finds a message and shows both sides, and a dry run of it changes nothing', async () => {
  const reference = unique('LATE')
  await importOf({ customer_reference_number: reference })
  const find = async () => (await person(listMessages, { query: { search: reference } })).items
  const [message] = await find()
  const params = { message_id: message!.id }
  expect(message).toMatchObject({ direction: 'IN', kind: 'document-import', result: 'ERRORS' })
  const shown = await person(getMessage, { params })
  expect(shown.request.query).toMatchObject({ customer_reference_number: reference })
  const orderId = await a.applied(order({ customer_reference_number: reference }))
  const tried = await person(tryMessage, { params })
  expect(tried).toMatchObject({ is_dry_run: true, answer: { errors: null }, first_answer: { errors: [{}] } })
  expect(tried.records.map(({ entity_type }) => entity_type).sort()).toEqual(['document', 'order'])
  expect(await documentsOf(orderId)).toEqual([])
  expect(await person(replayMessage, { params })).toMatchObject({ is_dry_run: false, answer: { errors: null } })
  expect(await documentsOf(orderId)).toHaveLength(1)
  expect(await find()).not.toHaveLength(1)
})

test('the list of completed orders without a proof of delivery is paged', async () => {
  const { items } = await person(listMissingProofs, {})
  for (const one of items) expect(one.order_id).toMatch(uuid4)
})
