import { Problem } from '../http/problem.ts'
import { type Child, startChild } from './child.ts'
import { callBytes } from './passage.ts'
import type { Limits, Task, Work } from './task.ts'

/** Size of a pool: number of processes and limits of its queue. */
export interface PoolSize {
  readonly processes: number
  /** Maximum waiting calls of one tenant, and their bytes. */
  readonly waitingOfTenant: { readonly calls: number; readonly bytes: number }
  /** Maximum waiting bytes of all tenants. */
  readonly waitingBytes: number
  /** Lifetime of an idle process. */
  readonly idleMs: number
}

/** Processes that handle input from tenants and their partners. */
export interface Pool {
  /** See `runIsolated`. */
  run<Wanted extends Work>(
    task: Task<Wanted>,
    given: Parameters<Wanted>,
    limits: Limits,
  ): Promise<Awaited<ReturnType<Wanted>>>
  /** Ends all processes. Unfinished work fails as unavailable. */
  close(): Promise<void>
}

interface Waiting {
  readonly module: string
  readonly bytes: Uint8Array
  readonly milliseconds: number
  readonly outcome: PromiseWithResolvers<unknown>
}

/**
 * Makes a pool that starts processes on demand. A tenant has one at a time, and tenants take turns (LIMIT-16): the
 * input of one tenant never delays the others longer than one call.
 */
export function createPool(size: PoolSize): Pool {
  const queues = new Map<string, Waiting[]>()
  const busyTenants = new Set<string>()
  const children = new Set<Child>()
  const idle = new Map<Child, NodeJS.Timeout>()

  function admit(tenantId: string, bytes: Uint8Array): void {
    const own = queues.get(tenantId) ?? []
    const { calls, bytes: most } = size.waitingOfTenant
    if (own.length >= calls || (own.length > 0 && sizeOf(own) + bytes.length > most)) {
      throw new Problem('rate_limited', { headers: { 'retry-after': '5' } })
    }
    const all = sizeOf([...queues.values()].flat())
    if (all > 0 && all + bytes.length > size.waitingBytes) throw new Problem('unavailable')
  }

  function take(module: string): Child | undefined {
    const found = [...idle.keys()].find(({ loaded }) => loaded.has(module)) ?? idle.keys().next().value
    if (found) {
      clearTimeout(idle.get(found))
      idle.delete(found)
      return found
    }
    if (children.size >= size.processes) return undefined
    const started = startChild()
    children.add(started)
    return started
  }

  function putBack(child: Child): void {
    if (!child.isAlive) children.delete(child)
    else idle.set(child, setTimeout(() => drop(child), size.idleMs).unref())
  }

  function drop(child: Child): void {
    idle.delete(child)
    children.delete(child)
    void child.end()
  }

  function next(): void {
    for (const [tenantId, queue] of [...queues]) {
      if (busyTenants.has(tenantId)) continue
      const child = take(queue[0]!.module)
      if (!child) return
      const waiting = queue.shift()!
      // The tenant moves to the end of the queue.
      queues.delete(tenantId)
      if (queue.length > 0) queues.set(tenantId, queue)
      busyTenants.add(tenantId)
      void work(child, waiting).finally(() => {
        busyTenants.delete(tenantId)
        next()
      })
    }
  }

  async function work(child: Child, { module, bytes, milliseconds, outcome }: Waiting): Promise<void> {
    child.loaded.add(module)
    await child.perform(bytes, milliseconds).then(outcome.resolve, outcome.reject)
    putBack(child)
  }

  return {
    async run<Wanted extends Work>(
      { module, name }: Task<Wanted>,
      given: Parameters<Wanted>,
      { tenantId, milliseconds }: Limits,
    ): Promise<Awaited<ReturnType<Wanted>>> {
      const bytes = callBytes({ module, name, given })
      admit(tenantId, bytes)
      const outcome = Promise.withResolvers<unknown>()
      const queue = queues.get(tenantId) ?? []
      queue.push({ module, bytes, milliseconds, outcome })
      queues.set(tenantId, queue)
      next()
      return (await outcome.promise) as Awaited<ReturnType<Wanted>>
    },
    async close() {
      for (const { outcome } of [...queues.values()].flat()) outcome.reject(new Problem('unavailable'))
      queues.clear()
      for (const timer of idle.values()) clearTimeout(timer)
      await Promise.all([...children].map((child) => child.end()))
    },
  }
}

function sizeOf(queue: readonly Waiting[]): number {
  return queue.reduce((sum, { bytes }) => sum + bytes.length, 0)
}
