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

/** A connection that is watched. Times by the clock that only goes forward. */
interface Watched {
  readonly client: pg.Client
  /** Bytes that had come at the last look. */
  bytes: number
  /** When something came last, as far as looks show. */
  heardAt: number
  /** Since when an answer has been due. */
  dueSince: number
  /** How often the server was asked since, and did not say that the session is at work. */
  misses: number
  isAsking: boolean
}

/** Those of this process. */
const watched = new Set<Watched>()

/**
 * Cuts a connection that has gone silent (OPS-26): of a machine that lost its power, and of a connection that a firewall forgot,
 * nothing is ever heard, and the system would wait for a quarter of an hour. A statement may well take long, so the server
 * is asked over another connection whether the session is still at work. If it is not, or no one answers, the connection
 * is cut, and its statements fail as with a server that died. So are others that rest and were not heard of since: used one
 * after the other, each would cost the same time again.
 * @param config of the connection, for the other one
 */
export function watchSilence(client: pg.Client, config: pg.ClientConfig): void {
  const now = performance.now()
  const one: Watched = { client, bytes: bytesOf(client), heardAt: now, dueSince: now, misses: 0, isAsking: false }
  watched.add(one)
  const watch = setInterval(() => void look(one, config), lookEveryMs).unref()
  client.once('end', () => {
    clearInterval(watch)
    watched.delete(one)
  })
}

async function look(one: Watched, config: pg.ClientConfig): Promise<void> {
  if (hears(one) || !isDue(one)) return startAgain(one)
  if (one.isAsking || performance.now() - one.dueSince < askAfterMs) return
  one.isAsking = true
  const isAtWork = await asks(one.client, config)
  one.isAsking = false
  // The answer may have come meanwhile: this process itself may have slept.
  if (isAtWork || hears(one) || !isDue(one)) return startAgain(one)
  one.misses += 1
  if (one.misses >= mostMisses) cutWithSilent(one)
}

function startAgain(one: Watched): void {
  one.dueSince = performance.now()
  one.misses = 0
}

function cutWithSilent(one: Watched): void {
  for (const other of watched) {
    const isSilent = !hears(other) && other.heardAt <= one.dueSince
    if (other === one || (isSilent && !isDue(other))) cut(other.client)
  }
}

/** Whether something has come since the last look. */
function hears(one: Watched): boolean {
  const bytes = bytesOf(one.client)
  if (bytes === one.bytes) return false
  one.bytes = bytes
  one.heardAt = performance.now()
  return true
}

function isDue({ client }: Watched): boolean {
  return !(client as unknown as Wired).readyForQuery
}

function bytesOf(client: pg.Client): number {
  return (client as unknown as Wired).connection.stream.bytesRead
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
