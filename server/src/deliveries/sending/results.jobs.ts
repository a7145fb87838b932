import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { isRetryable } from '../../db/failure.ts'
import { fewTenants } from '../../jobs/tenant-loop.ts'
import { tenantsTogether } from '../../jobs/together.ts'
import { finish, type Result } from './finish.jobs.ts'
import { verdictOf } from './schedule.rules.ts'

/** While more rows of a tenant are being sent, its results wait this long for others: large batches are far cheaper. */
const gatherMs = 100
/** Where many tenants have results, they wait this long for those of others. */
const gatherTenantsMs = 25
/** Most attempts to write results, once per second, while the database is unavailable; then the lease ends anyway. */
const mostAttempts = 30

/** Results of one tenant that wait for others of it. */
interface Gathering {
  results: Result[]
  /** Writes them immediately. */
  hurry: () => void
}

interface Callbacks {
  /** Receives work that a stopping process waits for. */
  track(work: Promise<void>): void
  /** So many results are written, or given back until the end of their lease. */
  onDone(count: number): void
}

/** Writes the results of sending: those of one tenant in one transaction, and of many tenants together (decision 0095). */
export class ResultWriter {
  private readonly ctx: Context
  private readonly callbacks: Callbacks
  /** By tenant. */
  private readonly gatherings = new Map<string, Gathering>()
  /** By tenant: what is to be written now. */
  private readonly ready = new Map<string, Result[]>()
  private isWriting = false

  constructor(ctx: Context, callbacks: Callbacks) {
    this.ctx = ctx
    this.callbacks = callbacks
  }

  keep(tenantId: string, result: Result): void {
    const gathering = this.gatherings.get(tenantId) ?? this.startGathering(tenantId)
    gathering.results.push(result)
  }

  /** No other result of the tenant is expected soon. */
  hurry(tenantId: string): void {
    this.gatherings.get(tenantId)?.hurry()
  }

  /** Results that follow soon after the first are written with it. */
  private startGathering(tenantId: string): Gathering {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, gatherMs)
    const hurry = () => {
      clearTimeout(timer)
      // One turn of the event loop later: responses that arrived together are written together.
      setImmediate(resolve)
    }
    const gathering: Gathering = { results: [], hurry }
    this.gatherings.set(tenantId, gathering)
    this.callbacks.track(
      promise.then(async () => {
        this.gatherings.delete(tenantId)
        this.ready.set(tenantId, [...(this.ready.get(tenantId) ?? []), ...gathering.results])
        if (!this.isWriting) await this.writeReady()
      }),
    )
    return gathering
  }

  /** Until nothing is ready: what becomes ready meanwhile is written together. */
  private async writeReady(): Promise<void> {
    this.isWriting = true
    try {
      while (this.ready.size > 0) {
        // Many tenants have results at about the same time, because their rows were claimed together.
        if (this.ready.size + this.gatherings.size >= fewTenants) await sleep(gatherTenantsMs)
        const all = new Map(this.ready)
        this.ready.clear()
        await this.writeTogether(all)
        for (const [tenantId, results] of all) this.callbacks.track(this.write(tenantId, results))
      }
    } finally {
      this.isWriting = false
    }
  }

  /**
   * Writes the results of many tenants in few transactions and removes them from the map. Left are tenants for which a
   * batch failed, and those with an endpoint in trouble, whose locks would delay the others.
   */
  private async writeTogether(all: Map<string, Result[]>): Promise<void> {
    const easy = [...all].flatMap(([tenantId, results]) => (results.every(isDelivered) ? [tenantId] : []))
    if (easy.length < fewTenants) return
    try {
      await tenantsTogether(this.ctx, easy, async (tx) => {
        const results = all.get(tx.tenantId)!
        await finish(this.ctx, tx, results)
        tx.afterCommit(() => {
          all.delete(tx.tenantId)
          this.done(results.length)
        })
        return false
      })
    } catch (error) {
      this.ctx.log.warn({ err: error, tenants: easy.length }, 'results of deliveries could not be written together')
    }
  }

  private async write(tenantId: string, results: readonly Result[]): Promise<void> {
    for (let attempts = 1; attempts <= mostAttempts; attempts += 1) {
      try {
        await this.ctx.db.asWorker(tenantId, (tx) => finish(this.ctx, tx, results))
        break
      } catch (error) {
        const facts = { err: error, tenant_id: tenantId, results: results.length }
        this.ctx.log.warn(facts, 'results of deliveries could not be written')
        if (!isRetryable(error)) return this.writeEach(tenantId, results)
        await sleep(1_000)
      }
    }
    this.done(results.length)
  }

  /** A result that cannot be written must not block the others; it is sent again after its lease. */
  private async writeEach(tenantId: string, results: readonly Result[]): Promise<void> {
    if (results.length === 1) return this.done(1)
    for (const result of results) await this.write(tenantId, [result])
  }

  private done(count: number): void {
    this.callbacks.onDone(count)
    this.ctx.wake('deliveries')
  }
}

function isDelivered({ sent }: Result): boolean {
  return sent !== null && verdictOf(sent.outcome) === 'delivered'
}
