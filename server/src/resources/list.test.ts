import { randomUUID } from 'node:crypto'
import { CallError } from '@cartage/contract/client'
import {
  archiveResource,
  createResource,
  listResources,
  type ResourceQuery,
} from '@cartage/contract/resources/endpoints'
import type { AnyResource } from '@cartage/contract/resources/resource-output'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { statement } from '../db/statement.ts'
import { resourceOf } from '../testing/data/fleet.ts'
import { insertTestResources } from '../testing/data/resources.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

let server: TestServer
let small: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const config = { ...readConfig({ NODE_ENV: 'test' }), page_size: 3 }
  small = await startTestServer({ db: server.ctx.db, config })
})
afterAll(async () => {
  await small.close()
  await server.close()
})

type Filter = Partial<ResourceQuery>

/** Walks the whole list; `between` runs after each page. */
async function walk(tenant: TestTenant, filter: Filter = {}, between: () => Promise<unknown> = async () => {}) {
  const items: AnyResource[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < 1_000; pages += 1) {
    const page = await tenant.call(listResources, { query: { ...filter, ...(cursor !== undefined && { cursor }) } })
    items.push(...(page.items as AnyResource[]))
    if (page.next_cursor === null) return items
    cursor = page.next_cursor
    await between()
  }
  throw new Error('the walk does not end')
}

const namesOf = (items: AnyResource[]) => items.map(({ name }) => name).sort()

describe('RES-12: filters', () => {
  async function fleet() {
    const tenant = await small.tenant()
    for (const [name, kind, external_id] of [
      ['a', 'driver', 'E1'],
      ['b', 'driver', 'E2'],
      ['c', 'truck', 'E3'],
      ['d', 'truck', ''],
      ['e', 'van', 'E1'],
      ['f', 'van', 'X,Y'],
    ] as const) {
      await resourceOf(tenant, { name, [kind]: {}, external_id })
    }
    return tenant
  }

  test.each<[Filter, string]>([
    [{}, 'abcdef'],
    [{ resource_type: 'DRIVER' }, 'ab'],
    [{ resource_type: 'ResourceTypeEnum.RIGID' }, 'cd'],
    [{ 'resource_type:in': 'DRIVER,VAN' }, 'abef'],
    [{ 'resource_type:in': ' VAN , RIGID ,' }, 'cdef'],
    [{ 'resource_type:in': 'FERRY' }, ''],
    [{ 'resource_type:in': '' }, ''],
    [{ external_id: 'E1' }, 'ae'],
    [{ external_id: 'X,Y' }, 'f'],
    [{ external_id: '' }, 'd'],
    [{ external_id: 'e1' }, ''],
    [{ 'external_id:in': 'E1,E2,E1' }, 'abe'],
    [{ 'external_id:in': 'E1,E2', resource_type: 'DRIVER' }, 'ab'],
    [{ external_id: 'E1', 'external_id:in': 'E2,E3' }, ''],
    [{ external_id: 'E1', 'resource_type:in': 'VAN' }, 'e'],
    [{ resource_type: 'DRIVER', 'resource_type:in': 'VAN' }, ''],
    [{ updated_after: '2020-01-01T00:00:00Z' }, 'abcdef'],
    [{ updated_after: '2020-01-01 00:00:00+00:00', 'resource_type:in': 'DRIVER,RIGID' }, 'abcd'],
    [{ updated_after: '2020-01-01T00:00:00', external_id: 'E1', resource_type: 'DRIVER' }, 'a'],
    [{ updated_after: '2999-01-01T00:00:00Z' }, ''],
  ])('%j finds %j', async (filter, expected) => {
    expect(namesOf(await walk(await fleet(), filter)).join('')).toBe(expected)
  })

  test.each([{ resource_type: 'TRUCK' }, { 'resource_type:in': 'VAN,TRUCK' }, { updated_after: 'yesterday' }])(
    '%j is refused with 422',
    async (filter) => {
      const tenant = await small.tenant()
      const error = await tenant.call(listResources, { query: filter }).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(CallError)
      expect(error).toMatchObject({ status: 422, body: { errors: [{ path: Object.keys(filter)[0] }] } })
    },
  )

  test('updated_after finds only later changes, whether there are few or many', async () => {
    const tenant = await server.tenant()
    const old = statement(
      'testing.age_resources',
      `update resource set updated_at = '2020-01-01' where tenant_id = $1 and name <> 'new'`,
    )
    await insertTestResources(tenant, [
      ...Array.from({ length: 150 }, () => ({ name: 'new' })),
      ...Array.from({ length: 150 }, () => ({ name: 'old' })),
    ])
    await tenant.asTenant((tx) => tx.query(old))
    const found = await walk(tenant, { updated_after: '2021-01-01T00:00:00Z' })
    expect(found).toHaveLength(150)
    expect(new Set(namesOf(found))).toEqual(new Set(['new']))
  })

  test('updated_after with more changes than are checked one by one', async () => {
    const tenant = await server.tenant()
    await insertTestResources(
      tenant,
      Array.from({ length: 6_000 }, (_, index) => ({ name: `r${index}`, resource_type: index % 2 ? 'VAN' : 'DRIVER' })),
    )
    const query = { updated_after: '2021-01-01T00:00:00Z', resource_type: 'VAN' }
    const first = await tenant.call(listResources, { query: { updated_after: query.updated_after } })
    expect(first.items).toHaveLength(100)
    const both = await tenant.call(listResources, { query })
    expect(new Set(both.items.map(({ type }) => type))).toEqual(new Set(['VAN']))
  })
})

