import type pg from 'pg'
import { isDistributed } from '../db/citus/cluster.ts'
import { DatabaseClient } from '../db/client.ts'
import { sqlState } from '../db/failure.ts'
import type { Connection } from '../db/pool.ts'
import { ownerRole } from '../db/roles.ts'
import { BackupError } from './files.ts'

const attempts = 5
const quiet = '2s'

/**
 * Begins the transaction that reads everything as of one moment. On a single PostgreSQL its snapshot does that. With
 * several nodes, each has its own snapshot, so writes wait until all of them are taken: a second at most, and less than
 * the lock timeout of a process.
 * @param client already in the role that reads: set inside the transaction, it would be carried to the nodes
 * @throws BackupError when no such moment is found because of other writers
 */
export async function beginAtOneMoment(client: pg.Client, connection: Connection): Promise<void> {
  const begin = () => client.query('begin isolation level repeatable read read only')
  if (!(await isDistributed(client))) {
    await begin()
    return
  }
  const writers = await holdWriters(connection)
  try {
    // One connection per node, so that one snapshot covers all its tables.
    await client.query('set citus.max_adaptive_executor_pool_size = 1')
    await begin()
    await client.query('select count(*) from event_head')
    // The directory role counts under its own name, on separate connections.
    await client.query("select count_all_rows('event_head')")
  } finally {
    await writers.end()
  }
}

/** A connection that blocks all writes until it ends. */
async function holdWriters(connection: Connection): Promise<pg.Client> {
  const client = new DatabaseClient({ ...connection, application_name: 'cartage backup' })
  await client.connect()
  try {
    await client.query(`set role ${ownerRole}`)
    const { rows } = await client.query<{ tables: string }>(
      `select string_agg(quote_ident(relname), ', ' order by relname) as tables from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
    for (let attempt = 1; ; attempt += 1) {
      if (await lock(client, rows[0]!.tables)) return client
      if (attempt === attempts) {
        throw new BackupError(
          'Others write for so long that all nodes cannot be read as of one moment. Try again later.',
        )
      }
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Whether the lock was taken. Waits 2 seconds at most, because new writers wait as long as it does. */
async function lock(client: pg.Client, tables: string): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${quiet}'`)
    await client.query(`lock table ${tables} in share mode`)
    return true
  } catch (error) {
    await client.query('rollback')
    if (sqlState(error) === '55P03') return false
    throw error
  }
}
