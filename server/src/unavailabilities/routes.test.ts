import { randomUUID } from 'node:crypto'
import { CallError } from '@cartage/contract/client'
import {
  createUnavailability,
  deleteUnavailability,
  getUnavailability,
  listUnavailabilities,
  replaceUnavailability,
  type UnavailabilityOutput,
} from '@cartage/contract/unavailabilities/endpoints'
import { readWarnings } from '@cartage/contract/warnings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { insertTestResources } from '../testing/data/resources.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ config: { ...readConfig({ NODE_ENV: 'test' }), page_size: 3 } })
})
afterAll(() => server.close())

const holiday = { start_time: '2026-07-01T00:00:00Z', reason: 'DRIVER_HOLIDAY' as const }

async function tenantWith(resource_type = 'DRIVER') {
  const tenant = await server.tenant()
  const [resource_id] = await insertTestResources(tenant, [{ resource_type }])
  return { tenant, params: { resource_id: resource_id! } }
}

async function refusal(call: Promise<unknown>): Promise<CallError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(CallError)
  return error as CallError
}

/** All ids from walking the list, page by page. */
async function walk(tenant: TestTenant, resource_id: string, between?: () => Promise<unknown>, query: object = {}) {
  const items: UnavailabilityOutput[] = []
  let cursor: string | undefined
  do {
    const given = cursor === undefined ? query : { cursor }
    const answer = await tenant.call(listUnavailabilities, { params: { resource_id }, query: given })
    items.push(...answer.items)
    cursor = answer.next_cursor ?? undefined
    await between?.()
  } while (cursor !== undefined)
  return items
}

function send(tenant: TestTenant, method: 'POST' | 'PUT' | 'DELETE', url: string, headers: object, payload?: string) {
  const authorization = `Bearer ${tenant.token}`
  return server.app.inject({ method, url, headers: { authorization, ...headers }, ...(payload && { payload }) })
}

test('UNAV-1: a created record reads the same as the response, in one spelling', async () => {
  const { tenant, params } = await tenantWith()
  const body = {
    ...holiday,
    start_time: '2026-07-01T02:30:00+02:00',
    end_time: '2026-07-08 00:00:00',
    external_id: 'H-1',
  }
  const created = await tenant.call(createUnavailability, { params, body })
  expect(created).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{14}4/),
    external_id: 'H-1',
    start_time: '2026-07-01T00:30:00Z',
    end_time: '2026-07-08T00:00:00Z',
    reason: 'DRIVER_HOLIDAY',
    description: '',
  })
  expect(await tenant.call(getUnavailability, { params: { ...params, id: created.id } })).toEqual(created)
  expect(await walk(tenant, params.resource_id)).toEqual([created])
})

test('UNAV-2: PUT replaces the whole record; an id in the body is ignored', async () => {
  const { tenant, params } = await tenantWith()
  const first = { ...holiday, end_time: '2026-07-08T00:00:00Z', external_id: 'H-1', description: 'Sea' }
  const { id } = await tenant.call(createUnavailability, {
    params,
    body: { ...first, id: randomUUID() } as typeof first,
  })
  const body = { ...holiday, start_time: '2026-07-02T00:00:00Z', external_id: null, end_time: null, description: null }
  const changed = await tenant.call(replaceUnavailability, {
    params: { ...params, id },
    body: { ...body, id: randomUUID() } as typeof body,
  })
  expect(changed).toEqual({ ...body, id, description: '' })
  expect(await walk(tenant, params.resource_id)).toEqual([changed])
})

test('UNAV-3: DELETE removes permanently, also with a media type and no body', async () => {
  const { tenant, params } = await tenantWith()
  const { id } = await tenant.call(createUnavailability, { params, body: holiday })
  const url = `/v1/resources/resource/${params.resource_id}/unavailability/${id}`
  const headers = { 'content-type': 'application/json', 'content-length': '0' }
  expect((await send(tenant, 'DELETE', url, headers)).statusCode).toBe(204)
  expect((await send(tenant, 'DELETE', url, headers)).statusCode).toBe(404)
  expect((await refusal(tenant.call(getUnavailability, { params: { ...params, id } }))).status).toBe(404)
  expect(await walk(tenant, params.resource_id)).toEqual([])
})

