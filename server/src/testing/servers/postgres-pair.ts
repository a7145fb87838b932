import { chmodSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { changeOwner, chooseAccount, prepareBinaries } from '../../db/embedded/binaries.ts'
import {
  makePrimary,
  makeStandby,
  type PostgresPrograms,
  type PostgresServer,
  untilAttached,
  waitFor,
} from './postgres.ts'

/** A primary with a synchronous standby, and an ordinary login that owns the database. */
export interface PostgresPair {
  readonly servers: readonly [PostgresServer, PostgresServer]
  /** DATABASE_URL with both; the standby is named first, so that the order cannot decide. */
  readonly url: string
  stop(): Promise<void>
}

/** The programs in the folder of `pg_basebackup`. */
export function programsNextTo(pgBasebackup: string): PostgresPrograms & { pg_basebackup: string; pg_rewind: string } {
  const at = (name: string) => join(dirname(pgBasebackup), name)
  return {
    initdb: at('initdb'),
    postgres: at('postgres'),
    pg_basebackup: at('pg_basebackup'),
    pg_rewind: at('pg_rewind'),
  }
}

/** The programs of the bundled PostgreSQL, available on every machine. */
export function bundledPrograms(folder: string): PostgresPrograms {
  return prepareBinaries(folder, chooseAccount(join(folder, 'cluster')))
}

/** Starts both in `folder`, which must be accessible to the account of PostgreSQL. */
export async function startPair(programs: PostgresPrograms, folder: string): Promise<PostgresPair> {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const place = chooseAccount(join(folder, 'cluster'))
  changeOwner(place, folder)
  const primary = await makePrimary(programs, folder, 'a')
  await primary.start()
  await primary.query('create role cartage login createrole')
  await primary.query('grant pg_monitor to cartage')
  await primary.query('create database cartage owner cartage')
  const standby = await makeStandby(programs, folder, 'b', primary)
  await untilAttached(primary, standby)
  await waitFor(primary, standby)
  return {
    servers: [primary, standby],
    url: `postgres://cartage@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/cartage?target_session_attrs=read-write`,
    async stop() {
      for (const server of [primary, standby]) {
        server.thaw()
        await server.kill()
      }
    },
  }
}
