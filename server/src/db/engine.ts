import type pg from 'pg'
import { type Cluster, judgeCluster, readCluster } from './citus/cluster.ts'
import { DatabaseClient } from './client.ts'
import { DatabaseRefused, sqlState } from './failure.ts'
import type { Connection } from './pool.ts'

/** Database engine at DATABASE_URL. */
export interface Engine {
  /** Result of `version()`. */
  version: string
  /** Result of `server_version_num`: 150004 for 15.4; null if unavailable. */
  number: number | null
  /** Citus nodes and placed tables; null without Citus. */
  citus: Cluster | null
}

/** Engines that speak PostgreSQL's protocol without being PostgreSQL, recognised by `version()`. */
const others: readonly { name: string; sign: RegExp }[] = [
  { name: 'CockroachDB', sign: /cockroach/i },
  { name: 'YugabyteDB', sign: /-YB-|yugabyte/i },
  { name: 'Greenplum', sign: /greenplum/i },
  { name: 'Apache Cloudberry', sign: /cloudberry/i },
  { name: 'Amazon Redshift', sign: /redshift/i },
  { name: 'openGauss', sign: /opengauss|gaussdb/i },
  { name: 'CrateDB', sign: /cratedb/i },
  { name: 'Materialize', sign: /materialize/i },
]

/** The oldest PostgreSQL that the migrations support. */
const oldestMajor = 15

/** Why the server cannot run on this engine, as a sentence with instructions; undefined if it can. */
export function judgeEngine({ version, number, citus }: Engine): string | undefined {
  const needed = `Cartage needs PostgreSQL ${oldestMajor} or newer: point DATABASE_URL to one, or leave it out.`
  const other = others.find(({ sign }) => sign.test(version))
  if (other) return `The database is ${other.name} (${short(version)}), which is not supported. ${needed}`
  if (!version.startsWith('PostgreSQL ')) return `The database is ${short(version)}, which is not supported. ${needed}`
  const major = Math.floor((number ?? 0) / 10_000)
  if (major < oldestMajor) return `The database is ${short(version)}, which is too old. ${needed}`
  // A single node with only local tables is a normal PostgreSQL.
  if (citus === null || (citus.nodes.length === 0 && citus.placed.size === 0)) return undefined
  const [fault] = judgeCluster(citus)
  return fault && `The database is spread over nodes of Citus. ${fault}`
}

/** "PostgreSQL 15.4" from a text that continues with the compiler. */
function short(version: string): string {
  return version
    .split(/ on |,|\(/)[0]!
    .trim()
    .slice(0, 80)
}

/** The driver hides the session's process number, which it keeps for cancelling. */
type Known = pg.Client & { processID: number | null }

/**
 * Checks the engine before anything is changed, on a connection of the owner's login.
 * @throws DatabaseRefused naming an engine or a pooling that the server does not support
 */
export async function refuseUnsupported(client: pg.Client, connection: Connection): Promise<void> {
  const fault = judgeEngine(await readEngine(client))
  if (fault !== undefined) throw new DatabaseRefused(fault)
  const { pid } = await readSession(client)
  // The server sends the session's process number at its start. A different number reveals a pooler in between.
  if ((client as Known).processID !== pid) await refuseSharedSessions(client, connection)
}

async function readEngine(client: pg.Client): Promise<Engine> {
  const { rows } = await client.query<{ version: string }>('select version() as version')
  const { version } = rows[0]!
  const engine = { version, number: null, citus: null }
  // Some of these engines do not support the next query.
  if (judgeEngine({ ...engine, number: oldestMajor * 10_000 }) !== undefined) return engine
  const { rows: facts } = await client.query<{ number: number; has_citus: boolean }>(
    `select current_setting('server_version_num')::integer as number,
            exists (select from pg_extension where extname = 'citus') as has_citus`,
  )
  const { number, has_citus: hasCitus } = facts[0]!
  return { version, number, citus: hasCitus ? ((await readCluster(client)) ?? null) : null }
}

async function readSession(client: pg.Client): Promise<{ pid: number }> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!
}

/**
 * A session must stay the same between transactions. Two connections that take turns unevenly reveal a shared one, in
 * whatever order a pooler assigns sessions.
 * @throws DatabaseRefused if the two share a session or one changes it
 */
async function refuseSharedSessions(first: pg.Client, connection: Connection): Promise<void> {
  const second = new DatabaseClient({ ...connection, application_name: 'cartage migrate' })
  await second.connect()
  try {
    const turns = [first, second, first, first, second, first]
    const seen: { client: pg.Client; pid: number }[] = []
    for (const client of turns) seen.push({ client, ...(await readSession(client)) })
    const mine = new Set(seen.filter(({ client }) => client === first).map(({ pid }) => pid))
    const its = new Set(seen.filter(({ client }) => client === second).map(({ pid }) => pid))
    if (mine.size === 1 && its.size === 1 && mine.isDisjointFrom(its)) return
    throw new DatabaseRefused(poolingUnsupported)
  } finally {
    await second.end()
  }
}

const poolingUnsupported =
  'A pooler such as PgBouncer is in front of the database and shares its sessions (transaction pooling), which loses the ' +
  'role and the settings of a connection, and with them row security. This is not supported: point DATABASE_URL ' +
  'to PostgreSQL itself. Cartage has its own pool; POOL_SIZE sets its size.'

/**
 * A pooler rejects connection settings that it cannot preserve. Turns that into a refusal with a sentence, and returns
 * any other error unchanged.
 */
export function explainConnecting(error: unknown): unknown {
  const { message } = error as Error
  if (sqlState(error) !== '08P01' || !/startup parameter/i.test(message)) return error
  return new DatabaseRefused(
    `A pooler such as PgBouncer refuses the settings that a connection needs (${message}). ` +
      'Point DATABASE_URL to PostgreSQL itself: Cartage has its own pool.',
  )
}