test('UNAV-1: an end before the start is 422 and changes nothing; equal times are allowed', async () => {
  const { tenant, params } = await tenantWith()
  const tooEarly = { ...holiday, end_time: '2026-06-30T23:59:59Z' }
  const refused = await refusal(tenant.call(createUnavailability, { params, body: tooEarly }))
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toMatchObject([{ path: 'end_time', detail: 'end_before_start' }])
  const created = await tenant.call(createUnavailability, {
    params,
    body: { ...holiday, end_time: holiday.start_time },
  })
  const put = tenant.call(replaceUnavailability, { params: { ...params, id: created.id }, body: tooEarly })
  expect((await refusal(put)).status).toBe(422)
  expect(await walk(tenant, params.resource_id)).toEqual([created])
})

test.each([
  ['a form', 'application/x-www-form-urlencoded'],
  ['a form with the media type JSON', 'application/json'],
])('UNAV-1: %s is refused and stores nothing', async (_, type) => {
  const { tenant, params } = await tenantWith()
  const url = `/v1/resources/resource/${params.resource_id}/unavailability`
  const payload = 'start_time=2026-07-01T00%3A00%3A00Z&reason=DRIVER_HOLIDAY'
  const { statusCode } = await send(tenant, 'POST', url, { 'content-type': type }, payload)
  expect([400, 415, 422]).toContain(statusCode)
  expect(await walk(tenant, params.resource_id)).toEqual([])
})

test('UNAV-1: a reason for another kind of resource is accepted, with a warning in characters that a header allows', async () => {
  const { tenant, params } = await tenantWith('TRACTOR')
  const url = `/v1/resources/resource/${params.resource_id}/unavailability`
  const json = { 'content-type': 'application/json' }
  const odd = await send(tenant, 'POST', url, json, JSON.stringify(holiday))
  expect(odd.statusCode).toBe(200)
  expect(readWarnings(new Headers(odd.headers as Record<string, string>))).toMatchObject([
    { field: 'reason', code: 'reason_of_other_kind' },
  ])
  const right = await send(tenant, 'POST', url, json, JSON.stringify({ ...holiday, reason: 'VEHICLE_REPAIR' }))
  expect(right.headers).not.toHaveProperty('cartage-warnings')
})

test('SENSE-4: an implausible start is stored with a warning, and an end that means “no end” without one', async () => {
  const { tenant, params } = await tenantWith()
  const url = `/v1/resources/resource/${params.resource_id}/unavailability`
  const json = { 'content-type': 'application/json' }
  const start_time = '0001-01-01T00:00:00Z'
  const odd = await send(tenant, 'POST', url, json, JSON.stringify({ ...holiday, start_time }))
  expect(odd.statusCode).toBe(200)
  expect(readWarnings(new Headers(odd.headers as Record<string, string>))).toMatchObject([
    { field: 'start_time', code: 'odd_day', message: expect.stringContaining('0001-01-01') },
  ])
  const endless = JSON.stringify({ ...holiday, end_time: '9999-12-31T00:00:00Z' })
  expect((await send(tenant, 'POST', url, json, endless)).headers).not.toHaveProperty('cartage-warnings')
  expect(await walk(tenant, params.resource_id)).toHaveLength(2)
})

test('UNAV-4: records of an archived, unknown or other resource are neither read nor written', async () => {
  const { tenant, params } = await tenantWith()
  const { id } = await tenant.call(createUnavailability, { params, body: holiday })
  const others = [...(await insertTestResources(tenant, [{ is_archived: true }, {}])), randomUUID()]
  for (const [index, resource_id] of others.entries()) {
    const at = { resource_id, id }
    const refusals = [
      await refusal(tenant.call(getUnavailability, { params: at })),
      await refusal(tenant.call(replaceUnavailability, { params: at, body: holiday })),
      await refusal(tenant.call(deleteUnavailability, { params: at })),
    ]
    // The second resource exists, only without this record.
    if (index !== 1) {
      refusals.push(await refusal(tenant.call(listUnavailabilities, { params: { resource_id } })))
      refusals.push(await refusal(tenant.call(createUnavailability, { params: { resource_id }, body: holiday })))
    }
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 404))
  }
  expect(await walk(tenant, params.resource_id)).toHaveLength(1)
})

