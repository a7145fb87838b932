import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Declaration, down, isSo, oneOf, up } from './list/declare.ts'
import { List } from './list.ts'
import { type Composed, compileFor } from './query.ts'
import type { Tx } from './tenant.ts'

interface Filters {
  q?: string | undefined
  status: readonly string[]
  is_adr?: boolean | undefined
}

const tenantId = '00000000-0000-4000-8000-00000000000a'

function listOf(finds: string[] = []) {
  return new List<Filters, 'newest', { id: string }>({
    from: 'transport_order as o',
    id: 'o.order_id',
    filters: {
      q: {
        find: async (_, text) => {
          finds.push(text)
          return ['7']
        },
      },
      status: oneOf('o.status'),
      is_adr: isSo(sql<boolean>`o.is_adr`),
    },
    sorts: { newest: [down('o.created_at', 'timestamptz'), up('o.order_id', 'uuid')] },
    values: { status: sql.ref('o.status') },
    walk: [up('o.order_id', 'uuid')],
    mostCounted: 100,
    read: async (_, ids) => ids.map((id) => ({ id })).toReversed(),
    idOf: (row) => row.id,
  })
}

/** A transaction that records its queries and answers with these rows. */
function noting(rows: readonly object[] = [{ count: 0 }]) {
  const asked: string[] = []
  const tx: Pick<Tx, 'rows'> = {
    rows: async <Row>(query: Composed<Row>) => {
      asked.push(compileFor(query, tenantId).sql.replaceAll('"', ''))
      return rows as Row[]
    },
  }
  return { asked, tx: tx as Tx }
}

test('a count includes the tenant and each filter, and stops at the limit of the list', async () => {
  const { asked, tx } = noting()
  await listOf()
    .open(tx, { status: ['PLANNED'], is_adr: false }, undefined)
    .count()
  expect(asked).toEqual([
    'select count(*)::integer as count from ((select 1 as one from transport_order as o ' +
      'where o.status = any($1::text[]) and not o.is_adr and o.tenant_id = $2 limit 100)) as part',
  ])
})

test('values are counted under the other filters', async () => {
  const { asked, tx } = noting([{ status: 'PLANNED', count: 2 }])
  const open = listOf().open(tx, { status: ['PLANNED'], is_adr: true }, undefined)
  expect(await open.countBy('status')).toEqual({ PLANNED: 2 })
  expect(asked[0]).toContain('o.is_adr')
  expect(asked[0]).not.toContain('o.status = any')
})

test('the ids for a filter are looked up once for all counts of a list', async () => {
  const finds: string[] = []
  const { asked, tx } = noting()
  const open = listOf(finds).open(tx, { q: 'A1', status: [] }, undefined)
  await Promise.all([open.count(), open.count({ is_adr: true }), open.count({ is_adr: false })])
  expect(finds).toEqual(['A1'])
  for (const text of asked) expect(text).toContain('o.order_id = any(')
})

test('a window is in its order, whatever order its rows are read in', async () => {
  const { asked, tx } = noting([{ id: '3' }, { id: '1' }, { id: '2' }])
  const open = listOf().open(tx, { status: [] }, undefined)
  const ids = await open.ids({ sort: 'newest', offset: 20, limit: 10 })
  expect(await open.read(ids)).toEqual([{ id: '3' }, { id: '1' }, { id: '2' }])
  expect(asked[0]).toMatch(/order by o.created_at desc, o.order_id limit 10 offset \$2$/)
})

test('paging continues after the last row while one more is found', async () => {
  const { asked, tx } = noting([
    { id: '1', key_0: '1' },
    { id: '2', key_0: '2' },
    { id: '3', key_0: '3' },
  ])
  const open = listOf().open(tx, { status: [] }, undefined)
  expect(await open.walk(undefined, 2)).toEqual({ rows: [{ id: '1' }, { id: '2' }], next: ['2'] })
  expect((await open.walk(['2'], 3)).next).toBeUndefined()
  expect(asked[1]).toContain('o.order_id > $1::uuid')
})

test('rows that are removed before they are read do not end paging', async () => {
  const { tx } = noting(['1', '2', '3'].map((id) => ({ id, key_0: id })))
  const list = new List({ ...listOf().declarations[0]!, read: async () => [] })
  expect(await list.open(tx, { status: [] }, undefined).walk(undefined, 2)).toEqual({ rows: [], next: ['2'] })
})

interface Entry {
  id: string
  from: string
}

/** A list of two tables. Receivers of one of them are looked up first. */
function mergedList(finds: string[] = []) {
  const declare = (table: string): Declaration<Filters, 'newest', Entry, undefined> => ({
    from: `${table} as x`,
    id: { column: 'x.id', type: 'text' },
    filters: { q: () => undefined, status: oneOf('x.status'), is_adr: () => undefined },
    sorts: { newest: [down('x.at', 'timestamptz')] },
    walk: [down('x.at', 'timestamptz')],
    values: { status: sql.ref('x.status') },
    counted: { most: 10, keys: [down('x.at', 'timestamptz')] },
    read: async (_, ids) => ids.map((id) => ({ id, from: table })),
    idOf: (row) => row.id,
  })
  const eachStatus: Pick<Declaration<Filters, 'newest', Entry, undefined>, 'each'> = {
    each: () => ({
      of: { column: 'x.status', type: 'text' },
      filter: 'status',
      values: async () => {
        finds.push('status')
        return ['DEAD', 'DELIVERED']
      },
    }),
  }
  return new List<Filters, 'newest', Entry>(declare('message'), { ...declare('delivery'), ...eachStatus })
}

test('a list of two tables is sorted by one query, and each row is read from its own table', async () => {
  const { asked, tx } = noting([
    { id: '2', source: 1, key_0: 'b' },
    { id: '1', source: 0, key_0: 'a' },
  ])
  const open = mergedList().open(tx, { status: [] }, undefined)
  const { rows, next } = await open.walk(undefined, 2)
  expect(rows).toEqual([
    { id: '2', from: 'delivery' },
    { id: '1', from: 'message' },
  ])
  expect(next).toBeUndefined()
  expect(asked).toHaveLength(1)
  expect(asked[0]).toContain('union all')
  expect(asked[0]).toMatch(/order by key_0 desc offset 0 limit 3$/)
})

test('rows are paged once per value of a filter, and each value is looked up once', async () => {
  const finds: string[] = []
  const { asked, tx } = noting([])
  const open = mergedList(finds).open(tx, { status: ['DEAD'] }, undefined)
  await Promise.all([open.ids({ sort: 'newest', offset: 0, limit: 5 }), open.walk(['2026-01-01T00:00:00Z'], 5)])
  expect(finds).toEqual(['status'])
  for (const text of asked) {
    expect(text.match(/x\.status = any/g)).toHaveLength(1)
    expect(text).toContain('as lead (value)')
    expect(text).toContain('x.status = lead.value')
    expect(text.match(/x\.tenant_id = /g)).toHaveLength(2)
  }
  expect(asked[1]).toMatch(/x\.at < \$\d+::timestamptz/)
})

test('combinations of values are counted among the first rows of each table', async () => {
  const { asked, tx } = noting([{ status: 'DEAD', count: 3 }])
  const open = mergedList().open(tx, { status: [] }, undefined)
  expect(await open.tally(['status'])).toEqual([{ status: 'DEAD', count: 3 }])
  expect(asked[0]!.match(/limit 10/g)).toHaveLength(3)
  expect(asked[0]).toMatch(/group by 1$/)
})
