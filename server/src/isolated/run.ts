import { availableParallelism } from 'node:os'
import { createPool } from './pool.ts'
import type { Limits, Task, Work } from './task.ts'

const mebibyte = 1024 * 1024

/** Two processes at least, so that one tenant never has all of them. */
const pool = createPool({
  processes: Math.max(2, Math.min(4, availableParallelism() - 1)),
  waitingOfTenant: { calls: 100, bytes: 64 * mebibyte },
  waitingBytes: 256 * mebibyte,
  idleMs: 10 * 60_000,
})

/**
 * Does work on what a tenant or a partner wrote (templates, files, formulas) in a process next to this one, so that no
 * input keeps the process from answering others (LIMIT-15). Arguments and answer are plain data; Buffers stay Buffers.
 * @throws Problem too_complex when it takes too long or too much memory, rate_limited when too much of this tenant waits,
 * unavailable when too much of all tenants waits, and whatever the work threw
 */
export function runIsolated<Wanted extends Work>(
  task: Task<Wanted>,
  given: Parameters<Wanted>,
  limits: Limits,
): Promise<Awaited<ReturnType<Wanted>>> {
  return pool.run(task, given, limits)
}
