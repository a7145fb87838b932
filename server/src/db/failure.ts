import type { DatabaseError } from 'pg'

/** Classes that begin with a letter: F0, HV, P0 and XX. Five capitals alone would also be EPIPE, a code of Node's. */
const statePattern = /^(\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/

/** SQLSTATE of an error that PostgreSQL raised, undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as Partial<DatabaseError> | null)?.code
  return typeof code === 'string' && statePattern.test(code) ? code : undefined
}

const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])

/** Sentences of the driver itself, whole: another program's failure may well speak of a connection, too. */
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

/** Failures of connections to the database; those of files and of other machines have the same codes. */
const lostConnections = new WeakSet<object>()

/** Notes that a connection to the database failed with this error, and gives the error back. */
export function noteLost<Failure extends Error>(error: Failure): Failure {
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && socketCodes.has(code)) lostConnections.add(error)
  return error
}

/** What Citus says, as an internal error, of a node that broke off while it was asked. */
const brokenNode = /^(failure on connection marked as essential|server closed the connection unexpectedly)/

/** True when the connection to the database, or from it to a node, could not be made or is gone. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof CommitUnknown) return true
  const state = sqlState(error)
  if (state) return /^(08|57P)/.test(state) || (state === 'XX000' && brokenNode.test((error as Error).message))
  if (!(error instanceof Error)) return false
  return lostConnections.has(error) || driverTexts.has(error.message)
}

/**
 * True when the connection can be used no more. A node of Citus that is away is reported over one that lives: what was under way
 * failed as if the connection had, and the next statement may well be for another node.
 */
export function isConnectionGone(error: unknown): boolean {
  const state = sqlState(error)
  return state ? /^(57P|08P)/.test(state) : isConnectionLost(error)
}

/**
 * What PostgreSQL says, as an internal error, when the system lets it write no more than a quota or a limit of its account allows:
 * only a full disk has a state of its own.
 */
const quotaReached = /^could not (write|extend|create|open|flush|fsync) .*: (Disk quota exceeded|File too large)$/

/** True when the database is away, starting, read-only, full or out of connections: the caller may come back later. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  if (state === 'XX000' && quotaReached.test((error as Error).message)) return true
  if (state) return /^(25006|53|58|XX001)/.test(state) || isConnectionLost(error)
  return error instanceof DatabaseRefused || error instanceof NoPrimary || isConnectionLost(error)
}

/** True when the same transaction may well succeed if it is run again. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01' || state === '55P03' || isUnavailable(error)
}

/**
 * Waits for a write that the next request makes up for: a note of when something was used. That it failed for a moment, as while a
 * node is away that every node's copy of the table needs, keeps no one from their work.
 * @throws every other failure
 */
export async function orNextTime(writing: Promise<unknown>): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (!isRetryable(error)) throw error
  }
}

/** True when a statement was ended because it took too long: nothing took effect. */
export function isTimedOut(error: unknown): boolean {
  return sqlState(error) === '57014'
}

/** The connection died during COMMIT: whether the transaction took effect is unknown. */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown'
}

/**
 * The database is not what this program thinks it is: another engine, a pooler that loses settings, no row security,
 * another installation. `message` says what to do. The process stops, so that a caller may come back to another one.
 */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused'
}

/** No primary can be written to right now; `message` says what each host is. A caller may come back later. */
export class NoPrimary extends Error {
  override name = 'NoPrimary'
}
