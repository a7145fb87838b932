import type { DayException } from '@cartage/contract/app/day'
import type { StopTimes } from '@cartage/contract/orders/app/lateness'
import type { ListedOrder } from '@cartage/contract/orders/app/list'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateAfter } from '../locations/local-time.rules.ts'
import { requestedWindow } from '../orders/stops/window.rules.ts'
import {
  byTimeToDamage,
  nextLateStop,
  onTimePercent,
  orderException,
  todayIn,
  tripFigures,
  weekFrom,
} from './day.rules.ts'

const now = Date.parse('2026-03-02T10:00:00Z')
const zone = 'Europe/Brussels'

test.each([
  ['2026-03-02T22:59:59Z', '2026-03-02', '2026-03-01T23:00:00.000Z', '2026-03-02T23:00:00.000Z'],
  ['2026-03-02T23:00:00Z', '2026-03-03', '2026-03-02T23:00:00.000Z', '2026-03-03T23:00:00.000Z'],
  // The clocks change on this day: it has 23 hours.
  ['2026-03-29T10:00:00Z', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
])('at %s it is %s in Brussels, from %s to %s', (at, date, from, to) => {
  expect(todayIn(zone, Date.parse(at))).toMatchObject({ date, from, to })
})

test('a week is seven days in a row, over months and years', () => {
  expect(weekFrom('2026-12-28')).toEqual([
    ...['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31'],
    ...['2027-01-01', '2027-01-02', '2027-01-03'],
  ])
})

test('a share of stops on time is between 0 and 100 and unknown while none was due', () => {
  expect(onTimePercent({ due: 0, late_stops: 0 })).toBeNull()
  const counts = fc
    .integer({ min: 1, max: 5_000 })
    .chain((due) => fc.integer({ min: 0, max: due }).map((late_stops) => ({ due, late_stops })))
  fc.assert(
    fc.property(counts, (one) => {
      const percent = onTimePercent(one)!
      return percent >= 0 && percent <= 100 && (one.late_stops > 0 || percent === 100)
    }),
  )
})

test('figures of trips cover seven days up to today; a day without trips has no share', () => {
  const counts = [
    { day: '2026-03-02', trips: 4, late_trips: 1, due: 8, late_stops: 2 },
    { day: '2026-02-28', trips: 2, late_trips: 0, due: 4, late_stops: 0 },
  ]
  expect(tripFigures(counts, '2026-03-02', { underway: 3, late: 5 })).toEqual({
    underway: { value: 3, week: [0, 0, 0, 0, 2, 0, 4] },
    on_time: { value: 75, week: [null, null, null, null, 100, null, 75] },
    late: { value: 5, week: [0, 0, 0, 0, 0, 0, 1] },
  })
})

const stop = (members: Partial<StopTimes>): StopTimes => ({
  ...{ stop_id: 's', order_id: null, trip_id: 't', status: 'PLANNED', time_zone: zone },
  ...{ asked_from: '2026-03-02T08:00:00Z', asked_to: '2026-03-02T11:00:00Z' },
  ...{ planned_start_at: '2026-03-02T10:30:00Z', planned_end_at: '2026-03-02T10:45:00Z' },
  ...{ eta_start_at: null, eta_end_at: null, eta_is_estimated: null, actual_start_at: null, actual_end_at: null },
  ...members,
})

test('the relevant late stop is the first unvisited one, by its ETA or because its window has ended', () => {
  const reachedLate = stop({ status: 'COMPLETED', actual_start_at: '2026-03-02T11:30:00Z' })
  const late = stop({ stop_id: 'late', eta_start_at: '2026-03-02T11:56:00Z', eta_end_at: '2026-03-02T12:00:00Z' })
  const missed = stop({ stop_id: 'missed', asked_to: '2026-03-02T09:00:00Z' })
  expect(nextLateStop([reachedLate, stop({}), late, missed], now)).toMatchObject({
    ...{ stop: { stop_id: 'late' }, minutes: 56, isOverdue: false },
  })
  expect(nextLateStop([missed, late], now)).toMatchObject({ stop: { stop_id: 'missed' }, minutes: 60, isOverdue: true })
  expect(nextLateStop([reachedLate, stop({})], now)).toBeUndefined()
})

test.each([
  ['2026-03-02', '13:00', 'SEVERE', '2026-03-02T12:00:00Z', null],
  ['2026-03-02', '08:00', 'SEVERE', '2026-03-02T07:00:00Z', 180],
  ['2026-03-02', null, 'SLIGHT', '2026-03-02T22:59:00Z', null],
  ['2026-03-03', '09:30', 'SLIGHT', '2026-03-03T08:30:00Z', null],
])(
  'an order for %s %s without a trip is %s: its pickup is at %s',
  (pickup_on, pickup_from, severity, damage_at, minutes) => {
    const order = { pickup_on, pickup_from, customer: { name: 'C' } } as ListedOrder
    const times = { requested_date: pickup_on, window_start: pickup_from, window_end: null }
    const pickup = requestedWindow(times, zone)!
    expect(orderException(order, 'UNPLANNED', pickup, now)).toMatchObject({ severity, damage_at, minutes })
    expect(orderException(order, 'UNPLANNED', undefined, now)).toBeUndefined()
  },
)

test('exceptions nearest to their damage come first, past or future', () => {
  const instants = fc
    .integer({ min: -1_000, max: 1_000 })
    .map((minutes) => new Date(now + minutes * 60_000).toISOString())
  fc.assert(
    fc.property(fc.array(instants), (all) => {
      const sorted = byTimeToDamage(
        all.map((damage_at) => ({ damage_at }) as DayException),
        now,
      )
      const distances = sorted.map(({ damage_at }) => Math.abs(Date.parse(damage_at) - now))
      return distances.every((distance, at) => at === 0 || distances[at - 1]! <= distance)
    }),
  )
})

test('days are counted by the calendar', () => {
  expect([dateAfter('2026-02-28', 1), dateAfter('2026-03-01', -1)]).toEqual(['2026-03-01', '2026-02-28'])
})
