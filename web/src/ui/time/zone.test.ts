import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { homeZone, setHomeZone } from './home-zone.ts'
import { dateText, foreignZoneName, instantAt, midnightOf, timeText, wallClock } from './zone.ts'

afterEach(() => setHomeZone(undefined))

const at = (text: string) => Date.parse(text)

describe('the default time zone', () => {
  test('is that of the organisation, and of the browser before one is known', () => {
    const browser = homeZone()
    setHomeZone('Asia/Tokyo')
    expect([homeZone(), timeText(at('2026-02-02T09:30:00Z'))]).toEqual(['Asia/Tokyo', '18:30'])
    setHomeZone('Not/A zone')
    expect(homeZone()).toBe(browser)
  })

  test('decides the day of an instant, and when the day begins', () => {
    setHomeZone('Europe/Brussels')
    expect(dateText(at('2026-02-02T23:30:00Z'))).toBe('2026-02-03')
    expect(midnightOf(at('2026-02-02T23:30:00Z'))).toBe(at('2026-02-02T23:00:00Z'))
    // The day on which clocks go forward has 23 hours.
    expect(midnightOf(at('2026-03-29T12:00:00Z'), 1) - midnightOf(at('2026-03-29T12:00:00Z'))).toBe(23 * 3_600_000)
  })
})

test('the name of a time zone is shown only if its clocks differ from the default', () => {
  setHomeZone('Europe/Brussels')
  const winter = at('2026-02-02T09:30:00Z')
  expect(foreignZoneName(winter, 'Europe/Paris', 'en')).toBeUndefined()
  expect(foreignZoneName(winter, 'Europe/Lisbon', 'en')).toMatch(/^(GMT|WET)(\+0)?$/)
  expect(foreignZoneName(winter, 'America/New_York', 'en')).toBe('EST')
  expect(foreignZoneName(winter, 'nowhere', 'en')).toBeUndefined()
})

test('conversion to local time and back gives the same instant, in any zone', () => {
  const zones = fc.constantFrom('Europe/Brussels', 'Europe/Lisbon', 'UTC', 'Asia/Kolkata', 'America/St_Johns')
  const noon = fc.integer({ min: 0, max: 4_000 }).map((day) => Date.UTC(2020, 0, 1 + day, 12))
  fc.assert(
    fc.property(zones, noon, (zone, instant) => {
      expect(instantAt(wallClock(instant, zone), zone)).toBe(instant)
    }),
  )
})

test('clock changes within a day are detected', () => {
  const spring = at('2026-03-29T01:00:00Z')
  const shown = [spring - 1_000, spring].map((instant) => timeText(instant, 'Europe/Brussels'))
  expect(shown).toEqual(['01:59', '03:00'])
  const zones = fc.constantFrom('Europe/Brussels', 'UTC', 'Asia/Kolkata', 'America/St_Johns', 'Australia/Lord_Howe')
  const instants = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') })
  fc.assert(
    fc.property(zones, instants, (zone, instant) => {
      const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
      const expected = new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...time }).format(instant)
      expect(timeText(instant, zone)).toBe(expected)
    }),
  )
})
