import type pg from 'pg'
import type { CrashPoints } from '../crash-points.ts'
import { observeCommit } from './commits.ts'
import { CommitUnknown, isConnectionGone, isConnectionLost } from './failure.ts'
import { poolSpansNodes, spansNodes } from './nodes.ts'
import { boundary, inOnePacket } from './pool.ts'
import { type Composed, compileFor } from './query.ts'
import { type Statement, statement, withoutCodeWall } from './statement.ts'
import { traced } from './trace.ts'

/** A transaction restricted to one tenant's rows. Stores and views take this, never a pool. */
export interface Tx {
  readonly tenantId: string
  /** Runs a prepared statement; `$1` is the tenant, `values` start at `$2`. */
  query<Row = Record<string, unknown>>(statement: Statement, ...values: unknown[]): Promise<Row[]>
  /** Runs a Kysely query with the tenant predicate added to every table. */
  rows<Row>(query: Composed<Row>): Promise<Row[]>
  /**
   * Commits without waiting for the disk. The commit survives this process, but may be lost if the machine or
   * PostgreSQL dies within the next second. For work that can simply be repeated.
   */
  commitLater(): Promise<void>
  /** Reverts `commitLater`: the commit reaches the disk before it is answered, and with it all earlier ones. */
  commitSafely(): Promise<void>
  /**
   * Runs `work` last in the transaction, for locks on a row that every command of the tenant needs. It returns its last
   * statements without awaiting them. They travel with the commit, which fails if they do.
   */
  beforeCommit(work: () => Promise<Unanswered>): void
  /** Runs `work` after the commit: wake-ups, never anything that must happen. */
  afterCommit(work: () => void): void
  /**
   * Runs `work` as a part of the transaction that is rolled back alone if it fails. Earlier work stays, and more may
   * follow. Await it before anything else in the transaction.
   * @throws whatever `work` throws, after rolling back its part
   */
  apart<T>(work: (part: Tx) => Promise<T>): Promise<T>
}

/** Statements sent but not yet answered. */
export type Unanswered = readonly Promise<unknown>[]

