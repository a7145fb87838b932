import { expect, test } from 'vitest'
import { scaleOf } from './tall-list.ts'

test('a list that can be drawn whole scrolls pixel by pixel', () => {
  expect(scaleOf(15_000_000, 800)).toBe(1)
})

test('at the end of a list that is drawn lower stands the end of the whole list', () => {
  const [whole, visible, most] = [36_000_000, 800, 15_000_000]
  expect((most - visible) * scaleOf(whole, visible, most)).toBeCloseTo(whole - visible)
})
