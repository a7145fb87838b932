import type pg from 'pg'
import { CommitUnknown } from './failure.ts'
import { inOnePacket } from './pool.ts'
import { commit, isConnectionLost, type Scope, setTenant, type Tx, transaction } from './tenant.ts'

/** One tenant's part of a shared transaction. */
export interface TenantWork<T> {
  readonly tenantId: string
  /** Sends all of its statements before it first awaits: afterwards the connection belongs to the next tenant. */
  work(tx: Tx): Promise<T>
}

/**
 * Runs the work of several tenants in one transaction, each part under its own tenant, so that one commit pays for all.
 * Everything travels in one round trip. When one part fails, none has taken effect.
 * @returns the results in the order of the works
 * @throws the first failure of a part
 * @throws CommitUnknown when the connection died: whether the transaction took effect is unknown
 */
export async function inTenants<T>(scope: Scope, works: readonly TenantWork<T>[]): Promise<T[]> {
  const client = await scope.pool.connect()
  let broken = false
  try {
    const { scoping, parts, committed } = inOnePacket(client, () => sendAll(scope, client, works))
    const outcomes = await Promise.allSettled([...scoping, ...parts, committed])
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    const unknown = failures.find((failure) => failure instanceof CommitUnknown)
    if (unknown) throw unknown
    if (failures.length > 0) throw failures[0]
    return await Promise.all(parts)
  } catch (error) {
    broken = isConnectionLost(error)
    throw error
  } finally {
    client.release(broken)
  }
}

interface Sent<T> {
  scoping: Promise<unknown>[]
  parts: Promise<T>[]
  committed: Promise<void>
}

function sendAll<T>(scope: Scope, client: pg.PoolClient, works: readonly TenantWork<T>[]): Sent<T> {
  const scoping: Promise<unknown>[] = [client.query('begin')]
  const parts: Promise<T>[] = []
  for (const { tenantId, work } of works) {
    scoping.push(client.query({ name: 'db.set_tenant', text: setTenant, values: [tenantId] }))
    const { tx, close } = closable(transaction(scope, client, tenantId, []))
    parts.push(work(tx))
    close()
  }
  // Sent without waiting: after a failed part PostgreSQL answers it with ROLLBACK, which `commit` refuses.
  return { scoping, parts, committed: commit(scope, client) }
}

/** A transaction that refuses statements once it is closed: they would run under another tenant. */
function closable(tx: Tx): { tx: Tx; close(): void } {
  let isOpen = true
  const check = () => {
    if (!isOpen) throw new Error('work in a shared transaction must send its statements before it awaits')
  }
  return {
    tx: {
      tenantId: tx.tenantId,
      query: (...args) => {
        check()
        return tx.query(...args)
      },
      rows: (query) => {
        check()
        return tx.rows(query)
      },
      afterCommit: () => {
        throw new Error('a shared transaction has no work after its commit: its caller knows when it is done')
      },
    },
    close: () => {
      isOpen = false
    },
  }
}
