import { describe, expect, test } from 'vitest'
import { absenceOf } from './absence.rules.ts'
import { allowanceOf, sumOfAmounts } from './allowance.rules.ts'
import { awayOf, awayOnDay, type Stay } from './away.rules.ts'
import { daysOf } from './calendar.rules.ts'
import type { Part } from './hours.rules.ts'

const zone = 'Europe/Brussels'
const at = (text: string) => Date.parse(`2026-11-${text}:00+01:00`)
const duty = (from: string, to: string, kind: Part['kind'] = 'DRIVING'): Part => ({
  ...{ from: at(from), to: at(to), kind, source: 'CARD' },
})
const stay = (from: string, to: string, country: string, wayHome: number): Stay => ({
  ...{ from: at(from), to: at(to), country, wayHome, isNear: wayHome < 30 },
})
const days = daysOf('2026-11-02', '2026-11-08', zone)
const daysAway = (parts: Part[], stays: Stay[], absences: { from: number; to: number }[] = []) => {
  const away = awayOf(parts, stays, absences)
  return days.map((day) => {
    const { minutes, isNight, country } = awayOnDay(day, away, 'BE')
    return [minutes / 60, isNight, country]
  })
}
const atHome = [0, false, null]

// Monday to Lyon, a night there and one in Metz, home on Wednesday.
const tour = [
  duty('02T06:00', '02T17:00'),
  duty('03T07:00', '03T08:00', 'WORKING'),
  duty('03T08:00', '03T16:00'),
  duty('04T06:00', '04T11:00'),
]
const stops = [
  stay('03T07:00', '03T08:00', 'FR', 600),
  stay('03T15:00', '03T16:00', 'LU', 180),
  stay('04T10:30', '04T11:00', 'BE', 5),
]

describe('PAYROLL-4: away from home', () => {
  test('is the time from the end of a rest at home to the beginning of the next, with the country of each day', () => {
    const [first, ...others] = daysAway(tour, [stay('02T16:30', '02T17:00', 'FR', 590), ...stops])
    expect(first).toEqual([18, true, 'FR'])
    expect(others.slice(0, 2)).toEqual([
      [24, true, 'LU'],
      [11, false, 'LU'],
    ])
    expect(others.slice(2)).toEqual([atHome, atHome, atHome, atHome])
  })

  test('a rest is at home when the driving before and after matches the route home, and otherwise not', () => {
    const parts = [duty('02T06:00', '02T10:00'), duty('02T12:00', '02T16:00'), duty('03T06:00', '03T06:15')]
    const made = [stay('02T10:00', '02T12:00', 'FR', 240), stay('03T06:15', '03T07:00', 'BE', 10)]
    expect(daysAway(parts, made).slice(0, 2)).toEqual([
      [10, false, 'FR'],
      [0.25, false, 'BE'],
    ])
  })

  test('a rest on the way home is not at home', () => {
    const parts = [duty('02T06:00', '02T10:00'), duty('02T12:00', '02T14:00'), duty('03T06:00', '03T08:00')]
    const made = [stay('02T10:00', '02T12:00', 'FR', 240), stay('03T08:00', '03T09:00', 'BE', 10)]
    expect(daysAway(parts, made)[0]).toEqual([18, true, 'FR'])
  })

  test('without a card a rest is at home when there was time for the routes and a rest, and on a weekend', () => {
    const away = (wayHome: number, next: string) => {
      const parts = [duty('02T06:00', '02T16:00'), duty(`${next}T07:00`, `${next}T12:00`)]
      const made = [stay('02T15:00', '02T16:00', 'FR', wayHome), stay(`${next}T07:00`, `${next}T08:00`, 'FR', wayHome)]
      return daysAway(
        parts.map((part) => ({ ...part, source: 'STOPS' as const })),
        made,
      )[0]![1]
    }
    expect([away(100, '03'), away(200, '03'), away(600, '04'), away(600, '06')]).toEqual([false, true, true, false])
  })

  test('a driver without a stop since the last rest at home rests at home, and so does an absent one', () => {
    expect(daysAway([duty('02T06:00', '02T15:00'), duty('03T06:00', '03T15:00')], []).slice(0, 2)).toEqual([
      [9, false, 'BE'],
      [9, false, 'BE'],
    ])
    const parts = [duty('02T06:00', '02T15:00'), duty('06T06:00', '06T15:00')]
    const made = [stay('02T14:00', '02T15:00', 'FR', 400), stay('06T14:00', '06T15:00', 'FR', 400)]
    const holiday = [{ from: at('03T00:00'), to: at('06T00:00') }]
    expect(daysAway(parts, made, holiday)[1]).toEqual(atHome)
    expect(daysAway(parts, made)[1]).toEqual([24, true, 'FR'])
  })

  test('after the last known stop the driver returns home', () => {
    const parts = [duty('02T06:00', '02T15:00')]
    expect(daysAway(parts, [stay('02T14:00', '02T15:00', 'FR', 600)]).slice(0, 2)).toEqual([
      [18, false, 'FR'],
      [1, false, 'FR'],
    ])
  })
})

describe('PAYROLL-5: the daily allowance', () => {
  const rows = [
    { code: 'D8', country: null, hours_from: 8, amount: '14.00' },
    { code: 'D24', country: null, hours_from: 24, amount: '28.00' },
    { code: 'FR8', country: 'FR', hours_from: 8, amount: '36.10' },
  ]
  const codeOf = (hours: number, country: string | null, date = '2026-11-02') => {
    const [day] = daysOf(date, date, zone)
    return allowanceOf(day!, { minutes: hours * 60, isNight: false, country }, rows)?.code
  }

  test('comes from the row of the country with the most hours, else from the row for every country', () => {
    expect([codeOf(7.9, 'BE'), codeOf(8, 'BE'), codeOf(24, 'BE'), codeOf(24, 'FR'), codeOf(7, 'FR')]).toEqual([
      ...[undefined, 'D8', 'D24', 'FR8', undefined],
    ])
  })

  test('for a whole day needs 24 hours, or all hours of a day with 23', () => {
    expect([codeOf(23, 'BE', '2026-03-29'), codeOf(23, 'BE')]).toEqual(['D24', 'D8'])
  })

  test('adds up to the cent', () => {
    expect(sumOfAmounts(Array.from({ length: 30 }, () => '36.10'))).toBe(1083)
  })
})

test('PAYROLL-3: absence counts eight hours a day or the part of it, on counting days except public holidays', () => {
  const [monday] = days
  const from = (hours: string, to: string, reason = 'DRIVER_HOLIDAY') => ({
    from: at(`02T${hours}`),
    to: at(`02T${to}`),
    reason,
  })
  const of = (absences: Parameters<typeof absenceOf>[1], isHoliday = false, weekdays = [1, 2, 3, 4, 5]) =>
    Object.fromEntries(absenceOf(monday!, absences, { weekdays, isHoliday }))
  expect(of([from('00:00', '23:59')])).toEqual({ DRIVER_HOLIDAY: 1 })
  expect(of([from('08:00', '12:00'), from('13:00', '15:00', 'DRIVER_SICKNESS')])).toEqual({
    ...{ DRIVER_HOLIDAY: 0.5, DRIVER_SICKNESS: 0.25 },
  })
  expect([of([from('00:00', '23:59')], true), of([from('00:00', '23:59')], false, [2])]).toEqual([{}, {}])
})
