import { Worker } from 'node:worker_threads'
import type { Problem, Solution } from './problem.rules.ts'
import type { Given, Report } from './thread.gateway.ts'

/** A run ends after so long, whatever it has found. */
const longestMs = 10_000
/** Changes that are tried, in all and at most for one job: a run of usual size ends well before its time. */
const most = { iterations: 60_000, each: 1_500 } as const

/** How a caller follows a run and ends it. */
export interface Watch {
  /** Called with the share that is done, from 0 to 1. */
  report: (share: number) => void
  /** Ends the run; its promise fails. */
  signal: AbortSignal
}

/**
 * Solves a problem in a thread of its own, so that this process answers requests meanwhile.
 * @throws when the thread fails or the signal ends it
 */
export function solveInThread(problem: Problem, seed: number, { report, signal }: Watch): Promise<Solution> {
  const iterations = Math.max(1, Math.min(most.iterations, problem.jobs.length * most.each))
  const given: Given = { problem, seed, iterations, milliseconds: longestMs }
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./thread.gateway.ts', import.meta.url), { workerData: given })
    const end = () => {
      reject(new Error('the run was ended'))
      void thread.terminate()
    }
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    thread.on('message', (message: Report) => {
      if ('share' in message) report(message.share)
      else resolve(message.solution)
    })
    thread.on('error', reject)
    thread.on('exit', () => {
      signal.removeEventListener('abort', end)
      reject(new Error('the thread of the run ended before its solution'))
    })
  })
}
