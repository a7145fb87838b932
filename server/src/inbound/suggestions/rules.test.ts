import fc from 'fast-check'
import { expect, test } from 'vitest'
import { targetKindOf } from '../../messages/inbox/target.rules.ts'
import { type Candidate, cluesOf, likeness, suggested } from './rules.ts'

const noon = Date.UTC(2026, 1, 2, 12)
const candidate = (entity_id: string, members: Partial<Candidate> = {}): Candidate => ({
  ...{ entity_type: 'stop', entity_id, title: entity_id, text: '', references: [], plates: [], names: [] },
  ...{ at: null, point: null, stopType: null, ...members },
})
const idsOf = (given: Candidate[], item: unknown) =>
  suggested(given, cluesOf(item, {}, noon), false).map(({ entity_id }) => entity_id)

test('INB-4: texts are alike regardless of case, punctuation and one typing error, and others are not', () => {
  expect(likeness('O-000123', 'o 000123')).toBe(1)
  expect(likeness('PO 4711', 'PO4711/2026')).toBe(0.8)
  expect(likeness('1-ABC-234', '1ABC235')).toBe(0.6)
  expect(likeness('1-ABC-234', '2-XYZ-999')).toBe(0)
  expect(likeness('', '')).toBe(0)
})

test('INB-4: likeness is symmetric, and a text is always like itself', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(likeness(one, other)).toBe(likeness(other, one))
      expect(likeness(one, one)).toBe(/[a-z0-9]/i.test(one.normalize('NFKD')) ? 1 : 0)
    }),
  )
})

test('INB-4: a reference counts more than the time, a nearby location more than a distant one', () => {
  const item = { stop: { match: { order: 'PO-4711' } }, event_time: '2026-02-02T12:00:00Z' }
  const byTime = candidate('time', { at: noon })
  const byReference = candidate('reference', { references: ['PO 4711'], at: noon + 40 * 3_600_000 })
  expect(idsOf([byTime, byReference], item)).toEqual(['reference', 'time'])
  const here = { latitude: 51.05, longitude: 3.72 }
  const near = candidate('near', { point: { latitude: 51.06, longitude: 3.73 } })
  const far = candidate('far', { point: { latitude: 48.8, longitude: 2.3 } })
  expect(idsOf([far, near], here)).toEqual(['near'])
})

test('INB-4: records that do not match are not suggested; a search suggests only records with its text', () => {
  expect(idsOf([candidate('old', { at: noon - 90 * 3_600_000 })], {})).toEqual([])
  const clues = { ...cluesOf({}, {}, noon), texts: ['Ghent'] }
  const found = suggested([candidate('a', { names: ['Ghent'] }), candidate('b', { at: noon })], clues, true)
  expect(found).toMatchObject([{ entity_id: 'a', reasons: [] }])
})

test('INB-4: an upload, a summary of many parts and kinds without a record cannot be applied to one', () => {
  const one = { kind: 'subco-status-update', part_count: 1, upload_id: null }
  expect(targetKindOf(one)).toBe('stop')
  expect(targetKindOf({ ...one, part_count: 40 })).toBeNull()
  expect(targetKindOf({ ...one, upload_id: 'u' })).toBeNull()
  expect(targetKindOf({ ...one, kind: 'trip-import' })).toBeNull()
})
