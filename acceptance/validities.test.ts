import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { a, b, expectProblem, pathsOf, unique, uuid4, waitFor } from './world.ts'

interface Validity {
  id: string
  start_time: string
  end_time: string | null
}
interface Page<Item> {
  items: Item[]
  next_cursor: string | null
}

async function createRecord<Record>(path: string, body: object): Promise<Record> {
  const answer = await a.post<Record>(path, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

async function driver(): Promise<string> {
  const { id } = await createRecord<{ id: string }>('/v1/resources/resource', { name: unique('Driver'), driver: {} })
  return `/v1/resources/resource/${id}`
}

async function company(): Promise<string> {
  const body = { name: unique('Haulier'), currency: 'EUR', is_subcontractor: true }
  const { id } = await createRecord<{ id: string }>('/v1/companies/company', body)
  return `/v1/companies/company/${id}`
}

/** A resource and a company: the rules for validities apply to both. */
const owners = [
  ['resource', driver, 'FUEL_CARD'],
  ['company', company, 'CARGO_INSURANCE'],
] as const

const dates = {
  start_time: '2026-01-01T00:00:00Z',
  end_time: '2026-06-30T22:00:00Z',
  legal_end_time: '2026-12-31T23:00:00Z',
}
const nothing = { generate_unavailability: false, external_id: null, description: null }

test.each(owners)('VAL-1: a %s has validities with separate planning and legal ends', async (_, owner, type) => {
  const path = `${await owner()}/validity`
  const body = { ...dates, type, external_id: 'V-1', description: 'Paper' }
  const record = await createRecord<Validity>(path, body)
  expect(record).toEqual({ ...nothing, ...body, id: expect.stringMatching(uuid4) })
  expect((await a.get(`${path}/${record.id}`)).body).toEqual(record)
  expect((await a.get<Page<Validity>>(path)).body).toEqual({ items: [record], next_cursor: null })
})

test.each(owners)('VAL-1: PUT replaces a validity of a %s, DELETE removes it', async (_, owner, type) => {
  const path = `${await owner()}/validity`
  const { id } = await createRecord<Validity>(path, { ...dates, type, description: 'Paper' })
  const answer = await a.send('PUT', `${path}/${id}`, { body: { start_time: '2026-02-01T01:00:00+01:00', type } })
  expect(answer.status).toBe(200)
  const emptied = { ...nothing, end_time: null, legal_end_time: null }
  expect(answer.body).toEqual({ ...emptied, id, type, start_time: '2026-02-01T00:00:00Z' })
  const gone = await a.send('DELETE', `${path}/${id}`)
  expect([gone.status, gone.text]).toEqual([204, ''])
  for (const method of ['GET', 'DELETE']) expectProblem(await a.send(method, `${path}/${id}`), 404, 'not_found')
})

test.each(owners)(
  'VAL-1: an end before the start is 422 for a %s, and so is a type of the other list',
  async (_, owner, type) => {
    const path = `${await owner()}/validity`
    const early = '2025-12-31T23:59:59Z'
    for (const name of ['end_time', 'legal_end_time']) {
      expect(pathsOf(expectProblem(await a.post(path, { ...dates, type, [name]: early }), 422))).toEqual([name])
    }
    const other = type === 'FUEL_CARD' ? 'SUBCONTRACTOR_LICENSE' : 'DRIVER_CARD'
    expect(pathsOf(expectProblem(await a.post(path, { ...dates, type: other }), 422))).toEqual(['type'])
    expect((await a.get<Page<Validity>>(path)).body.items).toEqual([])
  },
)

test.each(owners)(
  'VAL-3: documents of a validity of a %s are uploaded first and referenced by upload_id',
  async (_, owner, type) => {
    const path = `${await owner()}/validity`
    const form = new FormData()
    const content = `%PDF-1.4\n% ${randomUUID()}\n%%EOF\n`
    form.append('file', new Blob([content], { type: 'application/pdf' }), 'front.pdf')
    const encoded = new Response(form)
    const headers = { 'content-type': encoded.headers.get('content-type')! }
    const body = new Uint8Array(await encoded.arrayBuffer())
    const upload = await a.send<{ upload_id: string }>('POST', '/v1/documents/document/upload_content', {
      headers,
      body,
    })
    expect(upload.status, upload.text).toBe(201)
    const document_type = type === 'FUEL_CARD' ? 'FUEL_CARD' : 'CARGO_INSURANCE'
    const document = { upload_id: upload.body.upload_id, document_type, name: 'front.pdf' }
    const { id } = await createRecord<Validity>(path, { ...dates, type, documents: [document] })
    const listed = await a.get<{ id: string; name: string; type: string; download_url: string }[]>(
      `${path}/${id}/documents`,
    )
    expect(listed.body).toEqual([
      {
        id: expect.stringMatching(uuid4),
        name: 'front.pdf',
        type: document_type,
        download_url: expect.stringMatching(/^\/v1\/documents\//),
        subject_type: type === 'FUEL_CARD' ? 'RESOURCE' : 'COMPANY',
        content_type: 'application/pdf',
      },
    ])
    expect((await a.get(listed.body[0]!.download_url)).text).toBe(content)
    const unknown = { ...document, upload_id: randomUUID() }
    const problem = expectProblem(await a.post(path, { ...dates, type, documents: [document, unknown] }), 400)
    expect(pathsOf(problem)).toEqual(['documents.1.upload_id'])
  },
)

test('VAL-2: with generate_unavailability a resource is unavailable from the planning end on, until the validity changes', async () => {
  const owner = await driver()
  const past = { start_time: '2024-01-01T00:00:00Z', end_time: '2024-03-01T00:00:00Z', type: 'DRIVER_MEDICAL_EXAM' }
  const { id } = await createRecord<Validity>(`${owner}/validity`, { ...past, generate_unavailability: true })
  await createRecord(`${owner}/validity`, past)
  const unavailabilities = async () => (await a.get<Page<object>>(`${owner}/unavailability`)).body.items
  await waitFor(async () => (await unavailabilities()).length > 0)
  expect(await unavailabilities()).toMatchObject([
    { start_time: past.end_time, end_time: null, reason: 'DRIVER_MEDICAL_EXAM' },
  ])
  await a.send('PUT', `${owner}/validity/${id}`, { body: { ...past, generate_unavailability: false } })
  expect(await unavailabilities()).toEqual([])
})

test.each(owners)(
  'VAL-1: the list of a %s takes start_time and end_time, which select by overlap',
  async (_, owner, type) => {
    const path = `${await owner()}/validity`
    const old = await createRecord<Validity>(path, { ...dates, type })
    const open = await createRecord<Validity>(path, { start_time: '2027-01-01T00:00:00Z', type })
    const found = async (query: string) =>
      (await a.get<Page<Validity>>(`${path}?${query}`)).body.items.map(({ id }) => id)
    expect(await found('start_time=2026-06-30T21:59:59Z')).toEqual([old.id, open.id])
    expect(await found('start_time=2026-06-30T22:00:00Z')).toEqual([open.id])
    expect(await found('end_time=2027-01-01T00:00:00Z')).toEqual([old.id])
  },
)

test.each(owners)('VAL-1: validities of a %s are unknown to another tenant', async (_, owner, type) => {
  const path = `${await owner()}/validity`
  const { id } = await createRecord<Validity>(path, { ...dates, type })
  for (const target of [path, `${path}/${id}`, `${path}/${id}/documents`]) {
    expectProblem(await b.get(target), 404, 'not_found')
  }
})
