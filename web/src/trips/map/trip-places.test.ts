import { PlannedStop, PlannedTrip } from '@cartage/contract/planning/app/trip'
import { expect, test } from 'vitest'
import { sampleOf } from '../../testing/sample.ts'
import { drivenSpan, placesOf, plannedLine } from './trip-places.ts'

const stop = sampleOf(PlannedStop)
const stopAt = (location_id: string, status = 'PLANNED') => ({ ...stop, stop_id: location_id, location_id, status })
const place = (location_id: string, latitude: number | null) => ({
  ...{ location_id, name: location_id, city: null, country: 'BE', postal_code: null, time_zone: null },
  ...{ latitude, longitude: latitude },
})

test('stops have the numbers of their table, consecutive ones at one place share a mark, and unknown places have none', () => {
  const stops = [
    stopAt('a', 'COMPLETED'),
    stopAt('b'),
    stopAt('b', 'COMPLETED'),
    stopAt('?'),
    stopAt('x', 'CANCELLED'),
    stopAt('a'),
  ]
  const places = [place('a', 50), place('b', 51), place('?', null), place('x', 53)]
  const shown = { trip: { stops }, places }
  expect(placesOf(shown).map(({ label, isDone }) => [label, isDone])).toEqual([
    ['1', true],
    ['2–3', false],
    ['6', false],
  ])
  expect(plannedLine(shown).map(({ latitude }) => latitude)).toEqual([50, 51, 50])
})

const now = Date.parse('2026-03-02T12:00:00Z')
const tractor = { resource_id: 'r', resource_type: 'TRACTOR', name: 'T', license_plate: null, container_number: null }
const reached = { ...stop, actual_start_at: '2026-03-02T08:00:00Z', actual_end_at: '2026-03-02T08:30:00Z' }
const span = (status: 'IN_PROGRESS' | 'COMPLETED', stops: (typeof stop)[], resources = [tractor]) =>
  drivenSpan({ trip: sampleOf(PlannedTrip, { status, stops }), resources }, now)

test('the driven track is from the first arrival to now, or to the end of a completed trip', () => {
  const from = Date.parse('2026-03-02T08:00:00Z')
  expect(span('IN_PROGRESS', [reached, stop])).toEqual({ resourceId: 'r', from, to: now })
  expect(span('COMPLETED', [reached])).toEqual({ resourceId: 'r', from, to: Date.parse('2026-03-02T08:30:00Z') })
  expect(span('IN_PROGRESS', [stop])).toBeUndefined()
  expect(span('IN_PROGRESS', [reached], [{ ...tractor, resource_type: 'DRIVER' }])).toBeUndefined()
})
