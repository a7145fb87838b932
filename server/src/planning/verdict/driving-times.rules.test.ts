import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimatedRoads } from '../../positions/roads/rules.ts'
import { placeAt } from '../../testing/data/plans.ts'
import { drivingBetween } from './driving.rules.ts'
import { type DriverVisit, drivingTimesOf } from './driving-times.rules.ts'

const places = [0, 1, 2, 3].map(placeAt)
const ground = {
  roads: estimatedRoads,
  places: new Map(places.map((place) => [place.location_id, place])),
  time_zone: 'Europe/Brussels',
}
const gent = places[0]!.location_id
const koeln = places[2]!.location_id
/** Minutes from Gent to Cologne. */
const way = drivingBetween({ location_id: gent }, { location_id: koeln }, ground)!

function visit(location_id: string, at: string, minutes = 0, drivers = 1): DriverVisit {
  const from = `${at}:00.000Z`
  return { location_id, from, to: new Date(Date.parse(from) + minutes * 60_000).toISOString(), drivers }
}

/** To Cologne and back on a day, and on a long one to Lille and back as well. */
const back = (date: string, isLong = false) => [
  visit(gent, `${date}T04:00`),
  visit(koeln, `${date}T08:30`, 30),
  visit(gent, `${date}T14:00`, 15),
  ...(isLong ? [visit(places[1]!.location_id, `${date}T15:30`), visit(gent, `${date}T17:00`)] : []),
]

test('driving is counted for the day on which the work begins, until a rest of nine hours', () => {
  const visits = [
    visit(gent, '2026-02-02T16:00'),
    visit(koeln, '2026-02-02T20:30', 30),
    visit(gent, '2026-02-03T01:30'),
  ]
  const { days, weeks } = drivingTimesOf([...visits, ...back('2026-02-04')], ground, '2026-02-02')
  expect(days).toEqual([
    { date: '2026-02-02', driving_minutes: Math.round(2 * way), limit_minutes: 540 },
    { date: '2026-02-04', driving_minutes: Math.round(2 * way), limit_minutes: 540 },
  ])
  expect(weeks).toEqual([{ starts_on: '2026-02-02', driving_minutes: Math.round(4 * way), limit_minutes: 56 * 60 }])
})

test('two days of a week may have ten hours, the third has nine', () => {
  const dates = ['2026-02-02', '2026-02-03', '2026-02-04', '2026-02-09']
  const { days } = drivingTimesOf(
    dates.flatMap((date) => back(date, true)),
    ground,
    '2026-02-02',
  )
  expect(days.every(({ driving_minutes }) => driving_minutes > 540)).toBe(true)
  expect(days.map(({ limit_minutes }) => limit_minutes)).toEqual([600, 600, 540, 600])
})

test('the week before leaves less for this one, and two drivers share the wheel', () => {
  const before = ['2026-01-26', '2026-01-27', '2026-01-28', '2026-01-29', '2026-01-30']
  const visits = [...before.flatMap((date) => back(date)), visit(gent, '2026-02-02T04:00', 0, 2)]
  const { days, weeks } = drivingTimesOf([...visits, visit(koeln, '2026-02-02T09:00', 0, 2)], ground, '2026-02-02')
  expect(days).toEqual([{ date: '2026-02-02', driving_minutes: Math.round(way / 2), limit_minutes: 540 }])
  expect(weeks[0]!.limit_minutes).toBe(Math.min(56 * 60, 90 * 60 - Math.round(10 * way)))
})

test('no minute of driving is lost or counted twice, whatever is planned', () => {
  const step = fc.record({ place: fc.nat(3), gap: fc.integer({ min: 0, max: 3_000 }), stay: fc.nat(120) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let at = Date.parse('2026-02-02T04:00:00.000Z')
      const visits = steps.map(({ place, gap, stay }) => {
        const from = new Date(at + gap * 60_000)
        at = from.getTime() + stay * 60_000
        return {
          location_id: places[place]!.location_id,
          from: from.toISOString(),
          to: new Date(at).toISOString(),
          drivers: 1,
        }
      })
      const driven = visits.slice(1).reduce((sum, to, index) => sum + drivingBetween(visits[index]!, to, ground)!, 0)
      const { days, weeks } = drivingTimesOf(visits, ground, '0000-01-01')
      const sum = (some: { driving_minutes: number }[]) => some.reduce((all, one) => all + one.driving_minutes, 0)
      expect(Math.abs(sum(days) - driven)).toBeLessThanOrEqual(days.length)
      expect(Math.abs(sum(weeks) - driven)).toBeLessThanOrEqual(weeks.length)
      expect(days.filter(({ limit_minutes }) => limit_minutes === 600).length).toBeLessThanOrEqual(2 * weeks.length)
    }),
  )
})

test('TACHO-10: what the card says takes the place of what was planned, and its days are those between rests', () => {
  const stretch = (from: string, to: string, kind: 'REST' | 'DRIVING') => ({
    ...{ from: `${from}:00Z`, to: `${to}:00Z`, kind, is_crew: false },
  })
  const card = [
    stretch('2026-02-02T04:00', '2026-02-02T08:00', 'DRIVING'),
    stretch('2026-02-02T08:00', '2026-02-02T09:00', 'REST'),
    stretch('2026-02-02T09:00', '2026-02-02T12:00', 'DRIVING'),
    stretch('2026-02-02T12:00', '2026-02-03T04:00', 'REST'),
    stretch('2026-02-03T04:00', '2026-02-03T05:00', 'DRIVING'),
  ]
  const visits = [...back('2026-02-02'), visit(gent, '2026-02-03T05:30'), visit(koeln, '2026-02-03T10:00')]
  const { days, known_until } = drivingTimesOf(visits, ground, '2026-02-02', card)
  expect(days.map(({ date, driving_minutes }) => [date, driving_minutes])).toEqual([
    ['2026-02-02', 420],
    ['2026-02-03', Math.round(60 + way)],
  ])
  expect(known_until).toBe('2026-02-03T05:00:00Z')
  expect(drivingTimesOf(visits, ground, '2026-02-02').known_until).toBeNull()
})
