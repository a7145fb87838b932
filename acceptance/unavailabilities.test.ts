import { randomUUID } from 'node:crypto'
import type { SyncResponse } from '@cartage/contract/sync'
import { type UnavailabilityOutput, unavailabilityReasons } from '@cartage/contract/unavailabilities/endpoints'
import { readWarnings } from '@cartage/contract/warnings'
import { expect, test } from 'vitest'
import type { Answer } from './http.ts'
import { a, b, expectProblem, pathsOf, type Tenant, unique, uuid4 } from './world.ts'

interface Page {
  items: UnavailabilityOutput[]
  next_cursor: string | null
}

const resourcePath = '/v1/resources/resource'
const pathOf = (resourceId: string, id?: string) =>
  `${resourcePath}/${resourceId}/unavailability${id === undefined ? '' : `/${id}`}`

async function driver(tenant: Tenant, more: object = {}): Promise<string> {
  const answer = await tenant.post<{ id: string }>(resourcePath, { name: unique('Driver'), driver: {}, ...more })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.id
}

const holiday = {
  reason: 'DRIVER_HOLIDAY',
  start_time: '2026-07-01T06:00:00+02:00',
  end_time: '2026-07-08T00:00:00Z',
  description: 'Sea',
  external_id: 'H-1',
}
const bare = { reason: 'DRIVER_SICKNESS', start_time: '2026-07-01T00:00:00Z' }

const create = (resourceId: string, body: unknown, tenant = a) =>
  tenant.post<UnavailabilityOutput>(pathOf(resourceId), body)

async function created(resourceId: string, body: unknown): Promise<UnavailabilityOutput> {
  const answer = await create(resourceId, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

async function list(resourceId: string, query = ''): Promise<UnavailabilityOutput[]> {
  const answer = await a.get<Page>(pathOf(resourceId) + query)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.items
}

const put = <Body>(path: string, body: unknown, tenant = a): Promise<Answer<Body>> =>
  tenant.send<Body>('PUT', path, { body })

test('UNAV-1, CLIENT-21: POST stores it for that one resource and returns 200 with the record', async () => {
  const [one, other] = [await driver(a), await driver(a)]
  const record = await created(one, holiday)
  expect(record).toEqual({ ...holiday, start_time: '2026-07-01T04:00:00Z', id: expect.stringMatching(uuid4) })
  expect((await a.get(pathOf(one, record.id))).body).toEqual(record)
  expect(await list(one)).toEqual([record])
  expect(await list(other)).toEqual([])
})

test('UNAV-2, CLIENT-21: PUT with a later start and a new description replaces it; id and external_id still link', async () => {
  const resource = await driver(a)
  const { id } = await created(resource, holiday)
  const body = { ...holiday, start_time: '2026-07-02T00:00:00Z', description: 'Mountains' }
  const answer = await put<UnavailabilityOutput>(pathOf(resource, id), body)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ ...body, id })
  expect(await list(resource)).toEqual([answer.body])
})

test('UNAV-2: a PUT clears omitted members', async () => {
  const resource = await driver(a)
  const { id } = await created(resource, holiday)
  const { body } = await put<UnavailabilityOutput>(pathOf(resource, id), bare)
  expect(body).toEqual({ ...bare, id, end_time: null, external_id: null, description: '' })
})

test('UNAV-3, CLIENT-21: DELETE is 204 and final, also with a media type and an empty body', async () => {
  const resource = await driver(a)
  const ways: Record<string, string>[] = [{}, { 'content-type': 'application/json', 'content-length': '0' }]
  for (const headers of ways) {
    const { id } = await created(resource, holiday)
    const answer = await a.send('DELETE', pathOf(resource, id), { headers })
    expect(answer.status).toBe(204)
    expect(answer.text).toBe('')
    expectProblem(await a.get(pathOf(resource, id)), 404)
    expectProblem(await a.send('DELETE', pathOf(resource, id)), 404)
  }
  expect(await list(resource)).toEqual([])
})

