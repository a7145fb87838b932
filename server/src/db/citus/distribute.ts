import type pg from 'pg'
import { databaseRoles } from '../roles.ts'
import { judgeCluster, onEveryNode, readCluster } from './cluster.ts'
import { fitFunctions } from './functions.ts'
import { faultsOfTables, planTables, type TableStep } from './placement.ts'
import { anchor, unlinkedTables } from './tables.ts'

/** Distribution steps, or why they are refused. */
export interface Plan {
  /** Sentences with instructions. Nothing is changed unless this is empty. */
  refusals: string[]
  workers: number
  tables: TableStep[]
  /** Number of foreign keys to drop first and restore last. */
  keys: number
}

/** No table was moved. `reasons` are sentences with instructions. */
export class DistributionRefused extends Error {
  override name = 'DistributionRefused'
  readonly reasons: readonly string[]

  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'))
    this.reasons = reasons
  }
}

/**
 * Plans what `distribute` would do, table by table. Changes nothing.
 * @param client of the owner's login, with the schema of this version
 */
export async function planDistribution(client: pg.Client): Promise<Plan> {
  const cluster = await readCluster(client)
  if (cluster === undefined) {
    const reason =
      'The database has no Citus. Install it on every node, add it to shared_preload_libraries, and run on each: ' +
      'create extension citus;'
    return { refusals: [reason], workers: 0, tables: [], keys: 0 }
  }
  const steps = await planTables(client, cluster.placed)
  const clusterFaults = judgeCluster(cluster)
  const refusals = [
    ...clusterFaults,
    ...(await refuseLogin(client)),
    ...(clusterFaults.length > 0 ? [] : await refuseNodes(client)),
    ...(await faultsOfTables(client, steps)),
    ...(steps.every((step) => step.is_done) ? [] : await refuseRunning(client)),
  ]
  const keys = await countKeys(client, steps)
  return { refusals, workers: cluster.nodes.filter((node) => !node.is_coordinator).length, tables: steps, keys }
}

async function refuseLogin(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ login: string; is_superuser: boolean }>(
    'select session_user as login, rolsuper as is_superuser from pg_roles where rolname = session_user',
  )
  const { login, is_superuser: isSuperuser } = rows[0]!
  if (isSuperuser) return []
  return [
    `The login "${login}" is no superuser, and spreading tables needs one. Use one in DATABASE_URL for this command.`,
  ]
}

/** Every node must be reachable under every role and able to commit in two phases. */
async function refuseNodes(client: pg.Client): Promise<string[]> {
  const faults: string[] = []
  for (const { node, result } of await onEveryNode(client, 'show max_prepared_transactions')) {
    if (Number(result) > 0) continue
    faults.push(
      `On ${node} max_prepared_transactions is 0: set it to max_connections in postgresql.conf and restart it.`,
    )
  }
  for (const role of databaseRoles) {
    await client.query(`set role ${role}`)
    const answers = await onEveryNode(client, 'select 1').finally(() => client.query('reset role'))
    for (const { node, success, result } of answers) {
      if (success) continue
      faults.push(
        `The node ${node} is not reached as ${role} (${result}). Run on every node: alter role ${role} login; and let the ` +
          'nodes reach each other under that role (pg_hba.conf with certificates, or a password in .pgpass).',
      )
    }
  }
  return faults
}

/** Refuses to move tables while processes use the database. */
async function refuseRunning(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and application_name = 'cartage' and pid <> pg_backend_pid()`,
  )
  if (rows[0]!.count === 0) return []
  return [
    `${rows[0]!.count} connections of cartage serve, cartage work or a command are open. Stop them, and wait a minute if they ` +
      'have just ended.',
  ]
}

// The key of a partition is handled with its table. Keys that stay unchanged are not counted.
const keysOf = `
  select c.relname as table_name, f.conname as name, pg_get_constraintdef(f.oid) as definition
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
   where f.contype = 'f' and f.conparentid = 0 and f.connamespace = 'public'::regnamespace
     and (c.relname = any ($1) or t.relname = any ($1))`

function waiting(steps: readonly TableStep[]): string[] {
  return steps.filter(({ is_done: isDone }) => !isDone).map(({ table }) => table)
}

async function countKeys(client: pg.Client, steps: readonly TableStep[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select (select count(*) from (${keysOf}) k)::integer + (select count(*) from key_set_aside)::integer as count`,
    [waiting(steps)],
  )
  return rows[0]!.count
}

