import { expect, test } from 'vitest'
import { oldDatabase } from '../../testing/old-database.ts'

const { run, migrate } = oldDatabase()

test('SECRET-6: addresses from before, which may contain a key, are encrypted by jobs after an upgrade', async () => {
  await migrate('0110_accounting_clearing.sql')
  await run(`insert into tenant (slug, name) values ('one', 'One Transport'), ('none', 'No keys')`)
  await run(`insert into tenant_setting (tenant_id) select tenant_id from tenant on conflict do nothing`)
  await run(
    `update tenant_setting set positions = jsonb_build_object('road_engine', jsonb_build_object('url', 'https://roads.example/KEY'))
      where tenant_id = (select tenant_id from tenant where slug = 'one')`,
  )
  await run(
    `insert into subscription (tenant_id, name, url, purpose, channel, format)
     select tenant_id, 'all', 'https://r.example/KEY', 'EVENTS', 'HTTPS', 'JSON' from tenant where slug = 'one'`,
  )
  await migrate()
  const jobs = `select t.slug, j.kind from job j join tenant t using (tenant_id) where j.kind like '%.seal_%' order by j.kind`
  expect(await run(jobs)).toEqual([
    { slug: 'one', kind: 'deliveries.seal_addresses' },
    { slug: 'one', kind: 'tenants.seal_engine' },
  ])
})
