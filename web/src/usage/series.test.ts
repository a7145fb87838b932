import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mostInStep, seriesOf } from './series.ts'

const now = new Date('2026-11-25T12:34:56Z')

test('a range has a point for every step, and zero without requests', () => {
  const points = [{ at: '2026-11-25T12:34:00Z', admitted: 3, refused: 1 }]
  const series = seriesOf(points, 60, 1, now)
  expect(series.at).toHaveLength(60)
  expect(series.at.at(-1)).toBe(Date.parse('2026-11-25T12:34:00Z') / 1_000)
  expect(series.admitted.at(-1)).toBe(3)
  expect(series.refused.at(-1)).toBe(1)
  expect(series.admitted.slice(0, -1).every((count) => count === 0)).toBe(true)
})

test('points are one step apart, for any step and clock', () => {
  fc.assert(
    fc.property(fc.constantFrom(60, 300, 3_600, 14_400), fc.date({ noInvalidDate: true }), (step, at) => {
      const { at: seconds } = seriesOf([], step, 24, at)
      for (let index = 1; index < seconds.length; index += 1) expect(seconds[index]! - seconds[index - 1]!).toBe(step)
    }),
  )
})

const windows = [
  { seconds: 1, limit: 3 },
  { seconds: 600, limit: 1_200 },
  { seconds: 3_600, limit: 7_200 },
]

test.each([
  [60, 180],
  [300, 900],
  [3_600, 7_200],
  [14_400, 28_800],
])('in steps of %d seconds the limits allow %d requests', (step, most) => {
  expect(mostInStep(windows, step)).toBe(most)
})

test('without a limit there is no line to draw', () => {
  expect(mostInStep([], 60)).toBeUndefined()
})
