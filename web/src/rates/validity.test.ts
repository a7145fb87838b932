import { expect, test } from 'vitest'
import { endOf, gapsOf, versionOn, withDraft } from './validity.ts'

const version = (valid_from: string, valid_to: string | null, state: 'PUBLISHED' | 'RETIRED' = 'PUBLISHED') => ({
  rate_version_id: valid_from,
  state,
  valid_from,
  valid_to,
  sha256: '',
  published_at: '2026-01-01T00:00:00Z',
})

test('days between two versions are a gap, and consecutive versions have none', () => {
  const [first, second] = [version('2026-01-01', '2026-03-31'), version('2026-05-01', null)]
  expect(gapsOf([second, first])).toEqual([{ from: '2026-04-01', to: '2026-04-30' }])
  expect(gapsOf([first, version('2026-04-01', null)])).toEqual([])
})

test('a draft ends the version before it, and leaves no gap', () => {
  const days = withDraft([version('2026-01-01', null)], { valid_from: '2027-01-01', valid_to: null })
  expect(days).toEqual([
    { valid_from: '2026-01-01', valid_to: '2026-12-31' },
    { valid_from: '2027-01-01', valid_to: null },
  ])
  expect(gapsOf(days)).toEqual([])
})

test('retired versions do not count', () => {
  const versions = [version('2026-01-01', '2026-03-31'), version('2026-04-01', null, 'RETIRED')]
  expect(withDraft(versions, null)).toHaveLength(1)
  expect(versionOn(versions, '2026-04-02')).toBeUndefined()
  expect(versionOn(versions, '2026-03-31')?.valid_from).toBe('2026-01-01')
})

test('the end is the last day of all, or none', () => {
  expect(endOf([])).toBeUndefined()
  expect(endOf([version('2026-01-01', null)])).toBeNull()
  expect(endOf([version('2026-05-01', '2026-06-30'), version('2026-01-01', '2026-04-30')])).toBe('2026-06-30')
})
