import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Column, partitioned } from './partition.rules.ts'

const many = 7
const column = fc.record({
  kind: fc.nat(1),
  jobs: fc.uniqueArray(fc.nat(many - 1), { minLength: 1, maxLength: 4 }),
  cost: fc.integer({ min: 1, max: 60 }),
})
const drawn = fc.record({
  columns: fc.array(column, { minLength: 1, maxLength: 14 }),
  below: fc.integer({ min: 10, max: 250 }),
  most: fc.integer({ min: 1, max: 6 }),
  ofKind: fc.tuple(fc.nat(4), fc.nat(4)),
})
const jobs = Array.from({ length: many }, (_, job) => job)

/** The minimum cost of any choice, by exhaustive search. */
function leastOf(columns: readonly Column[], most: number, left: readonly number[]): number {
  const costs = Array.from({ length: 2 ** columns.length }, (_, choice) => {
    const some = columns.filter((_, at) => (choice >> at) % 2 === 1)
    const isOnce = some.reduce((sum, one) => sum + one.jobs.length, 0) === many
    const isAll = new Set(some.flatMap((one) => one.jobs)).size === many
    const isEnough = left.every((vehicles, kind) => some.filter((one) => one.kind === kind).length <= vehicles)
    return isOnce && isAll && isEnough && some.length <= most ? some.reduce((sum, { cost }) => sum + cost, 0) : Infinity
  })
  return Math.min(...costs)
}

test('OPT-2: the cheapest selection of routes that does each job once is found, if it is cheaper than the known one', () => {
  fc.assert(
    fc.property(drawn, ({ columns, below, most, ofKind }) => {
      const chosen = partitioned({ columns, jobs, below, most, ofKind: new Map(ofKind.entries()) })
      const least = leastOf(columns, most, ofKind)
      if (least >= below) expect(chosen).toBeUndefined()
      else expect(chosen!.reduce((sum, at) => sum + columns[at]!.cost, 0)).toBe(least)
    }),
    { numRuns: 300 },
  )
})
