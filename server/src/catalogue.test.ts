import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestServer } from './testing/start-test-server.ts'
import { operatorTables } from './testing/walls.ts'

const running = await startTestServer()
const client = new pg.Client(running.ctx.db.connection)
await client.connect()
afterAll(async () => {
  await client.end()
  await running.close()
})

/** Runs a query over the catalogue and returns the first column of each row. */
async function names(sql: string, ...values: unknown[]): Promise<string[]> {
  const { rows } = await client.query({ text: sql, values, rowMode: 'array' })
  return rows.map((row) => String(row[0]))
}

const tables = `select c.oid, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p')`
const tenantTables = `select t.oid, t.relname from (${tables}) t
  join pg_attribute a on a.attrelid = t.oid and a.attname = 'tenant_id' and not a.attisdropped
  where t.relname <> 'tenant'`
const roles = ['cartage_app', 'cartage_batch', 'cartage_worker', 'cartage_directory', 'cartage_owner']

/** Functions that run as their owner and so see more than their caller. Each one is a risk to review. */
const definers = [
  // Create a tenant, suspend it, move its clock. For the worker's role only, because an operator does it.
  'create_tenant',
  'set_tenant_active',
  'set_tenant_name',
  'set_tenant_time_zone',
  // Create and drop weekly partitions of samples, with their row security. The worker's role only.
  'make_position_weeks',
  'drop_position_weeks',
  // Return the tenant of a credential: ids and the data for checking the credential, never tenant data.
  'live_clients',
  'live_credentials',
  // Return the owner of a credential whose tenant is suspended, for the answer that reports it.
  'suspended_clients',
  'tenants_of_email',
  'tenants_of_link',
  'tenants_of_session',
  'tenants_of_provider',
  'tenants_of_sign_in_domain',
  'tenants_of_sign_in',
  // List tenants with work.
  'tenants_with_deliveries',
  'tenants_with_dispatches_to_look_at',
  'tenants_with_ended_validities',
  'tenants_with_garbage',
  'tenants_with_jobs',
  'tenants_with_optimisations',
  'tenants_with_locations_to_geocode',
  'tenants_with_locations_to_place',
  'tenants_with_mail_rules',
  'tenants_with_old_messages',
  'tenants_with_old_usage',
  'tenants_with_positions_to_send',
  'tenants_with_purge_due',
  'tenants_with_ratings_due',
  'tenants_with_search_due',
  'tenants_with_simulations',
  'tenants_with_telematics_due',
  'tenants_with_unsealed_events',
  'tenants_with_uploads',
  // Remove old entries from the beginning of the trail, and erase values in it: the only two permitted changes, each
  // accounted for by an entry. The worker's role only.
  'remove_old_audit',
  'erase_audit_values',
  // Counts for the metrics of the operator.
  'operations_backlog',
  // Counts the rows of one table, so that a backup can verify it has them all.
  'count_all_rows',
  // The same for one tenant, for its export and its removal.
  'count_rows_of_tenant',
] as const

