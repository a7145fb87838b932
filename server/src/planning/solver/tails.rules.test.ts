import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scratchFor } from './insertion.rules.ts'
import { netOf } from './net.rules.ts'
import type { Problem } from './problem.rules.ts'
import { seededRandom } from './random.rules.ts'
import { recreate, sortingsOf } from './recreate.rules.ts'
import { emptyRoute, lengthOf, refreshed } from './route.rules.ts'
import { emptyState, keep, snapshotOf, undo } from './state.rules.ts'
import { costOf, swapTails } from './tails.rules.ts'

/** Single tasks with wide windows around a depot; distances are asymmetric. */
function problemOf(seed: number): Problem {
  const random = seededRandom(seed)
  const many = 24
  const points = Array.from({ length: many + 1 }, () => [random.below(100), random.below(100)] as const)
  const distances = points.flatMap(([x, y]) => points.map(([a, b]) => Math.hypot(x - a, y - b) + (x < a ? 3 : 0)))
  const jobs = Array.from({ length: many }, (_, at) => {
    const opens = random.below(200)
    return {
      vehicles: random.below(5) === 0 ? [0, 1, 2] : null,
      tasks: [{ location: at + 1, service: 5, windows: [[opens, opens + 300]] as const, load: [1 + random.below(4)] }],
    }
  })
  const vehicles = Array.from({ length: 6 }, (_, kind) => {
    return { start: 0, end: 0, from: 0, to: 700, capacity: [16], cost: 5, kind, worked: null }
  })
  const world = { locations: many + 1, distances, minutes: distances, dimensions: 1, driving: null }
  return { ...world, vehicles, jobs, fewest_vehicles: false }
}

function searchOf(seed: number) {
  const net = netOf(problemOf(seed))
  const random = seededRandom(seed)
  const clock = { iteration: 0, share: () => 0, isOver: () => false }
  const search = {
    ...{
      state: emptyState(net),
      random,
      clock,
      scratch: scratchFor(net, emptyRoute(net, 0)),
      trial: emptyRoute(net, 0),
    },
    ...{ sortings: sortingsOf(net), blink: () => false, most: Infinity, using: 0 },
  }
  recreate(search)
  keep(search.state)
  return search
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 })

test('OPT-2: the estimated cost of exchanging the ends of two routes equals the change of their kilometres', () => {
  fc.assert(
    fc.property(seeds, fc.nat(1_000), fc.nat(1_000), (seed, one, other) => {
      const { state } = searchOf(seed)
      const { net } = state
      const used = state.routes.filter(({ length }) => length > 0)
      fc.pre(used.length > 1)
      const [first, second] = [used[0]!, used[1]!]
      const [head, otherHead] = [one % (first.length + 1), other % second.length]
      const cost = costOf(net, first, head, second, otherHead)
      const joined = (from: typeof first, cut: number, to: typeof first, toCut: number) => {
        const route = emptyRoute(net, from.vehicle)
        route.tasks.set([...from.tasks.subarray(0, cut), ...to.tasks.subarray(toCut, to.length)])
        route.length = cut + to.length - toCut
        return {
          isInTime: refreshed(net, route),
          km: lengthOf(net, net.problem.vehicles[route.vehicle]!, route.tasks, route.length),
        }
      }
      const [there, back] = [joined(first, head, second, otherHead), joined(second, otherHead, first, head)]
      // A route that is too late never gets the cost of a drivable one.
      if (cost === Infinity) expect(there.isInTime && back.isInTime).toBe(false)
      else expect(there.km + back.km).toBeCloseTo(first.distance + second.distance + cost, 6)
    }),
    { numRuns: 200 },
  )
})

test('OPT-1, OPT-2: after an exchange each job is planned as before, and the exchange can be undone', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { state, random } = searchOf(seed)
      for (let turn = 0; turn < 30; turn += 1) {
        const before = snapshotOf(state)
        if (swapTails(state, random) && turn % 3 > 0) {
          const tasks = snapshotOf(state).tasks.flatMap((some) => [...some])
          expect(tasks.toSorted()).toEqual(before.tasks.flatMap((some) => [...some]).toSorted())
          const km = state.routes.reduce((sum, { distance }) => sum + distance, 0)
          expect(state.cost).toBeCloseTo(km + 5 * state.routes.filter(({ length }) => length > 0).length, 6)
          keep(state)
        } else {
          undo(state)
          expect(snapshotOf(state)).toEqual(before)
        }
      }
    }),
    { numRuns: 60 },
  )
})
