import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ofFewTenants } from './accept.jobs.ts'
import { pauseAfter } from './pace.jobs.ts'

const waiting = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 200 })
  .map((tenants) => tenants.map((tenantId, place) => ({ tenantId, place })))

test('what one commit stores and what is left for the next is all that waited, each tenant’s in its order', () => {
  fc.assert(
    fc.property(waiting, (all) => {
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

test('the upload that has waited longest is stored by the next commit, with the others of its tenant', () => {
  fc.assert(
    fc.property(waiting, (all) => {
      fc.pre(all.length > 0)
      const [taken, rest] = ofFewTenants(all)
      expect(taken[0]).toBe(all[0])
      // At most the last tenant taken has some left behind.
      const divided = new Set(taken.map(({ tenantId }) => tenantId))
      const left = [...divided].filter((tenant) => rest.some(({ tenantId }) => tenantId === tenant))
      expect(left.length).toBeLessThanOrEqual(1)
    }),
  )
})

test('accepting is held up only when applying lags behind, and then by 20 ms at most', () => {
  expect([0, 250, 500].map(pauseAfter)).toEqual([0, 0, 0])
  expect([900, 1_300, 60_000].map(pauseAfter)).toEqual([10, 20, 20])
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), (less, more) => {
      expect(pauseAfter(less)).toBeLessThanOrEqual(pauseAfter(less + more))
    }),
  )
})
