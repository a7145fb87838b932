import { expect, test } from 'vitest'
import { isQuiet, isWorthCollecting } from './memory.ts'

const megabyte = 1024 * 1024
const rested = { quietLooks: 6, heapBytes: 260 * megabyte, keptBytes: 0 }

test('a process that rests gives back what a burst of work has left', () => {
  expect(isQuiet(0.01)).toBe(true)
  expect(isWorthCollecting(rested)).toBe(true)
})

test('one that is at work, or was a moment ago, is not stopped for it', () => {
  expect(isQuiet(0.2)).toBe(false)
  expect(isWorthCollecting({ ...rested, quietLooks: 0 })).toBe(false)
  expect(isWorthCollecting({ ...rested, quietLooks: 5 })).toBe(false)
})

test('what a collection could not give back is not collected again and again', () => {
  expect(isWorthCollecting({ ...rested, keptBytes: 255 * megabyte })).toBe(false)
  expect(isWorthCollecting({ ...rested, keptBytes: 200 * megabyte })).toBe(true)
})