test('UNAV-4: there is no PATCH and nothing in bulk under a resource', async () => {
  const resource = await driver(a)
  const { id } = await created(resource, holiday)
  const patch = await a.send('PATCH', pathOf(resource, id), { body: holiday })
  expectProblem(patch, 405)
  expect(patch.headers.get('allow')).toMatch(/GET.*PUT/)
  expectProblem(await create(resource, [holiday]), 422)
})

test('UNAV-5: without end_time it is open-ended, whether null or omitted', async () => {
  const resource = await driver(a)
  expect((await created(resource, bare)).end_time).toBeNull()
  expect((await created(resource, { ...bare, end_time: null })).end_time).toBeNull()
})

test('UNAV-6, CLIENT-16, CLIENT-17: the list is filtered by overlap; open-ended ones have not ended', async () => {
  const resource = await driver(a)
  const week = (day: number, end: number | null) => ({
    ...bare,
    start_time: `2026-07-${String(day).padStart(2, '0')}T00:00:00Z`,
    end_time: end && `2026-07-${String(end).padStart(2, '0')}T00:00:00Z`,
    external_id: String(day),
  })
  for (const body of [week(1, 8), week(8, 15), week(10, null), week(20, 27)]) await created(resource, body)
  const keys = async (query: string) => (await list(resource, query)).map(({ external_id }) => external_id)
  for (const start of ['2026-07-16T00:00:00Z', '2026-07-16T00:00:00', '2026-07-16 00:00:00%2B00:00']) {
    expect(await keys(`?start_time=${start}`)).toEqual(['10', '20'])
  }
  expect(await keys('?end_time=2026-07-09T00:00:00Z')).toEqual(['1', '8'])
  expect(await keys('?start_time=2026-07-09T00:00:00Z&end_time=2026-07-12T00:00:00Z')).toEqual(['8', '10'])
  expectProblem(await a.get(`${pathOf(resource)}?start_time=yesterday`), 422)
})

test('UNAV-6, PAGE-2: a cursor leads through more than a page, each once, while others are made and removed', async () => {
  const resource = await driver(a)
  const rows = Array.from({ length: 130 }, (_, index) => ({
    ...bare,
    external_id: String(index),
    resource: { id: resource },
  }))
  const createdOne = (await sync(unique('source'), rows)).results.map(({ id }) => id)
  const filter = '?start_time=2026-01-01T00:00:00Z'
  const first = (await a.get<Page>(pathOf(resource) + filter)).body
  expect(first.next_cursor).toMatch(/^[A-Za-z0-9\-_.~]+$/)
  await a.send('DELETE', pathOf(resource, first.items[0]!.id))
  await created(resource, bare)
  const second = (await a.get<Page>(`${pathOf(resource)}${filter}&cursor=${first.next_cursor}`)).body
  expect(second.next_cursor).toBeNull()
  const seen = [...first.items, ...second.items].map(({ id }) => id).sort()
  expect(seen.filter((id) => createdOne.includes(id))).toEqual([...createdOne].sort())
  const other = `${pathOf(resource)}?start_time=2026-01-02T00:00:00Z&cursor=${first.next_cursor}`
  expectProblem(await a.get(other), 422, 'cursor_invalid')
})

test('UNAV-7, CLIENT-20: external_id is free text and need not be unique; an id in a body is ignored', async () => {
  const resource = await driver(a)
  const text = 'Ω/ 北京 🚚 '.repeat(200)
  const records = [
    await created(resource, { ...bare, external_id: text }),
    await created(resource, { ...bare, external_id: text, id: randomUUID() }),
  ]
  expect(records.map(({ external_id }) => external_id)).toEqual([text, text])
  const [one, other] = records as [UnavailabilityOutput, UnavailabilityOutput]
  const { body } = await put<UnavailabilityOutput>(pathOf(resource, one.id), { ...bare, id: other.id })
  expect(body.id).toBe(one.id)
})

