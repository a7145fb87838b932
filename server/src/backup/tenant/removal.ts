import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Context } from '../../context.ts'
import { DatabaseClient } from '../../db/client.ts'
import { ownerRole } from '../../db/roles.ts'
import type { TableFacts } from '../../db/tables.ts'
import { loopbackSettingOf } from '../../net/loopback.ts'
import { BackupError } from '../files.ts'
import { listFiles } from '../rows.ts'
import { countRows, moveWhole, tablesOf } from './tables.ts'

/** What a removal needs of the context. */
export type Removing = Pick<Context, 'db' | 'files' | 'log'>

/** What a tenant has, and what went with it. */
export interface TenantSize {
  tenant_id: string
  slug: string
  name: string
  rows: number
  documents: number
  /** Rows by table, those that have some. */
  tables: Record<string, number>
}

/** Where the audit trail ended. */
interface Trail {
  sequence: number
  hash: string
}

interface Named {
  tenant_id: string
  slug: string
  name: string
}

/** Rows one transaction removes: other tenants never wait for a long one. */
const batch = 2_000
/** Milliseconds that background work may take to end. */
const longestQuiet = 90_000
/** Its lease belongs to an accounting system, which cannot report any more. */
const leasedOutside = 'task'

/** Counts what a removal would remove. */
export async function measureTenant({ db }: Pick<Removing, 'db'>, tenant: Named): Promise<TenantSize> {
  return await withOwner(db, async (client) => {
    const { own } = await tablesOf(client, tenant.tenant_id)
    return await measure(client, own, tenant)
  })
}

/**
 * Removes one tenant: its rows in every tenant table, its documents, and the tenant itself; there is no way back (OPS-17). It is switched
 * off first, so that its callers get 401; waiting work is dropped, what runs may end. Cut short, it is done to its end by
 * the same command. What is left is one row about it in the record of the installation.
 * @throws BackupError when background work of the tenant does not end
 */
export async function removeTenant(ctx: Removing, tenant: Named): Promise<TenantSize> {
  const { tenant_id: tenantId } = tenant
  await ctx.db.worker.query('select set_tenant_active($1, false)', [tenantId])
  return await withOwner(ctx.db, async (client) => {
    const { own } = await tablesOf(client, tenantId)
    const size = await measure(client, own, tenant)
    const trail = await inOwn(client, tenantId, () => readTrail(client, tenantId))
    await quieten(client, own, tenantId)
    await removeFiles(ctx, client, tenantId)
    await removeRest(client, own, { ...size, trail })
    ctx.log.warn({ tenant_id: tenantId, slug: tenant.slug, rows: size.rows }, 'a tenant was removed')
    return size
  })
}

async function withOwner<T>(db: Context['db'], work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new DatabaseClient({ ...db.connection, application_name: 'cartage tenant delete' })
  await client.connect()
  try {
    await client.query(`set role ${ownerRole}`)
    return await work(client)
  } finally {
    await client.end()
  }
}

