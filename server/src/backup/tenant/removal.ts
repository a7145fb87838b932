import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Context } from '../../context.ts'
import { DatabaseClient } from '../../db/client.ts'
import { sqlState } from '../../db/failure.ts'
import { ownerRole } from '../../db/roles.ts'
import type { TableFacts } from '../../db/tables.ts'
import { loopbackSettingOf } from '../../net/loopback.ts'
import { BackupError } from '../files.ts'
import { listFiles } from '../rows.ts'
import { clearMark, onlyToItsEnd, type RemovalMark, readMark, writeMark } from './removal-mark.ts'
import { countRows, moveWhole, tablesOf } from './tables.ts'

/** Dependencies of a removal. */
export type Removing = Pick<Context, 'db' | 'files' | 'log'>

/** Rows and files of a tenant, also as the result of its removal. */
export interface TenantSize {
  tenant_id: string
  slug: string
  name: string
  rows: number
  documents: number
  /** Rows by table, without empty tables. */
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

/** Milliseconds that background work may take to end. */
const longestQuiet = 90_000
/** Its lease belongs to an accounting system, which can no longer report. */
const leasedOutside = 'task'
/** SQLSTATEs of a removal that conflicts with a new or locked row: it is tried again. */
const cameMeanwhile: readonly (string | undefined)[] = ['23503', '40P01']

/** Counts what a removal would remove. */
export async function measureTenant({ db }: Pick<Removing, 'db'>, tenant: Named): Promise<TenantSize> {
  return await withOwner(db, async (client) => {
    const { own } = await tablesOf(client, tenant.tenant_id)
    return await measure(client, own, tenant)
  })
}

/**
 * Removes one tenant: its rows in every tenant table, its documents, and the tenant itself. It cannot be undone
 * (OPS-17). The tenant is switched off first, so that its callers get 401 and its running work may end. The removal is
 * all or nothing: after a failure the tenant is unchanged and switched on again. Interrupted while files are removed,
 * it stays off and the same command completes it. Interrupted before that, the command repeats it, or it is called off
 * (OPS-40). Only one row about it remains in the record of the installation.
 * @throws BackupError when background work of the tenant does not end, or another process removes it
 */
export async function removeTenant(ctx: Removing, tenant: Named): Promise<TenantSize> {
  const { tenant_id: tenantId } = tenant
  return await withOwner(ctx.db, async (client) => {
    await beAlone(client, tenant)
    // First of all: a table missing from the product's lists stops the removal before any change.
    const { own } = await tablesOf(client, tenantId)
    const mark = await shutOut(ctx, tenantId)
    let isWhole = !mark.files_begun
    const begun = async () => {
      isWhole = false
      await writeMark(ctx, tenantId, { ...mark, files_begun: true })
    }
    try {
      const size = await measure(client, own, tenant)
      await quieten(client, queuesOf(own), tenantId)
      await removeAll(ctx, client, own, size, begun)
      ctx.log.warn({ tenant_id: tenantId, slug: tenant.slug, rows: size.rows }, 'a tenant was removed')
      return size
    } catch (error) {
      if (isWhole) await letGo(ctx, client, { tenantId, own }, mark)
      throw error
    }
  })
}

/**
 * Switches a tenant off for its removal and records that, so that an interrupted removal is recognised (OPS-40).
 * @returns its progress; an interrupted removal continues where it stopped
 */
export async function shutOut(ctx: Pick<Removing, 'db'>, tenantId: string): Promise<RemovalMark> {
  const before = await readMark(ctx, tenantId)
  const mark = before ?? { was_active: await isTenantActive(ctx, tenantId), files_begun: false }
  if (before === undefined) await writeMark(ctx, tenantId, mark)
  await setActive(ctx, tenantId, false)
  return mark
}

/**
 * Calls off an interrupted removal: the work it held may start again. Does nothing without one.
 * @throws BackupError when some of its files are deleted, or the removal is running
 */
export async function callOffRemoval(ctx: Pick<Removing, 'db'>, tenant: Named): Promise<void> {
  const mark = await readMark(ctx, tenant.tenant_id)
  if (mark === undefined) return
  await withOwner(ctx.db, async (client) => {
    await beAlone(client, tenant)
    if (mark.files_begun) throw new BackupError(`${onlyToItsEnd(tenant.slug)}.`)
    const { own } = await tablesOf(client, tenant.tenant_id)
    await letGo(ctx, client, { tenantId: tenant.tenant_id, own }, { ...mark, was_active: false })
  })
}

async function letGo(
  ctx: Pick<Removing, 'db'>,
  client: pg.Client,
  { tenantId, own }: { tenantId: string; own: readonly TableFacts[] },
  { was_active: wasActive }: RemovalMark,
): Promise<void> {
  await releaseWaiting(client, queuesOf(own), tenantId)
  if (wasActive) await setActive(ctx, tenantId, true)
  await clearMark(client, tenantId)
}

/** @throws BackupError when another process is removing the tenant */
async function beAlone(client: pg.Client, { tenant_id: tenantId, slug }: Named): Promise<void> {
  const { rows } = await client.query<{ alone: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as alone',
    [`removing ${tenantId}`],
  )
  if (!rows[0]!.alone) throw new BackupError(`Another process removes ${slug} at this moment. Wait for it.`)
}

async function setActive({ db }: Pick<Removing, 'db'>, tenantId: string, isActive: boolean): Promise<void> {
  await db.worker.query('select set_tenant_active($1, $2)', [tenantId, isActive])
}

/** Tables of work that processes lease. */
function queuesOf(own: readonly TableFacts[]): string[] {
  return own
    .filter(({ name, columns }) => columns.includes('lease_until') && name !== leasedOutside)
    .map(({ name }) => name)
}

async function isTenantActive({ db }: Pick<Removing, 'db'>, tenantId: string): Promise<boolean> {
  const { rows } = await db.worker.query<{ is_active: boolean }>('select is_active from tenant where tenant_id = $1', [
    tenantId,
  ])
  return rows[0]?.is_active ?? false
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

/**
 * Waits until no background work of the tenant is leased and all earlier transactions have ended. A lease without end
 * keeps its waiting work from starting meanwhile.
 */
async function quieten(client: pg.Client, queues: readonly string[], tenantId: string): Promise<void> {
  await waitFor(async () => {
    let leased = 0
    for (const name of queues) leased += await inOwn(client, tenantId, () => holdWaiting(client, name, tenantId))
    return leased === 0
  })
  const { rows } = await client.query<{ at: string }>('select clock_timestamp()::text as at')
  await waitFor(() => haveEnded(client, rows[0]!.at))
}

/**
 * Whether every transaction of this installation that began before `at` has ended. Queried as the login that owns them.
 */
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

/** @returns how many rows are currently leased by others */
async function holdWaiting(client: pg.Client, table: string, tenantId: string): Promise<number> {
  const name = pg.escapeIdentifier(table)
  const isFree = '(lease_until is null or lease_until <= now())'
  await client.query(`update ${name} set lease_until = 'infinity' where tenant_id = $1 and ${isFree}`, [tenantId])
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from ${name} where tenant_id = $1 and lease_until <> 'infinity'`,
    [tenantId],
  )
  return Number(rows[0]!.count)
}

/** Releases the waiting work after a removal that did not take place. */
async function releaseWaiting(client: pg.Client, queues: readonly string[], tenantId: string): Promise<void> {
  for (const table of queues) {
    const text = `update ${pg.escapeIdentifier(table)} set lease_until = null where tenant_id = $1 and lease_until = 'infinity'`
    await inOwn(client, tenantId, () => client.query(text, [tenantId]))
  }
}

async function waitFor(isReached: () => Promise<boolean>): Promise<void> {
  const began = Date.now()
  while (!(await isReached())) {
    if (Date.now() - began > longestQuiet) {
      throw new BackupError(
        'Work of the tenant, or a long transaction of another program, did not end within 90 seconds. Nothing was ' +
          'removed: run the command again later, or stop `cartage work` first.',
      )
    }
    await sleep(250)
  }
}

/** A row arrived during the removal: a server counts its requests periodically. */
class RowCame extends BackupError {}

/** Attempts while new rows keep arriving. */
const mostTurns = 5

/**
 * Removes rows, files and the tenant in one transaction: if one row cannot be removed, all of them and the files stay.
 * Files are removed last but before the commit, so that no bytes are ever without a row. If that is interrupted, the
 * rows still identify the remaining files.
 */
async function removeAll(
  { files }: Removing,
  client: pg.Client,
  own: readonly TableFacts[],
  size: TenantSize,
  begun: () => Promise<void>,
): Promise<void> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await inOwn(client, size.tenant_id, async () => {
        const trail = await readTrail(client, size.tenant_id)
        const referenced = await listFiles(client, [size.tenant_id])
        await removeRows(client, own, { ...size, trail })
        await begun()
        for (const file of referenced) await files.remove(file)
        await clearMark(client, size.tenant_id)
      })
    } catch (error) {
      const isLate = error instanceof RowCame || cameMeanwhile.includes(sqlState(error))
      if (!isLate || turn === mostTurns) throw error
    }
  }
}

async function removeRows(
  client: pg.Client,
  own: readonly TableFacts[],
  { tenant_id: tenantId, slug, name, rows, documents, trail }: TenantSize & { trail: Trail | undefined },
): Promise<void> {
  await client.query(
    `insert into removed_tenant
            (removed_tenant_id, slug, name, epoch, removed_rows, removed_documents, trail_sequence, trail_hash)
     select tenant_id, $2, $3, epoch, $4, $5, $6, decode($7, 'hex') from tenant where tenant_id = $1`,
    [tenantId, slug, name, rows, documents, trail?.sequence ?? null, trail?.hash ?? null],
  )
  // Each table before those it refers to; rows that refer to one another are removed in one statement.
  for (const table of own.toReversed()) {
    await client.query(`delete from ${pg.escapeIdentifier(table.name)} where tenant_id = $1`, [tenantId])
  }
  for (const table of own) {
    const left = await countRows(client, table.name, tenantId)
    if (left > 0)
      throw new RowCame(
        `Rows of ${table.name} come back as fast as they are removed. Stop \`cartage work\`, then run it again.`,
      )
  }
  await client.query('delete from operator_setting where name = $1', [loopbackSettingOf(tenantId)])
  await client.query('delete from tenant where tenant_id = $1', [tenantId])
}
