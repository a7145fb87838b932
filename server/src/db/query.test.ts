import { expect, test } from 'vitest'
import { build, compileFor } from './query.ts'

const tenant = '7b0c1f6e-6f3b-4c0e-9a53-0d8d5f6f1a11'
const tables = build as unknown as import('kysely').Kysely<
  Record<string, { tenant_id: string; id: string; other_id: string }>
>

test('a composed query includes the tenant of its table', () => {
  const { sql, parameters } = compileFor(tables.selectFrom('trip').select('id').where('id', '=', 'x'), tenant)
  expect(sql).toBe('select "id" from "trip" where "id" = $1 and "trip"."tenant_id" = $2')
  expect(parameters).toEqual(['x', tenant])
})

test('an outer join stays one: the tenant is in its condition', () => {
  const query = tables.selectFrom('trip as t').leftJoin('stop as s', 's.other_id', 't.id').select('t.id')
  expect(compileFor(query, tenant).sql).toBe(
    'select "t"."id" from "trip" as "t" left join "stop" as "s" on "s"."other_id" = "t"."id" and "s"."tenant_id" = $1 where "t"."tenant_id" = $2',
  )
})

test('sub-queries are scoped as well', () => {
  const query = tables
    .selectFrom((inner) => inner.selectFrom('stop').select('id').as('late'))
    .select('late.id')
    .where('late.id', 'in', (inner) => inner.selectFrom('trip').select('trip.id'))
  expect(compileFor(query, tenant).sql.match(/"tenant_id" = /g)).toHaveLength(2)
})
