import { randomUUID } from 'node:crypto'
import type { SyncResponse } from '@cartage/contract/sync'
import {
  createUnavailability,
  deleteUnavailability,
  listUnavailabilities,
  replaceUnavailability,
  syncUnavailabilities,
  type UnavailabilityRow,
} from '@cartage/contract/unavailabilities/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { insertTestResources } from '../testing/data/resources.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function fleet() {
  const tenant = await server.tenant()
  const ids = await insertTestResources(tenant, [
    { name: 'Ana', external_id: 'P-1' },
    { name: 'Tractor 7', external_id: 'T-7', resource_type: 'TRACTOR', license_plate: '1-ABC-234' },
    { name: 'Twin' },
    { name: 'twin' },
    { name: 'Old Joe', external_id: 'P-2', is_archived: true },
  ])
  return { tenant, ids }
}

const row = (external_id: string, more: Partial<UnavailabilityRow> = {}): UnavailabilityRow => ({
  external_id,
  resource: { external_id: 'P-1' },
  start_time: '2026-07-01T00:00:00Z',
  end_time: '2026-07-08T00:00:00Z',
  reason: 'DRIVER_HOLIDAY',
  description: '',
  ...more,
})

const july = { start: '2026-07-01T00:00:00Z', end: '2026-08-01T00:00:00Z' }

async function sync(tenant: TestTenant, items: UnavailabilityRow[], more: object = {}): Promise<SyncResponse> {
  return await tenant.call(syncUnavailabilities, { body: { source: 'payroll', window: july, items, ...more } })
}

async function listed(tenant: TestTenant, resource_id: string) {
  return (await tenant.call(listUnavailabilities, { params: { resource_id }, query: {} })).items
}

const counts = ({ created, updated, deleted, unchanged, refused }: SyncResponse) => [
  created,
  updated,
  deleted,
  unchanged,
  refused,
]

const selectWritten = statement(
  'testing.select_written',
  `select (select count(*)::float8 from audit_record where tenant_id = $1) as audited,
          (select string_agg(xmin::text || '/' || xmax::text, ' ' order by unavailability_id)
             from unavailability where tenant_id = $1) as versions`,
)

const selectTrail = statement(
  'testing.select_trail',
  `select action, entity_id, changes from audit_record
    where tenant_id = $1 and entity_type = 'unavailability' order by sequence`,
)

/** Written records with their row versions, which change with every write and lock. */
const written = (tenant: TestTenant) => tenant.asTenant((tx) => tx.query(selectWritten))

test('rows of a list are created, changed and removed; the same list again writes nothing', async () => {
  const { tenant, ids } = await fleet()
  const items = [
    row('H-1'),
    row('H-2', { resource: { license_plate: '1abc 234' } }),
    row('H-3', { resource: { id: ids[0] } }),
  ]
  expect(counts(await sync(tenant, items))).toEqual([3, 0, 0, 0, 0])
  const before = await written(tenant)
  const again = await sync(tenant, items)
  expect(counts(again)).toEqual([0, 0, 0, 3, 0])
  expect(await written(tenant)).toEqual(before)
  const third = await sync(tenant, [row('H-1', { description: 'Sea' }), items[1]!, row('H-4')])
  expect(counts(third)).toEqual([1, 1, 1, 1, 0])
  expect(third.results.map(({ index, outcome }) => [index, outcome])).toEqual([
    [0, 'UPDATED'],
    [1, 'UNCHANGED'],
    [2, 'CREATED'],
    [null, 'DELETED'],
  ])
  expect((await listed(tenant, ids[0]!)).map((item) => [item.external_id, item.description])).toEqual([
    ['H-1', 'Sea'],
    ['H-4', ''],
  ])
  const createdOne = third.results[2]!.id
  expect((await listed(tenant, ids[0]!)).map(({ id }) => id)).toContain(createdOne)
})

