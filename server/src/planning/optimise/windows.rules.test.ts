import { expect, test } from 'vitest'
import { dateAfter } from '../../locations/local-time.rules.ts'
import { openingFinder, openingHoursReader } from '../../locations/opening-hours.rules.ts'
import { factsOf, worldWith } from '../../testing/data/plans.ts'
import type { Facts } from '../facts/rules.ts'
import { later } from '../instants.rules.ts'
import type { Window } from '../solver/problem.rules.ts'
import { windowsOf } from './windows.rules.ts'

test.each([
  ['an hour is skipped', '2026-03-28', '2026-03-29T04:00:00.000Z'],
  ['an hour comes twice', '2026-10-24', '2026-10-25T05:00:00.000Z'],
])('TIME-4: a stop may begin until six by the clock of the next day, in a night in which %s', (_, day, end) => {
  const world = { ...worldWith(), time_zone: 'Europe/Amsterdam' }
  const facts: Facts = { ...world, resources: new Map(), others: [], elsewhere: [], isOpen: () => undefined }
  const stop = { ...factsOf(0).stops[0]!, requested_date: day, window_start: '22:00', window_end: '06:00' }
  const period = { from_at: `${day}T00:00:00.000Z`, to_at: `${dateAfter(day, 3)}T00:00:00.000Z` }
  const [[, to]] = windowsOf(stop, period, facts) as [Window]
  expect(later(period.from_at, to)).toBe(end)
})

test('TIME-8: a stop is suggested early enough to be done before its location closes', async () => {
  const base = worldWith()
  const stop = {
    ...factsOf(0).stops[0]!,
    requested_date: '2026-02-02',
    window_start: null,
    window_end: null,
    minutes: 45,
  }
  const place = {
    ...base.places.get(stop.location_id)!,
    opening_hours: 'Mo-Fr 08:00-12:00,13:00-17:00',
    time_zone: 'UTC',
  }
  const reader = await openingHoursReader()
  const facts: Facts = {
    ...{ ...base, resources: new Map(), others: [], elsewhere: [], places: new Map([[place.location_id, place]]) },
    opensAt: await openingFinder([place]),
    isOpen: (_place, at) => reader(place.opening_hours, 'BE', at.slice(0, 10), at.slice(11, 16)),
  }
  const period = { from_at: '2026-02-02T00:00:00.000Z', to_at: '2026-02-03T00:00:00.000Z' }
  const clock = (minute: number) => later(period.from_at, minute).slice(11, 16)
  expect(windowsOf(stop, period, facts).map((one) => one.map(clock))).toEqual([
    ['08:00', '11:15'],
    ['13:00', '16:15'],
  ])
})
