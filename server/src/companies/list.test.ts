import * as contract from '@cartage/contract/companies/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { statement } from '../db/statement.ts'
import { rejection } from '../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ config: { ...readConfig({ NODE_ENV: 'test' }), page_size: 2 } })
})
afterAll(() => server?.close())

const body = (name: string) => ({ name, currency: 'EUR', is_customer: true })
const list = (tenant: TestTenant, query: { cursor?: string; updated_after?: string } = {}) =>
  tenant.call(contract.listCompanies, { query })

async function createNamed(tenant: TestTenant, names: readonly string[]): Promise<string[]> {
  const created: string[] = []
  for (const name of names) created.push((await tenant.call(contract.createCompany, { body: body(name) })).id)
  return created
}

/** All ids from walking the list; a callback runs between the pages. */
async function walk(
  tenant: TestTenant,
  query: { updated_after?: string },
  between: (page: number) => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  for (let page = 0; ; page += 1) {
    const answer: Awaited<ReturnType<typeof list>> = await list(tenant, cursor === null ? query : { ...query, cursor })
    ids.push(...answer.items.map(({ id }) => id))
    cursor = answer.next_cursor
    if (cursor === null) return ids
    await between(page)
  }
}

const longAgo = '2020-01-01T00:00:00Z'
const backdate = statement(
  'testing.backdate_companies',
  `update company set updated_at = '2019-01-01' where tenant_id = $1 and company_id = any($2::uuid[])`,
)
const insertMany = statement(
  'testing.insert_many_companies',
  `insert into company (tenant_id, name, name_key, is_customer)
   select $1, 'Company ' || n, 'company ' || n, true from generate_series(1, $2::integer) n`,
)

describe('the list', () => {
  test('PAGE-1, PAGE-2: pages contain every company once, and an empty list is one page', async () => {
    const tenant = await server.tenant()
    expect(await list(tenant)).toEqual({ items: [], next_cursor: null })
    const created = await createNamed(tenant, ['a', 'b', 'c', 'd', 'e'])
    expect((await walk(tenant, {})).sort()).toEqual(created.sort())
  })

  test.each([[{}], [{ updated_after: longAgo }]])(
    'PAGE-3: %j: each company that exists at the first page is listed once, whatever is created, changed and archived meanwhile',
    async (query) => {
      const tenant = await server.tenant()
      const created = await createNamed(tenant, ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
      const seen = await walk(tenant, query, async (page) => {
        await createNamed(tenant, [`new ${page}`])
        const id = created[page % created.length]!
        await tenant.call(contract.patchCompany, { params: { id }, body: { name: `renamed ${page}` } })
        const params = { id: (await createNamed(tenant, ['short-lived']))[0]! }
        await tenant.call(contract.archiveCompany, { params })
        if (page > 8) throw new Error('the walk does not end')
      })
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toEqual(expect.arrayContaining(created))
    },
  )

  test('updated_after leaves out older changes and includes archived companies', async () => {
    const tenant = await server.tenant()
    const [old, gone, fresh] = await createNamed(tenant, ['old', 'gone', 'fresh'])
    await tenant.asTenant((tx) => tx.query(backdate, [old]))
    await tenant.call(contract.archiveCompany, { params: { id: gone! } })
    expect((await walk(tenant, { updated_after: longAgo })).sort()).toEqual([gone, fresh].sort())
    expect((await walk(tenant, {})).sort()).toEqual([old, fresh].sort())
    expect(await walk(tenant, { updated_after: '2999-01-01 00:00:00+00:00' })).toEqual([])
  })

  test('CLIENT-15: a filter next to the cursor must be unchanged', async () => {
    const tenant = await server.tenant()
    await createNamed(tenant, ['a', 'b', 'c'])
    const { next_cursor } = await list(tenant, { updated_after: longAgo })
    const cursor = next_cursor!
    expect((await list(tenant, { cursor })).items).toHaveLength(1)
    expect((await list(tenant, { cursor, updated_after: '2020-01-01 00:00:00' })).items).toHaveLength(1)
    const other = await rejection(list(tenant, { cursor, updated_after: '2021-01-01T00:00:00Z' }))
    expect(other.body.code).toBe('cursor_invalid')
  })

  test('pages through more changed companies than are read at once', async () => {
    const large = await startTestServer({ db: server.ctx.db })
    const tenant = await large.tenant()
    await tenant.asTenant((tx) => tx.query(insertMany, 5_200))
    const ids = await walk(tenant, { updated_after: longAgo })
    expect(new Set(ids).size).toBe(5_200)
    expect(ids).toHaveLength(5_200)
    expect(ids).toEqual([...ids].sort())
    await large.close()
  })
})
