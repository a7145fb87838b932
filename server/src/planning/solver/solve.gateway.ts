import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { isBetter, type Problem, type Solution } from './problem.rules.ts'
import type { Given, Report } from './thread.gateway.ts'

/** Time limit of a run. */
const longestMs = 10_000
/** Maximum number of changes, in total and per job: a run of usual size ends well before the time limit. */
const most = { iterations: 60_000, each: 1_500 } as const

/** Progress callback and abort signal of a run. */
export interface Watch {
  /** Called with the completed share, from 0 to 1. */
  report: (share: number) => void
  /** Aborts the run; its promise rejects. */
  signal: AbortSignal
}

/**
 * Solves a problem in worker threads, so that this process keeps answering requests. With two or more cores, two
 * threads search from different seeds and the better solution wins (OPT-2).
 * @param threads number of threads; absent: one per core, at most two
 * @throws when a thread fails or the signal ends the run
 */
export async function solveInThreads(
  problem: Problem,
  seed: number,
  { report, signal }: Watch,
  threads = Math.min(2, availableParallelism()),
): Promise<Solution> {
  const failed = new AbortController()
  const ends = AbortSignal.any([signal, failed.signal])
  const shares = Array.from({ length: threads }, () => 0)
  const searches = shares.map((_, turn) =>
    solveInThread(problem, seed + turn, {
      signal: ends,
      report: (share) => {
        shares[turn] = share
        report(Math.min(...shares))
      },
    }),
  )
  try {
    const solutions = await Promise.all(searches)
    return solutions.reduce((one, other) =>
      isBetter(outcomeOf(other), outcomeOf(one), problem.fewest_vehicles) ? other : one,
    )
  } finally {
    failed.abort()
  }
}

function outcomeOf({ left_out, ways, cost }: Solution) {
  return { left_out: left_out.length, vehicles: ways.length, cost }
}

function solveInThread(problem: Problem, seed: number, { report, signal }: Watch): Promise<Solution> {
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
