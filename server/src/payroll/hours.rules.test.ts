import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { datesOf, daysOf } from './calendar.rules.ts'
import { type DriverFacts, driverDays, sumFigures } from './driver.rules.ts'
import { joinParts, type Minutes, minutesOfDay, type Part } from './hours.rules.ts'

const zone = 'Europe/Brussels'
const night = { night_from: '22:00', night_to: '06:00' }
const at = (text: string) => Date.parse(text)
const part = (from: string, to: string, kind: Part['kind'], source: Part['source'] = 'CARD'): Part => ({
  ...{ from: at(from), to: at(to), kind, source },
})
const allOf = ({ driving, work, availability, rest, unknown }: Minutes) =>
  driving + work + availability + rest + unknown

/** Parts in order without overlaps, in whole minutes from the last day of 2025 on. */
const parts = (source: Part['source']) =>
  fc
    .array(
      fc.record({
        gap: fc.integer({ min: 0, max: 2_000 }),
        length: fc.integer({ min: 1, max: 1_500 }),
        kind: fc.constantFrom<Part['kind']>('DRIVING', 'WORKING', 'WAITING', 'REST', 'UNKNOWN'),
      }),
      { maxLength: 400 },
    )
    .map((items) => {
      let from = at('2025-12-20T00:00:00Z')
      return items.map(({ gap, length, kind }): Part => {
        from += gap * 60_000
        const one = { from, to: from + length * 60_000, kind, source }
        from = one.to
        return one
      })
    })

const settings = { allowances: [], absence_weekdays: [1, 2, 3, 4, 5] }
const factsOf = (sources: Part[][]): DriverFacts => ({
  ...{ driver_id: 'd', name: 'D', personnel_number: null, home: 'BE', sources, stays: [], absences: [] },
  isHoliday: () => false,
})

describe('PAYROLL-2: the five kinds add up to the day', () => {
  test('with any cards and stops, over the end of a year and clock changes', () => {
    const days = daysOf('2025-12-25', '2026-04-05', zone, night)
    fc.assert(
      fc.property(parts('CARD'), parts('STOPS'), (card, stops) => {
        for (const day of driverDays(factsOf([card, stops]), days, settings)) {
          const length = { '2026-03-29': 23 }[day.date] ?? 24
          expect(allOf(day.minutes)).toBeCloseTo(length * 60, 6)
          expect(Math.min(...Object.values(day.minutes))).toBeGreaterThanOrEqual(0)
          const duty = day.minutes.driving + day.minutes.work + day.minutes.availability
          expect(day.minutes.night).toBeLessThanOrEqual(duty)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('months add up to the year', () => {
    const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}`)
    fc.assert(
      fc.property(parts('CARD'), parts('PLAN'), (card, stops) => {
        const facts = factsOf([card, stops])
        const figures = (first: string, last: string) =>
          sumFigures(driverDays(facts, daysOf(first, last, zone, night), settings))
        const year = figures('2026-01-01', '2026-12-31')
        const sum = sumFigures(months.map((month) => figures(datesOf(month).first, datesOf(month).last)))
        for (const name of Object.keys(year.minutes) as (keyof Minutes)[])
          expect(sum.minutes[name]).toBeCloseTo(year.minutes[name]!, 4)
        expect([sum.away, sum.nights]).toEqual([year.away, year.nights])
        expect(allOf(year.minutes)).toBeCloseTo(365 * 1440, 4)
      }),
      { numRuns: 15 },
    )
  })

  test('the day on which the clock goes back has 25 hours, and its night an extra hour', () => {
    const [day] = daysOf('2026-10-25', '2026-10-25', zone, night)
    const minutes = minutesOfDay(day!, [part('2026-10-24T20:00:00Z', '2026-10-25T06:00:00Z', 'DRIVING')], false)
    expect(allOf(minutes)).toBe(25 * 60)
    expect([minutes.driving, minutes.night, minutes.sunday]).toEqual([480, 420, 480])
  })

  test('work over midnight counts for each day separately', () => {
    const [monday, tuesday] = daysOf('2026-11-02', '2026-11-03', zone, night)
    const work = [part('2026-11-02T20:00:00Z', '2026-11-03T04:00:00Z', 'WORKING')]
    expect([monday!, tuesday!].map((day) => minutesOfDay(day, work, false))).toMatchObject([
      { work: 180, night: 120, sunday: 0 },
      { work: 300, night: 300, sunday: 0 },
    ])
  })

  test('hours on public holidays are unknown, not zero, without a holiday calendar', () => {
    const [day] = daysOf('2026-11-11', '2026-11-11', zone, night)
    const work = [part('2026-11-11T08:00:00Z', '2026-11-11T10:00:00Z', 'DRIVING')]
    const found = [true, false, undefined].map((is) => minutesOfDay(day!, work, is).public_holiday)
    expect(found).toEqual([120, 0, undefined])
    const [known, unknown] = [minutesOfDay(day!, work, true), minutesOfDay(day!, work, undefined)]
    const sum = (all: Minutes[]) => sumFigures(all.map((minutes) => ({ ...none, minutes }))).minutes.public_holiday
    expect([sum([known, known]), sum([known, unknown])]).toEqual([240, undefined])
  })
})

const none = { sources: [], absences: new Map(), away: 0, nights: 0, countries: [], allowances: [] }

test('PAYROLL-1: the card takes precedence, and stops fill only its gaps', () => {
  const card = [
    part('2026-11-02T06:00:00Z', '2026-11-02T08:00:00Z', 'DRIVING'),
    part('2026-11-02T08:00:00Z', '2026-11-02T10:00:00Z', 'UNKNOWN'),
  ]
  const stops = [part('2026-11-02T07:00:00Z', '2026-11-02T12:00:00Z', 'WORKING', 'STOPS')]
  const shown = joinParts([card, stops]).map(({ from, to, kind, source }) => [
    ...[new Date(from).toISOString().slice(11, 13), new Date(to).toISOString().slice(11, 13)],
    ...[kind, source],
  ])
  expect(shown).toEqual([
    ['06', '08', 'DRIVING', 'CARD'],
    ['08', '12', 'WORKING', 'STOPS'],
  ])
})