async function inOwn<T>(client: pg.Client, tenantId: string, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await moveWhole(client, tenantId)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function measure(client: pg.Client, own: readonly TableFacts[], tenant: Named): Promise<TenantSize> {
  const tables: Record<string, number> = {}
  for (const { name } of own) {
    const rows = await countRows(client, name, tenant.tenant_id)
    if (rows > 0) tables[name] = rows
  }
  const { tenant_id, slug, name } = tenant
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  return { tenant_id, slug, name, rows, documents: tables.document_content ?? 0, tables }
}

async function readTrail(client: pg.Client, tenantId: string): Promise<Trail | undefined> {
  const { rows } = await client.query<Trail>(
    `select sequence::float8 as sequence, encode(hash, 'hex') as hash from audit_head where tenant_id = $1`,
    [tenantId],
  )
  return rows[0]
}

/** Drops waiting work of the queues until nothing is leased, then lets transactions end that began before. */
async function quieten(client: pg.Client, own: readonly TableFacts[], tenantId: string): Promise<void> {
  const queues = own.filter(({ name, columns }) => columns.includes('lease_until') && name !== leasedOutside)
  const isQuiet = async () => {
    let leased = 0
    for (const { name } of queues) {
      leased += await inOwn(client, tenantId, () => dropWaiting(client, name, tenantId))
    }
    return leased === 0
  }
  await until(isQuiet)
  const { rows } = await client.query<{ at: string }>('select clock_timestamp()::text as at')
  await until(() => haveEnded(client, rows[0]!.at))
}

/** Whether every transaction of this installation that began before `at` has ended. Seen as the login, whose they are. */
async function haveEnded(client: pg.Client, at: string): Promise<boolean> {
  await client.query('reset role')
  const { rows } = await client.query<{ some: boolean }>(
    `select exists (select from pg_stat_activity
                     where datname = current_database() and xact_start < $1::timestamptz and state <> 'idle'
                       and pid <> pg_backend_pid() and application_name = 'cartage') as some`,
    [at],
  )
  await client.query(`set role ${ownerRole}`)
  return !rows[0]!.some
}

/** @returns how many rows are leased at this moment */
async function dropWaiting(client: pg.Client, table: string, tenantId: string): Promise<number> {
  const name = pg.escapeIdentifier(table)
  await client.query(`delete from ${name} where tenant_id = $1 and (lease_until is null or lease_until <= now())`, [
    tenantId,
  ])
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${name} where tenant_id = $1`, [
    tenantId,
  ])
  return Number(rows[0]!.count)
}

async function until(isReached: () => Promise<boolean>): Promise<void> {
  const began = Date.now()
  while (!(await isReached())) {
    if (Date.now() - began > longestQuiet) {
      throw new BackupError(
        'Work of the tenant, or a long transaction of another program, did not end within 90 seconds. The tenant is ' +
          'switched off and nothing else is lost: run the command again later, or stop `cartage work` first.',
      )
    }
    await sleep(250)
  }
}

/** Bytes go before their rows, so that no bytes are ever without a row. */
async function removeFiles({ files }: Removing, client: pg.Client, tenantId: string): Promise<void> {
  const referenced = await inOwn(client, tenantId, () => listFiles(client, [tenantId]))
  for (const file of referenced) await files.remove(file)
}

/** A server that counts its requests every so often may write a row of the tenant after all others are gone. */
class RowCame extends BackupError {}

async function removeRest(
  client: pg.Client,
  own: readonly TableFacts[],
  size: TenantSize & { trail: Trail | undefined },
): Promise<void> {
  for (let turn = 1; ; turn += 1) {
    await removeRows(client, own, size.tenant_id)
    try {
      return await removeLast(client, own, size)
    } catch (error) {
      if (!(error instanceof RowCame) || turn === 5) throw error
    }
  }
}

/** Again while something is left: what ended meanwhile may have written a row. */
async function removeRows(client: pg.Client, own: readonly TableFacts[], tenantId: string): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    let left = 0
    for (const { name } of own.toReversed()) {
      if (name !== lastTable) await removeTable(client, name, tenantId)
    }
    for (const { name } of own) if (name !== lastTable) left += await countRows(client, name, tenantId)
    if (left === 0) return
  }
  throw new BackupError(
    'Rows of the tenant come back as fast as they are removed. Stop `cartage work`, then run it again.',
  )
}

/** Goes together with the tenant: a backup compares their numbers. */
const lastTable = 'tenant_setting'

async function removeTable(client: pg.Client, table: string, tenantId: string): Promise<void> {
  const { key, is_whole: isWhole } = await keyOf(client, table)
  const name = pg.escapeIdentifier(table)
  const chosen = `select ${key} from ${name} where tenant_id = $1 limit ${batch}`
  const text = isWhole
    ? `delete from ${name} where tenant_id = $1`
    : `delete from ${name} where tenant_id = $1 and (${key}) in (${chosen})`
  for (;;) {
    const { rowCount } = await inOwn(client, tenantId, () => client.query(text, [tenantId]))
    if (isWhole || (rowCount ?? 0) < batch) return
  }
}

/** Columns of the primary key; whole when rows of the table point at one another, so that one statement has them all. */
async function keyOf(client: pg.Client, table: string): Promise<{ key: string; is_whole: boolean }> {
  const { rows } = await client.query<{ key: string; is_whole: boolean }>(
    `select string_agg(quote_ident(a.attname), ', ' order by a.attnum) as key,
            exists (select from pg_constraint f where f.conrelid = i.indrelid and f.confrelid = i.indrelid) as is_whole
       from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = $1::regclass and i.indisprimary group by i.indrelid`,
    [table],
  )
  return rows[0]!
}

async function removeLast(
  client: pg.Client,
  own: readonly TableFacts[],
  { tenant_id: tenantId, slug, name, rows, documents, trail }: TenantSize & { trail: Trail | undefined },
): Promise<void> {
  await inOwn(client, tenantId, async () => {
    await client.query(
      `insert into removed_tenant
              (removed_tenant_id, slug, name, epoch, removed_rows, removed_documents, trail_sequence, trail_hash)
       select tenant_id, $2, $3, epoch, $4, $5, $6, decode($7, 'hex') from tenant where tenant_id = $1`,
      [tenantId, slug, name, rows, documents, trail?.sequence ?? null, trail?.hash ?? null],
    )
    await client.query(`delete from ${lastTable} where tenant_id = $1`, [tenantId])
    for (const table of own) {
      const left = await countRows(client, table.name, tenantId)
      if (left > 0)
        throw new RowCame(`A row of ${table.name} came while the tenant was removed: run the command again.`)
    }
    await client.query('delete from operator_setting where name = $1', [loopbackSettingOf(tenantId)])
    await client.query('delete from tenant where tenant_id = $1', [tenantId])
  })
}
