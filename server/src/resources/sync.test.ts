import {
  archiveResource,
  getResource,
  listResources,
  syncResources,
  updateResource,
} from '@cartage/contract/resources/endpoints'
import type { AnyResource } from '@cartage/contract/resources/resource-output'
import type { SyncResponse } from '@cartage/contract/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addExtra, resourceOf, updatedAt } from '../testing/data/fleet.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

type Item = { external_id: string; name: string; [member: string]: unknown }

const van = (external_id: string, more: object = {}): Item => ({
  external_id,
  name: `Van ${external_id}`,
  van: {},
  ...more,
})
const sync = (tenant: TestTenant, items: Item[], more: object = {}) =>
  tenant.call(syncResources, { body: { source: 'telematics', items, ...more } as never })
const counts = ({ created, updated, deleted, unchanged, refused }: SyncResponse) => ({
  created,
  updated,
  deleted,
  unchanged,
  refused,
})
const nothing = { created: 0, updated: 0, deleted: 0, unchanged: 0, refused: 0 }
const listed = async (tenant: TestTenant) => (await tenant.call(listResources, {})).items as AnyResource[]

test('a list is created, its repeat writes nothing, and one edit, one removal and one addition are reported row by row', async () => {
  const tenant = await server.tenant()
  const first = await sync(tenant, [van('1'), van('2'), van('3')])
  expect(counts(first)).toEqual({ ...nothing, created: 3 })
  const ids = first.results.map(({ id }) => id!)
  const instants = () => tenant.asTenant((tx) => Promise.all(ids.map((id) => updatedAt(tx, id))))
  const before = await instants()
  expect(counts(await sync(tenant, [van('1'), van('2'), van('3')]))).toEqual({ ...nothing, unchanged: 3 })
  expect(await instants()).toEqual(before)
  const { results, ...last } = await sync(tenant, [van('4'), van('2', { van: { license_plate: '1-ABC-2' } }), van('1')])
  expect(last).toEqual({ created: 1, updated: 1, deleted: 1, unchanged: 1, refused: 0, dry_run: false })
  expect(results.map(({ index, outcome, id }) => [index, outcome, id])).toEqual([
    [0, 'CREATED', expect.any(String)],
    [1, 'UPDATED', ids[1]],
    [2, 'UNCHANGED', ids[0]],
    [null, 'DELETED', ids[2]],
  ])
  expect((await listed(tenant)).map(({ external_id }) => external_id).sort()).toEqual(['1', '2', '4'])
  expect(await tenant.call(getResource, { params: { resource_id: ids[2]! } })).toMatchObject({ is_active: false })
})

test('a row that returns is restored, with its id', async () => {
  const tenant = await server.tenant()
  const [createdOne] = (await sync(tenant, [van('1')])).results
  await sync(tenant, [])
  expect((await sync(tenant, [van('1')])).results).toEqual([{ index: 0, outcome: 'UPDATED', id: createdOne!.id }])
  expect(await listed(tenant)).toMatchObject([{ id: createdOne!.id, is_active: true }])
})

test('resources of other sources and manually created ones are left alone', async () => {
  const tenant = await server.tenant()
  const own = await resourceOf(tenant, { external_id: '1' })
  await sync(tenant, [van('1')], { source: 'payroll' })
  expect(counts(await sync(tenant, [van('1')]))).toEqual({ ...nothing, created: 1 })
  expect(counts(await sync(tenant, []))).toEqual({ ...nothing, deleted: 1 })
  const left = await listed(tenant)
  expect(left).toHaveLength(2)
  expect(left).toContainEqual(own)
})

test('the same source in two tenants is two lists', async () => {
  const [one, other] = [await server.tenant(), await server.tenant()]
  await sync(one, [van('1')])
  expect(counts(await sync(other, []))).toEqual(nothing)
  expect(await listed(one)).toHaveLength(1)
})

test('a dry run reports the same and writes nothing', async () => {
  const tenant = await server.tenant()
  await sync(tenant, [van('1'), van('2')])
  const before = await listed(tenant)
  const items = [van('2', { note: 'new' }), van('3')]
  const dry = await sync(tenant, items, { dry_run: true })
  expect(dry).toMatchObject({ created: 1, updated: 1, deleted: 1, dry_run: true })
  expect(await listed(tenant)).toEqual(before)
  expect(counts(await sync(tenant, items))).toEqual(counts(dry))
})

