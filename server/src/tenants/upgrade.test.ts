import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../db/migrate.ts'
import type { Connection } from '../db/pool.ts'

const server = inject('connection')
const database = `upgrade_${randomUUID().replaceAll('-', '')}`
const old: Connection = { ...server, database }

/** As the administrator of this scratch database. */
async function run(connection: Connection, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

beforeAll(() => run(server, `create database ${database}`))
afterAll(() => run(server, `drop database if exists ${database} with (force)`))

test('a tenant from before there were billing entities gets a default one, and keeps its reference data', async () => {
  await migrate(old, '0013_operations_backlog.sql')
  await run(old, `insert into tenant (slug, name) values ('one', 'One Transport'), ('two', 'Two Transport')`)
  await run(
    old,
    `insert into service_level (tenant_id, code, name, is_archived)
     select tenant_id, code, code, code = 'OLD' from tenant cross join (values ('FAST'), ('OLD')) given (code)`,
  )
  await migrate(old)
  expect(await run(old, 'select code, name, legal_name, is_default from billing_entity order by name')).toEqual(
    ['One Transport', 'Two Transport'].map((name) => ({ code: 'MAIN', name, legal_name: name, is_default: true })),
  )
  expect(await run(old, 'select distinct code, rank, is_archived from service_level order by code')).toEqual([
    { code: 'FAST', rank: 0, is_archived: false },
    { code: 'OLD', rank: 0, is_archived: true },
  ])
  const keys = `select k.code, t.code as document_type, count(*)::int as tenants from question_path_key k
    join document_type t using (tenant_id, document_type_id) group by 1, 2 order by 1`
  expect(await run(old, keys)).toEqual([
    { code: 'CMR', document_type: 'ORIGINAL_CMR', tenants: 2 },
    { code: 'POD', document_type: 'PROOF_OF_DELIVERY', tenants: 2 },
    { code: 'WEIGHT_NOTE', document_type: 'WEIGHING_TICKET', tenants: 2 },
  ])
  // An archived entry no longer keeps its code.
  await run(old, `insert into service_level (tenant_id, code, name) select tenant_id, 'OLD', 'Old' from tenant`)
})
