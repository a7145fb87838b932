import type { UnavailabilityRow } from '@cartage/contract/unavailabilities/endpoints'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { follow, type ReferencedResource, resourcesByText, textsOf } from './references.rules.ts'
import { type Content, isWithin, type Range, type Unavailability } from './rules.ts'
import { decideWindow, planSync, resultsOf, type SyncPlan, touchedBy } from './sync.rules.ts'

const ids = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-aaaa-4aaa-8aaa-aaaaaaaaaaaa`)
const found: ReferencedResource[] = [
  ...ids.map((id) => ({ way: 'id' as const, given: id, resource_id: id, resource_type: 'DRIVER' })),
  { way: 'external_id', given: 'T-1', resource_id: ids[0]!, resource_type: 'DRIVER' },
  { way: 'license_plate', given: '1abc234', resource_id: ids[1]!, resource_type: 'TRACTOR' },
  { way: 'name', given: 'twin', resource_id: ids[1]!, resource_type: 'TRACTOR' },
  { way: 'name', given: 'twin', resource_id: ids[2]!, resource_type: 'TRACTOR' },
]
const resources = resourcesByText(found)
const references = [{ id: ids[0] }, { external_id: 'T-1' }, { id: ids[2] }, { name: 'Twin' }, { name: 'Nobody' }, {}]

/** Hour `count` of a day, as canonical instant. */
const hour = (count: number) =>
  `2026-03-${String(1 + Math.floor(count / 24)).padStart(2, '0')}T${String(count % 24).padStart(2, '0')}:00:00Z`
const anyHour = fc.integer({ min: 0, max: 12 }).map(hour)
const openHour = fc.option(anyHour, { nil: null })
const anyKey = fc.constantFrom('k1', 'k2', 'k3', 'k4')
const anyText = fc.constantFrom('', 'x')

const anyWindow = fc
  .tuple(openHour, openHour)
  .filter(([start, end]) => start === null || end === null || start < end)
  .map(([start, end]): Range => ({ start, end }))

const anyRow: fc.Arbitrary<UnavailabilityRow> = fc.record({
  external_id: anyKey,
  resource: fc.constantFrom(...references),
  start_time: anyHour,
  end_time: fc.option(anyHour, { nil: null }),
  reason: fc.constantFrom('DRIVER_HOLIDAY' as const, 'VEHICLE_REPAIR' as const),
  description: fc.constantFrom('', 'x', null),
})

const anyRecord = fc
  .record({
    resource_id: fc.constantFrom(...ids),
    start_at: anyHour,
    end_at: openHour,
    reason: fc.constantFrom('DRIVER_HOLIDAY', 'VEHICLE_REPAIR'),
    description: anyText,
    // Also absent, and also duplicates: a PUT may have written them.
    external_id: fc.option(anyKey, { nil: null }),
    source: fc.constantFrom('payroll', 'workshop', null),
  })
  .filter(({ start_at, end_at }) => end_at === null || end_at >= start_at)

const anyTable = fc
  .array(anyRecord, { maxLength: 10 })
  .map((records) =>
    records.map((record, index): Unavailability => ({ ...record, unavailability_id: `record-${index}` })),
  )

/** Records that the database returns to a synchronisation, oldest first. */
function seen(table: readonly Unavailability[], rows: readonly UnavailabilityRow[], window: Range): Unavailability[] {
  const keys = rows.map((row) => row.external_id)
  return table.filter(
    (record) =>
      record.source === 'payroll' && (isWithin(record, window) || keys.includes(record.external_id ?? 'no key')),
  )
}

/** The table after a plan was carried out. */
function carriedOut(table: readonly Unavailability[], plan: SyncPlan): Unavailability[] {
  const gone = new Set(plan.deletes.map((record) => record.unavailability_id))
  const changed = new Map(plan.updates.map(({ before, content }) => [before.unavailability_id, content]))
  const kept = table
    .filter((record) => !gone.has(record.unavailability_id))
    .map((record) => ({ ...record, ...changed.get(record.unavailability_id) }))
  const created = plan.creates.map(({ content }, place) => ({
    ...content,
    unavailability_id: `made-${place}`,
    source: 'payroll',
  }))
  return [...kept, ...created]
}

function sync(table: readonly Unavailability[], rows: readonly UnavailabilityRow[], window: Range): SyncPlan {
  return planSync({ rows, window, resources, existing: seen(table, rows, window) })
}

const contentOf = ({ resource_id, start_at, end_at, reason, description, external_id }: Content) =>
  JSON.stringify({ resource_id, start_at, end_at, reason, description, external_id })

/** Expected result of a list by key: the content, or null for a row that cannot be applied. */
function expectedByKey(rows: readonly UnavailabilityRow[], window: Range): Map<string, string | null> {
  const expected = new Map<string, string | null>()
  for (const row of rows) {
    if (expected.has(row.external_id)) continue
    const end_at = row.end_time ?? null
    const resource_id = row.resource.id ?? (row.resource.external_id === 'T-1' ? ids[0] : undefined)
    const isSound = end_at === null || end_at >= row.start_time
    const content = resource_id && {
      resource_id,
      start_at: row.start_time,
      end_at,
      reason: row.reason,
      description: row.description ?? '',
      external_id: row.external_id,
    }
    const isExpected = content && isSound && isWithin(content, window)
    expected.set(row.external_id, isExpected ? contentOf(content) : null)
  }
  return expected
}

const anyCase = fc.record({ table: anyTable, rows: fc.array(anyRow, { maxLength: 8 }), window: anyWindow })

describe('a synchronisation', () => {
  test('makes the window equal the list, and changes nothing elsewhere', () => {
    fc.assert(
      fc.property(anyCase, ({ table, rows, window }) => {
        const after = carriedOut(table, sync(table, rows, window))
        const expected = expectedByKey(rows, window)
        const isSpared = ({ external_id }: Unavailability) => expected.get(external_id ?? 'no key') === null
        const ours = (record: Unavailability) => record.source === 'payroll'
        // Records of others, those outside of the window that no row names, and those of refused rows.
        const named = (record: Unavailability) =>
          expected.has(record.external_id ?? 'no key') &&
          seen(table, rows, window).find(({ external_id }) => external_id === record.external_id) === record
        const untouched = (record: Unavailability) =>
          !ours(record) || isSpared(record) || (!isWithin(record, window) && !named(record))
        for (const record of table.filter(untouched)) expect(after).toContainEqual(record)
        const inWindow = after.filter((record) => ours(record) && !isSpared(record) && isWithin(record, window))
        const list = [...expected.values()].filter((content) => content !== null)
        expect(inWindow.map(contentOf).sort()).toEqual(list.sort())
      }),
      { numRuns: 1_000 },
    )
  })

  test('when repeated writes nothing', () => {
    fc.assert(
      fc.property(anyCase, ({ table, rows, window }) => {
        const after = carriedOut(table, sync(table, rows, window))
        const again = sync(after, rows, window)
        expect([again.creates, again.updates, again.deletes]).toEqual([[], [], []])
        expect(touchedBy(again)).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  test('has one result per row in its order, then one per omitted record', () => {
    fc.assert(
      fc.property(anyCase, ({ table, rows, window }) => {
        const plan = sync(table, rows, window)
        const results = resultsOf(
          plan,
          plan.creates.map((_, place) => `made-${place}`),
        )
        expect(results.slice(0, rows.length).map(({ index }) => index)).toEqual(rows.map((_, index) => index))
        const leftOut = results.slice(rows.length)
        expect(leftOut).toEqual(
          plan.deletes.map(({ unavailability_id }) => ({ index: null, outcome: 'DELETED', id: unavailability_id })),
        )
      }),
    )
  })
})

const row: UnavailabilityRow = {
  external_id: 'k1',
  resource: { id: ids[0] },
  start_time: hour(1),
  end_time: hour(2),
  reason: 'DRIVER_HOLIDAY',
  description: null,
}
const everything: Range = { start: null, end: null }
const codesOf = (rows: UnavailabilityRow[], window = everything) =>
  sync([], rows, window).refusals.map(({ index, errors }) => [index, errors.map(({ detail, path }) => [detail, path])])

describe('a row is refused separately', () => {
  test('when its resource is missing, unknown or ambiguous', () => {
    const rows = [{}, { name: 'Nobody' }, { name: 'Twin' }].map((resource, index) => ({
      ...row,
      external_id: `k${index}`,
      resource,
    }))
    expect(codesOf([...rows, row])).toEqual([
      [0, [['resource_missing', 'items.0.resource']]],
      [1, [['resource_unknown', 'items.1.resource.name']]],
      [2, [['resource_ambiguous', 'items.2.resource.name']]],
      [3, [['external_id_repeated', 'items.3.external_id']]],
    ])
  })

  test('when it ends before it begins, or lies outside the window', () => {
    expect(codesOf([{ ...row, end_time: hour(0) }])).toEqual([[0, [['end_before_start', 'items.0.end_time']]]])
    const outside = [['outside_window', 'items.0.start_time']]
    expect(codesOf([row], { start: hour(2), end: null })).toEqual([[0, outside]])
    expect(codesOf([row], { start: null, end: hour(1) })).toEqual([[0, outside]])
  })
})

test('a window without length is refused', () => {
  expect(() => decideWindow({ start: hour(2), end: hour(2) })).toThrowError(/window.end/)
  expect(decideWindow({ start: hour(1) })).toEqual({ start: hour(1), end: null })
})

describe('a reference', () => {
  test('is resolved by the first criterion with a resource', () => {
    const referred = follow({ id: 'no uuid', external_id: '', license_plate: '1-ABC 234', name: 'Twin' }, resources)
    expect(referred).toEqual({ resource: { resource_id: ids[1], resource_type: 'TRACTOR' } })
  })

  test('queries the database for every text once, for names and plates by their keys, and for valid ids', () => {
    const requested = textsOf([
      { id: ids[0]!.toUpperCase(), license_plate: '1-ABC 234' },
      { id: 'no uuid', license_plate: '1 abc.234', name: 'Twin' },
      { license_plate: '-', name: 'Twin' },
    ])
    expect(requested).toEqual({ id: [ids[0]], external_id: [], license_plate: ['1abc234'], name: ['twin'] })
  })
})
