import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Statement } from './db/statement.ts'
import { functionsForOneNode, type SqlFile, unplannable, unspreadable } from './testing/spread.ts'
import { everyStatement } from './testing/statements.ts'

const migrationsFolder = new URL('../migrations/', import.meta.url)

function sqlFile(url: URL, name: string): SqlFile {
  return { name, text: readFileSync(new URL(name, url), 'utf8') }
}

const migrations = readdirSync(migrationsFolder)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => sqlFile(migrationsFolder, name))
const forNodes = sqlFile(new URL('./db/citus/', import.meta.url), 'functions.sql')
/** The migration that made all earlier ones suitable for several nodes. */
const firstFit = '0095'

test('Citus can plan every statement on its nodes', { timeout: 120_000 }, async () => {
  const statements = await everyStatement()
  expect(statements.length).toBeGreaterThan(900)
  expect(unplannable(statements)).toEqual([])
})

test('every migration since the support of nodes works on them', () => {
  // One migration redefines accept_uploads for a single PostgreSQL; several nodes use accept_uploads_at_node, changed
  // with it. One has record_marks, which several nodes do not call because nothing is cached there (decision 0090). One
  // has close_rate_blocks, because no permits are lent there (decision 0091). One opens nothing to batches where tables
  // are spread (decision 0095).
  const batches = ['0148_operations_batches.sql']
  const marks = ['0142_tenants_marks.sql', '0145_http_blocks.sql']
  const forOne = ['0114_orders_foreign_identifier.sql', ...marks, ...batches]
  expect(unspreadable(migrations.filter(({ name }) => name >= firstFit && !forOne.includes(name)))).toEqual([])
})

test('every function across tenants has a version for several nodes', () => {
  expect(functionsForOneNode(migrations, forNodes)).toEqual([])
})

const one = (text: string): Statement[] => [{ name: 'planted', text }]

const breaches: [rule: string, breach: string, fine: string][] = [
  [
    'deleting by place',
    'with f as materialized (select ctid as place from job) delete from job j using f where j.tenant_id = $1 and j.ctid = f.place',
    'delete from job j using found f where j.tenant_id = $1 and j.job_id = f.job_id',
  ],
  [
    'a clock in CASE of an UPDATE',
    "update mail set finished_at = case when $2 = 'SENT' then now() end where tenant_id = $1",
    "update mail set finished_at = case when $2 = 'SENT' then (select now()) end where tenant_id = $1",
  ],
  [
    'a clock in COALESCE of an UPDATE',
    'update subscription set paused_at = coalesce(paused_at, now()) where tenant_id = $1',
    'update subscription set paused_at = coalesce(paused_at, (select now())) where tenant_id = $1',
  ],
  [
    'a clock in COALESCE of what is claimed',
    'update job set lease_by = $2 where tenant_id = $1 and coalesce(lease_until <= now(), true)',
    'update job set lease_by = $2 where tenant_id = $1 and (lease_until is null or lease_until <= now())',
  ],
  [
    'a clock that runs on, in an UPDATE',
    'update location set is_archived = $2, updated_at = clock_timestamp() where tenant_id = $1',
    'update location set is_archived = $2, updated_at = statement_timestamp() where tenant_id = $1',
  ],
  [
    'an id for each row, in an UPDATE',
    'update task t set lease_token = gen_random_uuid() from free f where t.tenant_id = $1 and t.task_id = f.task_id',
    'update task t set lease_token = f.token from free f where t.tenant_id = $1 and t.task_id = f.task_id',
  ],
  [
    'a clock after DO UPDATE',
    'insert into road (tenant_id, a) values ($1, $2) on conflict (tenant_id) do update set a = excluded.a, found_at = now()',
    'insert into road (tenant_id, a) values ($1, $2) on conflict (tenant_id) do update set a = excluded.a, found_at = excluded.found_at',
  ],
  [
    'a parameter after DO UPDATE of a list',
    'insert into road (tenant_id, a) select $1::uuid, g.a from unnest($2::text[]) as g (a) on conflict (tenant_id) do update set a = $3 returning tenant_id',
    'insert into road (tenant_id, a) select $1::uuid, g.a from unnest($2::text[]) as g (a) on conflict (tenant_id) do update set a = excluded.a returning tenant_id',
  ],
  [
    'an instant formatted in RETURNING',
    "insert into user_link (tenant_id) values ($1) returning to_char(expires_at, 'YYYY')",
    "with l as (insert into user_link (tenant_id) values ($1) returning expires_at) select to_char(expires_at, 'YYYY') from l",
  ],
  [
    'INSERT … SELECT without an answer',
    'insert into job (tenant_id, kind) select $1::uuid, n.kind from unnest($2::text[]) as n (kind)',
    'insert into job (tenant_id, kind) select $1::uuid, n.kind from unnest($2::text[]) as n (kind) returning tenant_id',
  ],
  [
    'VALUES with a sub-select',
    'insert into message (tenant_id, a) values ($1, (select s.a from tenant_setting s where s.tenant_id = $1))',
    'insert into message (tenant_id, a) values ($1, (1 + $2))',
  ],
  [
    'CASE x WHEN in an UPDATE',
    "update trip_stop set a = case kind when 'A' then 1 end where tenant_id = $1",
    "update trip_stop set a = case when kind = 'A' then 1 end where tenant_id = $1",
  ],
]

test.each(breaches)('%s is refused', (_rule, breach, fine) => {
  expect(unplannable(one(breach))).toHaveLength(1)
  expect(unplannable(one(fine))).toEqual([])
})

test('a statement with a separate form for nodes is judged by that form', () => {
  const [breach, fine] = [breaches[0]![1], breaches[0]![2]]
  expect(unplannable([{ name: 'planted', text: breach, atNodes: fine }])).toEqual([])
  expect(unplannable([{ name: 'planted', text: fine, atNodes: breach }])).toHaveLength(1)
})

test.each([
  [
    'on delete set null',
    'foreign key (tenant_id, a) references b on delete set null (a)',
    'foreign key (tenant_id, a) references b',
  ],
  [
    'a policy with a sub-select',
    'create policy p on t using (tenant_id = (select current_tenant()));',
    'create policy p on t using (tenant_id = current_tenant());',
  ],
  [
    'set_config of the tenant',
    "perform set_config('app.tenant', one, true);",
    "perform set_config('work_mem', '8MB', true);",
  ],
  ['numbers of one node', 'create table t (tenant_id uuid, n bigserial)', 'create table t (tenant_id uuid, n bigint)'],
])('a migration with %s is refused', (_rule, breach, fine) => {
  expect(unspreadable([{ name: '0099_a_b.sql', text: breach }])).toHaveLength(1)
  expect(unspreadable([{ name: '0099_a_b.sql', text: fine }])).toEqual([])
})

test('a function across tenants without a version for nodes is refused', () => {
  const text =
    'create function tenants_with_new_work() returns setof uuid\n  language sql stable security definer\n  as $$ select 1 $$;'
  expect(functionsForOneNode([{ name: '0099_a_b.sql', text }], forNodes)).toHaveLength(1)
  expect(functionsForOneNode([{ name: '0099_a_b.sql', text }], { name: 'functions.sql', text })).toEqual([])
})
