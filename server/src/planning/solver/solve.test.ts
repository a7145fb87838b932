import { expect, test } from 'vitest'
import { faultsOf } from './check.rules.ts'
import type { Problem, Solution, Vehicle } from './problem.rules.ts'
import { seededRandom } from './random.rules.ts'
import { solveInThreads } from './solve.gateway.ts'

/** Orders with narrow windows around one depot. */
function problemOf(many: number): Problem {
  const random = seededRandom(4)
  const points = Array.from({ length: many + 1 }, () => [random.below(100), random.below(100)] as const)
  const distances = points.flatMap(([x, y]) => points.map(([a, b]) => Math.hypot(x - a, y - b)))
  const jobs = Array.from({ length: many }, (_, at) => {
    const opens = distances[at + 1]! + random.below(100)
    return {
      vehicles: null,
      tasks: [{ location: at + 1, service: 5, windows: [[opens, opens + 30]] as const, load: [1] }],
    }
  })
  const vehicle: Vehicle = { start: 0, end: 0, from: 0, to: 500, capacity: [9], cost: 20, kind: 0, worked: null }
  const vehicles = Array.from({ length: many }, () => vehicle)
  const world = { locations: many + 1, distances, minutes: distances, dimensions: 1, driving: null }
  return { ...world, vehicles, jobs, fewest_vehicles: false }
}

const quiet = { report: () => {}, signal: new AbortController().signal }

test('OPT-2: the better solution of two threads with different seeds is used, the same each time', async () => {
  const problem = problemOf(8)
  const costOf = ({ cost }: Solution) => cost
  const [one, other] = [await solveInThreads(problem, 1, quiet, 1), await solveInThreads(problem, 2, quiet, 1)]
  const both = await solveInThreads(problem, 1, quiet, 2)
  expect(faultsOf(problem, both)).toEqual([])
  expect(costOf(both)).toBe(Math.min(costOf(one), costOf(other)))
  expect(await solveInThreads(problem, 1, quiet, 2)).toEqual(both)
})

test('OPT-2: a cancelled run ends all its threads and fails', async () => {
  const cancelled = new AbortController()
  const run = solveInThreads(problemOf(60), 1, { report: () => {}, signal: cancelled.signal }, 2)
  cancelled.abort()
  await expect(run).rejects.toThrow('the run was ended')
})
