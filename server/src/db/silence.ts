import pg from 'pg'
import { sqlState } from './failure.ts'
import { aim, cut } from './hosts/look.ts'

/** Silence while an answer is due, in milliseconds, before the server is queried. */
const askAfterMs = 5_000
const lookEveryMs = 1_000
/** Time limit for that query, and how many may fail, because an overloaded machine answers slowly. */
const withinMs = 3_000
const mostMisses = 2

/** A driver client with its undeclared members. */
interface Wired {
  readonly processID: number | null
  /** False while an answer is due. */
  readonly readyForQuery: boolean
  readonly connection: { readonly stream: { readonly bytesRead: number } }
}

/** A watched connection. Times are of the monotonic clock. */
interface Watched {
  readonly client: pg.Client
  /** Bytes received at the last check. */
  bytes: number
  /** Time of the last received data, to the precision of the checks. */
  heardAt: number
  /** Start of the wait for an answer. */
  dueSince: number
  /** Checks since then that did not confirm the session is active. */
  misses: number
  isAsking: boolean
}

/** Watched connections of this process. */
const watched = new Set<Watched>()

/**
 * Cuts a silent connection (OPS-26): a machine without power and a connection dropped by a firewall send nothing, and
 * the system would wait for a quarter of an hour. A statement may take long, so another connection asks the server
 * whether the session is still active. If it is not, or the server does not answer, the connection is cut, and its
 * statements fail as if the server had died. Idle connections not heard from since are cut as well, because each would
 * cost the same wait when used.
 * @param config for the second connection
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
  // The answer may have arrived meanwhile, because this process itself may have slept.
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

/** Whether data has arrived since the last check. */
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
 * Whether a client's session is or may be active, according to its server over another connection; false without an
 * answer. A pooler renumbers sessions, so they cannot be queried. If its server answers, the session is waited for.
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
      // Unknown if `track_activities` is off.
      `select pg_backend_pid() as pid,
              exists (select from pg_stat_activity
                       where pid = $1 and state in ('active', 'fastpath function call', 'disabled')) as is_at_work`,
      [processID],
    )
    const isPooled = rows[0]!.pid !== (other as unknown as Wired).processID
    return isPooled || rows[0]!.is_at_work
  } catch (error) {
    // A full server answers too: it is alive and will be queried again.
    return sqlState(error)?.startsWith('53') ?? false
  } finally {
    clearTimeout(late)
    cut(other)
  }
}
