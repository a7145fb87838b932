import { type ResourceKind, resourceKindNames, resourceKinds } from '@cartage/contract/resources/kinds'
import type { ResourceMembers } from '@cartage/contract/resources/resource-input'
import { kindProperties } from '@cartage/contract/resources/resource-output'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Allocation, checkAllocation, decideMove } from './groups/allocations.rules.ts'
import { decideKind, joinKind, splitKind } from './kind.rules.ts'
import { readFilter } from './list.rules.ts'
import { plateKey } from './names.rules.ts'
import type { KnownReferences } from './references.rules.ts'
import { differs, patchedResource, wholeResource } from './rules.ts'

const found: KnownReferences = {
  extras: new Map([
    ['A', ['extra-a']],
    ['B', ['extra-b']],
  ]),
  billing_entities: new Map([['MAIN', 'entity']]),
  default_billing_entity_id: 'entity',
  companies: new Set(),
  locations: new Map(),
}

const kind = fc.constantFrom(...resourceKindNames)
const word = fc.constantFrom('', 'a', 'b', 'É')

/** Members of a request, of any kind. */
const members = kind.chain((one) =>
  fc.record(
    {
      name: word,
      code: fc.option(word),
      note: word,
      external_id: word,
      extras: fc.option(fc.subarray([{ code: 'A' }, { code: 'B' }])),
      custom_fields: fc.option(fc.dictionary(fc.constantFrom('x', 'y'), fc.integer())),
      [one]: fc.option(propertiesOf(one)),
      resource_type: fc.constant(resourceKinds[one]),
    },
    { requiredKeys: ['name', 'resource_type'] },
  ),
) as fc.Arbitrary<ResourceMembers>

function propertiesOf(one: ResourceKind): fc.Arbitrary<Record<string, string | null>> {
  const names = Object.keys(kindProperties[one].shape).filter((name) => name !== 'start_stop_location')
  return fc.dictionary(fc.constantFrom(...names), fc.option(word, { nil: null }))
}

describe('kind objects', () => {
  test('split and joined again they are the same, with null for missing members', () => {
    fc.assert(
      fc.property(
        kind.chain((one) => fc.tuple(fc.constant(one), propertiesOf(one))),
        ([one, properties]) => {
          const whole = joinKind(one, splitKind(properties))
          expect(Object.keys(whole)).toEqual(Object.keys(kindProperties[one].shape))
          for (const [name, value] of Object.entries(whole)) expect(value).toBe(properties[name] ?? null)
        },
      ),
    )
  })

  test('one kind object decides, alone or among nulls', () => {
    fc.assert(
      fc.property(kind, fc.subarray([...resourceKindNames]), (one, nulls) => {
        const sent = Object.fromEntries(nulls.map((name) => [name, null]))
        expect(decideKind({ ...sent, [one]: {} })).toBe(one)
        expect(decideKind({ ...sent, resource_type: resourceKinds[one] })).toBe(one)
        expect(decideKind(sent, one)).toBe(one)
      }),
    )
  })
})

describe('writes', () => {
  test('the same PUT twice changes nothing the second time', () => {
    fc.assert(
      fc.property(members, (sent) => {
        const once = wholeResource('id', sent, found)
        expect(differs(once, wholeResource('id', sent, found, once))).toBe(false)
      }),
    )
  })

  test('the same PATCH twice changes nothing the second time, and an empty one never does', () => {
    fc.assert(
      fc.property(members, members, (sent, patch) => {
        const { resource_type: _, ...before } = { ...wholeResource('id', sent, found) }
        const current = { ...before, resource_type: sent.resource_type! }
        const change = patch.resource_type === sent.resource_type ? patch : { code: patch.code }
        const once = patchedResource(current, change, found)
        expect(differs(once, patchedResource(once, change, found))).toBe(false)
        expect(differs(current, patchedResource(current, {}, found))).toBe(false)
      }),
    )
  })
})

describe('allocations', () => {
  const day = fc.option(fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'), { nil: null })
  const group = fc.constantFrom('north', 'south')
  const allocation = (id: number) =>
    fc.record({ group, starts_on: day, ends_on: day }).map(
      ({ group: resource_group_id, starts_on, ends_on }): Allocation => ({
        resource_allocation_id: `allocation-${id}`,
        kind: 'FIXED',
        resource_id: 'resource',
        resource_group_id,
        starts_on,
        ends_on,
        combination_id: null,
        rotation_id: null,
        turn: null,
        turn_days: null,
      }),
    )
  const some = fc.tuple(allocation(1), allocation(2), allocation(3))

  test('RES-4: a move leaves one fixed allocation without days, or none; repeating it does nothing', () => {
    fc.assert(
      fc.property(some, fc.option(group, { nil: null }), (fixed, target) => {
        const { archive, add } = decideMove(fixed, target)
        const stays = fixed.filter(({ resource_allocation_id: id }) => !archive.includes(id))
        const groups = [...stays.map((one) => one.resource_group_id), ...(add === null ? [] : [add])]
        expect(groups).toEqual(target === null ? [] : [target])
        for (const one of stays) expect([one.starts_on, one.ends_on]).toEqual([null, null])
        expect(decideMove(stays, add === null ? target : null).add).toBeNull()
      }),
    )
  })

  test('a fixed allocation is refused exactly when it ends before it starts or overlaps another', () => {
    const days = ['2025-12-31', '2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05']
    const on = (one: Allocation) =>
      days.filter((date) => (one.starts_on ?? date) <= date && date <= (one.ends_on ?? date))
    fc.assert(
      fc.property(allocation(1), allocation(2), (one, other) => {
        fc.pre(on(other).length > 0)
        const shares = on(one).some((date) => on(other).includes(date))
        const isRefused = on(one).length === 0 || shares
        if (isRefused) expect(() => checkAllocation(one, [other])).toThrow()
        else expect(() => checkAllocation(one, [other])).not.toThrow()
      }),
    )
  })
})

test('a plate is matched without case, blanks and punctuation, and an empty text is not a plate', () => {
  expect([' 1-ABC 234', '1abc234', 'É.1'].map(plateKey)).toEqual(['1abc234', '1abc234', 'é1'])
  expect([null, '', ' - '].map(plateKey)).toEqual([null, null, null])
})

test('an empty list of values finds nothing, a missing list filters nothing', () => {
  expect(readFilter({})).toEqual({})
  expect(readFilter({ 'external_id:in': '' })).toEqual({ external_ids: [] })
})
