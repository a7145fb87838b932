import { expect, test } from 'vitest'
import { sampleCarriers } from '../../../seeds/companies.ts'
import { samplePlaces } from '../../../seeds/places.ts'
import { sampleWorld } from '../../../seeds/world.ts'
import { isVatNumber } from '../companies/checks.rules.ts'
import { greatCircleKm } from '../locations/great-circle.rules.ts'
import { openingHoursReader } from '../locations/opening-hours.rules.ts'
import { carrierPath, decideAnswer } from './receiver.rules.ts'
import { trackOf } from './rules.ts'

test('companies of the sample world have VAT numbers with valid check digits', () => {
  const { companies } = sampleWorld(new Date('2026-03-04T09:12:00Z'))
  const numbers = companies.flatMap(({ vat_number }) => vat_number ?? [])
  expect(numbers.length).toBeGreaterThan(20)
  expect(numbers.filter((number) => !isVatNumber(number))).toEqual([])
})

test('the locations of the sample world are open at weekends and on public holidays, so that a world can be opened on any day', async () => {
  const isOpen = await openingHoursReader()
  const days = ['2026-03-07', '2026-03-08', '2026-10-03', '2026-11-11', '2026-12-25']
  const closed = samplePlaces.filter((place) =>
    days.some((day) => !isOpen(place.opening_hours, place.country, day, '10:00')),
  )
  expect(closed.map(({ name }) => name)).toEqual([])
})

test('one carrier of the sample world reads every trip and declines it, so that failures can be shown', () => {
  const answers = sampleCarriers.slice(0, 3).map((name) => decideAnswer(carrierPath(name), 'no id', 3))
  expect(answers.map(({ status, body }) => [status, 'errors' in body])).toEqual([
    [200, false],
    [200, false],
    [200, true],
  ])
})

test('a vehicle of the sample world drives at the speed of a truck, and then waits near its stop', () => {
  const [gent, metz] = [
    { latitude: 51.05, longitude: 3.72 },
    { latitude: 49.12, longitude: 6.18 },
  ]
  const points = new Map([
    ['gent', gent],
    ['metz', metz],
  ])
  const left = '2026-03-04T06:00:00Z'
  const stops = [
    { location_id: 'gent', status: 'COMPLETED', actual_end_at: left, planned_end_at: left },
    { location_id: 'metz', status: 'PLANNED', actual_end_at: null, planned_end_at: '2026-03-05T08:00:00Z' },
  ] as const
  const track = trackOf(stops, points, Date.parse('2026-03-04T16:00:00Z'))
  const speeds = track.slice(1).map((point, at) => {
    const before = track[at]!
    return greatCircleKm(before, point) / ((Date.parse(point.at) - Date.parse(before.at)) / 3_600_000)
  })
  expect(Math.max(...speeds)).toBeLessThan(80)
  expect(speeds[0]).toBeGreaterThan(50)
  expect(speeds.at(-1)).toBe(0)
  expect(greatCircleKm(track.at(-1)!, metz)).toBeLessThan(greatCircleKm(gent, metz) * 0.05)
})
