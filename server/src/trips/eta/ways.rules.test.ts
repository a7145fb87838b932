import { expect, test } from 'vitest'
import { newStop, newTrip, type TripStop } from '../state.rules.ts'
import { kilometresOf, measured, measuredAgain } from './ways.rules.ts'

const place = (latitude: number) => ({ latitude, longitude: 4, country: 'BE' })
const places = new Map([
  ['a', place(50)],
  ['b', place(51)],
  ['c', place(52)],
])
/** A hundred kilometres per degree, as if from an engine. */
const road = (from: { latitude: number | null }, to: { latitude: number | null }) => ({
  distance_km: Math.abs(from.latitude! - to.latitude!) * 100,
  driving_minutes: 60,
  is_estimated: false,
})
const ways = { places, road }

function stop(location_id: string, members: Partial<TripStop> = {}): TripStop {
  const names = { order_id: null, activity: null, activity_label: 'Stop', reference_number: null }
  return newStop({
    ...names,
    kind: 'STANDALONE',
    stop_id: `at ${location_id}`,
    stop_group_id: location_id,
    location_id,
    ...members,
  })
}

const trip = (...stops: TripStop[]) => newTrip('t', 'T-1', { stops })

test('ETA-3: a stop that becomes first loses its kilometres, and a cancelled one is skipped', () => {
  const before = measured(trip(stop('a'), stop('b'), stop('c')), ways)
  expect(before.stops.map(({ mileage_km }) => mileage_km)).toEqual([null, 100, 100])
  const [a, b, c] = before.stops
  const turned = measured({ ...before, stops: [c!, a!, { ...b!, status: 'CANCELLED' }] }, ways)
  expect(turned.stops.map(({ mileage_km }) => mileage_km)).toEqual([null, 200, null])
  expect(turned.distance_km).toBe(200)
})

test('ETA-3: a trip whose locations are not on the map has no kilometres', () => {
  const lost = measured(trip(stop('x'), stop('y')), ways)
  expect(lost).toMatchObject({ distance_km: null, stops: [{ mileage_km: null }, { mileage_is_estimated: null }] })
})

test('ETA-3: the kilometres of a whole trip are unknown while one of its routes is', () => {
  const known = trip(stop('a'), stop('b'), stop('x', { status: 'CANCELLED' }), stop('c'))
  expect(kilometresOf([known, trip(stop('b'), stop('a')), trip(stop('x'))], ways)).toBe(300)
  expect(kilometresOf([known, trip(stop('a'), stop('x'))], ways)).toBeNull()
  expect(kilometresOf([], ways)).toBe(0)
})

test('ETA-3: a trip with an unchanged route keeps the measurements of an engine', () => {
  const before = [measured(trip(stop('a'), stop('b')), ways)]
  const longer = { ...ways, road: () => ({ distance_km: 1, driving_minutes: 1, is_estimated: true }) }
  expect(measuredAgain(before, before, longer)).toEqual(before)
  const retimed = before.map((one) => ({ ...one, note: 'Call first' }))
  expect(measuredAgain(before, retimed, longer)[0]!.distance_km).toBe(100)
  const extended = before.map((one) => ({ ...one, stops: [...one.stops, stop('c')] }))
  expect(measuredAgain(before, extended, longer)[0]!.distance_km).toBe(2)
})
