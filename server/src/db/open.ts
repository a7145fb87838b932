import type pg from 'pg'
import { type CrashPoints, noCrashPoints } from '../crash-points.ts'
import { DatabaseRefused } from './failure.ts'
import { poolSpansNodes } from './nodes.ts'
import { inOneTrip, inTrips } from './pipelined.ts'
import { type Connection, expectedOf, openPool, type PoolEvents, type PoolOptions } from './pool.ts'
import { appRole, workerRole } from './roles.ts'
import { type CheckInstallation, judgeSession, readSession } from './session.ts'
import { asTenant, inSnapshot, inSnapshots, type Scope, type Tx } from './tenant.ts'
import { asTenants } from './tenants/transaction.ts'

/** The server's database: two pools, both subject to row security. */
export interface Database {
  readonly connection: Connection
  /** One transaction for one tenant, as the request-serving role. */
  asTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads in one round trip: `work` issues all its statements before it first waits. */
  inOneTrip<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads in one round trip per wait of `work`, each its own transaction. */
  inTrips<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Like `asTenant`, but as the job-running role, on connections tuned for claims. */
  asWorker<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * One transaction for several tenants, as the job-running role. `work` runs for each tenant, and either all of it
   * takes effect or none.
   * Not where tables are spread over nodes.
   */
  asWorkerOfMany<T>(tenantIds: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T[]>
  /** Whether tables are spread over nodes, so that each tenant needs its own transaction. */
  spansNodes(): Promise<boolean>
  /** Reads in one read-only transaction with a consistent snapshot, without a time limit. */
  inSnapshot<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same on several connections with one snapshot; at most as many as the request pool has. */
  inSnapshots<T>(tenantId: string, readers: number, work: (readers: readonly Tx[]) => Promise<T>): Promise<T>
  /**
   * For request statements without a tenant: signing keys, operator settings, functions that find the tenant of a
   * session, health. Tenant data goes through `asTenant`.
   */
  readonly shared: pg.Pool
  /** The same for loops and operator commands, above all the functions that list tenants with work. */
  readonly worker: pg.Pool
  readonly scope: Scope
  /** From now on each new connection must belong to the installation that `check` accepts. */
  expectInstallation(check: CheckInstallation): void
  /**
   * Changes after each lost connection. A crashed database may have lost its last commits and reuse their places and
   * transaction numbers, so comparisons with older ones are invalid.
   */
  era(): number
  /** Checks a connection of each pool. Returns all problems as sentences; empty if there are none. */
  inspect(): Promise<string[]>
  close(): Promise<void>
}

export interface OpenOptions {
  connection: Connection
  poolSize: number
  crashPoints?: CrashPoints
  onLost?: (error: Error) => void
  /** Called for each refused connection. The process must then stop. */
  onRefused?: (error: DatabaseRefused) => void
}

/** Settings of request connections. */
const sharedSettings = { statement_timeout: '5s' }

/** Settings of background connections. */
const workerSettings = {
  statement_timeout: '15s',
  // A named claim planned on an empty table would scan forever after (decision 0009). The same applies to joins of a
  // key list with such a table: only index loops stay cheap as it grows.
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_material: 'off',
}

/** Opens the pools. Connects lazily: an unavailable database shows at the first statement. */
export function openDatabase(options: OpenOptions): Database {
  const { connection, poolSize, crashPoints = noCrashPoints } = options
  let checkInstallation: CheckInstallation | undefined
  let losses = 0
  const events: PoolEvents = {
    onLost(error) {
      losses += 1
      options.onLost?.(error)
    },
    onRefused: options.onRefused ?? (() => {}),
    checkInstallation: (proofs) => checkInstallation?.(proofs),
    hasRowWall: () => scope.rowWall,
  }
  const ofShared = { connection, role: appRole, size: poolSize, settings: sharedSettings }
  const workers = Math.max(4, Math.ceil(poolSize / 2))
  const ofWorker = { connection, role: workerRole, size: workers, settings: workerSettings }
  const shared = openPool(ofShared, events)
  const worker = openPool(ofWorker, events)
  const scope: Scope = { pool: shared, crashPoints, codeWall: true, rowWall: true }
  return {
    connection,
    asTenant: (tenantId, work) => asTenant(scope, tenantId, work),
    inOneTrip: (tenantId, work) => inOneTrip(scope, tenantId, work),
    inTrips: (tenantId, work) => inTrips(scope, tenantId, work),
    asWorker: (tenantId, work) => asTenant({ ...scope, pool: worker }, tenantId, work),
    asWorkerOfMany: (tenantIds, work) => asTenants({ ...scope, pool: worker }, tenantIds, work),
    spansNodes: () => poolSpansNodes(worker),
    inSnapshot: (tenantId, work) => inSnapshot(scope, tenantId, work),
    inSnapshots: (tenantId, readers, work) => inSnapshots(scope, tenantId, Math.min(readers, poolSize), work),
    shared,
    worker,
    scope,
    expectInstallation(check) {
      checkInstallation = check
    },
    era: () => losses,
    async inspect() {
      const pools = [inspectPool(shared, ofShared, events), inspectPool(worker, ofWorker, events)]
      return [...new Set((await Promise.all(pools)).flat())]
    },
    async close() {
      await Promise.all([shared.end(), worker.end()])
    },
  }
}

async function inspectPool(pool: pg.Pool, options: PoolOptions, events: PoolEvents): Promise<string[]> {
  const expected = expectedOf(options)
  try {
    return judgeSession(await readSession(pool, expected), expected, events)
  } catch (error) {
    if (error instanceof DatabaseRefused) return [error.message]
    throw error
  }
}