test('CLIENT-18, CLIENT-20: every member is present; nulls are accepted and a missing description is empty text', async () => {
  const nulls = { ...bare, external_id: null, end_time: null, description: null }
  const resource = await driver(a)
  for (const body of [bare, nulls]) {
    expect(await created(resource, body)).toEqual({ ...nulls, description: '', id: expect.stringMatching(uuid4) })
  }
})

test.each([
  '2026-07-01T04:00:00Z',
  '2026-07-01T06:00:00+02:00',
  '2026-06-30T23:00:00.999-05:00',
  '2026-07-01 04:00:00',
])('CLIENT-19: %s is returned in one spelling', async (start_time) => {
  const { start_time: back } = await created(await driver(a), { ...bare, start_time })
  expect(back).toBe('2026-07-01T04:00:00Z')
})

test('UNAV-1: every reason is accepted; one for another kind of resource adds a warning in a header', async () => {
  const resource = await driver(a)
  for (const reason of unavailabilityReasons) {
    const answer = await create(resource, { ...bare, reason })
    expect(answer.status).toBe(200)
    const warnings = readWarnings(answer.headers)
    expect(warnings.map(({ field, code }) => [field, code])).toEqual(
      reason.startsWith('DRIVER_') ? [] : [['reason', 'reason_of_other_kind']],
    )
  }
  expect(unavailabilityReasons).toHaveLength(37)
  expect(await list(resource)).toHaveLength(37)
})

test.each([
  ['an end before the start', { ...holiday, end_time: '2026-07-01T03:59:59Z' }, 'end_time'],
  ['no reason', { start_time: bare.start_time }, 'reason'],
  ['an unknown reason', { ...bare, reason: 'DRIVER_TIRED' }, 'reason'],
  ['no start', { reason: bare.reason }, 'start_time'],
  ['a start that is not an instant', { ...bare, start_time: '2026-02-30T00:00:00Z' }, 'start_time'],
])('UNAV-1, ERR-1: %s is 422 and stores nothing', async (_, body, path) => {
  const resource = await driver(a)
  expect(pathsOf(expectProblem(await create(resource, body), 422))).toContain(path)
  expect(await list(resource)).toEqual([])
})

test('CLIENT-22: a form is refused, even with a JSON media type, and stores nothing', async () => {
  const resource = await driver(a)
  for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
    const sending = { body: 'reason=DRIVER_HOLIDAY', headers: { 'content-type': type } }
    const { status } = await a.send('POST', pathOf(resource), sending)
    expect([400, 415, 422]).toContain(status)
  }
  expect(await list(resource)).toEqual([])
})

test('CLIENT-22: a resource or record of another tenant, or one that never existed, is 404', async () => {
  const resource = await driver(a)
  const { id } = await created(resource, holiday)
  const own = await driver(b)
  const paths = [
    pathOf(resource, id),
    pathOf(own, id),
    pathOf(randomUUID(), id),
    pathOf('no-uuid', id),
    pathOf(own, 'x'),
  ]
  for (const path of paths) {
    expectProblem(await b.get(path), 404)
    expectProblem(await put(path, holiday, b), 404)
    expectProblem(await b.send('DELETE', path), 404)
  }
  for (const foreign of [resource, randomUUID(), 'no-uuid']) {
    expectProblem(await b.get(pathOf(foreign)), 404)
    expectProblem(await create(foreign, holiday, b), 404)
  }
  expect(await list(resource)).toHaveLength(1)
})

test('UNAV-1: unavailabilities of an archived resource can be neither read nor created', async () => {
  const resource = await driver(a)
  const { id } = await created(resource, holiday)
  expect((await a.send('DELETE', `${resourcePath}/${resource}`)).status).toBe(204)
  expectProblem(await a.get(pathOf(resource)), 404)
  expectProblem(await a.get(pathOf(resource, id)), 404)
  expectProblem(await create(resource, holiday), 404)
})

const syncPath = '/v1/resources/unavailability-sync'
const july = { start: '2026-07-01T00:00:00Z', end: '2026-08-01T00:00:00Z' }

