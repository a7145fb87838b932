import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateAfter, instantOf, isLongerThan, localTime } from '../../locations/local-time.rules.ts'
import { requestedWindow } from './window.rules.ts'

const zone = 'Europe/Amsterdam'
const windowOf = (requested_date: string, window_start: string | null, window_end: string | null, at = zone) =>
  requestedWindow({ requested_date, window_start, window_end }, at)

describe('the requested window of an order', () => {
  test.each([
    ['a plain day', '2026-02-02', '2026-02-02T21:00:00.000Z', '2026-02-03T05:00:00.000Z'],
    ['the night in which an hour is skipped', '2026-03-28', '2026-03-28T21:00:00.000Z', '2026-03-29T04:00:00.000Z'],
    ['the night in which an hour comes twice', '2026-10-24', '2026-10-24T20:00:00.000Z', '2026-10-25T05:00:00.000Z'],
  ])('TIME-4: from 22:00 to 06:00, on %s, ends at six by the clock of the next day', (_, day, from_at, to_at) => {
    expect(windowOf(day, '22:00', '06:00')).toEqual({ from_at, begins_at: from_at, to_at, last_day: dateAfter(day, 1) })
  })

  test('TIME-4: an ambiguous hour is in the window both times, and a skipped time counts by the clock before', () => {
    const double = windowOf('2026-10-25', '02:30', '02:30')
    expect(double).toMatchObject({ from_at: '2026-10-25T00:30:00.000Z', to_at: '2026-10-25T01:30:00.000Z' })
    const there = windowOf('2026-11-01', '01:30', '01:30', 'America/New_York')
    expect(there).toMatchObject({ from_at: '2026-11-01T05:30:00.000Z', to_at: '2026-11-01T06:30:00.000Z' })
    expect(windowOf('2026-03-08', '02:30', null, 'America/New_York')?.from_at).toBe('2026-03-08T07:30:00.000Z')
  })

  test('TIME-4: without times the window is the day, and planning begins in office hours', () => {
    expect(windowOf('2026-02-02', null, null)).toEqual({
      from_at: '2026-02-01T23:00:00.000Z',
      begins_at: '2026-02-02T07:00:00.000Z',
      to_at: '2026-02-02T22:59:00.000Z',
      last_day: '2026-02-02',
    })
    expect(windowOf('2026-02-02', null, '07:00')?.begins_at).toBe('2026-02-01T23:00:00.000Z')
    expect(requestedWindow({ requested_date: null, window_start: '08:00', window_end: null }, zone)).toBeNull()
  })

  const two = (value: number) => String(value).padStart(2, '0')
  const time = fc
    .record({ hour: fc.nat(23), minute: fc.nat(59) })
    .map(({ hour, minute }) => `${two(hour)}:${two(minute)}`)
  const zones = fc.constantFrom(zone, 'Europe/London', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC')
  const days = fc.integer({ min: 0, max: 3_000 }).map((day) => dateAfter('2024-01-01', day))

  test('TIME-4: on any night, it does not end before it begins, and its ends match the local clock', () => {
    fc.assert(
      fc.property(zones, days, time, time, (at, day, from, to) => {
        const { from_at, to_at, last_day } = windowOf(day, from, to, at)!
        expect(Date.parse(to_at)).toBeGreaterThanOrEqual(Date.parse(from_at))
        const [begin, end] = [localTime(from_at, at), localTime(to_at, at)]
        expect([begin.date, end.date]).toEqual([day, last_day])
        // Times skipped by the clock change count as before it, so they are later.
        expect([begin.time >= from, end.time >= to]).toEqual([true, true])
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('days of the calendar', () => {
  const midnight = (date: string) => instantOf(date, '00:00', zone)

  test.each([
    ['seven days with an additional hour', '2026-10-23', 7],
    ['seven days with a missing hour', '2026-03-27', 7],
    ['October', '2026-10-01', 31],
    ['a quarter of a year', '2026-08-01', 92],
  ])('TIME-5: %s are as many days as in the calendar', (_, from, days) => {
    const whole = { from: midnight(from), to: midnight(dateAfter(from, days)) }
    expect(isLongerThan(whole, days, zone)).toBe(false)
    expect(isLongerThan({ ...whole, to: midnight(dateAfter(from, days + 1)) }, days, zone)).toBe(true)
  })

  test('TIME-5: one second more is too long where no clock changes', () => {
    const range = { from: '2026-02-02T08:00:07Z', to: '2026-02-09T08:00:07Z' }
    expect(isLongerThan(range, 7, zone)).toBe(false)
    expect(isLongerThan({ ...range, to: '2026-02-09T08:00:08Z' }, 7, zone)).toBe(true)
  })
})
