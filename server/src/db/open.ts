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

/** The database as the server uses it: two pools, both unable to pass row security. */
export interface Database {
  readonly connection: Connection
  /** One transaction of one tenant, as the request-serving role. */
  asTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads in one trip to the database: `work` issues all its statements before it first waits. */
  inOneTrip<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads in as many trips as `work` waits for; each is a transaction of its own. */
  inTrips<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** A transaction as `asTenant` runs it, as the job-running role, on connections tuned for claims. */
  asWorker<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * One transaction of several tenants, as the job-running role: `work` runs for each of them, and all of it takes effect or none.
   * Not where tables are spread over nodes.
   */
  asWorkerOfMany<T>(tenantIds: readonly string[], work: (tx: Tx) => Promise<T>): Promise<T[]>
  /** Whether tables are spread over nodes, so that each tenant needs a transaction of its own. */
  spansNodes(): Promise<boolean>
  /** Reads in one read-only transaction that sees one moment, however long it takes. */
  inSnapshot<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same on several connections at a time, which all see that moment; at most as many as there are for requests. */
  inSnapshots<T>(tenantId: string, readers: number, work: (readers: readonly Tx[]) => Promise<T>): Promise<T>
  /**
   * For statements of requests that belong to no tenant: signing keys, operator settings, functions that find the tenant
   * of a session, health. What belongs to a tenant goes through `asTenant`.
   */
  readonly shared: pg.Pool
  /** The same for loops and commands of operators: above all the functions that say which tenants have work. */
  readonly worker: pg.Pool
  readonly scope: Scope
  /** From now on each new connection has to belong to the installation that `check` knows. */
  expectInstallation(check: CheckInstallation): void
  /**
   * Another number after each lost connection. A database that crashed may have lost its last commits, and gives their places
   * and transaction numbers to others: what was compared by those before says nothing after.
   */
  era(): number
  /** Looks at a connection of each pool: everything that is wrong, in sentences; empty when all is right. */
  inspect(): Promise<string[]>
  close(): Promise<void>
}

export interface OpenOptions {
  connection: Connection
  poolSize: number
  crashPoints?: CrashPoints
  onLost?: (error: Error) => void
  /** Called for each connection that is not what it has to be; the process has to stop then. */
  onRefused?: (error: DatabaseRefused) => void
}

/** Of connections for requests. */
const sharedSettings = { statement_timeout: '5s' }

/** Of connections for background work. */
const workerSettings = {
  statement_timeout: '15s',
  // A named claim planned while its table was empty would scan forever after (decision 0009).
  // The same goes for a join of a list of keys with such a table: only loops over an index stay cheap as it grows.
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_material: 'off',
}

/** Opens the pools. Connects lazily: a database that is away shows itself at the first statement. */
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
