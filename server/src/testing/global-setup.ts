import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../db/embedded/database.ts'
import { migrate } from '../db/migrate.ts'
import type { Connection } from '../db/pool.ts'
import { copyCluster, newDatabaseFolder } from './database-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser connection to the database server of this test run. */
    connection: Connection
    /** A stopped cluster with a migrated database, for data folders of processes; null with TEST_DATABASE_URL. */
    migratedCluster: string | null
  }
}

/** Template database that every test file copies. */
export const templateName = 'cartage_template'

/**
 * One real PostgreSQL for the whole run: the embedded one, or TEST_DATABASE_URL with a login that may create databases.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    const connection = connectionOf(given)
    await createTemplate(connection)
    await migrate({ ...connection, database: templateName })
    project.provide('connection', connection)
    project.provide('migratedCluster', null)
    return async () => {}
  }
  const { connection, cluster, stop } = await startEmbedded()
  await createTemplate(connection, connection.database)
  project.provide('connection', connection)
  project.provide('migratedCluster', cluster)
  return stop
}

function connectionOf(url: string): Connection {
  const { hostname, port, username, password, pathname } = new URL(url)
  return {
    host: hostname,
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1) || 'postgres',
  }
}

/** Runs the migrations once; the cluster is copied afterwards, and its database is the template. */
async function startEmbedded(): Promise<{ connection: Connection; cluster: string; stop: () => Promise<void> }> {
  const folder = newDatabaseFolder()
  const dataDir = join(folder, 'data')
  const cluster = join(folder, 'cluster')
  const open = () => openEmbedded({ dataDir, durable: false, log: () => {} })
  const first = await open()
  await migrate(first.connection)
  await first.stop()
  copyCluster(join(dataDir, 'cluster'), cluster)
  const database = await open()
  return {
    connection: database.connection,
    cluster,
    async stop() {
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function createTemplate(connection: Connection, from = 'template1'): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`drop database if exists ${templateName}`)
  await client.query(`create database ${templateName} template ${from}`)
  await client.end()
}
