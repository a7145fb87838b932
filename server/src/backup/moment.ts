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
 * Begins the transaction that reads everything as of one moment. On one PostgreSQL its snapshot does that. Spread over nodes,
 * each node has a snapshot of its own, so writing waits for the moment in which all of them are taken: a second at most, and
 * less than a process waits for a lock.
 * @param client already in the role that reads: set inside the transaction, it would be carried to the nodes
 * @throws BackupError when writers leave no such moment
 */
export async function beginAtOneMoment(client: pg.Client, connection: Connection): Promise<void> {
  const begin = () => client.query('begin isolation level repeatable read read only')
  if (!(await isDistributed(client))) {
    await begin()
    return
  }
  const writers = await holdWriters(connection)
  try {
    // One connection to each node, so that one snapshot serves all tables of it.
    await client.query('set citus.max_adaptive_executor_pool_size = 1')
    await begin()
    await client.query('select count(*) from event_head')
    // The directory counts under its own name, on connections of its own.
    await client.query("select count_all_rows('event_head')")
  } finally {
    await writers.end()
  }
}

/** A connection that keeps everyone from writing until it ends. */
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

/** Whether no one writes now. It waits 2 seconds at most, because new writers wait as long as it does. */
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
