import { expect, test } from 'vitest'
import { oldDatabase } from '../../testing/old-database.ts'

const { run, migrate } = oldDatabase()

test('ORD-2: older uploads keep their outcome, in every tenant', async () => {
  await migrate('0013_operations_backlog.sql')
  await run(`insert into tenant (slug, name) values ('one', 'One'), ('two', 'Two')`)
  await run(
    `insert into order_upload (tenant_id, upload_id, order_identifier, lane_number, operation, body, body_hash, status,
                               order_id, errors, source, accepted_at, finished_at)
     select t.tenant_id, gen_random_uuid(), given.status, 1, 'CREATE', '{}', 'hash', given.status,
            case when given.status = 'COMPLETED' then t.tenant_id end,
            case when given.status = 'ERROR' then '[{"message": "no"}]'::jsonb end, 'API', '2026-01-01',
            case when given.status <> 'IN_PROGRESS' then timestamptz '2026-01-02' end
       from tenant t cross join (values ('IN_PROGRESS'), ('COMPLETED'), ('ERROR'), ('SKIPPED')) given (status)`,
  )
  await migrate()
  const ended = `select u.order_identifier as was, x.status, (x.order_id = u.tenant_id) as has_order,
                        x.errors ->> 0 as error, x.finished_at = '2026-01-02' as kept_time
                   from order_upload u left join upload_outcome x using (tenant_id, upload_id)
                  order by u.tenant_id, u.order_identifier`
  const one = [
    { was: 'COMPLETED', status: 'COMPLETED', has_order: true, error: null, kept_time: true },
    { was: 'ERROR', status: 'ERROR', has_order: null, error: '{"message": "no"}', kept_time: true },
    { was: 'IN_PROGRESS', status: null, has_order: null, error: null, kept_time: null },
    { was: 'SKIPPED', status: 'SKIPPED', has_order: null, error: null, kept_time: true },
  ]
  expect(await run(ended)).toEqual([...one, ...one])
  const walls = `select relname from pg_class where relname in ('order_upload', 'upload_outcome')
                    and relrowsecurity and relforcerowsecurity order by 1`
  expect(await run(walls)).toEqual([{ relname: 'order_upload' }, { relname: 'upload_outcome' }])
})