test('a record may move to another resource and keeps its id', async () => {
  const { tenant, ids } = await fleet()
  const { results } = await sync(tenant, [row('H-1')])
  await sync(tenant, [row('H-1', { resource: { name: 'TRACTOR 7' } })])
  expect(await listed(tenant, ids[0]!)).toEqual([])
  expect((await listed(tenant, ids[1]!)).map(({ id }) => id)).toEqual([results[0]!.id])
})

test('other sources, manual records and times outside the window are left alone', async () => {
  const { tenant, ids } = await fleet()
  const params = { resource_id: ids[0]! }
  await tenant.call(createUnavailability, { params, body: { ...row('H-1') } })
  await sync(tenant, [row('H-1')], { source: 'workshop' })
  const june = { start_time: '2026-06-01T00:00:00Z', end_time: '2026-07-01T00:00:00Z' }
  await sync(tenant, [row('H-9', june)], { window: {} })
  await sync(tenant, [row('H-1')])
  expect(counts(await sync(tenant, []))).toEqual([0, 0, 1, 0, 0])
  expect((await listed(tenant, ids[0]!)).map(({ external_id }) => external_id)).toEqual(['H-1', 'H-1', 'H-9'])
  // Moved into the window it is the same record.
  expect(counts(await sync(tenant, [row('H-9')]))).toEqual([0, 1, 0, 0, 0])
})

test('a dry run reports the same and writes nothing', async () => {
  const { tenant } = await fleet()
  await sync(tenant, [row('H-1'), row('H-2')])
  const before = await written(tenant)
  const items = [row('H-1', { end_time: null }), row('H-3')]
  const dry = await sync(tenant, items, { dry_run: true })
  expect(dry.dry_run).toBe(true)
  expect(dry.results[1]).toEqual({ index: 1, outcome: 'CREATED', id: null })
  expect(await written(tenant)).toEqual(before)
  expect(counts(await sync(tenant, items))).toEqual(counts(dry))
})

test('a row that cannot be applied is reported and the rest applies; its record stays', async () => {
  const { tenant, ids } = await fleet()
  await sync(tenant, [row('H-1'), row('H-2')])
  const answer = await sync(tenant, [
    row('H-1', { resource: { name: 'Nobody' } }),
    row('H-3', { resource: { name: 'Twin' } }),
    row('H-4', { resource: { external_id: 'P-2' } }),
    row('H-5', { resource: { id: randomUUID() } }),
    row('H-6', { end_time: '2026-06-01T00:00:00Z' }),
    row('H-7', { start_time: '2026-08-01T00:00:00Z', end_time: null }),
    row('H-8'),
    row('H-8', { description: 'twice' }),
  ])
  expect(counts(answer)).toEqual([1, 0, 1, 0, 7])
  expect(answer.results.slice(0, 8).map(({ errors }) => errors?.[0]?.detail)).toEqual([
    'resource_unknown',
    'resource_ambiguous',
    'resource_unknown',
    'resource_unknown',
    'end_before_start',
    'outside_window',
    undefined,
    'external_id_repeated',
  ])
  expect((await listed(tenant, ids[0]!)).map(({ external_id }) => external_id)).toEqual(['H-1', 'H-8'])
})

test('a resource of another tenant is unknown', async () => {
  const { tenant } = await fleet()
  const other = await fleet()
  const answer = await sync(tenant, [row('H-1', { resource: { id: other.ids[0] } })])
  expect(answer.results[0]).toMatchObject({ outcome: 'REFUSED', errors: [{ detail: 'resource_unknown' }] })
})

test('a key duplicated by a PUT is one record again after the next list', async () => {
  const { tenant, ids } = await fleet()
  await sync(tenant, [row('H-1')])
  const { results } = await sync(tenant, [row('H-1'), row('H-2')])
  const params = { resource_id: ids[0]!, id: results[1]!.id! }
  await tenant.call(replaceUnavailability, { params, body: { ...row('H-1'), description: 'by hand' } })
  expect(counts(await sync(tenant, [row('H-1')]))).toEqual([0, 0, 1, 1, 0])
  expect(await listed(tenant, ids[0]!)).toHaveLength(1)
})

