import { expect, test } from 'vitest'
import { activitiesOf, courseOf, whereabouts } from './course.rules.ts'
import type { PlannedStop, PlannedTrip } from './plan.rules.ts'

const minute = 60_000
const morning = Date.parse('2026-03-04T06:00:00Z')

function stopAt(stop_id: string, latitude: number, minutes: number, members: Partial<PlannedStop> = {}): PlannedStop {
  return {
    ...{ stop_id, order_id: null, side: 'OTHER', is_box: false, place: { latitude, longitude: 4, country: 'NL' } },
    ...{ planned_from: morning + minutes * minute, planned_until: morning + (minutes + 30) * minute },
    ...{ arrived: null, left: null, ...members },
  }
}

test('CROSS-1: in the sample a vehicle waits for its sailing, is at sea for the length of the crossing, and its driver rests', () => {
  const departs = morning + 240 * minute
  const crossing = {
    kind: 'FERRY',
    minutes: 180,
    berth: 'BUNK',
    line: null,
    lands_stop_id: 'land',
    departs_at: new Date(departs).toISOString(),
  } as const
  const trip: PlannedTrip = {
    ...{ trip_id: 't', is_draft: false, is_started: true, is_declined: false, is_cold: false, carrier_id: null },
    ...{ vehicle: null, driver: null },
    stops: [
      stopAt('a', 51, 0),
      stopAt('board', 51.5, 210, { crossing }),
      stopAt('land', 54, 420),
      stopAt('b', 54.5, 500),
    ],
  }
  const from = morning - 60 * minute
  const visits = courseOf(trip, { seed: 3, from, start: undefined, seen: undefined, lateBoxes: false })
  const [, boarding, landing, end] = visits
  expect(boarding!.leaves).toBe(departs)
  expect(landing!.arrives).toBe(departs + 180 * minute)
  expect(end!.arrives).toBeGreaterThan(landing!.leaves)
  const done = activitiesOf(visits)
  const aboard = done.filter(({ at }) => at >= departs && at < landing!.arrives)
  expect(aboard.map(({ kind }) => kind)).toEqual(['REST'])
  const midway = whereabouts(visits, departs + 90 * minute)!
  expect(midway.place.latitude).toBeGreaterThan(52.5)
  expect(midway.place.latitude).toBeLessThan(53)
  expect(midway.isDriving).toBe(true)
})
