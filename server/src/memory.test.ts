import { expect, test } from 'vitest'
import { isWorthCollecting } from './memory.ts'

const megabyte = 1024 * 1024
const rested = { utilization: 0.01, heapBytes: 260 * megabyte, keptBytes: 0 }

test('a process that rests gives back what a burst of work has left', () => {
  expect(isWorthCollecting(rested)).toBe(true)
})

test('one that is at work is not stopped for it', () => {
  expect(isWorthCollecting({ ...rested, utilization: 0.2 })).toBe(false)
})

test('what a collection could not give back is not collected again and again', () => {
  expect(isWorthCollecting({ ...rested, keptBytes: 255 * megabyte })).toBe(false)
  expect(isWorthCollecting({ ...rested, keptBytes: 200 * megabyte })).toBe(true)
})
