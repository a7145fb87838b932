import { expect, test } from 'vitest'
import { oldDatabase } from '../testing/old-database.ts'

const { run, migrate } = oldDatabase()

test('SEARCH-6: names from before are folded again, in every tenant', async () => {
  await migrate('0098_search_entry.sql')
  await run(`insert into tenant (slug, name) values ('one', 'One'), ('two', 'Two')`)
  await run(`insert into company (tenant_id, name, doc, is_customer)
             select tenant_id, n, jsonb_build_object('legal_name', n), true
               from tenant cross join (values ('İZMIR  Lojistik'), ('Straße 5'), ('Plain')) v (n)`)
  await run(`insert into resource (tenant_id, resource_type, name, name_key, license_plate, license_plate_key)
             select tenant_id, 'VAN', 'ΟΔΟΣ', 'οδος', '1-ABC\u200b-2', '1abc2' from tenant`)
  await migrate()
  const keys = await run('select distinct name_key, legal_name_key from company order by 1')
  expect(keys).toEqual([
    { name_key: 'izmir lojistik', legal_name_key: 'izmir lojistik' },
    { name_key: 'plain', legal_name_key: 'plain' },
    { name_key: 'strasse 5', legal_name_key: 'strasse 5' },
  ])
  expect(await run('select distinct name_key, license_plate_key from resource')).toEqual([
    { name_key: 'οδοσ', license_plate_key: '1abc2' },
  ])
  const walls = `select relname from pg_class where relname in ('company', 'resource')
                    and relrowsecurity and relforcerowsecurity order by 1`
  expect(await run(walls)).toEqual([{ relname: 'company' }, { relname: 'resource' }])
})
