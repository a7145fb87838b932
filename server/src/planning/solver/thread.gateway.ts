import { parentPort, workerData } from 'node:worker_threads'
import type { Problem, Solution } from './problem.rules.ts'
import { solve } from './search.rules.ts'

/** What a thread is given. */
export interface Given {
  problem: Problem
  seed: number
  iterations: number
  milliseconds: number
}

/** What a thread reports: how far it is, and at the end the solution. */
export type Report = { share: number } | { solution: Solution }

// The thread of one run: it solves what it was given and ends.
const { problem, ...budget } = workerData as Given
const send = (report: Report) => parentPort!.postMessage(report)
send({
  solution: solve(problem, { ...budget, now: () => performance.now(), report: (share) => send({ share }) }),
})
