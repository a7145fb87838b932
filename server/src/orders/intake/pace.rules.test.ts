import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ofFewTenants, pauseAfter } from './pace.rules.ts'

const waiting = (least: number) =>
  fc
    .array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { minLength: least, maxLength: 200, size: 'max' })
    .map((tenants) => tenants.map((tenantId, place) => ({ tenantId, place })))

test('the content of one commit plus the rest for the next is everything that waited, each tenant in order', () => {
  fc.assert(
    fc.property(waiting(0), (all) => {
      const [taken, rest] = ofFewTenants(all)
      const both = [...taken, ...rest]
      for (const tenant of new Set(all.map(({ tenantId }) => tenantId))) {
        const own = (list: typeof all) => list.filter(({ tenantId }) => tenantId === tenant)
        expect(own(both)).toStrictEqual(own(all))
      }
      expect(both).toHaveLength(all.length)
      expect(taken).toHaveLength(Math.min(all.length, 48))
    }),
  )
})

test('the next commit begins with the tenant that has waited longest and leaves room for three others', () => {
  fc.assert(
    fc.property(waiting(49), (all) => {
      const [taken] = ofFewTenants(all)
      expect(taken[0]).toBe(all[0])
      const count = (list: typeof all) => new Set(list.map(({ tenantId }) => tenantId)).size
      expect(count(taken)).toBeGreaterThanOrEqual(Math.min(4, count(all)))
    }),
  )
})

test('accepting is delayed only when applying lags behind, and then by at most 20 ms', () => {
  expect([0, 250, 500].map(pauseAfter)).toEqual([0, 0, 0])
  expect([900, 1_300, 60_000].map(pauseAfter)).toEqual([10, 20, 20])
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), (less, more) => {
      expect(pauseAfter(less)).toBeLessThanOrEqual(pauseAfter(less + more))
    }),
  )
})
