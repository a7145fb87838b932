import type pg from 'pg'
import { type Cluster, judgeCluster, readCluster } from './citus/cluster.ts'
import { DatabaseClient } from './client.ts'
import { DatabaseRefused, sqlState } from './failure.ts'
import type { Connection } from './pool.ts'

/** What answers at DATABASE_URL. */
export interface Engine {
  /** As `version()` says it. */
  version: string
  /** As `server_version_num` says it: 150004 for 15.4; null when there is none. */
  number: number | null
  /** Its nodes and the tables it has placed; null without Citus. */
  citus: Cluster | null
}

/** Engines that speak PostgreSQL's language without being it, by what `version()` says of them. */
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

/** The oldest PostgreSQL the migrations are written for. */
const oldestMajor = 15

/** Why the server does not run on this engine, in a sentence that says what to do; undefined when it does. */
export function judgeEngine({ version, number, citus }: Engine): string | undefined {
  const needed = `Cartage needs PostgreSQL ${oldestMajor} or newer: point DATABASE_URL to one, or leave it out.`
  const other = others.find(({ sign }) => sign.test(version))
  if (other) return `The database is ${other.name} (${short(version)}), which is not supported. ${needed}`
  if (!version.startsWith('PostgreSQL ')) return `The database is ${short(version)}, which is not supported. ${needed}`
  const major = Math.floor((number ?? 0) / 10_000)
  if (major < oldestMajor) return `The database is ${short(version)}, which is too old. ${needed}`
  // One node with local tables is a PostgreSQL like any other.
  if (citus === null || (citus.nodes.length === 0 && citus.placed.size === 0)) return undefined
  const [fault] = judgeCluster(citus)
  return fault && `The database is spread over nodes of Citus. ${fault}`
}

/** "PostgreSQL 15.4" of a text that goes on with the compiler. */
function short(version: string): string {
  return version
    .split(/ on |,|\(/)[0]!
    .trim()
    .slice(0, 80)
}

/** The driver does not report what the server calls this session; it keeps it for cancelling. */
type Known = pg.Client & { processID: number | null }

/**
 * Looks at what answers before anything is done to it, on a connection of the owner's login.
 * @throws DatabaseRefused naming an engine or a pooling that the server does not support
 */
export async function refuseUnsupported(client: pg.Client, connection: Connection): Promise<void> {
  const fault = judgeEngine(await readEngine(client))
  if (fault !== undefined) throw new DatabaseRefused(fault)
  const { pid } = await readSession(client)
  // The server says at the start of a session what it calls it. Something else between says something else.
  if ((client as Known).processID !== pid) await refuseSharedSessions(client, connection)
}

async function readEngine(client: pg.Client): Promise<Engine> {
  const { rows } = await client.query<{ version: string }>('select version() as version')
  const { version } = rows[0]!
  const engine = { version, number: null, citus: null }
  // Not all of them know what is asked next.
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
 * Between transactions a session has to stay one and the same. Two connections that take turns, unevenly, show it in
 * whichever order a pooler gives its sessions out.
 * @throws DatabaseRefused when the two share a session or one changes it
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
 * A pooler refuses settings of a connection that it could not keep; as a refusal with a sentence. Else the error
 * itself.
 */
export function explainConnecting(error: unknown): unknown {
  const { message } = error as Error
  if (sqlState(error) !== '08P01' || !/startup parameter/i.test(message)) return error
  return new DatabaseRefused(
    `A pooler such as PgBouncer refuses the settings that a connection needs (${message}). ` +
      'Point DATABASE_URL to PostgreSQL itself: Cartage has its own pool.',
  )
}
