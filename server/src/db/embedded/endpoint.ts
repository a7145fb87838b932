import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Account, changeOwner } from './binaries.ts'

/** Superuser connection to the embedded database. `host` is the folder of the unix socket. */
export interface Endpoint {
  host: string
  port: number
  user: string
  password?: string
  database: string
}

const databaseName = 'cartage'

/** Endpoint of a postmaster for the database `cartage`. */
export function endpointOf(listen: { host: string; port: number }, password: string | undefined): Endpoint {
  const endpoint: Endpoint = { host: listen.host, port: listen.port, user: 'postgres', database: databaseName }
  if (password !== undefined) endpoint.password = password
  return endpoint
}

/** Creates the database `cartage` if missing. */
export async function ensureDatabase(endpoint: Endpoint): Promise<void> {
  await withClient({ ...endpoint, database: 'postgres' }, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`)
  })
}

/** Records the database's endpoint for other processes of the data folder. */
export function writeEndpoint(dataDir: string, endpoint: Endpoint, account: Account | undefined): void {
  const file = endpointFile(dataDir)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(endpoint, null, 2)}\n`)
  chmodSync(draft, 0o600)
  changeOwner(account, draft)
  renameSync(draft, file)
}

/** The recorded endpoint, even if nothing listens there. */
export function readEndpoint(dataDir: string): Endpoint | undefined {
  try {
    return JSON.parse(readFileSync(endpointFile(dataDir), 'utf8')) as Endpoint
  } catch {
    return undefined
  }
}

/** Removes the recorded endpoint once nothing listens there. */
export function removeEndpoint(dataDir: string): void {
  rmSync(endpointFile(dataDir), { force: true })
}

/** Whether the database answers. */
export async function answers(endpoint: Endpoint): Promise<boolean> {
  try {
    await withClient(endpoint, (client) => client.query('select 1'))
    return true
  } catch {
    return false
  }
}

function endpointFile(dataDir: string): string {
  return join(dataDir, 'database.json')
}

async function withClient(endpoint: Endpoint, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ ...endpoint, connectionTimeoutMillis: 5_000 })
  // A connection that breaks after its statement must not end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
