import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { down, isSo, oneOf, up } from './list/declare.ts'
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
    hasWrittenLimits: true,
    read: async (_, ids) => ids.map((id) => ({ id })).toReversed(),
    idOf: (row) => row.id,
  })
}

/** A transaction that notes what it is asked, and answers with these rows. */
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

test('a count names the tenant and what each filter leaves, and stops where the list does', async () => {
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

test('what a filter finds is found once for all counts of a list', async () => {
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

test('a walk goes on behind the last row, until a step is not full', async () => {
  const { asked, tx } = noting([
    { id: '1', key_0: '1' },
    { id: '2', key_0: '2' },
  ])
  const open = listOf().open(tx, { status: [] }, undefined)
  expect(await open.walk(undefined, 2)).toEqual({ rows: [{ id: '1' }, { id: '2' }], next: ['2'] })
  expect((await open.walk(['2'], 3)).next).toBeUndefined()
  expect(asked[1]).toContain('o.order_id > $1::uuid')
})