async function sync(source: string, items: unknown[], more: object = {}): Promise<SyncResponse> {
  const answer = await put<SyncResponse>(syncPath, { source, window: july, items, ...more })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

test('UNAV-4, added: a sync creates, replaces, removes and skips unchanged rows, and its repeat writes nothing', async () => {
  const [source, key, name] = [unique('source'), unique('key'), unique('Tractor')]
  const one = await driver(a, { external_id: key })
  const plate = unique('plate').slice(0, 30)
  await a.post(resourcePath, { name, tractor: { license_plate: plate } })
  const byHand = await created(one, holiday)
  const items = [
    { external_id: 'S-1', resource: { external_id: key }, ...bare },
    { external_id: 'S-2', resource: { license_plate: plate.toUpperCase() }, ...bare, reason: 'VEHICLE_REPAIR' },
    { external_id: 'S-3', resource: { name }, ...bare, reason: 'VEHICLE_REPAIR' },
    { external_id: 'S-4', resource: { id: one }, ...bare },
  ]
  expect(await sync(source, items, { dry_run: true })).toMatchObject({ created: 4, dry_run: true })
  expect(await list(one)).toEqual([byHand])
  expect(await sync(source, items)).toMatchObject({ created: 4, updated: 0, deleted: 0, unchanged: 0, refused: 0 })
  expect(await sync(source, items)).toMatchObject({ created: 0, updated: 0, deleted: 0, unchanged: 4, refused: 0 })
  const changed = [{ ...items[0], description: 'worse' }, items[1], items[2]]
  expect(await sync(source, changed)).toMatchObject({ created: 0, updated: 1, deleted: 1, unchanged: 2 })
  expect(await list(one)).toEqual([byHand, expect.objectContaining({ external_id: 'S-1', description: 'worse' })])
  expect(await sync(unique('other'), [])).toMatchObject({ deleted: 0 })
  expect(await sync(source, [])).toMatchObject({ deleted: 3 })
  expect(await list(one)).toEqual([byHand])
})

test('UNAV-4, added: a row of a sync that cannot be applied is reported alone', async () => {
  const name = unique('Twin')
  await driver(a, { name })
  await driver(a, { name })
  const one = await driver(a)
  const foreign = await driver(b)
  const resources = [{ id: one }, { name }, { id: foreign }, { name: unique() }, {}]
  const rows = resources.map((resource, index) => ({ external_id: String(index), resource, ...bare }))
  const { created: createdOne, refused, results } = await sync(unique('source'), rows)
  expect([createdOne, refused]).toEqual([1, 4])
  expect(results.map(({ outcome }) => outcome)).toEqual(['CREATED', 'REFUSED', 'REFUSED', 'REFUSED', 'REFUSED'])
  expect(results.slice(1).map(({ errors }) => errors?.[0]?.path)).toEqual([
    'items.1.resource.name',
    'items.2.resource.id',
    'items.3.resource.name',
    'items.4.resource',
  ])
})

test('UNAV-4, added: 10,000 rows are applied in one sync', async () => {
  const resource = await driver(a)
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    external_id: String(index),
    resource: { id: resource },
    ...bare,
  }))
  const source = unique('source')
  expect(await sync(source, rows)).toMatchObject({ created: 10_000, refused: 0 })
  expect(await sync(source, rows)).toMatchObject({ created: 0, updated: 0, deleted: 0, unchanged: 10_000 })
  expect(await sync(source, [])).toMatchObject({ deleted: 10_000 })
})

test('UNAV-4, added: a sync with a wrong shape is 422 and changes nothing', async () => {
  const row = { external_id: 'S-1', resource: { name: 'x' }, ...bare }
  const wrong = [
    { source: 's', items: [row] },
    { source: '', window: july, items: [row] },
    { source: 's', window: { start: july.end, end: july.start }, items: [] },
    { source: 's', window: july, items: [{ ...row, reason: 'NONE' }] },
    { source: 's', window: july, items: [{ ...row, external_id: '' }] },
  ]
  for (const body of wrong) expectProblem(await put(syncPath, body), 422)
})
