import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Seams } from '../seams.ts'

export interface Connection {
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
  connectionString?: string
}

export interface PoolOptions {
  connection: Connection
  role: string
  size: number
  /** Session settings, for example `enable_seqscan: 'off'`. */
  settings?: Record<string, string>
  statementTimeoutMs: number
}

// Dates stay text on the way in: views write the one spelling of an instant in SQL, and a calendar date has no zone.
const textual = [1082, 1114, 1184]
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    textual.includes(oid) ? (value: string) => value : pg.types.getTypeParser(oid, format as 'text')) as never,
}

/** A pool whose sessions run as `role`. Pipelined: `begin`, the tenant and the first statement share a round trip. */
export function openPool(options: PoolOptions, onLost: (error: Error) => void): pg.Pool {
  const settings = {
    role: options.role,
    search_path: 'public',
    lock_timeout: '3s',
    // Every statement reaches its rows through a key. Left to choose, PostgreSQL plans statements that take lists anew at
    // each call, because it knows the length of the list then: that cost four times what the statements do.
    plan_cache_mode: 'force_generic_plan',
    ...options.settings,
  }
  const pool = new pg.Pool({
    ...options.connection,
    max: options.size,
    // A caller that cannot get a connection in this time is told 503 (reliability design 2.18).
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 60_000,
    // A connection keeps the plans of its named statements. One made while a table was small may walk the wrong index
    // when it is large, and only a new connection (or ANALYZE) plans anew.
    maxLifetimeSeconds: 30,
    keepAlive: true,
    pipeline: true,
    application_name: 'cartage',
    types,
    statement_timeout: options.statementTimeoutMs,
    idle_in_transaction_session_timeout: 10_000,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  } as pg.PoolConfig)
  pool.on('error', onLost)
  // Without a listener a connection lost while checked out would end the process.
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}

/** The seam every statement passes: crash points in tests, nothing otherwise. */
export function boundary(seams: Seams, name: string): void {
  seams.reach(`statement:${name}`)
}

/**
 * Sends every statement that `send` submits in one packet. The driver itself writes to the socket once per statement,
 * and each write is a system call on both sides.
 */
export function inOnePacket<T>(client: pg.PoolClient, send: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  stream.cork()
  try {
    return send()
  } finally {
    process.nextTick(() => stream.uncork())
  }
}
