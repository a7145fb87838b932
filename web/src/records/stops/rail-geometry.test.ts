import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantAt } from '../../ui/time/zone.ts'
import { extentOn, labelledTicks, placeOn, type RailStop, railSpan, railTicks } from './rail-geometry.ts'

const hour = 3_600_000
const noon = instantAt({ year: 2026, month: 3, day: 2, hour: 12 })
const none: RailStop = { window: null, plan: null, eta: null, actual: null }
const stretch = fc
  .tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: 0, max: 300 }))
  .map(([from, length]) => ({ from: noon + from * 6 * 60_000, to: noon + (from + length) * 6 * 60_000 }))
const orNull = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: null })
const stops = fc.array(
  fc.record({
    window: orNull(stretch),
    plan: orNull(stretch),
    eta: orNull(stretch.map(({ from }) => from)),
    actual: orNull(stretch),
  }),
  { maxLength: 8 },
)

test('a rail has a span when a stop has a time, and every planned, expected and actual time is on it', () => {
  fc.assert(
    fc.property(stops, (all) => {
      const span = railSpan(all)
      const times = all.flatMap(({ plan, eta, actual }) => [plan?.from, plan?.to, eta, actual?.from, actual?.to])
      const known = times.filter((at) => at != null)
      if (span === undefined) return known.length === 0 && all.every(({ window }) => window === null)
      return span.to > span.from && known.every((at) => at > span.from && at < span.to)
    }),
  )
})

test('a window of a whole day does not stretch a rail whose times are within two hours', () => {
  const window = { from: noon - 12 * hour, to: noon + 12 * hour }
  const span = railSpan([{ ...none, window, plan: { from: noon - hour, to: noon + hour } }])!
  expect(span.to - span.from).toBeLessThan(12 * hour)
  // Without other times, only the window determines the axis.
  expect(railSpan([{ ...none, window }])).toMatchObject({ from: expect.closeTo(window.from - 0.72 * hour, -4) })
})

test('places are parts of the axis in the order of their instants', () => {
  const span = { from: noon, to: noon + 10 * hour }
  expect([-hour, 0, 5 * hour, 10 * hour, 11 * hour].map((at) => placeOn(span, noon + at))).toEqual([0, 0, 0.5, 1, 1])
  fc.assert(
    fc.property(stretch, stretch, (span, one) => {
      if (span.from === span.to) return true
      const extent = extentOn(span, one)
      if (extent === undefined) return one.to < span.from || one.from > span.to
      return extent.left >= 0 && extent.width >= 0 && extent.left + extent.width <= 1 + 1e-9
    }),
  )
})

test('an axis has at most eleven marks, in order, and each midnight among hours is a day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 24 * 60 }), fc.integer({ min: 0, max: 400 }), (hours, offset) => {
      const span = { from: noon + offset * hour, to: noon + (offset + hours) * hour }
      const ticks = railTicks(span)
      return (
        ticks.length <= 11 &&
        ticks.every(({ at }, index) => at >= span.from && at <= span.to && (index === 0 || at > ticks[index - 1]!.at))
      )
    }),
  )
})

test('a working day is marked every hour or two, a week every day', () => {
  const ten = railTicks({ from: noon - 5 * hour, to: noon + 5 * hour })
  expect(ten[1]!.at - ten[0]!.at).toBe(hour)
  const week = railTicks({ from: noon, to: noon + 7 * 24 * hour })
  expect(week.every(({ isDay }) => isDay)).toBe(true)
  expect(week).toHaveLength(7)
})

test('texts of an axis do not overlap, and each marked day keeps its text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 * 24 }), fc.integer({ min: 0, max: 400 }), (hours, offset) => {
      const span = { from: noon + offset * hour, to: noon + (offset + hours) * hour }
      const ticks = railTicks(span)
      const shown = labelledTicks({ ...span, ticks })
      const places = shown.map(({ at }) => placeOn(span, at))
      const daysOn = (some: typeof ticks) => some.filter(({ at, isDay }) => isDay && at > span.from).map(({ at }) => at)
      return (
        isDeepStrictEqual(daysOn(shown), daysOn(ticks)) &&
        places.every((place, at) => at === 0 || place - places[at - 1]! >= 0.13 - 1e-9) &&
        shown.every(
          ({ isDay }, at) =>
            at === 0 || (isDay && shown[at - 1]!.isDay) || places[at]! - places[at - 1]! >= 0.19 - 1e-9,
        ) &&
        (hours > 36 || ticks.length === 0 || shown.length > 0)
      )
    }),
  )
})

test('an axis that reaches into another day shows the day it begins on, if there is room', () => {
  const textsOf = (from: number, to: number) => {
    const span = { from: noon + from * hour, to: noon + to * hour }
    return labelledTicks({ ...span, ticks: railTicks(span) })
  }
  const days = (from: number, to: number) =>
    textsOf(from, to)
      .filter(({ isDay }) => isDay)
      .map(({ at }) => (at - noon) / hour)
  expect(days(-4, 30)).toEqual([-4, 12])
  expect(days(-4, 60)).toEqual([-4, 12, 36, 60])
  // Its midnight is near or on the axis, or it is the only day.
  expect(days(11, 24)).toEqual([12])
  expect(days(-12, 14)).toEqual([-12, 12])
  expect(days(-4, 4)).toEqual([])
})

test('texts of days do not touch: one without room for its weekday and month is its number', () => {
  const textsOf = (from: number, to: number) => {
    const span = { from: noon + from * hour, to: noon + to * hour }
    return labelledTicks({ ...span, ticks: railTicks(span) })
  }
  const shorts = (from: number, to: number) => textsOf(from, to).map(({ isShort }) => isShort)
  // Two and a half days: the first day is too close to the next one.
  expect(shorts(-4, 60)).toEqual([true, false, false, false])
  expect(shorts(0, 7 * 24).every(Boolean)).toBe(true)
  expect(shorts(-4, 30).every((isShort) => !isShort)).toBe(true)
  // A full text takes a quarter of the axis. At an end it lies within the axis.
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 * 24 }), fc.integer({ min: 0, max: 400 }), (hours, offset) => {
      const span = { from: noon + offset * hour, to: noon + (offset + hours) * hour }
      const ends = labelledTicks({ ...span, ticks: railTicks(span) }).map(({ at, isDay, isShort }) => {
        const place = placeOn(span, at)
        const width = isShort ? 0.06 : isDay ? 0.24 : 0.125
        const left = place < 0.04 ? place : place > 0.96 ? place - width : place - width / 2
        return { left, right: left + width }
      })
      return ends.every(({ left }, at) => at === 0 || left >= ends[at - 1]!.right - 1e-9)
    }),
  )
})

test('hours of a working day do not touch, nor at the ends of the axis', () => {
  const hoursOf = (length: number) => {
    const span = { from: noon - 5 * hour, to: noon + (length - 5) * hour }
    return labelledTicks({ ...span, ticks: railTicks(span) }).map(({ at }) => (at - span.from) / hour)
  }
  expect(hoursOf(8)).toEqual([0, 2, 4, 6, 8])
  expect(hoursOf(6)).toEqual([0, 2, 4, 6])
  expect(hoursOf(5)).toEqual([0, 1, 2, 3, 4, 5])
})
