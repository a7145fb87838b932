import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eject } from './eject.rules.ts'
import { scratchFor } from './insertion.rules.ts'
import { type Net, netOf } from './net.rules.ts'
import type { Problem } from './problem.rules.ts'
import { seededRandom } from './random.rules.ts'
import { recreate, sortingsOf } from './recreate.rules.ts'
import { emptyRoute, refreshed } from './route.rules.ts'
import { emptyState, jobsOn, keep, type State } from './state.rules.ts'

const many = 14

/** Single tasks with narrow windows around a depot, and too few vehicles for them. */
function problemOf(seed: number): Problem {
  const random = seededRandom(seed)
  const points = Array.from({ length: many + 1 }, () => [random.below(100), random.below(100)] as const)
  const distances = points.flatMap(([x, y]) => points.map(([a, b]) => Math.hypot(x - a, y - b)))
  const jobs = Array.from({ length: many }, (_, at) => {
    const opens = distances[at + 1]! + random.below(150)
    const task = { location: at + 1, service: 10, windows: [[opens, opens + 40]] as const, load: [1 + random.below(4)] }
    return { vehicles: random.below(6) === 0 ? [0] : null, tasks: [task] }
  })
  const vehicle = { start: 0, end: 0, from: 0, to: 400, capacity: [11], cost: 0, worked: null }
  const vehicles = [0, 1, 2].map((kind) => ({ ...vehicle, kind }))
  const world = { locations: many + 1, distances, minutes: distances, dimensions: 1, driving: null }
  return { ...world, vehicles, jobs, fewest_vehicles: true }
}

function planned(seed: number): State {
  const net = netOf(problemOf(seed))
  const random = seededRandom(seed)
  const clock = { iteration: 0, share: () => 0, isOver: () => false }
  const state = emptyState(net)
  const search = { state, random, clock, scratch: scratchFor(net, emptyRoute(net, 0)), trial: emptyRoute(net, 0) }
  recreate({ ...search, sortings: sortingsOf(net), blink: () => false, most: Infinity, using: 0 })
  keep(state)
  return state
}

/** Whether a vehicle can take a job, by trying each place in its sequence. */
function takes(net: Net, vehicle: number, tasks: readonly number[], job: number): boolean {
  if (net.fits[vehicle * many + job] === 0) return false
  return Array.from({ length: tasks.length + 1 }, (_, place) => tasks.toSpliced(place, 0, job)).some((some) => {
    const route = emptyRoute(net, vehicle)
    route.tasks.set(some)
    route.length = some.length
    return refreshed(net, route)
  })
}

/**
 * Smallest sum of miss counts over one or two jobs of a vehicle that the job can replace; infinite if there are none.
 */
function leastOf({ net, routes }: State, job: number, missed: Float64Array): number {
  const sums = routes.flatMap(({ vehicle, tasks, length }) => {
    const on = [...tasks.subarray(0, length)]
    const choices = on.flatMap((one, at) => [[one], ...on.slice(at + 1).map((other) => [one, other])])
    return choices.map((out) => {
      const rest = on.filter((one) => !out.includes(one))
      return takes(net, vehicle, rest, job) ? out.reduce((sum, one) => sum + missed[one]!, 0) : Infinity
    })
  })
  return Math.min(Infinity, ...sums)
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 })

test('OPT-2: an unplanned job replaces the one or two others that were least often left out, of all that could make room', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const state = planned(seed)
      const { net } = state
      fc.pre(state.absent.length > 0)
      const random = seededRandom(seed + 1)
      const missed = Float64Array.from({ length: many }, () => 1 + random.below(6))
      const [job] = state.absent as [number]
      const before = new Set(state.absent)
      const least = leastOf(state, job, missed)
      eject(state, job, missed, scratchFor(net, emptyRoute(net, 0)), emptyRoute(net, 0), random)
      const out = state.absent.filter((one) => !before.has(one))
      if (least === Infinity) {
        expect(new Set(state.absent)).toEqual(before)
        return
      }
      expect(out.reduce((sum, one) => sum + missed[one]!, 0)).toBe(least)
      expect(state.absent).not.toContain(job)
      // Each job is on one vehicle or left out, and each route is drivable.
      const on = state.routes.flatMap(({ vehicle }) => jobsOn(state, vehicle))
      expect([...on, ...state.absent].toSorted((one, other) => one - other)).toEqual([...Array(many).keys()])
      expect(state.routes.every((route) => refreshed(net, route))).toBe(true)
    }),
    { numRuns: 300 },
  )
})
