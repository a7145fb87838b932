import { quarter } from '@cartage/contract/planning/app/plannable'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timelineScale } from '../../ui/timeline/scale.ts'
import {
  barOn,
  extentOf,
  isInSight,
  lineAt,
  rowHeight,
  scrollStep,
  sizesOf,
  snapped,
  topsOf,
  tripAt,
} from './geometry.ts'
import { hoursShown } from './ground.tsx'

const heights = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 60 })
const linesOf = (all: readonly number[]) => all.map((height, at) => ({ key: String(at), height }))

test('each height maps to the line drawn there, and none above or below all lines', () => {
  fc.assert(
    fc.property(heights, fc.integer({ min: -50, max: 13_000 }), (all, y) => {
      const { tops, height } = topsOf(linesOf(all))
      const at = lineAt(tops, height, y)
      const isOn = at !== undefined && tops[at]! <= y && tops[at]! + all[at]! > y
      expect(isOn).toBe(y >= 0 && y < height)
    }),
  )
})

test('a row is as tall as its tracks, and at least one', () => {
  expect([0, 1, 2, 3].map((tracks) => rowHeight(tracks, sizesOf.normal))).toEqual([48, 48, 90, 132])
  expect([0, 1, 2].map((tracks) => rowHeight(tracks, sizesOf.compact))).toEqual([23, 23, 44])
})

test('times snap to the nearest quarter of an hour', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2e12 }), (instant) => {
      const at = snapped(instant)
      expect(at % quarter).toBe(0)
      expect(Math.abs(at - instant)).toBeLessThanOrEqual(quarter / 2)
    }),
  )
})

describe('bars', () => {
  const scale = timelineScale(Date.parse('2026-03-02T12:00:00Z'), 7, 300)
  const [first, last] = [scale.midnights[0]!, scale.midnights.at(-1)!]
  const instants = fc.integer({ min: first - 5e8, max: last + 5e8 })

  test('begin and end at their times, are cut off at the edges, and can always be hit', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 5e8 }), (start, length) => {
        const { left, width } = extentOf(scale, start, start + length)
        expect(left).toBeGreaterThanOrEqual(-8)
        expect(width).toBeGreaterThanOrEqual(6)
        if (start >= first && start + length <= last) {
          expect(left).toBeCloseTo(scale.xOf(start), 6)
          expect(left + width).toBeGreaterThanOrEqual(scale.xOf(start + length) - 1e-6)
        }
      }),
    )
  })

  test('every visible bar is drawn, at any scroll position', () => {
    fc.assert(
      fc.property(
        instants,
        fc.integer({ min: 1, max: 5e8 }),
        fc.integer({ min: 0, max: 2_100 }),
        (start, length, x) => {
          const extent = extentOf(scale, start, start + length)
          const isThere = extent.left <= x && extent.left + extent.width >= x
          if (isThere) expect(isInSight(extent, x, x + 500)).toBe(true)
        },
      ),
    )
  })
})

test('a drag scrolls only near the edges, faster the nearer it is', () => {
  expect([100, 300, 500].map((at) => Math.sign(scrollStep(at, 100, 500)))).toEqual([-1, 0, 1])
  expect(scrollStep(499, 100, 500)).toBeGreaterThan(scrollStep(470, 100, 500))
})

test.each(Object.entries(sizesOf))('the trip at a position is the one drawn there, in %s rows', (_, sizes) => {
  const scale = timelineScale(Date.UTC(2026, 2, 2), 7, 240)
  const begin = scale.midnights[0]!
  const trips = [
    { id: 'low', start: begin + 8 * 3_600_000, end: begin + 12 * 3_600_000 },
    { id: 'high', start: begin + 10 * 3_600_000, end: begin + 14 * 3_600_000 },
  ]
  const row = { trips, tracks: [0, 1] }
  const at = (hour: number, track: number) =>
    tripAt(row, scale, sizes, scale.xOf(begin + hour * 3_600_000), barOn(track, sizes).top + 5)
  expect([at(9, 0), at(11, 0), at(11, 1), at(13, 1)]).toEqual(['low', 'low', 'high', 'high'])
  expect([at(7, 0), at(13, 0), at(9, 1), at(11, 2)]).toEqual([undefined, undefined, undefined, undefined])
})

test('no hour label is under the label of the present moment', () => {
  const scale = timelineScale(Date.UTC(2026, 2, 2), 7, 240)
  const minutes = fc.integer({ min: 0, max: 7 * 1_440 }).map((minute) => scale.midnights[0]! + minute * 60_000)
  fc.assert(
    fc.property(minutes, (now) => {
      const away = hoursShown(scale, now).map((hour) => Math.abs(scale.xOf(hour) - scale.xOf(now)))
      expect(Math.min(...away)).toBeGreaterThanOrEqual(30)
      expect(away.length).toBeGreaterThan(30)
    }),
  )
})