describe('tables', () => {
  test('tenant tables exist, and every other table belongs to the operator', async () => {
    expect((await names(`select relname from (${tenantTables}) t`)).length).toBeGreaterThan(10)
    const others = await names(
      `select relname from (${tables}) t where relname <> 'tenant' and oid not in (select oid from (${tenantTables}) o) order by 1`,
    )
    expect(others).toEqual([...operatorTables].sort())
  })

  test('row security is on and forced on every tenant table', async () => {
    const open = `select c.relname from pg_class c join (${tenantTables}) t on t.oid = c.oid
      where not (c.relrowsecurity and c.relforcerowsecurity)`
    expect(await names(open)).toEqual([])
  })

  test('every tenant table has the policy own_tenant for all commands, with using and check on the tenant', async () => {
    const wall = `select t.relname from (${tenantTables}) t where not exists (
      select from pg_policy p where p.polrelid = t.oid and p.polname = 'own_tenant' and p.polcmd = '*' and p.polpermissive
         and p.polroles = '{0}'
         and pg_get_expr(p.polqual, t.oid) like '%tenant_id = ( SELECT current_tenant()%'
         and pg_get_expr(p.polwithcheck, t.oid) like '%tenant_id = ( SELECT current_tenant()%')`
    expect(await names(wall)).toEqual([])
  })

  test('no other policy opens a tenant table, except for the directory to read and count, and for a batch to have the rows of its tenants', async () => {
    const batch = '(tenant_id = ANY (( SELECT current_tenants() AS current_tenants)::uuid[]))'
    const others = `select polrelid::regclass || '.' || polname from pg_policy
      where polname <> 'own_tenant' and not (polcmd = 'r'
        and polroles = array[(select oid from pg_roles where rolname = 'cartage_directory')]
        and (polname = 'directory' or (polname = 'counting' and pg_get_expr(polqual, polrelid)
          = '(( SELECT CURRENT_USER AS "current_user") = ''cartage_directory''::name)')))
        and not (polname = 'of_batch' and polroles = array[(select oid from pg_roles where rolname = 'cartage_batch')]
          and pg_get_expr(polqual, polrelid) = '${batch}' and pg_get_expr(polwithcheck, polrelid) = '${batch}')`
    expect(await names(others)).toEqual([])
  })

  test('a role that counts rows reads only the tenant of a row', async () => {
    const uncounted = `select t.relname from (${tenantTables}) t where not exists (
      select from pg_policy p where p.polrelid = t.oid and p.polname = 'counting')`
    expect(await names(uncounted)).toEqual([])
    const columns = `select t.relname || '.' || a.attname || ': ' || r.rolname || ' ' || x.privilege_type
      from (${tenantTables}) t join pg_attribute a on a.attrelid = t.oid, aclexplode(a.attacl) x
      join pg_roles r on r.oid = x.grantee
      where not (a.attname = 'tenant_id' and r.rolname = 'cartage_directory' and x.privilege_type = 'SELECT')`
    expect(await names(columns)).toEqual([])
  })

  test('tenant_id is never null', async () => {
    const nullable = `select t.relname from (${tenantTables}) t join pg_attribute a on a.attrelid = t.oid
      where a.attname = 'tenant_id' and not a.attnotnull`
    expect(await names(nullable)).toEqual([])
  })

  test('every tenant table has a primary key, and each unique key begins with the tenant', async () => {
    const without = `select t.relname from (${tenantTables}) t
      where not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)`
    expect(await names(without)).toEqual([])
    const oracles = `select i.indexrelid::regclass::text from pg_index i join (${tenantTables}) t on t.oid = i.indrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
      where i.indisunique and a.attname <> 'tenant_id'`
    expect(await names(oracles)).toEqual([])
  })

  test('each foreign key of a tenant table begins with the tenant on both sides', async () => {
    const crossing = `select c.conrelid::regclass || '.' || c.conname from pg_constraint c
      join (${tenantTables}) t on t.oid = c.conrelid
      join pg_attribute mine on mine.attrelid = c.conrelid and mine.attnum = c.conkey[1]
      join pg_attribute theirs on theirs.attrelid = c.confrelid and theirs.attnum = c.confkey[1]
      where c.contype = 'f' and (mine.attname <> 'tenant_id' or theirs.attname <> 'tenant_id')`
    // Operator-owned rows may be referenced by their own id, because they reveal nothing about another tenant.
    expect(await names(`${crossing} and not c.confrelid::regclass::text = any($1)`, operatorTables)).toEqual([])
  })

  test('the only triggers protect finalised documents, detach removed endpoints or set the code of a hold; there are no sequences or materialised views, and every view has the rights of its caller', async () => {
    // They only read rows of their own tenant.
    const parts = ['invoice_line', 'invoice_line_item', 'invoice_tax'].flatMap((table) =>
      ['insert', 'update', 'delete'].map((change) => `keep_finalised_${change} on ${table}`),
    )
    // For processes of an older version, which write the reason of a hold without its code.
    const coded = ['new', 'changed'].map((change) => `order_hold_reason_code_of_${change} on transport_order`)
    const kept = ['keep_finalised on invoice', 'forget_subscription on subscription', ...coded, ...parts]
    const triggers = `select tgname || ' on ' || tgrelid::regclass from pg_trigger where not tgisinternal order by 1`
    expect((await names(triggers)).toSorted()).toEqual(kept.toSorted())
    const kinds = `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and (c.relkind in ('S', 'm')
        or (c.relkind = 'v' and not coalesce(c.reloptions, '{}') @> '{security_invoker=true}'))`
    expect(await names(kinds)).toEqual([])
  })
})

