import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { hasCitus, isDistributed } from './citus/cluster.ts'
import { fitFunctions, hasFunctions } from './citus/functions.ts'
import { DatabaseClient } from './client.ts'
import { refuseUnsupported } from './engine.ts'
import { DatabaseRefused } from './failure.ts'
import type { Connection } from './pool.ts'
import { refold, rekeyPlaces } from './refold.ts'
import { ensureRoles, ownerRole } from './roles.ts'

const folder = new URL('../../migrations/', import.meta.url)
/** What a migration does that SQL cannot, after its text and in its transaction. */
const steps: Readonly<Record<string, (client: pg.Client) => Promise<void>>> = {
  '0102_companies_folded.sql': refold,
  '0105_locations_countries.sql': rekeyPlaces,
}
/** Any number that no other program uses; holds back a second migrator. */
const migrationLock = 7_240_110_041

/** The version of the schema this code was written for: the name of its last migration. */
export async function latestMigration(): Promise<string> {
  return (await migrationNames()).at(-1)!
}

/**
 * Brings the schema up to this version, or to the migration `until`, as a restore needs it. Forward only; each file in
 * its own transaction.
 * @returns the names of the migrations that were applied
 * @param isRestoring whether a restore may go on in this database: anyone else would make an installation of half of it
 * @throws DatabaseRefused for an engine or a pooling that is not supported, and for a database with half a restore (OPS-38)
 * @throws RolesMissing when the login may not create the roles
 */
export async function migrate(connection: Connection, until?: string, { isRestoring = false } = {}): Promise<string[]> {
  const client = new DatabaseClient({ ...connection, application_name: 'cartage migrate' })
  await client.connect()
  try {
    await refuseUnsupported(client, connection)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const citus = await hasCitus(client)
    await ensureRoles(client, citus)
    await client.query(`set role ${ownerRole}`)
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    )
    if (!isRestoring) await refuseUnfinished(client)
    await client.query('grant select on migration to public')
    const applied = await applyMissing(client, until)
    if (citus && (await isDistributed(client))) await followNodes(client, applied)
    return applied
  } finally {
    await client.end()
  }
}

/** Says in the database that a restore has begun, in a sentence about what to do, or with null that it is over: see `migrate`. */
export async function markUnfinished(client: pg.Client, words: string | null): Promise<void> {
  await client.query(`comment on table migration is ${words === null ? 'null' : client.escapeLiteral(words)}`)
}

async function refuseUnfinished(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ words: string | null }>(
    `select obj_description('migration'::regclass, 'pg_class') as words`,
  )
  const { words } = rows[0]!
  if (words !== null) throw new DatabaseRefused(words)
}

async function applyMissing(client: pg.Client, until: string | undefined): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migration')
  const done = new Set(rows.map((row) => row.name))
  const applied: string[] = []
  for (const name of await migrationNames()) {
    if (done.has(name) || (until !== undefined && name > until)) continue
    await apply(client, name)
    applied.push(name)
  }
  return applied
}

/** Migrations write functions for one PostgreSQL: a distributed installation gets those for several nodes again. */
async function followNodes(client: pg.Client, applied: readonly string[]): Promise<void> {
  await client.query('reset role')
  if (applied.length > 0 || !(await hasFunctions(client))) await fitFunctions(client)
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(new URL(name, folder), 'utf8')
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '2s'`)
    await client.query(text)
    await steps[name]?.(client)
    await client.query('insert into migration (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

/** The names of all migrations of this version, in order. */
export async function migrationNames(): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => name.endsWith('.sql')).sort()
}
