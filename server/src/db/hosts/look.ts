import pg from 'pg'
import { sqlState } from '../failure.ts'
import type { Host } from './address.ts'
import type { Seen } from './choose.ts'

/** A standby that is attached to the primary. */
export interface Standby {
  name: string
  /** How its copy counts: `sync` and `quorum` are waited for at each commit. */
  mode: 'sync' | 'quorum' | 'potential' | 'async'
  /** What it has not written to its disk yet. */
  lag_bytes: number
  /** How old what it shows is, in seconds. */
  lag_s: number
}

/** What the primary says of its standbys. */
export interface Replication {
  /** `synchronous_standby_names`; empty when no commit waits for a standby. */
  names: string
  /** False when the login may not see who is attached. */
  is_visible: boolean
  standbys: Standby[]
}

/** What a host said, and of a primary who copies it. */
export interface Sight {
  seen: Seen
  replication: Replication | null
}

/** Looks at one host, over a connection that it keeps. */
export interface Looker {
  /** Never throws: a host that does not answer within 1.5 seconds is away. */
  look(): Promise<Sight>
  close(): Promise<void>
}

/** What a session is asked, whether it is on a primary and which. The timeline of a primary is in the name of its log. */
const ofPrimary = `
  pg_is_in_recovery() as is_standby,
  case when not pg_is_in_recovery()
       then ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::integer end as timeline,
  case when has_function_privilege('pg_control_system()', 'execute')
       then (select system_identifier::text from pg_control_system()) end as system`

const replication = `
  current_setting('synchronous_standby_names') as names,
  pg_has_role(current_user, 'pg_read_all_stats', 'usage') as is_visible,
  coalesce((
    select jsonb_agg(jsonb_build_object(
             'name', application_name, 'mode', sync_state,
             'lag_bytes', case when not pg_is_in_recovery() then greatest(0, pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)) end,
             'lag_s', round(coalesce(extract(epoch from replay_lag), 0), 3)) order by application_name)
      from pg_stat_replication where state = 'streaming'), '[]') as standbys`

interface Asked {
  is_standby: boolean
  timeline: number | null
  system: string | null
}

const withinMs = 1_500
const tooLate = new Error(`no answer within ${withinMs / 1_000} s`)

/** Asks a session what its host is. @throws what the session throws */
export async function querySession(client: pg.ClientBase, host: Host): Promise<Seen> {
  try {
    const { rows } = await client.query<Asked>(`select ${ofPrimary}`)
    return seenOf(rows[0]!, host)
  } catch (error) {
    // Something that only speaks PostgreSQL's language does not know what was asked; that is said elsewhere (engine.ts).
    if (!/^(0A|42|55)/.test(sqlState(error) ?? '')) throw error
    return seenOf({ is_standby: false, timeline: null, system: null }, host)
  }
}

/** @param isNamed false when the connection string names the host, which may then be a proxy in front of several */
export function createLooker(connectionString: string, host: Host, isNamed: boolean): Looker {
  let open: Promise<pg.Client> | undefined
  let looking: Promise<Sight> | undefined
  const drop = (client: pg.Client) => {
    open = undefined
    cut(client)
  }
  const look = async (): Promise<Sight> => {
    const wasOpen = open !== undefined
    open ??= connect(connectionString, isNamed ? host : undefined)
    const opening = open
    const late = Promise.withResolvers<never>()
    // The timer also keeps the process alive, which the connection does not.
    const timer = setTimeout(() => late.reject(tooLate), withinMs)
    try {
      const sight = await Promise.race([opening.then((client) => ask(client, host)), late.promise])
      // A proxy may lead the next connection to another server.
      if (!isNamed) void opening.then(drop)
      return sight
    } catch (error) {
      open = undefined
      void opening.then(drop, () => {})
      // A connection from before a restart of the host says nothing of the host that is there now.
      if (wasOpen && error !== tooLate) return await look()
      const { message, code } = error as NodeJS.ErrnoException
      const reason = message || code || 'no reason'
      return { seen: { host, state: 'away', timeline: null, system: null, reason }, replication: null }
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    look() {
      looking ??= look().finally(() => {
        looking = undefined
      })
      return looking
    },
    async close() {
      await open?.then(drop, () => {})
    },
  }
}

/** Ends a connection at once: statements without an answer fail as with a server that died. */
export function cut(client: pg.Client): void {
  ;(client as unknown as Wired).connection.stream.destroy()
}

/** The same when the answers have already come and are not to be heard. */
export function lose(client: pg.Client): void {
  ;(client as unknown as Wired).connection.emit('error', new Error('Connection terminated unexpectedly'))
  cut(client)
}

/** A client of the driver with the parts it does not declare. */
interface Wired {
  connection: { stream: { destroy(): void }; emit(event: 'error', error: Error): void }
}

/** Lets a client, whose host is chosen when it connects, go to this one. */
export function aim(client: pg.Client, { host, port }: Host): void {
  client.host = host
  client.port = port
  Object.assign((client as unknown as { connectionParameters: object }).connectionParameters, { host, port })
}

async function connect(connectionString: string, host: Host | undefined): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: withinMs,
    keepAlive: true,
    application_name: 'cartage hosts',
  })
  client.on('error', () => {})
  if (host !== undefined) aim(client, host)
  try {
    await client.connect()
  } catch (error) {
    cut(client)
    throw error
  }
  ;(client as unknown as { unref(): void }).unref()
  return client
}

async function ask(client: pg.Client, host: Host): Promise<Sight> {
  const { rows } = await client.query<Asked & Replication>(`select ${ofPrimary}, ${replication}`)
  const { names, is_visible, standbys, ...asked } = rows[0]!
  const seen = seenOf(asked, host)
  return { seen, replication: seen.state === 'primary' ? { names, is_visible, standbys } : null }
}

function seenOf({ is_standby: isStandby, timeline, system }: Asked, host: Host): Seen {
  return { host, state: isStandby ? 'standby' : 'primary', timeline, system }
}
