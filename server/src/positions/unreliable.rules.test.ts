import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eachOnce, type Sample } from './samples.rules.ts'
import { type FixesBefore, newestReliable, type UnreliableReason, unreliableAmong } from './unreliable.rules.ts'

const start = Date.UTC(2026, 2, 2, 8)

/** A position a number of minutes after eight. One degree of latitude is 111 km. */
function fix(minutes: number, latitude: number, longitude = 4): Sample {
  const recorded_at = new Date(start + minutes * 60_000).toISOString()
  return { resource_id: 'r', kind: 'POSITION', recorded_at, doc: { latitude, longitude } }
}

function doubts(
  samples: readonly Sample[],
  before?: FixesBefore,
  most: number | null = 150,
): (UnreliableReason | null)[] {
  const stored = new Map(before ? [['r', before]] : [])
  const found = unreliableAmong(samples, stored, most)
  return samples.map((sample) => found.get(sample) ?? null)
}

describe('a position is unreliable', () => {
  test('at 0, 0, which devices send without a fix', () => {
    expect(doubts([fix(0, 0, 0), fix(1, 0.0004, -0.0002), fix(2, 0, 9), fix(300, 5, 9)])).toEqual([
      ...['NO_FIX', 'NO_FIX', null, null],
    ])
    expect(doubts([fix(0, 0, 0)], undefined, null)).toEqual(['NO_FIX'])
  })

  test('when a vehicle cannot have come there from the last one, stored or in the same message', () => {
    expect(doubts([fix(0, 51), fix(1, 40), fix(2, 51.01)])).toEqual([null, 'JUMP', null])
    const believed = { at: start - 60_000, latitude: 51, longitude: 4 }
    expect(doubts([fix(0, 40), fix(1, 51)], { reliable: believed, jumped: [] })).toEqual(['JUMP', null])
    expect(doubts([fix(0, 40)], { reliable: believed, jumped: [] }, null)).toEqual([null])
  })

  test('but not one that is near, or far enough away in time', () => {
    // 900 metres in a second are device scatter; 111 km in an hour are a drive.
    expect(doubts([fix(0, 51), fix(1 / 60, 51.008)])).toEqual([null, null])
    expect(doubts([fix(0, 51), fix(60, 52)])).toEqual([null, null])
  })

  test('until the third consistent one: then the earlier one was wrong', () => {
    expect(doubts([fix(0, 51), fix(1, 40), fix(2, 40.01), fix(3, 40.02), fix(4, 40.03)])).toEqual([
      ...[null, 'JUMP', 'JUMP', null, null],
    ])
    const jumped = [1, 2].map((minutes) => ({ at: start + minutes * 60_000, latitude: 40, longitude: 4 }))
    const believed = { at: start, latitude: 51, longitude: 4 }
    expect(doubts([fix(3, 40)], { reliable: believed, jumped })).toEqual([null])
    expect(doubts([fix(3, 30)], { reliable: believed, jumped })).toEqual(['JUMP'])
  })
})

test('the newest reliable one is the last position, and a drive is accepted as a whole', () => {
  const samples = eachOnce([fix(0, 51), fix(1, 51.01), fix(2, 0, 0), fix(3, 40)])
  expect(newestReliable(samples, unreliableAmong(samples, new Map(), 150))).toEqual([samples[1]])
  const drive = fc.array(fc.tuple(fc.double({ min: -0.02, max: 0.02, noNaN: true }), fc.integer({ min: 1, max: 30 })))
  fc.assert(
    fc.property(drive, (steps) => {
      let [minutes, latitude] = [0, 51]
      const driven = steps.map(([north, later]) => {
        minutes += later
        latitude += north
        return fix(minutes, latitude)
      })
      expect(doubts(driven).every((doubt) => doubt === null)).toBe(true)
    }),
  )
})
