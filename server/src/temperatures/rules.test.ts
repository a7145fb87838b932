import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Carried,
  excursionsOf,
  type Measurement,
  onBoard,
  rangesOf,
  readingOf,
  type StopOfGoods,
} from './rules.ts'

const minute = 60_000
const tolerance = { tolerance_degrees: 2, minutes: 30 }
const chilled: Carried = { from: 0, until: 24 * 60 * minute, range: { least: 2, most: 7 }, stops: [] }
const every = (step: number, degrees: readonly (number | readonly number[])[]): Measurement[] =>
  degrees.map((one, at) => ({ at: at * step * minute, degrees: typeof one === 'number' ? [one] : one }))
const minutesOf = (carried: Carried, measured: readonly Measurement[]) =>
  excursionsOf(carried, measured, tolerance).map(({ from, until }) => (until - from) / minute)

describe('TEMP-1: outside of the range for longer than is accepted', () => {
  test.each([
    ['within the tolerance', every(10, Array(12).fill(9)), []],
    ['just beyond it', every(10, Array(12).fill(9.1)), [110]],
    ['for at most the accepted time', every(10, [5, 12, 12, 12, 12, 5]), []],
    ['for longer', every(10, [5, 12, 12, 12, 12, 12, 5]), [40]],
    ['twice, each too short', every(10, [12, 12, 12, 5, 12, 12, 12]), []],
    ['once', every(10, [12]), []],
    ['too cold', every(10, Array(6).fill(-3)), [50]],
    ['never measured', [], []],
  ])('%s', (_name, measured, expected) => {
    expect(minutesOf(chilled, measured)).toEqual(expected)
  })

  test('with the worst deviation, and whether it is over', () => {
    const [one] = excursionsOf(chilled, every(20, [12, 18, 15, 5]), tolerance)
    expect(one).toEqual({ from: 0, until: 40 * minute, worst: 18, is_over: true })
    expect(excursionsOf(chilled, every(20, [12, 18, 15]), tolerance)).toMatchObject([{ is_over: false }])
  })

  test('a range with one limit has no other', () => {
    const frozen = { ...chilled, range: { least: null, most: -18 } }
    expect(minutesOf(frozen, every(10, Array(8).fill(-30)))).toEqual([])
    expect(minutesOf(frozen, every(10, Array(8).fill(-15)))).toEqual([70])
  })
})

describe('TEMP-2: sensors without valid data', () => {
  test.each([-273.15, -127, 850, 85.1])('a probe that reports %d is ignored, and ends nothing', (lie) => {
    expect(minutesOf(chilled, every(10, Array(12).fill(lie)))).toEqual([])
    expect(minutesOf(chilled, every(10, [12, lie, 12, lie, 12]))).toEqual([40])
  })

  test('a gap is not time outside', () => {
    const measured = [0, 20, 180, 200].map((at) => ({ at: at * minute, degrees: [12] }))
    expect(minutesOf(chilled, measured)).toEqual([])
  })

  test('open doors at a stop, and the time to cool down after it, are ignored', () => {
    const measured = every(10, [5, 15, 15, 15, 15, 15, 15, 5])
    const stop = { from: 10 * minute, until: 40 * minute }
    expect(minutesOf(chilled, measured)).toEqual([50])
    expect(minutesOf({ ...chilled, stops: [stop] }, measured)).toEqual([])
    expect(minutesOf({ ...chilled, stops: [stop] }, every(10, Array(12).fill(15)))).toEqual([40])
  })
})

test('TEMP-3: of several sensors the one nearest to the range counts', () => {
  expect(minutesOf(chilled, every(10, Array(9).fill([-20, 5])))).toEqual([])
  expect(readingOf(chilled, { at: 0, degrees: [-20, 12, 30] }, tolerance)).toMatchObject({ degrees: 12 })
})

test('TEMP-4: each range once, the ordered temperature if there are no limits, and none for contradictory limits', () => {
  const good = (least?: number, most?: number, ordered?: number) => ({
    absolute_min_temperature_degrees: least,
    absolute_max_temperature_degrees: most,
    ordered_transport_temperature_degrees: ordered,
  })
  expect(
    rangesOf([good(2, 7, 4), good(2, 7), good(undefined, -18), good(undefined, undefined, 4), good(), good(9, 1)]),
  ).toEqual([
    { least: 2, most: 7 },
    { least: null, most: -18 },
    { least: 4, most: 4 },
  ])
})

describe('TEMP-5: goods are on board', () => {
  const stop = (more: Partial<StopOfGoods>): StopOfGoods => ({
    ...{ order_id: 'O', is_left: false, is_reached: false },
    ...{ planned_start: null, planned_end: null, actual_start: null, actual_end: null, ...more },
  })
  const left = stop({ is_left: true, is_reached: true, planned_end: 10, actual_end: 12 })
  test.each([
    ['not before departure from the pickup', [stop({ is_reached: true, planned_end: 10 }), stop({})], undefined],
    ['until now', [left, stop({})], { from: 12, until: 100 }],
    ['until arrival at the delivery', [left, stop({ is_reached: true, actual_start: 50 })], { from: 12, until: 50 }],
    [
      'as planned without reported times',
      [stop({ is_left: true, planned_end: 10 }), stop({})],
      { from: 10, until: 100 },
    ],
    ['of another order never', [left, stop({ order_id: 'P' })], undefined],
  ])('%s', (_name, stops, expected) => {
    expect(onBoard(stops, 'O', 100)).toEqual(expected)
  })
})

const degrees = fc.double({ min: -300, max: 300, noNaN: true })
const measurements = fc.array(
  fc.record({
    at: fc.integer({ min: -60, max: 3_000 }).map((at) => at * minute),
    degrees: fc.array(degrees, { maxLength: 3 }),
  }),
  { maxLength: 60 },
)

test('TEMP-1: in any data, an excursion is during transport, longer than accepted, beyond the tolerance, and independent of the order of arrival', () => {
  fc.assert(
    fc.property(measurements, (measured) => {
      const found = excursionsOf(chilled, measured, tolerance)
      for (const { from, until, worst } of found) {
        expect(from).toBeGreaterThanOrEqual(chilled.from)
        expect(until).toBeLessThanOrEqual(chilled.until)
        expect(until - from).toBeGreaterThan(tolerance.minutes * minute)
        expect(worst > 9 || worst < 0).toBe(true)
        expect(worst).toBeGreaterThanOrEqual(-60)
        expect(worst).toBeLessThanOrEqual(70)
      }
      const instants = new Set(measured.map(({ at }) => at))
      if (instants.size === measured.length) {
        expect(excursionsOf(chilled, measured.toReversed(), tolerance)).toEqual(found)
      }
      // A longer or wider tolerance finds no more.
      const outsideMs = (t: typeof tolerance) =>
        excursionsOf(chilled, measured, t).reduce((sum, { from, until }) => sum + until - from, 0)
      expect(outsideMs({ ...tolerance, minutes: 60 })).toBeLessThanOrEqual(outsideMs(tolerance))
      expect(outsideMs({ ...tolerance, tolerance_degrees: 10 })).toBeLessThanOrEqual(outsideMs(tolerance))
    }),
  )
})
