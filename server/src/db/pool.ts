import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { CrashPoints } from '../crash-points.ts'
import { DatabaseClient } from './client.ts'
import { DatabaseRefused } from './failure.ts'
import type { Hosts } from './hosts/primary.ts'
import { fitToNodes } from './nodes.ts'
import { type Expected, SessionCheck, sharedForSeconds } from './session.ts'

export interface Connection {
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
  connectionString?: string
  /** Hosts to find the primary among. */
  hosts?: Hosts
}

export interface PoolOptions {
  connection: Connection
  role: string
  size: number
  /** Session settings as PostgreSQL shows them, for example `statement_timeout: '5s'`. */
  settings: Readonly<Record<string, string>>
}

/** Callbacks of a pool. */
export interface PoolEvents {
  /** A connection was lost. */
  onLost(error: Error): void
  /** A new connection failed its checks and is not handed out. */
  onRefused(error: DatabaseRefused): void
  /** Compares the proofs of the installation with this process's keys. */
  checkInstallation(proofs: readonly string[]): string | undefined
  /** Whether row security is required. */
  hasRowWall(): boolean
}

/** Session settings common to all pools. */
const common = {
  search_path: 'public',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '10s',
  // Every statement reaches its rows through a key. By default PostgreSQL would replan statements with list parameters
  // at each call, because it then knows the length. That costs four times the execution.
  plan_cache_mode: 'force_generic_plan',
}

/** Expected session properties of a pool. */
export function expectedOf({ role, settings }: PoolOptions): Expected {
  return { role, settings: { ...common, ...settings } }
}

// Dates are parsed as text: views format instants in SQL, and a calendar date has no zone.
const textual = [1082, 1114, 1184]
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    textual.includes(oid) ? (value: string) => value : pg.types.getTypeParser(oid, format as 'text')) as never,
}

/**
 * A pool whose sessions run as `role`. Pipelined: `begin`, the tenant and the first statement share a round trip. Each
 * new connection is checked before use, which costs one round trip for all its transactions.
 */
export function openPool(options: PoolOptions, events: PoolEvents): pg.Pool {
  const expected = expectedOf(options)
  const settings = { role: options.role, ...expected.settings }
  const check = new SessionCheck(expected, events)
  const lost = (error: Error) => {
    check.forget()
    events.onLost(error)
  }
  const pool = new pg.Pool({
    ...options.connection,
    Client: DatabaseClient,
    max: options.size,
    // A caller without a connection after this time gets 503 (OPS-4).
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 60_000,
    // A connection caches the plans of its named statements. A plan made on a small table may use the wrong index once
    // it is large, and only a new connection (or ANALYZE) plans again. A change of row security is found when a
    // connection opens, so it is found within 30 seconds.
    maxLifetimeSeconds: 30 - sharedForSeconds,
    keepAlive: true,
    pipeline: true,
    application_name: 'cartage',
    types,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    onConnect: (client: pg.ClientBase) => checkConnection(client, check, events),
  } as pg.PoolConfig)
  pool.on('error', lost)
  // Without a listener, losing a checked-out connection would end the process.
  pool.on('connect', (client) => client.on('error', lost))
  return pool
}

async function checkConnection(client: pg.ClientBase, check: SessionCheck, events: PoolEvents): Promise<void> {
  try {
    const { isDistributed } = await check.check(client)
    if (isDistributed) await fitToNodes(client)
  } catch (error) {
    if (error instanceof DatabaseRefused) events.onRefused(error)
    throw error
  }
}

/** Crash point of every statement; no effect outside tests. */
export function boundary(crashPoints: CrashPoints, name: string): void {
  crashPoints.reach(`statement:${name}`)
}

/**
 * Sends all statements submitted by `send` in one packet. The driver writes to the socket once per statement, and each
 * write is a system call on both sides.
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