export interface Scope {
  pool: pg.Pool
  crashPoints: CrashPoints
  /** False only to prove that row security alone separates tenants. */
  codeWall: boolean
  /** False only to prove that the statements alone do. Connections without row security are then accepted. */
  rowWall: boolean
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * SQL that restricts the rest of the transaction to one tenant. A separate command, because Citus propagates no other
 * setting to its nodes, and only inside a transaction.
 * @throws if the tenant is not a UUID, because it becomes part of the text
 */
export function setTenant(tenantId: string, setting: 'app.tenant' | 'app.whole_tenant' = 'app.tenant'): string {
  if (!uuid.test(tenantId)) throw new Error('a tenant is called by its UUID')
  return `set local ${setting} = '${tenantId}'`
}

/**
 * SQL that restricts the rest of the transaction to these tenants: the batch role sees only their rows, on the tables
 * that batches use (decision 0095). No other role sees any because of it.
 * @throws if one of them is not a UUID
 */
export function setTenants(tenantIds: readonly string[]): string {
  if (!tenantIds.every((id) => uuid.test(id))) throw new Error('a tenant is called by its UUID')
  return `set local app.tenants = '${tenantIds.length === 0 ? '' : `{${tenantIds.join(',')}}`}'`
}

/**
 * Runs `work` in one transaction for one tenant and commits it.
 * @throws whatever `work` throws, after rolling back
 * @throws CommitUnknown if the connection died during COMMIT
 */
export async function asTenant<T>(scope: Scope, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await inTransaction(scope, tenantId, work)
}

// Joins of whole tables stay in memory.
const readLong = statement(
  'db.read_long',
  `select set_config('statement_timeout', '0', true), set_config('work_mem', '64MB', true) where $1::uuid is not null`,
)
const beginSnapshot = 'begin isolation level repeatable read read only'

/**
 * Reads in one read-only transaction with a consistent snapshot and no time limit, for operator checks.
 * @throws whatever `work` throws
 */
export async function inSnapshot<T>(scope: Scope, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return await readingLong(scope, tenantId, work, beginSnapshot)
}

const exportSnapshot = statement(
  'db.export_snapshot',
  'select pg_export_snapshot() as snapshot where $1::uuid is not null',
)

/**
 * Reads like `inSnapshot`, on several connections with one snapshot, so that statements run in parallel; on one
 * connection where tables are spread over nodes.
 * @param readers number of connections, which the pool must be able to provide
 * @throws whatever `work` throws
 */
export async function inSnapshots<T>(
  scope: Scope,
  tenantId: string,
  readers: number,
  work: (readers: readonly Tx[]) => Promise<T>,
): Promise<T> {
  // A snapshot is valid on one node only, so with spread tables one connection reads everything.
  if (await poolSpansNodes(scope.pool)) return await inSnapshot(scope, tenantId, (only) => work([only]))
  return await inSnapshot(scope, tenantId, async (first) => {
    const [exported] = await first.query<{ snapshot: string }>(exportSnapshot)
    // The snapshot lives as long as the exporting transaction, so the others run within it.
    const of = `${beginSnapshot}; set transaction snapshot '${exported!.snapshot}'`
    const withMore = async (opened: readonly Tx[]): Promise<T> =>
      opened.length >= readers
        ? await work(opened)
        : await readingLong(scope, tenantId, (tx) => withMore([...opened, tx]), of)
    return await withMore([first])
  })
}

async function readingLong<T>(scope: Scope, tenantId: string, work: (tx: Tx) => Promise<T>, first: string): Promise<T> {
  const read = async (tx: Tx) => {
    await tx.query(readLong)
    return await work(tx)
  }
  return await inTransaction(scope, tenantId, read, first)
}

async function inTransaction<T>(
  scope: Scope,
  tenantId: string,
  work: (tx: Tx) => Promise<T>,
  first?: string,
): Promise<T> {
  const client = await scope.pool.connect()
  const ends: Ends = { before: [], after: [] }
  let broken = false
  try {
    const { begun, working } = inOnePacket(client, () => ({
      begun: begin(client, tenantId, first),
      working: work(transaction(scope, client, tenantId, ends)),
    }))
    // If both fail, the work's failure is reported. This one must not become an unhandled rejection.
    begun.catch(ignore)
    const result = await working
    await begun
    const last: Promise<unknown>[] = []
    for (const run of ends.before) last.push(...(await run()))
    await commit(scope, client, last)
    for (const run of ends.after) run()
    return result
  } catch (error) {
    broken = isConnectionGone(error)
    if (!broken) await client.query('rollback').catch(() => (broken = true))
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * A transaction for one tenant on the caller's own connection and role: for operator commands that import or remove
 * whole tenants.
 * @throws whatever `work` throws, after rolling back
 */
export async function inTransactionOf<T>(
  scope: Scope,
  client: pg.ClientBase,
  tenantId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const ends: Ends = { before: [], after: [] }
  try {
    await begin(client, tenantId)
    const result = await work(transaction(scope, client, tenantId, ends))
    const last: Promise<unknown>[] = []
    for (const run of ends.before) last.push(...(await run()))
    await commit(scope, client, last)
    return result
  } catch (error) {
    await client.query('rollback').catch(ignore)
    throw error
  }
}

/** Callbacks before and after the commit, in order of registration. */
export interface Ends {
  before: (() => Promise<Unanswered>)[]
  after: (() => void)[]
}

/** Not awaited at once: it travels with the first statements of the work. */
export async function begin(client: pg.ClientBase, tenantId: string, first = 'begin'): Promise<void> {
  const begun = client.query(`${first}; ${setTenant(tenantId)}`)
  // Until it is awaited, a failure here shows through the statements that follow.
  begun.catch(ignore)
  await begun
}

const setCommit = (value: string) =>
  `select set_config('synchronous_commit', '${value}', true) where $1::uuid is not null`
const later = statement('db.commit_later', setCommit('off'))
const safely = statement('db.commit_safely', setCommit('on'))

/** Runs `work` in a savepoint. Statements sent after its failure must not reach the enclosing transaction. */
async function inSavepoint<T>(
  client: pg.ClientBase,
  ends: Ends,
  open: (own: Ends, state: { isOver: boolean }) => Tx,
  work: (part: Tx) => Promise<T>,
): Promise<T> {
  const [own, state]: [Ends, { isOver: boolean }] = [{ before: [], after: [] }, { isOver: false }]
  const part = open(own, state)
  try {
    const { begun, working } = inOnePacket(client, () => ({
      begun: client.query('savepoint part'),
      working: work(part),
    }))
    begun.catch(ignore)
    const result = await working
    await begun
    await client.query('release savepoint part')
    ends.before.push(...own.before)
    ends.after.push(...own.after)
    return result
  } catch (error) {
    state.isOver = true
    if (!isConnectionGone(error)) await client.query('rollback to savepoint part; release savepoint part')
    throw error
  }
}

/**
 * Interface for work inside an open transaction. Only `db` opens one.
 * @param state whether this part was rolled back and accepts no more statements
 */
export function transaction(
  scope: Scope,
  client: pg.ClientBase,
  tenantId: string,
  ends: Ends,
  state = { isOver: false },
): Tx {
  const run = async <Row>({ name, text: atOne, atNodes }: Statement, values: unknown[]) => {
    if (state.isOver) throw new Error('this part of the transaction was taken back')
    boundary(scope.crashPoints, name)
    const text = atNodes !== undefined && spansNodes(client) ? atNodes : atOne
    const sql = scope.codeWall ? text : withoutCodeWall(text)
    const { rows } = await traced(name, () => inOnePacket(client, () => client.query({ name, text: sql, values })))
    return rows as Row[]
  }
  return {
    tenantId,
    query: (statement, ...values) => run(statement, [tenantId, ...values]),
    rows: async (query) => {
      if (state.isOver) throw new Error('this part of the transaction was taken back')
      const { sql, parameters } = compileFor(query, scope.codeWall ? tenantId : undefined)
      const { rows } = await traced('db.composed', () => client.query({ text: sql, values: parameters as unknown[] }))
      return rows
    },
    commitLater: async () => {
      await run(later, [tenantId])
    },
    commitSafely: async () => {
      await run(safely, [tenantId])
    },
    beforeCommit: (work) => {
      ends.before.push(work)
    },
    afterCommit: (work) => {
      ends.after.push(work)
    },
    apart: (work) => inSavepoint(client, ends, (own, part) => transaction(scope, client, tenantId, own, part), work),
  }
}

/**
 * A pipelined commit of a failed transaction succeeds with the tag ROLLBACK, so the tag must be read.
 * @param last statements whose failure is the reason then
 */
export async function commit(scope: Scope, client: pg.ClientBase, last: Unanswered = []): Promise<void> {
  for (const one of last) one.catch(ignore)
  boundary(scope.crashPoints, 'commit')
  const note = observeCommit(client)
  try {
    const { command } = await traced('db.commit', () => client.query('commit'))
    if (command !== 'COMMIT') {
      await Promise.all(last)
      throw new Error(`the transaction was rolled back (${command})`)
    }
  } catch (error) {
    if (isConnectionLost(error)) throw new CommitUnknown('the connection was lost during commit', { cause: error })
    throw error
  }
  await note?.()
  boundary(scope.crashPoints, 'committed')
}

function ignore(): void {}
