import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { daysBetween, mondayOf, pulled, shiftDays, stackBars, timelineScale } from './scale.ts'

beforeAll(() => {
  vi.stubEnv('TZ', 'Europe/Brussels')
})
afterAll(() => {
  vi.unstubAllEnvs()
})

const at = (text: string) => new Date(text).getTime()
const hour = 3_600_000

describe('days on the axis', () => {
  test('each day has the same width, also one with a clock change', () => {
    const scale = timelineScale(at('2026-10-24T09:00'), 4, 100)
    expect(scale.midnights.map((start, index) => ((scale.midnights[index + 1] ?? start) - start) / hour)).toEqual([
      24, 25, 24, 24, 0,
    ])
    expect(['2026-10-24T00:00', '2026-10-25T00:00', '2026-10-26T00:00'].map((text) => scale.xOf(at(text)))).toEqual([
      0, 100, 200,
    ])
  })

  test('on a day of 23 hours noon is left of the middle', () => {
    const scale = timelineScale(at('2026-03-29T00:00'), 1, 230)
    expect(scale.xOf(at('2026-03-29T12:00'))).toBeCloseTo(110)
    expect(scale.instantAt(110)).toBeCloseTo(at('2026-03-29T12:00'), -1)
  })

  test('position and instant convert into each other, on any day', () => {
    const scale = timelineScale(at('2026-03-20T00:00'), 42, 24)
    fc.assert(
      fc.property(fc.double({ min: 0, max: 42 * 24 - 0.01, noNaN: true }), (x) => {
        expect(scale.xOf(scale.instantAt(x))).toBeCloseTo(x, 4)
      }),
    )
  })

  test('times outside continue beyond the edges, and days are limited to the range', () => {
    const scale = timelineScale(at('2026-06-01T00:00'), 7, 10)
    expect(scale.xOf(at('2026-05-31T00:00'))).toBe(-10)
    expect(scale.xOf(at('2026-06-09T00:00'))).toBe(80)
    expect([scale.dayAt(-5), scale.dayAt(69), scale.dayAt(500)]).toEqual([0, 6, 6])
  })
})

describe('moving by days', () => {
  test('the time of day stays when the clock is changed in between', () => {
    expect(shiftDays(at('2026-03-28T06:00'), 1)).toBe(at('2026-03-29T06:00'))
    expect(shiftDays(at('2026-10-24T06:00'), 2)).toBe(at('2026-10-26T06:00'))
    expect(daysBetween(at('2026-03-28T23:00'), at('2026-03-30T01:00'))).toBe(2)
  })

  test('a week begins on Monday', () => {
    expect(mondayOf(at('2026-11-22T10:00'))).toBe(at('2026-11-16T00:00'))
    expect(mondayOf(at('2026-11-16T00:00'))).toBe(at('2026-11-16T00:00'))
  })

  test('an end cannot be dragged before its start, nor a start after its end', () => {
    const bar = { start: at('2026-06-03T00:00'), end: at('2026-06-05T00:00') }
    expect(pulled(bar, 'end', -9).end).toBe(bar.start + hour)
    expect(pulled(bar, 'start', 9).start).toBe(bar.end - hour)
    expect(pulled(bar, 'move', 7)).toEqual({ start: at('2026-06-10T00:00'), end: at('2026-06-12T00:00') })
    expect(pulled({ ...bar, end: null }, 'end', 3).end).toBeNull()
  })
})

test('bars on one level never overlap, and no level is wasted', () => {
  const bar = fc.record({
    start: fc.integer({ min: 0, max: 50 }),
    length: fc.option(fc.integer({ min: 1, max: 20 }), { nil: null }),
  })
  fc.assert(
    fc.property(fc.array(bar, { maxLength: 20 }), (given) => {
      const bars = given.map(({ start, length }) => ({ start, end: length === null ? null : start + length }))
      const { levels, count } = stackBars(bars)
      const overlaps = (one: number, other: number) =>
        bars[one]!.start < (bars[other]!.end ?? Number.POSITIVE_INFINITY) &&
        bars[other]!.start < (bars[one]!.end ?? Number.POSITIVE_INFINITY)
      for (const one of bars.keys()) {
        for (const other of bars.keys()) {
          if (one < other && levels[one] === levels[other]) expect(overlaps(one, other)).toBe(false)
        }
      }
      const crowd = bars.map(({ start }) => bars.filter((b) => b.start <= start && (b.end ?? 1e9) > start).length)
      expect(count).toBe(Math.max(1, ...crowd))
    }),
  )
})
