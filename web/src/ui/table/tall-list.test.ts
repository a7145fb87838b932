import { expect, test } from 'vitest'
import { scaleOf } from './tall-list.ts'

test('a list that can be drawn as a whole scrolls pixel by pixel', () => {
  expect(scaleOf(15_000_000, 800)).toBe(1)
})

test('the end of a list drawn with reduced height shows the end of the whole list', () => {
  const [whole, visible, most] = [36_000_000, 800, 15_000_000]
  expect((most - visible) * scaleOf(whole, visible, most)).toBeCloseTo(whole - visible)
})
