import { expect, test } from 'vitest'
import { isShared, sharingWindow } from './sharing.ts'

const stop = { planned_start_at: null, planned_end_at: null, arrived_at: null, left_at: null, is_cancelled: false }
const at = (hour: number) => `2026-03-02T${String(hour).padStart(2, '0')}:00:00Z`
const first = { ...stop, planned_start_at: at(8), planned_end_at: at(9) }
const last = { ...stop, planned_start_at: at(11), planned_end_at: at(12) }

test.each([
  [
    'from an hour before the first stop, until 12 hours after the last time',
    [first, last],
    at(7),
    '2026-03-03T00:00:00Z',
  ],
  [
    'until the last stop is left',
    [
      { ...first, left_at: at(9) },
      { ...last, left_at: at(13) },
    ],
    at(7),
    at(13),
  ],
  ['from the arrival, when that was earlier', [{ ...first, arrived_at: at(6) }, last], at(6), '2026-03-03T00:00:00Z'],
  ['of stops that are not cancelled', [{ ...first, is_cancelled: true }, last], at(10), '2026-03-03T00:00:00Z'],
])('LINK-11: a position is shared %s', (_, stops, from, until) => {
  expect(sharingWindow(stops)).toEqual({ from: Date.parse(from), until: Date.parse(until) })
  expect(isShared([sharingWindow(stops)!], Date.parse(from) - 1)).toBe(false)
  expect(isShared([sharingWindow(stops)!], Date.parse(until))).toBe(true)
})

test('LINK-11: a trip without times that has not started shares nothing', () => {
  expect(sharingWindow([stop, { ...first, is_cancelled: true }])).toBeUndefined()
})