describe('pages', () => {
  test('PAGE-1: 100 on a page; items and next_cursor are always present', async () => {
    const tenant = await server.tenant()
    expect(await tenant.call(listResources, {})).toEqual({ items: [], next_cursor: null })
    await insertTestResources(
      tenant,
      Array.from({ length: 101 }, (_, index) => ({ name: `r${index}` })),
    )
    const first = await tenant.call(listResources, {})
    expect(first.items).toHaveLength(100)
    expect(first.next_cursor).toMatch(/^[\w.~-]+$/)
    const second = await tenant.call(listResources, { query: { cursor: first.next_cursor! } })
    expect(second).toMatchObject({ items: [expect.anything()], next_cursor: null })
  })

  test('CLIENT-15: a filter may be repeated next to the cursor, and no other', async () => {
    const tenant = await small.tenant()
    await insertTestResources(
      tenant,
      Array.from({ length: 5 }, () => ({ name: 'x' })),
    )
    const query = { resource_type: 'DRIVER' }
    const { next_cursor } = await tenant.call(listResources, { query })
    const cursor = next_cursor!
    expect((await tenant.call(listResources, { query: { ...query, cursor } })).items).toHaveLength(2)
    const other = tenant.call(listResources, { query: { resource_type: 'VAN', cursor } })
    await expect(other).rejects.toMatchObject({ status: 422 })
  })

  const change = fc.constantFrom('insert', 'rename', 'archive', 'nothing')

  test('each resource that exists throughout is listed exactly once, whatever happens meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 14 }),
        fc.array(fc.tuple(change, fc.nat(), fc.nat()), { maxLength: 12 }),
        fc.constantFrom<Filter>(
          {},
          { 'resource_type:in': 'DRIVER,VAN' },
          { 'external_id:in': 'A,B' },
          { updated_after: '2020-01-01T00:00:00Z' },
        ),
        async (count, changes, filter) => {
          const tenant = await small.tenant()
          const types = ['DRIVER', 'VAN']
          const ids = await insertTestResources(
            tenant,
            Array.from({ length: count }, (_, index) => ({
              name: `r${index}`,
              resource_type: types[index % 2]!,
              external_id: index % 3 ? 'A' : 'B',
            })),
          )
          const archived = new Set<string>()
          const waiting = [...changes]
          const found = await walk(tenant, filter, async () => {
            for (const [what, one] of waiting.splice(0, 3)) await apply(tenant, what, ids[one % (count || 1)], archived)
          })
          const seen = found.map(({ id }) => id)
          expect(new Set(seen).size).toBe(seen.length)
          for (const id of ids) if (!archived.has(id)) expect(seen).toContain(id)
        },
      ),
      { numRuns: 25 },
    )
  })

  async function apply(tenant: TestTenant, what: string, id: string | undefined, archived: Set<string>) {
    if (what === 'insert') await tenant.call(createResource, { body: { name: 'new', van: {}, external_id: 'A' } })
    if (id === undefined || archived.has(id)) return
    if (what === 'rename') await tenant.asTenant((tx) => tx.query(rename, id, randomUUID()))
    if (what === 'archive') {
      await tenant.call(archiveResource, { params: { resource_id: id } })
      archived.add(id)
    }
  }

  const rename = statement(
    'testing.rename_resource',
    'update resource set name = $3, updated_at = now() where tenant_id = $1 and resource_id = $2',
  )
})
