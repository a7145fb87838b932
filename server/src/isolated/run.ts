import { availableParallelism } from 'node:os'
import { createPool } from './pool.ts'
import type { Limits, Task, Work } from './task.ts'

const mebibyte = 1024 * 1024

/** At least two processes, so that one tenant never occupies all of them. */
const pool = createPool({
  processes: Math.max(2, Math.min(4, availableParallelism() - 1)),
  waitingOfTenant: { calls: 100, bytes: 64 * mebibyte },
  waitingBytes: 256 * mebibyte,
  idleMs: 10 * 60_000,
})

/**
 * Runs work on input from tenants or partners (templates, files, formulas) in a separate process, so that no input
 * keeps this one from answering others (LIMIT-15). Arguments and answer are plain data; Buffers stay Buffers.
 * @throws Problem too_complex if it takes too long or too much memory, rate_limited if too much work of this tenant is
 * waiting, unavailable if too much work of all tenants is waiting, and errors of the work
 */
export function runIsolated<Wanted extends Work>(
  task: Task<Wanted>,
  given: Parameters<Wanted>,
  limits: Limits,
): Promise<Awaited<ReturnType<Wanted>>> {
  return pool.run(task, given, limits)
}