test('UNAV-6: the filters select overlap with a half-open range; an open-ended record continues', async () => {
  const { tenant, params } = await tenantWith()
  const make = (start: string, end: string | null) =>
    tenant.call(createUnavailability, {
      params,
      body: {
        ...holiday,
        start_time: `2026-07-${start}T00:00:00Z`,
        end_time: end && `2026-07-${end}T00:00:00Z`,
        external_id: start,
      },
    })
  for (const [start, end] of [
    ['01', '03'],
    ['03', '05'],
    ['04', null],
    ['05', '05'],
    ['06', '08'],
  ] as const) {
    await make(start, end)
  }
  const keys = async (query: object) =>
    (await walk(tenant, params.resource_id, undefined, query)).map((item) => item.external_id)
  expect(await keys({ start_time: '2026-07-05T00:00:00Z' })).toEqual(['04', '05', '06'])
  expect(await keys({ start_time: '2026-07-03 00:00:00+00:00' })).toEqual(['03', '04', '05', '06'])
  expect(await keys({ end_time: '2026-07-04T00:00:00' })).toEqual(['01', '03'])
  expect(await keys({ start_time: '2026-07-03T00:00:00Z', end_time: '2026-07-06T00:00:00Z' })).toEqual([
    '03',
    '04',
    '05',
  ])
  expect(await keys({ start_time: '2026-07-02T00:00:00Z' })).toHaveLength(5)
})

test('PAGE-2: each record that exists at the first page is listed once, whatever is created, changed and removed meanwhile', async () => {
  const { tenant, params } = await tenantWith()
  const make = () => tenant.call(createUnavailability, { params, body: holiday })
  const there: string[] = []
  for (let count = 0; count < 10; count += 1) there.push((await make()).id)
  const removed: string[] = []
  let turn = 0
  const seen = await walk(tenant, params.resource_id, async () => {
    turn += 1
    if (turn > 3) return
    await make()
    // An already listed record is removed, and a later one changes in everything that a filter checks.
    const gone = there[turn - 1]!
    removed.push(gone)
    await tenant.call(deleteUnavailability, { params: { ...params, id: gone } })
    const body = { ...holiday, start_time: `2030-01-0${turn}T00:00:00Z` }
    await tenant.call(replaceUnavailability, { params: { ...params, id: there[9 - turn]! }, body })
  })
  const counts = new Map<string, number>()
  for (const { id } of seen) counts.set(id, (counts.get(id) ?? 0) + 1)
  expect(there.map((id) => counts.get(id))).toEqual(there.map(() => 1))
  expect(removed).toHaveLength(3)
})

test('CLIENT-15: a filter next to the cursor must be unchanged, in any spelling', async () => {
  const { tenant, params } = await tenantWith()
  for (let count = 0; count < 4; count += 1) await tenant.call(createUnavailability, { params, body: holiday })
  const query = { start_time: '2026-06-01T00:00:00Z' }
  const { next_cursor } = await tenant.call(listUnavailabilities, { params, query })
  const cursor = next_cursor!
  const same = { cursor, start_time: '2026-06-01 02:00:00+02:00' }
  expect((await tenant.call(listUnavailabilities, { params, query: same })).items).toHaveLength(1)
  const other = { cursor, start_time: '2026-06-02T00:00:00Z' }
  expect((await refusal(tenant.call(listUnavailabilities, { params, query: other }))).body.code).toBe('cursor_invalid')
})

test('UNAV-7: the same external_id may be used many times', async () => {
  const { tenant, params } = await tenantWith()
  const body = { ...holiday, external_id: 'x'.repeat(10_000) }
  await tenant.call(createUnavailability, { params, body })
  await tenant.call(createUnavailability, { params, body })
  expect(await walk(tenant, params.resource_id)).toHaveLength(2)
})