test('a row refused by a rule has its reason and its record is unchanged; the others are applied', async () => {
  const tenant = await server.tenant()
  await addExtra(tenant, 'LIFT')
  await sync(tenant, [van('1', { extras: [{ code: 'LIFT' }] }), van('2')])
  const before = (await listed(tenant)).filter(({ external_id }) => external_id === '1')
  const answer = await sync(tenant, [
    van('1', { note: 'new', extras: [{ code: 'NEVER' }] }),
    { external_id: '2', name: 'x', truck: {} },
    { external_id: '3', name: 'neither' },
    van('4'),
    van('4'),
  ])
  expect(counts(answer)).toEqual({ ...nothing, refused: 4, created: 1 })
  expect(answer.results.map(({ outcome, errors }) => [outcome, errors?.[0]?.path])).toEqual([
    ['REFUSED', 'items.0.extras.0.code'],
    ['REFUSED', 'items.1.truck'],
    ['REFUSED', 'items.2'],
    ['CREATED', undefined],
    ['REFUSED', 'items.4.external_id'],
  ])
  expect((await listed(tenant)).filter(({ external_id }) => external_id === '1')).toEqual(before)
})

test('a row with the wrong shape refuses the whole list with 422', async () => {
  const tenant = await server.tenant()
  await sync(tenant, [van('1')])
  for (const wrong of [van('', {}), van('2', { note: null }), { name: 'x', van: {} } as never]) {
    await expect(sync(tenant, [wrong])).rejects.toMatchObject({ status: 422 })
  }
  expect(await listed(tenant)).toHaveLength(1)
})

test('a resource whose external id is changed by hand leaves the list of its source', async () => {
  const tenant = await server.tenant()
  const [createdOne] = (await sync(tenant, [van('1')])).results
  await tenant.call(updateResource, { params: { resource_id: createdOne!.id! }, body: { external_id: 'own' } })
  expect(counts(await sync(tenant, [van('1')]))).toEqual({ ...nothing, created: 1 })
  expect(await listed(tenant)).toHaveLength(2)
})

test('a manually archived resource is restored by the next list', async () => {
  const tenant = await server.tenant()
  const [createdOne] = (await sync(tenant, [van('1')])).results
  await tenant.call(archiveResource, { params: { resource_id: createdOne!.id! } })
  expect(counts(await sync(tenant, [van('1')]))).toEqual({ ...nothing, updated: 1 })
})

test('two synchronisations of one source at once end as one of them', async () => {
  const tenant = await server.tenant()
  const lists = [
    [van('1'), van('2')],
    [van('2'), van('3')],
  ]
  await Promise.all([...lists, ...lists].map((items) => sync(tenant, items)))
  const left = (await listed(tenant)).map(({ external_id }) => external_id).sort()
  expect([
    ['1', '2'],
    ['2', '3'],
  ]).toContainEqual(left)
})

test('any list after any other leaves exactly that list, and its repeat changes nothing', async () => {
  const list = fc.uniqueArray(
    fc.record({ external_id: fc.constantFrom('1', '2', '3', '4', '5'), note: fc.constantFrom('', 'a', 'b') }),
    { selector: ({ external_id }) => external_id },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(list, { minLength: 1, maxLength: 4 }), async (lists) => {
      const tenant = await server.tenant()
      for (const items of lists) {
        const given = items.map(({ external_id, note }) => van(external_id, { note }))
        const { results: _, ...done } = await sync(tenant, given)
        expect(done.created + done.updated + done.unchanged).toBe(items.length)
        const now = (await listed(tenant)).map(({ external_id, note }) => ({ external_id, note }))
        expect(new Set(now.map((one) => JSON.stringify(one)))).toEqual(new Set(items.map((one) => JSON.stringify(one))))
        expect(counts(await sync(tenant, given))).toEqual({ ...nothing, unchanged: items.length })
      }
    }),
    { numRuns: 12 },
  )
})

test('10,000 resources in one call, and its repeat without a write', async () => {
  const tenant = await server.tenant()
  const items = Array.from({ length: 10_000 }, (_, index) =>
    van(`E${index}`, { van: { license_plate: `1-ABC-${index}`, tare_weight_kg: 7400 }, custom_fields: { index } }),
  )
  expect(counts(await sync(tenant, items))).toEqual({ ...nothing, created: 10_000 })
  expect(counts(await sync(tenant, items))).toEqual({ ...nothing, unchanged: 10_000 })
}, 60_000)
