import { expect, test } from 'vitest'
import { isQuiet, isWorthCollecting } from './memory.ts'

const megabyte = 1024 * 1024
const rested = { quietLooks: 6, heapBytes: 260 * megabyte, keptBytes: 0 }

test('an idle process releases memory left from a burst of work', () => {
  expect(isQuiet(0.01)).toBe(true)
  expect(isWorthCollecting(rested)).toBe(true)
})

test('one that is busy, or was a moment ago, is not interrupted for it', () => {
  expect(isQuiet(0.2)).toBe(false)
  expect(isWorthCollecting({ ...rested, quietLooks: 0 })).toBe(false)
  expect(isWorthCollecting({ ...rested, quietLooks: 5 })).toBe(false)
})

test('memory that a collection could not release does not cause repeated collections', () => {
  expect(isWorthCollecting({ ...rested, keptBytes: 255 * megabyte })).toBe(false)
  expect(isWorthCollecting({ ...rested, keptBytes: 200 * megabyte })).toBe(true)
})
