import { rm } from 'node:fs/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbedded } from '../db/embedded/database.ts'
import { migrate } from '../db/migrate.ts'
import type { Connection } from '../db/pool.ts'
import { newDatabaseFolder } from './database-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser of the database server that this run of the tests uses. */
    connection: Connection
  }
}

/** Every test file starts as a copy of this database. */
export const templateName = 'cartage_template'

/**
 * One real PostgreSQL for the whole run: the embedded one, or TEST_DATABASE_URL with a login that may create databases.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const { connection, stop } = given ? { connection: connectionOf(given), stop: async () => {} } : await startEmbedded()
  await createTemplate(connection)
  project.provide('connection', connection)
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

async function startEmbedded(): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const dataDir = newDatabaseFolder()
  const database = await openEmbedded({ dataDir, durable: false, log: () => {} })
  return {
    connection: database.connection,
    async stop() {
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function createTemplate(connection: Connection): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`drop database if exists ${templateName}`)
  await client.query(`create database ${templateName}`)
  await client.end()
  await migrate({ ...connection, database: templateName })
}
