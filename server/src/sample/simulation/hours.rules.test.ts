import { expect, test } from 'vitest'
import { crews } from '../../../../seeds/crews.ts'
import { dayAfter } from '../../../../seeds/dice.ts'
import { dutiesOn } from '../../../../seeds/duties.ts'
import { instantAt } from '../../../../seeds/world.ts'
import type { DriverVisit } from '../../planning/hours/rules.ts'
import { estimatedRoads } from '../../positions/roads/rules.ts'
import { plainSettings } from '../../testing/data/plans.ts'
import { hasHoursFor } from './hours.rules.ts'

const saturday = '2026-10-31'
const context = {
  now: 0,
  ground: { places: new Map(), roads: estimatedRoads, settings: plainSettings },
  idOf: new Map(),
}

/** A driver who works from seven in the morning until three on each of these days. */
const daysOf = (...days: readonly string[]) =>
  days.map((day): DriverVisit => {
    const [from, to] = [instantAt(day, 420), instantAt(day, 900)]
    return { trip_id: day, stop_id: day, location_id: 'home', from, to, drivers: 1 }
  })

test('HOURS-3: a driver who works at weekends and stood in for others gets no trip that leaves no weekly rest', () => {
  const duty = dutiesOn(saturday).find(({ crew }) => crew === crews.find((one) => !one.work && one.load === 'BOX'))!
  const has = (...ago: readonly number[]) => {
    const visits = daysOf(...ago.map((days) => dayAfter(saturday, -days)))
    return hasHoursFor(duty, { visits, record: undefined }, context)
  }
  // The weekend before came after a short weekly rest, and Friday is too short for a regular one.
  expect(has(12, 11, 10, 9, 7, 6, 5, 4, 3, 2)).toBe(false)
  expect(has(12, 11, 10, 9, 7, 6, 5, 4, 3)).toBe(true)
  expect(has(12, 11, 10, 7, 6, 5, 4, 3, 2)).toBe(true)
  expect(has(7, 6)).toBe(true)
})
