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
/** Migration code for steps SQL cannot express, run after its SQL in the same transaction. */
const steps: Readonly<Record<string, (client: pg.Client) => Promise<void>>> = {
  '0102_companies_folded.sql': refold,
  '0105_locations_countries.sql': rekeyPlaces,
}
/** Arbitrary lock number unused by other programs, which blocks a second migrator. */
const migrationLock = 7_240_110_041

/** Schema version of this code: the name of its last migration. */
export async function latestMigration(): Promise<string> {
  return (await migrationNames()).at(-1)!
}

/**
 * Migrates the schema to this version, or to the migration `until` for a restore. Forward only; each file is one
 * transaction.
 * @returns the names of the applied migrations
 * @param isRestoring allows a half-restored database; for anyone else it would become a broken installation
 * @throws DatabaseRefused for an unsupported engine or pooling, and for a half-restored database (OPS-38)
 * @throws RolesMissing if the login may not create the roles
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

/** Marks the database as being restored, with a sentence of instructions, or as finished with null: see `migrate`. */
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

/** Migrations write functions for a single node, so a distributed installation gets those for several nodes again. */
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
