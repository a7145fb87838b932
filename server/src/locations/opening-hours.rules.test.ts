import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { Problem } from '../http/problem.ts'
import { checkOpeningHours, openingFinder, openingHoursReader } from './opening-hours.rules.ts'

test.each([
  'Mo-Fr 08:00-17:00',
  'Mo-Fr 08:00-12:00,13:00-17:00; Sa 08:00-12:00; PH off',
  '24/7',
  'Mo-Su,PH 06:00-22:00; Dec 25 off',
  'Mo-Fr 22:00-06:00',
  'week 1-53/2 Fr 09:00-12:00',
  'Mo-Fr 08:00-17:00 "ring at gate 3"',
  'SH off',
])('%s is accepted', async (text) => {
  await expect(checkOpeningHours(text)).resolves.toBeUndefined()
})

async function reasonAgainst(text: string): Promise<string> {
  const problem = await checkOpeningHours(text).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(problem).toBeInstanceOf(Problem)
  const { status, errors } = problem as Problem
  expect(status).toBe(422)
  expect(errors![0]).toMatchObject({ path: 'opening_hours', field: 'opening_hours', detail: 'opening_hours' })
  return errors![0]!.message
}

test.each([
  ['nine to five', /cannot be read as opening hours after "ni": Unexpected token/],
  ['Mo-Fr 25:00-26:00', /after "Mo-Fr 25:00": Time range starts outside of the current day\./],
  ['Mo-Fr 08:00-', /Time range does not continue as expected\./],
  ['week 54', /A valid week date range is 1-53\./],
])('%s is refused with the reason', async (text, reason) => {
  const message = await reasonAgainst(text)
  expect(message).toMatch(reason)
  expect(message).toContain('Write for example Mo-Fr 08:00-17:00')
  expect(message).not.toMatch(/<---|pull request/)
})

describe('the opening time of a location', () => {
  const opensAt = async (opening_hours: string | null, at: string) => {
    const place = { opening_hours, country: 'BE' }
    return (await openingFinder([place]))(place, at, 'Europe/Brussels')
  }

  test('is the first open moment, in local time, over nights and weekends', async () => {
    const hours = 'Mo-Fr 08:00-12:00,13:00-17:00'
    // Monday 2 February 2026; Brussels is an hour ahead.
    expect(await opensAt(hours, '2026-02-02T05:30:00.000Z')).toBe('2026-02-02T07:00:00.000Z')
    expect(await opensAt(hours, '2026-02-02T11:15:00.000Z')).toBe('2026-02-02T12:00:00.000Z')
    expect(await opensAt(hours, '2026-02-02T18:00:00.000Z')).toBe('2026-02-03T07:00:00.000Z')
    expect(await opensAt(hours, '2026-02-07T10:00:00.000Z')).toBe('2026-02-09T07:00:00.000Z')
  })

  test('is now when it is open, has no hours, cannot be read, or stays closed', async () => {
    const at = '2026-02-02T10:00:00.000Z'
    for (const hours of ['Mo-Fr 08:00-17:00', null, 'nine to five', 'off', '"by appointment"']) {
      expect(await opensAt(hours, at)).toBe(at)
    }
  })
})

test('TIME-8: work begins early enough to be done before a location closes, or before noon if it closes then', async () => {
  const begins = async (opening_hours: string, at: string, minutes: number) => {
    const place = { opening_hours, country: 'BE' }
    return (await openingFinder([place]))(place, at, 'Europe/Brussels', minutes)
  }
  const day = 'Mo-Fr 08:00-12:00,13:00-17:00'
  expect(await begins(day, '2026-02-02T10:30:00.000Z', 30)).toBe('2026-02-02T10:30:00.000Z')
  expect(await begins(day, '2026-02-02T10:31:00.000Z', 30)).toBe('2026-02-02T12:00:00.000Z')
  expect(await begins(day, '2026-02-02T15:45:00.000Z', 30)).toBe('2026-02-03T07:00:00.000Z')
  expect(await begins('24/7', '2026-02-02T15:45:00.000Z', 600)).toBe('2026-02-02T15:45:00.000Z')
  // It is never open for six hours, so the work begins when it opens.
  expect(await begins(day, '2026-02-02T11:30:00.000Z', 360)).toBe('2026-02-02T12:00:00.000Z')
  expect(await begins(day, '2026-02-02T10:31:00.000Z', 360)).toBe('2026-02-02T10:31:00.000Z')
})

test('any text is either accepted or refused with an explanation', async () => {
  const words = fc.constantFrom(
    'Mo',
    'Fr',
    '-',
    ',',
    ';',
    '08:00',
    '25:00',
    'PH',
    'off',
    '"',
    '24/7',
    'week',
    '||',
    ' ',
    'x',
  )
  const text = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.array(words, { maxLength: 12 }).map((list) => list.join(' ')),
  )
  await fc.assert(
    fc.asyncProperty(text, async (hours) => {
      const error = await checkOpeningHours(hours).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (error !== undefined) expect(error).toBeInstanceOf(Problem)
    }),
  )
})

test('public holidays of the United Kingdom are those of England unless a part is given; of an unknown country none are known', async () => {
  const written = vi.spyOn(console, 'error')
  const read = await openingHoursReader()
  const isHoliday = (country: string, date: string) => read('PH', country, date, '12:00')
  expect([isHoliday('GB', '2026-08-31'), isHoliday('GB', '2026-08-28')]).toEqual([true, false])
  // Scotland has its summer holiday at the beginning of August; Northern Ireland has the Battle of the Boyne.
  expect([isHoliday('GB-SCT', '2026-08-31'), isHoliday('GB-SCT', '2026-08-03')]).toEqual([false, true])
  expect([isHoliday('GB-NIR', '2026-07-13'), isHoliday('GB', '2026-07-13')]).toEqual([true, false])
  expect(isHoliday('XX', '2026-08-31')).toBeUndefined()
  expect(written).not.toHaveBeenCalled()
  written.mockRestore()
})
