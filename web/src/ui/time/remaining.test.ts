import { expect, test } from 'vitest'
import { remaining } from './remaining.ts'

const now = new Date('2026-11-25T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

test.each([
  [-5, undefined],
  [0, undefined],
  [1, '1 s'],
  [59, '59 s'],
  [60, '1 min 00 s'],
  [245, '4 min 05 s'],
  [3_599, '59 min 59 s'],
  [3_600, '1 h'],
  [11_520, '3 h 12'],
  [187_200, '2 d 4 h'],
])('an instant %d seconds ahead shows %s', (seconds, labels) => {
  expect(remaining(after(seconds), now)).toBe(labels)
})
