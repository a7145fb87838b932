import type { ResourceState } from '@cartage/contract/positions/app/fleet'
import type { MapTrip, MapVehicle } from '@cartage/contract/trips/app/map'
import { expect, test } from 'vitest'
import {
  countStates,
  foundVehicles,
  hasUnknown,
  inListOrder,
  liveVehicles,
  markOf,
  stateOf,
  withPositions,
} from './vehicles.ts'

const now = Date.parse('2026-03-02T10:00:00Z')
const at = (secondsAgo: number) => new Date(now - secondsAgo * 1_000).toISOString()

const trip: MapTrip = {
  ...{ trip_id: 't', name: 'T-1', status: 'IN_PROGRESS', customer_name: 'Delta Steel', driver_name: 'Ann' },
  ...{ driver_phone: null, stop_count: 2, done_count: 1, from_city: 'Gent', to_city: 'Lille' },
  ...{ next_stop: null, punctuality: null },
}
const verdict = { minutes: 20, severity: 'SLIGHT' as const, basis: 'ESTIMATE' as const, stop_id: 's' }
const vehicle = (id: string, members: Partial<MapVehicle> = {}): MapVehicle => ({
  ...{ resource_id: id, name: id, resource_type: 'TRACTOR', license_plate: null, resource_group_ids: [] },
  position: { latitude: 51, longitude: 4, recorded_at: at(30) },
  ...{ before: null, trip: null, ...members },
})
const sent = (id: string, secondsAgo: number, latitude: unknown = 51.1): ResourceState => ({
  ...{ resource_id: id, name: id, resource_type: 'TRACTOR', license_plate: null },
  states: [{ kind: 'POSITION', recorded_at: at(secondsAgo), value: { latitude, longitude: 4 } }],
})

test.each([
  ['IDLE', null],
  ['ON_TIME', trip],
  ['IDLE', { ...trip, status: 'PLANNED' as const }],
  ['DELAYED', { ...trip, punctuality: { ...verdict, state: 'LATE' as const } }],
  ['DELAYED', { ...trip, status: 'PLANNED' as const, punctuality: { ...verdict, state: 'MISSED' as const } }],
  ['ON_TIME', { ...trip, punctuality: { ...verdict, state: 'EARLY' as const } }],
])('a vehicle is %s according to its trip', (state, its) => {
  expect(stateOf({ trip: its })).toBe(state)
})

test('TIME-7: a vehicle at a stop is delayed when a stop ahead is late, and at its stop otherwise', () => {
  const stop = {
    ...{ stop_id: 's', name: 'Mill', city: 'Gent', status: 'AT_STOP', latitude: 51, longitude: 4 },
    ...{
      time_zone: 'Europe/Brussels',
      planned_start_at: null,
      eta_start_at: null,
      eta_is_estimated: false,
      asked_from: null,
      asked_to: null,
    },
    punctuality: null,
  }
  const by = (state: 'LATE' | 'MISSED' | 'EARLY') =>
    stateOf({ trip: { ...trip, next_stop: stop, punctuality: { ...verdict, state } } })
  expect([by('LATE'), by('MISSED'), by('EARLY')]).toEqual(['DELAYED', 'DELAYED', 'AT_STOP'])
})

test('vehicles are found by plate, driver, customer, trip and town, every word of the search', () => {
  const all = liveVehicles([vehicle('a', { license_plate: '11-BBB-1', trip }), vehicle('b')], now)
  const ids = (q: string, group?: string) => foundVehicles(all, { q, group }).map(({ id }) => id)
  for (const q of ['11-b', 'ann', 'delta', 'T-1', 'lille ann', '']) expect(ids(q)[0]).toBe('a')
  expect(ids('ann brussels')).toEqual([])
  expect(ids('', 'group')).toEqual([])
})

test('the list begins with delayed vehicles, and its rows do not move when vehicles do', () => {
  const late = { ...trip, punctuality: { ...verdict, state: 'LATE' as const } }
  const all = [vehicle('c'), vehicle('a', { trip }), vehicle('b', { trip: late })]
  const live = liveVehicles(all, now)
  expect(inListOrder(live).map(({ id }) => id)).toEqual(['b', 'a', 'c'])
  expect(inListOrder(live.toReversed()).map(({ id }) => id)).toEqual(['b', 'a', 'c'])
  expect(countStates(live)).toEqual({ ON_TIME: 1, DELAYED: 1, AT_STOP: 0, IDLE: 1 })
})

test('of 500 vehicles only those with a new position change', () => {
  const vehicles = Array.from({ length: 500 }, (_, index) => vehicle(`v${index}`))
  const before = new Map(liveVehicles(vehicles, now).map((live) => [live.id, live]))
  const moved = withPositions(vehicles, [sent('v7', 0), sent('v8', 60), sent('v9', 0, 'north')])
  expect(moved.filter((one, index) => one !== vehicles[index]).map(({ resource_id }) => resource_id)).toEqual(['v7'])
  const live = liveVehicles(moved, now, before)
  expect(live.filter((one) => one !== before.get(one.id)).map(({ id }) => id)).toEqual(['v7'])
  expect(withPositions(vehicles, [])).toBe(vehicles)
  expect(withPositions(vehicles, [sent('v8', 60)])).toBe(vehicles)
  expect([hasUnknown(vehicles, [sent('v7', 0)]), hasUnknown(vehicles, [sent('new', 0)])]).toEqual([false, true])
})

test('the colour of a mark shows the activity of the vehicle, its shape the movement', () => {
  const moving = vehicle('a', { trip, before: { latitude: 50.9, longitude: 4, recorded_at: at(600) } })
  const standing = vehicle('b')
  const silent = vehicle('c', { position: { latitude: 51, longitude: 4, recorded_at: at(7_200) } })
  const marks = liveVehicles([moving, standing, silent], now).map(markOf)
  expect(marks.map(({ shape, tone, heading }) => [shape, tone, heading])).toEqual([
    ['arrow', 'good', 0],
    ['dot', 'idle', 0],
    ['hollow', 'idle', 0],
  ])
})
