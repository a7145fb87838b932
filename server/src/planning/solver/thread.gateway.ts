import { parentPort, workerData } from 'node:worker_threads'
import type { Problem, Solution } from './problem.rules.ts'
import { solve } from './search.rules.ts'

/** Input of a thread. */
export interface Given {
  problem: Problem
  seed: number
  iterations: number
  milliseconds: number
}

/** Messages of a thread: its progress, and finally the solution. */
export type Report = { share: number } | { solution: Solution }

// Worker thread of one run: solves its input and ends.
const { problem, ...budget } = workerData as Given
const send = (report: Report) => parentPort!.postMessage(report)
send({
  solution: solve(problem, { ...budget, now: () => performance.now(), report: (share) => send({ share }) }),
})