/**
 * Spreads the tables over the nodes (OPS-10). Each step is its own transaction, so the next run resumes an interrupted
 * one. Until the last step no process uses the database (see judgeSession).
 * @param shards number of pieces per tenant table, which limits the number of nodes that can share it
 * @param report called after each step
 * @throws DistributionRefused, before anything is changed
 */
export async function distribute(client: pg.Client, shards: number, report: (step: string) => void): Promise<void> {
  const plan = await planDistribution(client)
  if (plan.refusals.length > 0) throw new DistributionRefused(plan.refusals)
  await setNodes(client)
  await client.query(`select set_config('citus.shard_count', $1, false)`, [String(shards)])
  await fitPolicies(client)
  await setKeysAside(client, plan.tables)
  for (const step of plan.tables) {
    if (step.is_done) continue
    await place(client, step)
    report(`${step.table} is ${step.to}`)
  }
  const keys = await putKeysBack(client)
  report(`${keys} foreign keys are back`)
  await fitFunctions(client)
  report('the functions for several nodes are in place')
}

/**
 * Settings of every session on every node: the tenant of a transaction must reach all nodes, and triggers stay on one
 * node.
 */
async function setNodes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  const name = rows[0]!.name
  for (const setting of ["citus.propagate_set_commands to 'local'", 'citus.enable_unsafe_triggers to on']) {
    // Citus propagates it to the other nodes.
    await client.query(`alter database ${name} set ${setting}`)
  }
  await client.query("set citus.propagate_set_commands to 'local'")
  await client.query('set citus.enable_unsafe_triggers to on')
}

/**
 * Nodes refuse a policy with a sub-select. The row security is equivalent before and after. All policies change before
 * the first table moves, so a resumed run finds none left.
 */
async function fitPolicies(client: pg.Client): Promise<void> {
  await closeBatches(client)
  const { rows } = await client.query<{ table: string; name: string }>(
    `select c.relname as "table", p.polname as name from pg_policy p join pg_class c on c.oid = p.polrelid
      where c.relnamespace = 'public'::regnamespace and p.polname in ('own_tenant', 'counting')
        and pg_get_expr(p.polqual, p.polrelid) ilike '%select%'`,
  )
  const own = 'tenant_id = current_tenant()'
  await inTransaction(client, async () => {
    for (const { table, name } of rows) {
      const condition =
        name === 'own_tenant' ? `using (${own}) with check (${own})` : "using (current_user = 'cartage_directory')"
      await client.query(`alter policy ${name} on ${quoted(table)} ${condition}`)
    }
  })
}

/** Over nodes each tenant has its own transaction, so worker batches never need rows of several (decision 0095). */
async function closeBatches(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `select c.relname as "table" from pg_policy p join pg_class c on c.oid = p.polrelid
      where c.relnamespace = 'public'::regnamespace and p.polname = 'of_batch'`,
  )
  await inTransaction(client, async () => {
    for (const { table } of rows) await client.query(`drop policy of_batch on ${quoted(table)}`)
  })
}

/** In one transaction with the list of dropped keys: an interruption leaves either all keys or the whole list. */
async function setKeysAside(client: pg.Client, steps: readonly TableStep[]): Promise<void> {
  await inTransaction(client, async () => {
    const { rows } = await client.query<{ table_name: string; name: string; definition: string }>(
      `with keys as (${keysOf}), kept as (
         insert into key_set_aside (table_name, name, definition)
         select k.table_name, k.name, k.definition from keys k
          where not exists (select from pg_constraint f join pg_class t on t.oid = f.confrelid
                             where f.conname = k.name and f.conrelid = k.table_name::regclass and t.relname = any ($2))
         on conflict do nothing)
       select * from keys`,
      [waiting(steps), unlinkedTables],
    )
    for (const { table_name: table, name } of rows) {
      await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
    }
  })
}

async function place(client: pg.Client, { table, to }: TableStep): Promise<void> {
  if (to === 'local') throw new Error(`${table} was placed by hand: it belongs on the coordinator alone`)
  if (to === 'copied') await client.query('select create_reference_table($1)', [table])
  else {
    const next = table === anchor ? 'none' : anchor
    await client.query("select create_distributed_table($1, 'tenant_id', colocate_with => $2)", [table, next])
  }
  // The rows are on the nodes now. Leftover local rows would block an upgrade.
  await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [table])
}

async function putKeysBack(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ table_name: string; name: string; definition: string }>(
    'select table_name, name, definition from key_set_aside order by 1, 2',
  )
  for (const { table_name: table, name, definition } of rows) {
    await inTransaction(client, async () => {
      await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
      await client.query('delete from key_set_aside where table_name = $1 and name = $2', [table, name])
    })
  }
  return rows.length
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