describe('roles', () => {
  test('none can log in, bypass row security or create roles', async () => {
    const rows = await names(
      `select rolname from pg_roles where rolname = any($1)
         and not (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole or rolcreatedb or rolreplication) order by 1`,
      roles,
    )
    expect(rows).toEqual([...roles].sort())
  })

  test('no role that serves or works can become another', async () => {
    const memberships = `select r.rolname || ' in ' || g.rolname from pg_auth_members m
      join pg_roles r on r.oid = m.member join pg_roles g on g.oid = m.roleid where r.rolname = any($1)`
    // The owner is a member of the directory role so that migrations can transfer functions to that role.
    expect(await names(memberships, ['cartage_app', 'cartage_worker', 'cartage_batch', 'cartage_directory'])).toEqual(
      [],
    )
  })

  test('the owner owns every table, the serving roles own nothing', async () => {
    const owned = `select t.relname from (${tables}) t join pg_class c on c.oid = t.oid
      where pg_get_userbyid(c.relowner) <> 'cartage_owner'`
    expect(await names(owned)).toEqual([])
  })

  test('the serving roles may only read and write rows, and no other role may use tenant tables', async () => {
    const grants = `select t.relname || ': ' || coalesce(r.rolname, 'public') || ' ' || a.privilege_type
      from (${tenantTables}) t join pg_class c on c.oid = t.oid, aclexplode(c.relacl) a
      left join pg_roles r on r.oid = a.grantee
      where coalesce(r.rolname, 'public') <> 'cartage_owner'
        and not (r.rolname in ('cartage_app', 'cartage_worker', 'cartage_batch') and a.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE'))
        and not (coalesce(r.rolname, '') = 'cartage_directory' and a.privilege_type = 'SELECT')`
    expect(await names(grants)).toEqual([])
  })

  test('a batch may do what the worker may, on the tables that it has a policy for, and nothing on any other', async () => {
    const rightsOf = (role: string) => `select string_agg(a.privilege_type, ' ' order by 1) from aclexplode(t.relacl) a
      where a.grantee = '${role}'::regrole`
    const wrong = `select t.relname from (select c.* from pg_class c join (${tenantTables}) of on of.oid = c.oid) t
      where (${rightsOf('cartage_batch')}) is distinct from case
        when exists (select from pg_policy p where p.polrelid = t.oid and p.polname = 'of_batch')
        then (${rightsOf('cartage_worker')}) end`
    expect(await names(wrong)).toEqual([])
  })

  test('no serving role may write the tables that decide who a tenant is', async () => {
    const grants = `select r.rolname || ' ' || a.privilege_type from pg_class c, aclexplode(c.relacl) a
      join pg_roles r on r.oid = a.grantee
      where c.relname in ('tenant', 'migration') and r.rolname in ('cartage_app') and a.privilege_type <> 'SELECT'`
    expect(await names(grants)).toEqual([])
  })
})

describe('functions that run as their owner', () => {
  const definer = `from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and p.prosecdef`

  test('are exactly the listed ones', async () => {
    expect(await names(`select p.proname ${definer} order by 1`)).toEqual([...definers].sort())
  })

  test('that look up work or credentials return ids and no text of a tenant', async () => {
    const returningText = `select p.proname ${definer} and p.proname like 'tenants\\_%'
      and exists (select from unnest(coalesce(p.proallargtypes, array[p.prorettype])) with ordinality given (type, place)
        where coalesce(p.proargmodes[place], 't') in ('t', 'o') and type::regtype::text not in ('uuid', 'bigint', 'integer'))`
    expect(await names(returningText)).toEqual([])
  })

  test('fix their search path and are not open to everyone', async () => {
    const loose = `select p.proname ${definer} and (p.proconfig is null
      or not exists (select from unnest(p.proconfig) setting where setting like 'search_path=%')
      or has_function_privilege('public', p.oid, 'execute'))`
    expect(await names(loose)).toEqual([])
  })

  test('belong to the directory or to the owner, never to an administrator', async () => {
    const owners = `select p.proname ${definer} and pg_get_userbyid(p.proowner) not in ('cartage_directory', 'cartage_owner')`
    expect(await names(owners)).toEqual([])
  })
})

describe('row security alone', () => {
  test('without a tenant no row is visible in any tenant table', async () => {
    const owner = await running.tenant()
    expect(owner.tenantId).toMatch(/^[0-9a-f-]{36}$/)
    const seen: string[] = []
    for (const table of await names(`select relname from (${tenantTables}) t order by 1`)) {
      const { rows } = await running.ctx.db.shared.query(`select 1 from ${pg.escapeIdentifier(table)} limit 1`)
      if (rows.length > 0) seen.push(table)
    }
    expect(seen).toEqual([])
  })
})

describe('foreign keys', () => {
  test('a check uses the key index, even when it is planned while the table is empty', async () => {
    // Same planner settings as background connections, without full table scans.
    const settings = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_material']
    for (const name of settings) await client.query(`set ${name} = off`)
    const { rows } = await client.query<{ referred: string; columns: string[] }>(
      `select distinct confrelid::regclass::text as referred,
              (select array_agg(a.attname::text order by k.place)
                 from unnest(confkey) with ordinality as k (number, place)
                 join pg_attribute a on a.attrelid = confrelid and a.attnum = k.number) as columns
         from pg_constraint where contype = 'f'`,
    )
    expect(rows.length).toBeGreaterThan(10)
    const walks: string[] = []
    for (const { referred, columns } of rows) {
      const fits = columns.map((column, at) => `x.${column} = $${at + 1}`).join(' and ')
      const plan = await names(`explain (generic_plan) select from only ${referred} x where ${fits} for key share of x`)
      if (plan.some((line) => line.includes('Filter:'))) walks.push(referred, ...plan)
    }
    for (const name of settings) await client.query(`reset ${name}`)
    expect(walks).toEqual([])
  })
})
