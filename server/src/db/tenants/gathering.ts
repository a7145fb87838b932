import type pg from 'pg'
import { boundary, inOnePacket } from '../pool.ts'
import { batchRole, workerRole } from '../roles.ts'
import type { OfMany, Statement } from '../statement.ts'
import { type Ends, type Scope, setTenant, setTenants, type Tx, transaction } from '../tenant.ts'
import { traced } from '../trace.ts'

type Rows = Record<string, unknown>[]

/** A pending query of one tenant. */
interface Question {
  readonly tenantId: string
  /** Undefined for queries composed at run time. */
  readonly statement: Statement | undefined
  readonly values: readonly unknown[]
  /** Runs it for the tenant alone, once the transaction is restricted to that tenant. */
  readonly alone: () => Promise<Rows>
  resolve(rows: Rows): void
  reject(error: unknown): void
}

/**
 * One transaction for several tenants whose work runs concurrently. Queries wait until every tenant waits for an
 * answer. Those with the same statement are then sent as one.
 */
export class Gathering {
  private readonly scope: Scope
  private readonly client: pg.ClientBase
  private readonly tenantIds: readonly string[]
  private readonly questions = new Map<string, Question[]>()
  private readonly later = new Set<string>()
  private isSafe = false
  private unanswered = 0
  private isDue = false
  private behind: string | undefined
  /** The first failure, after which the transaction cannot continue. */
  failure: unknown

  constructor(scope: Scope, client: pg.ClientBase, tenantIds: readonly string[]) {
    this.scope = scope
    this.client = client
    this.tenantIds = tenantIds
  }

  /** The transaction passed to the work of one tenant. */
  transactionOf(tenantId: string, ends: Ends): Tx {
    const alone = transaction(this.scope, this.client, tenantId, ends)
    const ask = (statement: Statement | undefined, values: readonly unknown[], run: () => Promise<unknown>) =>
      this.ask({ tenantId, statement, values, alone: run as () => Promise<Rows> })
    return {
      ...alone,
      query: async <Row>(statement: Statement, ...values: unknown[]) =>
        (await ask(statement, values, () => alone.query(statement, ...values))) as Row[],
      rows: async <Row>(query: Parameters<Tx['rows']>[0]) =>
        (await ask(undefined, [], () => alone.rows(query))) as Row[],
      commitLater: async () => {
        this.later.add(tenantId)
      },
      commitSafely: async () => {
        this.isSafe = true
      },
      apart: async () => {
        throw new Error('a transaction of several tenants has no parts')
      },
    }
  }

  /** Sends nothing more: the transaction ends because of this failure, or of an earlier one. */
  giveUp(error: unknown): void {
    this.failure ??= error
    const left = [...this.questions.values()].flat()
    this.questions.clear()
    for (const { reject } of left) reject(this.failure)
  }

  /** Sends the last queries and sets the durability of the following commit. */
  end(): void {
    this.send()
    // One tenant that requires the disk makes all of them wait for it.
    if (!this.isSafe && this.later.size === this.tenantIds.length) this.command('set local synchronous_commit = off')
  }

  private ask(question: Omit<Question, 'resolve' | 'reject'>): Promise<Rows> {
    if (this.failure !== undefined) return Promise.reject(this.failure)
    return new Promise((resolve, reject) => {
      const own = this.questions.get(question.tenantId) ?? []
      own.push({ ...question, resolve, reject })
      this.questions.set(question.tenantId, own)
      this.sendSoon()
    })
  }

  /** After the current turn, in which every answered tenant sends its next query. */
  private sendSoon(): void {
    if (this.isDue || this.unanswered > 0) return
    this.isDue = true
    setImmediate(() => {
      this.isDue = false
      inOnePacket(this.client, () => this.send())
    })
  }

