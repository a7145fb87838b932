import { expect, test } from 'vitest'
import { oldDatabase } from '../testing/old-database.ts'

const { run, migrate } = oldDatabase()

test('a tenant older than billing entities gets a default one, and keeps its reference data', async () => {
  await migrate('0013_operations_backlog.sql')
  await run(`insert into tenant (slug, name) values ('one', 'One Transport'), ('two', 'Two Transport')`)
  await run(
    `insert into service_level (tenant_id, code, name, is_archived)
     select tenant_id, code, code, code = 'OLD' from tenant cross join (values ('FAST'), ('OLD')) given (code)`,
  )
  await migrate()
  expect(await run('select code, name, legal_name, is_default from billing_entity order by name')).toEqual(
    ['One Transport', 'Two Transport'].map((name) => ({ code: 'MAIN', name, legal_name: name, is_default: true })),
  )
  expect(await run('select distinct code, rank, is_archived from service_level order by code')).toEqual([
    { code: 'FAST', rank: 0, is_archived: false },
    { code: 'OLD', rank: 0, is_archived: true },
  ])
  const keys = `select k.code, t.code as document_type, count(*)::int as tenants from question_path_key k
    join document_type t using (tenant_id, document_type_id) group by 1, 2 order by 1`
  expect(await run(keys)).toEqual([
    { code: 'CMR', document_type: 'ORIGINAL_CMR', tenants: 2 },
    { code: 'POD', document_type: 'PROOF_OF_DELIVERY', tenants: 2 },
    { code: 'WEIGHT_NOTE', document_type: 'WEIGHING_TICKET', tenants: 2 },
  ])
  // An archived entry releases its code.
  await run(`insert into service_level (tenant_id, code, name) select tenant_id, 'OLD', 'Old' from tenant`)
})
