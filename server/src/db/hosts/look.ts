import pg from 'pg'
import { sqlState } from '../failure.ts'
import type { Host } from './address.ts'
import type { Seen } from './choose.ts'

/** A standby attached to the primary. */
export interface Standby {
  name: string
  /** Replication mode: each commit waits for `sync` and `quorum`. */
  mode: 'sync' | 'quorum' | 'potential' | 'async'
  /** Bytes not yet written to its disk. */
  lag_bytes: number
  /** Age of its data in seconds. */
  lag_s: number
}

/** Replication status reported by the primary. */
export interface Replication {
  /** `synchronous_standby_names`; empty if no commit waits for a standby. */
  names: string
  /** False if the login may not see the standbys. */
  is_visible: boolean
  standbys: Standby[]
}

/** Report of a host, with the replication of a primary. */
export interface Sight {
  seen: Seen
  replication: Replication | null
}

/** Checks one host over a persistent connection. */
export interface Looker {
  /** Never throws: a host that does not answer within 1.5 seconds counts as unavailable. */
  look(): Promise<Sight>
  close(): Promise<void>
}

/**
 * Query for a session: whether it is on a primary and which one. The timeline of a primary is in the name of its log.
 */
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

interface StatusRow {
  is_standby: boolean
  timeline: number | null
  system: string | null
}

const withinMs = 1_500
const tooLate = new Error(`no answer within ${withinMs / 1_000} s`)

/**
 * Queries the host status over a session.
 * @throws errors of the session
 */
export async function querySession(client: pg.ClientBase, host: Host): Promise<Seen> {
  try {
    const { rows } = await client.query<StatusRow>(`select ${ofPrimary}`)
    return seenOf(rows[0]!, host)
  } catch (error) {
    // An engine that only speaks PostgreSQL's protocol rejects the query; engine.ts reports it.
    if (!/^(0A|42|55)/.test(sqlState(error) ?? '')) throw error
    return seenOf({ is_standby: false, timeline: null, system: null }, host)
  }
}

/** @param isNamed false if the connection string names the host, which may then be a proxy for several */
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
      // A proxy may route the next connection to another server.
      if (!isNamed) void opening.then(drop)
      return sight
    } catch (error) {
      open = undefined
      void opening.then(drop, () => {})
      // A connection from before a restart of the host is not evidence of its current state.
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

/** Closes a connection at once. Unanswered statements fail as if the server had died. */
export function cut(client: pg.Client): void {
  ;(client as unknown as Wired).connection.stream.destroy()
}

/** The same, but discards answers that have already arrived. */
export function lose(client: pg.Client): void {
  ;(client as unknown as Wired).connection.emit('error', new Error('Connection terminated unexpectedly'))
  cut(client)
}

/** A driver client with its undeclared members. */
interface Wired {
  connection: { stream: { destroy(): void }; emit(event: 'error', error: Error): void }
}

/** Sets the host of a client before it connects. */
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
  const { rows } = await client.query<StatusRow & Replication>(`select ${ofPrimary}, ${replication}`)
  const { names, is_visible, standbys, ...asked } = rows[0]!
  const seen = seenOf(asked, host)
  return { seen, replication: seen.state === 'primary' ? { names, is_visible, standbys } : null }
}

function seenOf({ is_standby: isStandby, timeline, system }: StatusRow, host: Host): Seen {
  return { host, state: isStandby ? 'standby' : 'primary', timeline, system }
}