  private send(): void {
    for (let group = takeGroup(this.questions); group.length > 0; group = takeGroup(this.questions)) {
      const many = this.scope.codeWall ? group[0]!.statement?.ofMany : undefined
      if (many) this.askTogether(group, group[0]!.statement!.name, many)
      else for (const question of group) this.askAlone(question)
    }
  }

  private askTogether(group: readonly Question[], name: string, { name: prepared, text, combine }: OfMany): void {
    this.step('all')
    // An error before anything is sent is treated like a failed statement.
    const asked = async () => {
      boundary(this.scope.crashPoints, name)
      const query = { name: prepared, text, values: combine(group) }
      const { rows } = await traced(name, () => this.client.query(query))
      return shareOut(group, rows)
    }
    this.settle(group, asked())
  }

  private askAlone(question: Question): void {
    this.step(question.tenantId)
    this.settle(
      [question],
      question.alone().then((rows) => [rows]),
    )
  }

  private settle(group: readonly Question[], answering: Promise<Rows[]>): void {
    this.unanswered += 1
    const answered = () => {
      this.unanswered -= 1
      if (this.questions.size > 0) this.sendSoon()
    }
    answering.then(
      (shares) => {
        for (const [at, { resolve }] of group.entries()) resolve(shares[at]!)
        answered()
      },
      (error: unknown) => {
        for (const { reject } of group) reject(error)
        answered()
      },
    )
  }

  /** Restricts the following statements to one tenant, or to all tenants of the transaction. */
  private step(behind: 'all' | string): void {
    if (this.behind === behind) return
    const begin = this.behind === undefined ? `begin; set local lock_timeout = '${longestLockWaitMs}ms'; ` : ''
    this.behind = behind
    const [role, walls] =
      behind === 'all'
        ? [batchRole, `set local app.tenant = ''; ${setTenants(this.tenantIds)}`]
        : [workerRole, `${setTenants([])}; ${setTenant(behind)}`]
    // Without row security, a role that is subject to it would bring it back.
    this.command(`${begin}${this.scope.rowWall ? `set local role ${role}; ` : ''}${walls}`)
  }

  /** Its failure shows through the following statements. */
  private command(text: string): void {
    this.client.query(text).catch(() => {})
  }
}

/** A row locked by another transaction blocks all tenants. Work that fails for this is repeated per tenant. */
const longestLockWaitMs = 300

/**
 * Takes queries with the same statement, each the next of its tenant. A statement that some tenant sends only after
 * another one waits, so that they can be combined.
 */
function takeGroup(questions: Map<string, Question[]>): Question[] {
  // In a fixed order, so that two batches lock the rows of their tenants in the same sequence without deadlock.
  const next = [...questions.values()].map((own) => own[0]!).toSorted(byTenantId)
  if (next.length === 0) return []
  const later = new Set([...questions.values()].flatMap((own) => own.slice(1).map(({ statement }) => statement)))
  const chosen = next.find(({ statement }) => !later.has(statement)) ?? next[0]!
  const group =
    chosen.statement === undefined ? [chosen] : next.filter(({ statement }) => statement === chosen.statement)
  for (const { tenantId } of group) {
    const own = questions.get(tenantId)!
    own.shift()
    if (own.length === 0) questions.delete(tenantId)
  }
  return group
}

function byTenantId(one: Question, other: Question): number {
  return one.tenantId < other.tenantId ? -1 : 1
}

/**
 * Returns each tenant its rows, as if it had queried alone.
 * @throws for a row of another tenant
 */
function shareOut(group: readonly Question[], rows: readonly Record<string, unknown>[]): Rows[] {
  const shares = new Map(group.map(({ tenantId }) => [tenantId, [] as Rows]))
  for (const { tenant_id: tenantId, ...row } of rows) {
    const own = shares.get(tenantId as string)
    if (own === undefined) throw new Error('an answer has a row of a tenant that did not ask')
    own.push(row)
  }
  return group.map(({ tenantId }) => shares.get(tenantId)!)
}
