import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { CrashPoints } from '../crash-points.ts'
import { DatabaseClient } from './client.ts'
import { DatabaseRefused } from './failure.ts'
import type { Hosts } from './hosts/primary.ts'
import { fitToNodes } from './nodes.ts'
import { checkSession, type Expected } from './session.ts'

export interface Connection {
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
  connectionString?: string
  /** The hosts among which the primary is looked for. */
  hosts?: Hosts
}

export interface PoolOptions {
  connection: Connection
  role: string
  size: number
  /** Settings of the session as PostgreSQL shows them, for example `statement_timeout: '5s'`. */
  settings: Readonly<Record<string, string>>
}

/** What a pool says to who opened it. */
export interface PoolEvents {
  /** A connection was lost. */
  onLost(error: Error): void
  /** A new connection is not what it has to be: no one gets it. */
  onRefused(error: DatabaseRefused): void
  /** Compares the proofs of the installation with the keys of this process. */
  checkInstallation(proofs: readonly string[]): string | undefined
  /** Whether row security has to be in force. */
  hasRowWall(): boolean
}

/** What the sessions of every pool have in common. */
const common = {
  search_path: 'public',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '10s',
  // Every statement reaches its rows through a key. Left to choose, PostgreSQL plans statements that take lists again at
  // each call, because it knows the length of the list then: that cost four times what the statements do.
  plan_cache_mode: 'force_generic_plan',
}

/** What the sessions of a pool have to be. */
export function expectedOf({ role, settings }: PoolOptions): Expected {
  return { role, settings: { ...common, ...settings } }
}

// Dates stay text on the way in: views write the one spelling of an instant in SQL, and a calendar date has no zone.
const textual = [1082, 1114, 1184]
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    textual.includes(oid) ? (value: string) => value : pg.types.getTypeParser(oid, format as 'text')) as never,
}

/**
 * A pool whose sessions run as `role`. Pipelined: `begin`, the tenant and the first statement share a round trip. Each
 * new connection is looked at before it is used, which costs one round trip for all transactions that it will carry.
 */
export function openPool(options: PoolOptions, events: PoolEvents): pg.Pool {
  const expected = expectedOf(options)
  const settings = { role: options.role, ...expected.settings }
  const pool = new pg.Pool({
    ...options.connection,
    Client: DatabaseClient,
    max: options.size,
    // A caller that cannot get a connection in this time gets 503 (OPS-4).
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 60_000,
    // A connection keeps the plans of its named statements. One made while a table was small may walk the wrong index
    // when it is large, and only a new connection (or ANALYZE) plans again.
    maxLifetimeSeconds: 30,
    keepAlive: true,
    pipeline: true,
    application_name: 'cartage',
    types,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    onConnect: (client: pg.ClientBase) => checkConnection(client, expected, events),
  } as pg.PoolConfig)
  pool.on('error', events.onLost)
  // Without a listener a connection lost while checked out would end the process.
  pool.on('connect', (client) => client.on('error', events.onLost))
  return pool
}

async function checkConnection(client: pg.ClientBase, expected: Expected, events: PoolEvents): Promise<void> {
  try {
    const { isDistributed } = await checkSession(client, expected, events)
    if (isDistributed) await fitToNodes(client)
  } catch (error) {
    if (error instanceof DatabaseRefused) events.onRefused(error)
    throw error
  }
}

/** The crash point that every statement passes; nothing outside tests. */
export function boundary(crashPoints: CrashPoints, name: string): void {
  crashPoints.reach(`statement:${name}`)
}

/**
 * Sends every statement that `send` submits in one packet. The driver itself writes to the socket once per statement,
 * and each write is a system call on both sides.
 */
export function inOnePacket<T>(client: pg.ClientBase, send: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  stream.cork()
  try {
    return send()
  } finally {
    process.nextTick(() => stream.uncork())
  }
}
