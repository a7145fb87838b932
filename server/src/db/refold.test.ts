import { expect, test } from 'vitest'
import { formerPlaceKey, placeKey } from '../place-key.ts'
import { oldDatabase } from '../testing/old-database.ts'

const { run, migrate } = oldDatabase()

test('SEARCH-6: names from before the change are folded again, in every tenant', async () => {
  await migrate('0098_search_entry.sql')
  await run(`insert into tenant (slug, name) values ('one', 'One'), ('two', 'Two')`)
  await run(`insert into company (tenant_id, name, doc, is_customer)
             select tenant_id, n, jsonb_build_object('legal_name', n), true
               from tenant cross join (values ('İZMIR  Lojistik'), ('Straße 5'), ('Plain')) v (n)`)
  await run(`insert into resource (tenant_id, resource_type, name, name_key, license_plate, license_plate_key)
             select tenant_id, 'VAN', 'ΟΔΟΣ', 'οδος', '1-ABC\u200b-2', '1abc2' from tenant`)
  const places = [
    ['Kaai 7', 'Belgium'],
    ['Dok 3', 'BE'],
    ['Dok 3', 'Belgique'],
  ].map(([name, country]) => ({ name, country, key: formerPlaceKey({ name, country }).toString('hex') }))
  for (const { name, country, key } of places)
    await run(`insert into location (tenant_id, match_key, name, country)
               select tenant_id, decode('${key}', 'hex'), '${name}', '${country}' from tenant`)
  await migrate()
  const found = await run(`select distinct name, country, encode(match_key, 'hex') as key from location order by 1, 2`)
  const key = (name: string) => placeKey({ name, country: 'BE' }).toString('hex')
  expect(found).toEqual([
    { name: 'Dok 3', country: 'BE', key: key('Dok 3') },
    // Left for a person to merge.
    { name: 'Dok 3', country: 'Belgique', key: places[2]!.key },
    { name: 'Kaai 7', country: 'Belgium', key: key('Kaai 7') },
  ])
  const keys = await run('select distinct name_key, legal_name_key from company order by 1')
  expect(keys).toEqual([
    { name_key: 'izmir lojistik', legal_name_key: 'izmir lojistik' },
    { name_key: 'plain', legal_name_key: 'plain' },
    { name_key: 'strasse 5', legal_name_key: 'strasse 5' },
  ])
  expect(await run('select distinct name_key, license_plate_key from resource')).toEqual([
    { name_key: 'οδοσ', license_plate_key: '1abc2' },
  ])
  const walls = `select relname from pg_class where relname in ('company', 'location', 'resource')
                    and relrowsecurity and relforcerowsecurity order by 1`
  expect(await run(walls)).toEqual([{ relname: 'company' }, { relname: 'location' }, { relname: 'resource' }])
})
