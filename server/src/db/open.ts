import type pg from 'pg'
import { noSeams, type Seams } from '../seams.ts'
import { inOneTrip } from './one-trip.ts'
import { type Connection, openPool } from './pool.ts'
import { appRole, workerRole } from './roles.ts'
import { asTenant, type Scope, type Tx } from './tenant.ts'

/** The database as the server uses it: two pools, both unable to pass row security. */
export interface Database {
  readonly connection: Connection
  /** One transaction of one tenant, as the request-serving role. */
  asTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads in one trip to the database: `work` issues all its statements before it first waits. */
  inOneTrip<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** A transaction as `asTenant` runs it, as the job-running role, on connections tuned for claims. */
  asWorker<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /** For statements that belong to no tenant (limits, directory functions). Only `db`, `http` and `auth` use it. */
  readonly shared: pg.Pool
  readonly worker: pg.Pool
  readonly scope: Scope
  close(): Promise<void>
}

export interface OpenOptions {
  connection: Connection
  poolSize: number
  seams?: Seams
  onLost?: (error: Error) => void
}

/** Opens the pools. Connects lazily: a database that is away shows itself at the first statement. */
export function openDatabase(options: OpenOptions): Database {
  const seams = options.seams ?? noSeams
  const onLost = options.onLost ?? (() => {})
  const { connection, poolSize } = options
  const shared = openPool({ connection, role: appRole, size: poolSize, statementTimeoutMs: 5_000 }, onLost)
  const worker = openPool(
    {
      connection,
      role: workerRole,
      size: Math.max(4, Math.ceil(poolSize / 2)),
      statementTimeoutMs: 15_000,
      // A named claim planned while its table was empty would scan for ever after (performance, section 3).
      // The same goes for a join of a list of keys with such a table: only loops over an index stay cheap as it grows.
      settings: {
        enable_seqscan: 'off',
        enable_hashjoin: 'off',
        enable_mergejoin: 'off',
        enable_material: 'off',
      },
    },
    onLost,
  )
  const scope: Scope = { pool: shared, seams, codeWall: true }
  return {
    connection,
    asTenant: (tenantId, work) => asTenant(scope, tenantId, work),
    inOneTrip: (tenantId, work) => inOneTrip(scope, tenantId, work),
    asWorker: (tenantId, work) => asTenant({ ...scope, pool: worker }, tenantId, work),
    shared,
    worker,
    scope,
    async close() {
      await Promise.all([shared.end(), worker.end()])
    },
  }
}