test('a key of maximum length, in letters of four bytes, is found again', async () => {
  const { tenant } = await fleet()
  const key = '\u{1F69A}'.repeat(250)
  await sync(tenant, [row(key)], { window: {} })
  const elsewhere = { window: { start: '2027-01-01T00:00:00Z' } }
  const moved = row(key, { start_time: '2027-02-01T00:00:00Z', end_time: null })
  expect(counts(await sync(tenant, [moved], elsewhere))).toEqual([0, 1, 0, 0, 0])
})

test('concurrent lists of one source do not mix', async () => {
  const { tenant, ids } = await fleet()
  const lists = Array.from({ length: 6 }, (_, list) =>
    Array.from({ length: 30 }, (_, place) => row(`H-${place}`, { description: `list ${list}` })),
  )
  const answers = await Promise.all(lists.map((items) => sync(tenant, items)))
  expect(answers.map(({ created }) => created).sort()).toEqual([0, 0, 0, 0, 0, 30])
  const items = await listed(tenant, ids[0]!)
  expect(items).toHaveLength(30)
  expect(new Set(items.map(({ description }) => description)).size).toBe(1)
})

test('manual changes and a list at the same time: nothing is refused or incomplete', async () => {
  const { tenant, ids } = await fleet()
  const items = Array.from({ length: 20 }, (_, place) => row(`H-${place}`))
  const { results } = await sync(tenant, items)
  const byHand = results.slice(0, 10).map(({ id }, place) =>
    tenant.call(replaceUnavailability, {
      params: { resource_id: ids[0]!, id: id! },
      body: { ...row(`H-${place}`), description: 'by hand' },
    }),
  )
  const changed = items.map((item) => ({ ...item, description: 'list' }))
  const [answer] = await Promise.all([sync(tenant, changed), ...byHand])
  expect(counts(answer!)).toEqual([0, 20, 0, 0, 0])
  const after = await listed(tenant, ids[0]!)
  expect(after.every(({ description }) => ['list', 'by hand'].includes(description))).toBe(true)
  expect(counts(await sync(tenant, changed))[0]).toBe(0)
})

test('every change is in the audit trail, with the changed values', async () => {
  const { tenant, ids } = await fleet()
  const [one, other] = (await sync(tenant, [row('H-1'), row('H-2')])).results.map(({ id }) => id)
  await sync(tenant, [row('H-1', { description: 'Sea' })])
  const params = { resource_id: ids[0]!, id: one! }
  await tenant.call(replaceUnavailability, { params, body: { ...row('H-1'), end_time: null } })
  await tenant.call(deleteUnavailability, { params })
  const trail = await tenant.asTenant((tx) => tx.query(selectTrail))
  expect(trail.map(({ action, entity_id }) => [action, entity_id])).toEqual([
    ['created', one],
    ['created', other],
    ['updated', one],
    ['deleted', other],
    ['updated', one],
    ['deleted', one],
  ])
  expect(trail[0]!.changes).toMatchObject({ source: { before: null, after: 'payroll' }, external_id: { after: 'H-1' } })
  expect(trail[2]!.changes).toEqual({ description: { before: '', after: 'Sea' } })
  expect(trail[4]!.changes).toMatchObject({ end_time: { after: null } })
})

const holdSource = statement(
  'testing.hold_source',
  `select pg_advisory_xact_lock(hashtextextended('unavailabilities|' || $1::text || '|payroll', 0))`,
)

test('a list that has to wait too long gets a response to retry, and nothing is written', async () => {
  const { tenant, ids } = await fleet()
  await tenant.asTenant(async (tx) => {
    await tx.query(holdSource)
    await expect(sync(tenant, [row('H-1')])).rejects.toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(await sync(tenant, [row('H-1')], { source: 'workshop' })).toMatchObject({ created: 1 })
  })
  expect(await listed(tenant, ids[0]!)).toHaveLength(1)
})
