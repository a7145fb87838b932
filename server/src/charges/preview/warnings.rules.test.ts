import { describe, expect, test } from 'vitest'
import { openingHoursReader } from '../../locations/opening-hours.rules.ts'
import { estimatedRoads } from '../../positions/roads/rules.ts'
import { type EnteredOrder, formStops, type KnownPlace } from './source.rules.ts'
import { warningsOf } from './warnings.rules.ts'

const opens = await openingHoursReader()
const now = '2026-02-02T09:00:00Z'

function place(members: Partial<KnownPlace>): KnownPlace {
  const empty = { location_id: null, location_code: null, name: null, country: 'BE', postal_code: null, city: null }
  return { ...empty, latitude: 51, longitude: 4, time_zone: null, opening_hours: null, ...members }
}

const ghent = place({ name: 'Depot', city: 'Ghent', latitude: 51.05, longitude: 3.72 })
const lyon = place({ name: 'Shop', city: 'Lyon', country: 'FR', latitude: 45.76, longitude: 4.84 })

type Stop = EnteredOrder['consignments'][number]['pickup_stop']

function warnings(pickup: Stop, delivery: Stop, places = [ghent, lyon], goods: object[] = [], at = now) {
  const order = { consignments: [{ pickup_stop: pickup, delivery_stop: delivery, goods }] } as EnteredOrder
  const stops = formStops(order).map((stop, at) => ({ ...stop, place: places[at] ?? null }))
  return warningsOf(order, { stops, now: at, time_zone: 'Europe/Brussels', opens, road: estimatedRoads.find })
}

const kinds = (found: readonly { kind: string }[]) => found.map(({ kind }) => kind)
const later = { date: '2026-02-05' }

test('CHARGE-43: a valid order has no warnings', () => {
  expect(warnings({ date: '2026-02-03' }, later)).toEqual([])
  expect(warnings({}, {}, [])).toEqual([])
})

test('CHARGE-43: a delivery before its pickup and a day in the past draw warnings', () => {
  expect(kinds(warnings({ date: '2026-02-04' }, { date: '2026-02-03' }))).toEqual(['DELIVERY_EARLY'])
  expect(warnings({ date: '2026-02-01' }, later)).toMatchObject([
    { kind: 'IN_THE_PAST', place: 'Depot', on: '2026-02-01' },
  ])
})

test('CHARGE-43: goods with a UN number need a driver with an ADR certificate', () => {
  const un = (number: string) => ({ packaged_items: [{ adr: { un_number: number } }] })
  const found = warnings({ date: '2026-02-03' }, later, [ghent, lyon], [un('1263'), un('1263'), un('1090')])
  expect(found).toMatchObject([{ kind: 'ADR', un_numbers: ['1263', '1090'] }])
})

test('CHARGE-43: a drive that is longer than the time between the requested windows draws a warning with its minutes', () => {
  const pickup = { date: '2026-02-03', time_window: { start_time: '08:00' } }
  const [found, ...others] = warnings(pickup, { date: '2026-02-03', time_window: { end_time: '12:00' } })
  expect(others).toEqual([])
  expect(found).toMatchObject({ kind: 'TOO_FAR', place: 'Shop' })
  expect(found!.minutes).toBeGreaterThan(8 * 60)
  expect(warnings(pickup, { date: '2026-02-04', time_window: { end_time: '12:00' } })).toEqual([])
})

test('TIME-4: early, late and past times are judged by the local clock of each location', () => {
  const calais = place({ city: 'Calais', latitude: 50.95, longitude: 1.86, time_zone: 'Europe/Paris' })
  const dover = place({ city: 'Dover', latitude: 51.13, longitude: 1.31, time_zone: 'Europe/London' })
  const at = (start_time: string | undefined, end_time?: string) => ({
    ...{ date: '2026-02-03', time_window: { start_time, end_time } },
  })
  // 09:30 in Calais is 08:30 in Dover.
  expect(kinds(warnings(at('09:30'), at(undefined, '09:15'), [calais, dover]))).not.toContain('DELIVERY_EARLY')
  expect(kinds(warnings(at('09:00'), at(undefined, '09:30'), [dover, calais]))).toEqual(['DELIVERY_EARLY'])
  expect(kinds(warnings(at('08:30'), at(undefined, '09:45'), [calais, dover]))).toEqual([])
  // In Auckland it is already the third.
  const auckland = place({ city: 'Auckland', latitude: -36.85, longitude: 174.76, time_zone: 'Pacific/Auckland' })
  const late = { order: at('08:00'), now: '2026-02-03T12:00:00Z' }
  expect(kinds(warnings(late.order, at('08:00'), [auckland, auckland], [], late.now))).toContain('IN_THE_PAST')
})

test('CHARGE-43: a location that is not on the map is reported', () => {
  const nowhere = place({ city: 'Nowhere', latitude: null, longitude: null })
  expect(warnings({ date: '2026-02-03' }, later, [ghent, nowhere])).toMatchObject([
    { kind: 'PLACE_UNKNOWN', place: 'Nowhere' },
  ])
})

describe('CHARGE-43: opening hours', () => {
  const shop = { ...lyon, opening_hours: 'Mo-Fr 08:00-12:00,13:00-18:00' }
  const delivered = (date: string, start_time?: string, end_time?: string) =>
    warnings({ date: '2026-02-03' }, { date, time_window: { start_time, end_time } }, [ghent, shop])

  test('report that the location closes before the window ends', () => {
    expect(delivered('2026-02-05', '16:00', '20:00')).toMatchObject([{ kind: 'CLOSES', place: 'Shop', time: '18:00' }])
    expect(delivered('2026-02-05', '11:00', '14:00')).toEqual([])
  })

  test('are checked for both days of a window over midnight', () => {
    const night = { ...lyon, opening_hours: 'Mo-Fr 20:00-04:00' }
    const times = { start_time: '22:00', end_time: '06:00' }
    const found = warnings({ date: '2026-02-03' }, { date: '2026-02-05', time_window: times }, [ghent, night])
    expect(found).toMatchObject([{ kind: 'CLOSES', time: '04:00' }])
    const close = { ...ghent, name: 'Shop' }
    const evening = { date: '2026-02-05', time_window: { start_time: '20:00' } }
    expect(warnings(evening, { date: '2026-02-05', time_window: times }, [ghent, close])).toEqual([])
  })

  test('TIME-4: are checked in local time, also in a night in which the clock changes', () => {
    const berlin = { ...lyon, time_zone: 'Europe/Berlin', opening_hours: 'Mo-Su 02:00-03:00' }
    const window = { date: '2026-03-29', time_window: { start_time: '01:00', end_time: '05:00' } }
    // Clocks change from 02:00 to 03:00.
    expect(kinds(warnings({ date: '2026-03-28' }, window, [ghent, berlin]))).toEqual(['CLOSED'])
  })

  test('report nothing for a location that opens after the earliest time', () => {
    expect(delivered('2026-02-05', '06:00')).toEqual([])
  })

  test('report a location that is closed on that day or at that time', () => {
    expect(delivered('2026-02-07')).toMatchObject([{ kind: 'CLOSED', on: '2026-02-07' }])
    expect(kinds(delivered('2026-02-05', '19:00', '21:00'))).toEqual(['CLOSED'])
    expect(delivered('2026-02-05')).toEqual([])
  })
})
