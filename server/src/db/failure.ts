import type { DatabaseError } from 'pg'

/** Classes that begin with a letter: F0, HV, P0 and XX. Five capitals alone would also be EPIPE, a code of Node's. */
const statePattern = /^(\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/

/** SQLSTATE of an error that PostgreSQL raised, undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  const code = (error as Partial<DatabaseError> | null)?.code
  return typeof code === 'string' && statePattern.test(code) ? code : undefined
}

const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])
const driverTexts = [
  'timeout exceeded when trying to connect',
  'connection terminated',
  'connection ended',
  'not queryable',
  'cannot use a pool',
  'database is closed',
  'query_timeout',
  'query read timeout',
]

/** True when the database is away, starting, full or out of connections: the caller may come back later. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof CommitUnknown) return true
  const state = sqlState(error)
  if (state) return /^(08|53|57P|58|XX001)/.test(state)
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  return (code !== undefined && socketCodes.has(code)) || (message !== undefined && isOfDriver(message))
}

function isOfDriver(message: string): boolean {
  const text = message.toLowerCase()
  return driverTexts.some((known) => text.includes(known))
}

/** True when the same transaction may well succeed if it is run again. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01' || state === '55P03' || isUnavailable(error)
}

/** True when a statement was ended because it took too long: nothing took effect. */
export function isTimedOut(error: unknown): boolean {
  return sqlState(error) === '57014'
}

/** The connection died during COMMIT: whether the transaction took effect is unknown. */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown'
}
