import pg from 'pg'
import { sqlState } from './failure.ts'
import { aim, cut } from './hosts/look.ts'

/** How long nothing may come while an answer is due before the server is asked, in milliseconds. */
const askAfterMs = 5_000
const lookEveryMs = 1_000
/** How long the server may take to answer that, and how often it may fail to: a machine that is overloaded is slow to answer. */
const withinMs = 3_000
const mostMisses = 2

/** A client of the driver with the parts it does not declare. */
interface Wired {
  readonly processID: number | null
  /** False while an answer is due. */
  readonly readyForQuery: boolean
  readonly connection: { readonly stream: { readonly bytesRead: number } }
}

/**
 * Cuts a connection that has gone silent (OPS-26): of a machine that lost its power, and of a connection that a firewall forgot,
 * nothing is ever heard, and the system would wait for a quarter of an hour. A statement may well take long, so the server
 * is asked over another connection whether the session is still at work. If it is not, or no one answers, the connection
 * is cut, and its statements fail as with a server that died.
 * @param config of the connection, for the other one
 */
export function watchSilence(client: pg.Client, config: pg.ClientConfig): void {
  const { connection } = client as unknown as Wired
  const state = { bytes: 0, since: performance.now(), misses: 0, isAsking: false }
  const begin = () => {
    state.bytes = connection.stream.bytesRead
    state.since = performance.now()
    state.misses = 0
  }
  const look = async () => {
    const isDue = !(client as unknown as Wired).readyForQuery
    if (!isDue || connection.stream.bytesRead !== state.bytes) return begin()
    if (state.isAsking || performance.now() - state.since < askAfterMs) return
    state.isAsking = true
    const isAtWork = await asks(client, config)
    state.isAsking = false
    // The answer may have come meanwhile: this process itself may have slept.
    if (isAtWork || connection.stream.bytesRead !== state.bytes) return begin()
    state.misses += 1
    if (state.misses >= mostMisses) cut(client)
  }
  const watch = setInterval(() => void look(), lookEveryMs).unref()
  client.once('end', () => clearInterval(watch))
}

/**
 * Whether the session of a client is at work, or may be, as its server says over another connection; false when it says nothing. A pooler
 * between names sessions in its own way, so that one of them cannot be asked about: where the server answers, it is waited for.
 */
async function asks(client: pg.Client, config: pg.ClientConfig): Promise<boolean> {
  const { processID } = client as unknown as Wired
  const { host, port, user, password, database, connectionString, ssl } = config
  const login = { host, port, user, password, database, connectionString, ssl }
  const other = new pg.Client({
    ...Object.fromEntries(Object.entries(login).filter(([, value]) => value !== undefined)),
    connectionTimeoutMillis: withinMs,
    application_name: 'cartage silence',
  })
  other.on('error', () => {})
  aim(other, client)
  const late = setTimeout(() => cut(other), withinMs)
  try {
    await other.connect()
    const { rows } = await other.query<{ pid: number; is_at_work: boolean }>(
      // Where `track_activities` is off no one knows.
      `select pg_backend_pid() as pid,
              exists (select from pg_stat_activity
                       where pid = $1 and state in ('active', 'fastpath function call', 'disabled')) as is_at_work`,
      [processID],
    )
    const isPooled = rows[0]!.pid !== (other as unknown as Wired).processID
    return isPooled || rows[0]!.is_at_work
  } catch (error) {
    // A server that is full says so: it lives, and will be asked again.
    return sqlState(error)?.startsWith('53') ?? false
  } finally {
    clearTimeout(late)
    cut(other)
  }
}
