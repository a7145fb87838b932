import type pg from 'pg'
import type { CrashPoints } from '../crash-points.ts'
import { observeCommit } from './commits.ts'
import { CommitUnknown, isConnectionGone, isConnectionLost } from './failure.ts'
import { poolSpansNodes, spansNodes } from './nodes.ts'
import { boundary, inOnePacket } from './pool.ts'
import { type Composed, compileFor } from './query.ts'
import { type Statement, statement, withoutCodeWall } from './statement.ts'
import { traced } from './trace.ts'

/** A transaction that sees one tenant's rows and no other's. Stores and views take this, never a pool. */
export interface Tx {
  readonly tenantId: string
  /** Runs a prepared statement; `$1` is the tenant, `values` start at `$2`. */
  query<Row = Record<string, unknown>>(statement: Statement, ...values: unknown[]): Promise<Row[]>
  /** Runs a query put together with Kysely; the tenant predicate is added to every table in it. */
  rows<Row>(query: Composed<Row>): Promise<Row[]>
  /**
   * The commit need not reach the disk: it outlives this process, and when the machine or PostgreSQL dies within the next
   * second it may not have happened. For what is then simply done again.
   */
  commitLater(): Promise<void>
  /** Takes `commitLater` back: the commit reaches the disk before it is answered, and with it all that came before. */
  commitSafely(): Promise<void>
  /**
   * Runs `work` as the last thing in the transaction: what locks a row that every command of the tenant needs. It gives the
   * statements it has sent last without waiting for them: they travel with the commit, which then fails as they do.
   */
  beforeCommit(work: () => Promise<Unanswered>): void
  /** Runs `work` once the transaction is committed: wake-ups, never anything that must happen. */
  afterCommit(work: () => void): void
  /**
   * Runs `work` as a part of the transaction that is taken back alone when it fails: what was done before stays, and more may
   * follow. Wait for it before anything else is done in the transaction.
   * @throws whatever `work` throws, after its part was taken back
   */
  apart<T>(work: (part: Tx) => Promise<T>): Promise<T>
}

/** Statements that were sent and not answered yet. */
export type Unanswered = readonly Promise<unknown>[]

export interface Scope {
  pool: pg.Pool
  crashPoints: CrashPoints
  /** False only in the proof that row security alone keeps tenants apart. */
  codeWall: boolean
  /** False only in the proof that the statements alone do: connections without row security are taken then. */
  rowWall: boolean
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * SQL that puts the rest of the transaction behind one tenant's wall. A command of its own, because Citus carries no other
 * setting to its nodes, and only inside a transaction.
 * @throws when the tenant is not a UUID: it becomes part of the text
 */
export function setTenant(tenantId: string, setting: 'app.tenant' | 'app.whole_tenant' = 'app.tenant'): string {
  if (!uuid.test(tenantId)) throw new Error('a tenant is called by its UUID')
  return `set local ${setting} = '${tenantId}'`
}

/**
 * SQL that puts the rest of the transaction behind the wall of these tenants: on tables that batches of a worker need, their rows are
 * seen and no others (decision 0095). None of them takes that back.
 * @throws when one of them is not a UUID
 */
export function setTenants(tenantIds: readonly string[]): string {
  if (!tenantIds.every((id) => uuid.test(id))) throw new Error('a tenant is called by its UUID')
  return `set local app.tenants = '${tenantIds.length === 0 ? '' : `{${tenantIds.join(',')}}`}'`
}

/**
 * Runs `work` in one transaction of one tenant and commits it.
 * @throws whatever `work` throws, after rolling back
 * @throws CommitUnknown when the connection died during COMMIT
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
 * Reads in one transaction that sees one moment and writes nothing, however long it takes: for checks of the operator.
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
 * Reads as `inSnapshot` does, on several connections that see the same moment, so that statements run at a time; on one where
 * tables are spread over nodes.
 * @param readers how many connections; the pool has to have as many
 * @throws whatever `work` throws
 */
export async function inSnapshots<T>(
  scope: Scope,
  tenantId: string,
  readers: number,
  work: (readers: readonly Tx[]) => Promise<T>,
): Promise<T> {
  // A moment of one node is none of another: where tables are spread, one connection reads everything.
  if (await poolSpansNodes(scope.pool)) return await inSnapshot(scope, tenantId, (only) => work([only]))
  return await inSnapshot(scope, tenantId, async (first) => {
    const [exported] = await first.query<{ snapshot: string }>(exportSnapshot)
    // The snapshot lives as long as the transaction that exported it: the others are inside it.
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
    // When both fail, the work's failure is the one to report; this one must not go unheard meanwhile.
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
 * A transaction of one tenant on a connection of the caller's own, which has a role of its own: for commands of the
 * operator that bring or remove whole tenants.
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

/** What runs around the commit, in the order it was requested. */
export interface Ends {
  before: (() => Promise<Unanswered>)[]
  after: (() => void)[]
}

/** Not awaited at once: it travels with the first statements of the work. */
export async function begin(client: pg.ClientBase, tenantId: string, first = 'begin'): Promise<void> {
  const begun = client.query(`${first}; ${setTenant(tenantId)}`)
  // Until someone waits for it, a failure here shows itself through the statements that follow.
  begun.catch(ignore)
  await begun
}

const setCommit = (value: string) =>
  `select set_config('synchronous_commit', '${value}', true) where $1::uuid is not null`
const later = statement('db.commit_later', setCommit('off'))
const safely = statement('db.commit_safely', setCommit('on'))

/** Runs `work` in a savepoint. What it sends after it has failed must not reach the transaction that goes on without it. */
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
 * What work may do inside a transaction that has begun. Only `db` opens one.
 * @param state says when this part of it has been taken back and takes no more
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
 * A pipelined commit of a failed transaction succeeds with the tag ROLLBACK: the tag must be read.
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
