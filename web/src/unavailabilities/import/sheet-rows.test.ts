import { describe, expect, test } from 'vitest'
import { weeksUntil } from '../repeat-weekly.ts'
import { readAbsences } from './sheet-rows.ts'

const absencesOf = (sheet: string[][]) =>
  readAbsences(
    sheet.map((cells, at) => ({ line: at + 1, cells })),
    { today: '2026-11-21', language: 'nl-NL' },
  )

const local = (year: number, month: number, day: number, hour = 0) =>
  new Date(year, month - 1, day, hour).toISOString().replace(/\.\d+Z$/, 'Z')

describe('a sheet of unavailabilities', () => {
  test('has columns found by their titles in any order, and days in common formats', () => {
    const [row] = absencesOf([
      ['Reden', 'Tot', 'Naam', 'Van'],
      ['holiday', '27/11/2026', 'Ann Peeters', '25-11-2026 8:00'],
    ])
    expect(row).toMatchObject({
      line: 2,
      sent: {
        resource: { name: 'Ann Peeters', license_plate: 'Ann Peeters' },
        start_time: local(2026, 11, 25, 8),
        // A last day includes all of it.
        end_time: local(2026, 11, 28),
        reason: 'DRIVER_HOLIDAY',
      },
    })
  })

  test('without titles has the columns of the template; an empty end is unknown', () => {
    const [row] = absencesOf([['1-ABC-234', '2026-11-25', '', 'VEHICLE_REPAIR', 'gearbox']])
    expect(row?.sent).toMatchObject({ line: 1, end_time: null, reason: 'VEHICLE_REPAIR', description: 'gearbox' })
  })

  test.each([
    ['', '2026-11-25', '', 'holiday', 'resource'],
    ['Ann', '31-02-2026', '', 'holiday', 'from'],
    ['Ann', '2026-11-25', 'soon', 'holiday', 'until'],
    ['Ann', '2026-11-25', '2026-11-23', 'holiday', 'until'],
    ['Ann', '2026-11-25', '', 'tired', 'reason'],
  ])('an unreadable cell is reported: %s %s %s %s', (resource, from, until, reason, fault) => {
    const [row] = absencesOf([
      ['resource', 'from', 'until', 'reason'],
      [resource, from, until, reason],
    ])
    expect(row).toMatchObject({ fault })
    expect(row?.sent).toBeUndefined()
  })
})

test('a weekly repetition keeps its time of day, and the last day is included', () => {
  const one = { start_time: local(2026, 3, 23, 8), end_time: local(2026, 3, 23, 16) }
  const weeks = weeksUntil(one, '2026-04-06')
  expect(weeks.map(({ start_time }) => start_time)).toEqual([
    local(2026, 3, 23, 8),
    local(2026, 3, 30, 8),
    local(2026, 4, 6, 8),
  ])
  expect(weeks.at(-1)?.end_time).toBe(local(2026, 4, 6, 16))
  expect(weeksUntil(one, '2026-03-22')).toEqual([])
})
