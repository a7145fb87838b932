import type { DatabaseError } from 'pg'

/**
 * Includes the classes that begin with a letter: F0, HV, P0 and XX. Any five capitals would also match Node's EPIPE.
 */
const statePattern = /^(\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/

/** SQLSTATE of an error that PostgreSQL raised, undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as Partial<DatabaseError> | null)?.code
  return typeof code === 'string' && statePattern.test(code) ? code : undefined
}

const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])

/** Exact messages of the driver, because failures of other programs may mention a connection, too. */
const driverTexts = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'Query read timeout',
])

/** Failed database connections. Failures of files and of other machines have the same codes. */
const lostConnections = new WeakSet<object>()

/** Marks an error as a failed database connection and returns it. */
export function noteLost<Failure extends Error>(error: Failure): Failure {
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && socketCodes.has(code)) lostConnections.add(error)
  return error
}

/** Internal error of Citus for a node that disconnected during a query. */
const brokenNode = /^(failure on connection marked as essential|server closed the connection unexpectedly)/

/** True if the connection to the database, or from it to a node, failed or was lost. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof CommitUnknown) return true
  const state = sqlState(error)
  if (state) return /^(08|57P)/.test(state) || (state === 'XX000' && brokenNode.test((error as Error).message))
  if (!(error instanceof Error)) return false
  return lostConnections.has(error) || driverTexts.has(error.message)
}

/**
 * True if the connection is unusable. An unavailable Citus node is reported over a live connection: the current work
 * failed as if the connection had, but the next statement may need another node.
 */
export function isConnectionGone(error: unknown): boolean {
  const state = sqlState(error)
  return state ? /^(57P|08P)/.test(state) : isConnectionLost(error)
}

/**
 * Internal error of PostgreSQL for a quota or file size limit of its account. Only a full disk has its own SQLSTATE.
 */
const quotaReached = /^could not (write|extend|create|open|flush|fsync) .*: (Disk quota exceeded|File too large)$/

/** True if the database is unavailable, starting, read-only, full or out of connections: the caller may retry later. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  if (state === 'XX000' && quotaReached.test((error as Error).message)) return true
  if (state) return /^(25006|53|58|XX001)/.test(state) || isConnectionLost(error)
  return error instanceof DatabaseRefused || error instanceof NoPrimary || isConnectionLost(error)
}

/** True if a retry of the same transaction may succeed. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01' || state === '55P03' || isUnavailable(error)
}

/**
 * Awaits a write that the next request repeats anyway, such as a last-used time. A brief failure, for example while a
 * node needed for every copy of the table is down, does not disturb the user.
 * @throws every other failure
 */
export async function orNextTime(writing: Promise<unknown>): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (!isRetryable(error)) throw error
  }
}

/** True if a statement was cancelled by a timeout: nothing took effect. */
export function isTimedOut(error: unknown): boolean {
  return sqlState(error) === '57014'
}

/** The connection died during COMMIT: whether the transaction took effect is unknown. */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown'
}

/**
 * The database is unsuitable: another engine, a pooler that loses settings, no row security, another installation.
 * `message` has instructions. The process stops, so that a caller may reach another one.
 */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused'
}

/** No primary is writable right now. `message` gives the state of each host. A caller may retry later. */
export class NoPrimary extends Error {
  override name = 'NoPrimary'
}
