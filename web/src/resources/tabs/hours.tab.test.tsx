import { DriverHours, getDriverHours } from '@cartage/contract/planning/app/hours'
import { expect } from 'vitest'
import { screen, test } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { HoursTab } from './hours.tab.tsx'

test('HOURS-5: the hours of a driver show the remaining time, the rests due, and violations', async ({ page }) => {
  const spent = { driving_minutes: 180, planned_minutes: 300, limit_minutes: 540 }
  const hours = sampleOf(DriverHours, {
    ...{ source: 'CARD', known_until: '2026-02-03T09:00:00Z', today: { ...spent, longest_minutes: 600 } },
    ...{ week: spent, fortnight: { ...spent, planned_minutes: 600 }, until_break_minutes: 90 },
    rest_by: '2026-02-03T20:00:00Z',
    last_weekly_rest: { start_at: '2026-01-16T17:00:00Z', end_at: '2026-01-18T14:00:00Z' },
  })
  const fault = { trip_id: id(3), stop_id: id(4), at: '2026-02-04T06:00:00Z', article: '8(2)', message: 'No rest.' }
  page.server.on(getDriverHours, { ...hours, fault })
  await page.show(<HoursTab resourceId={id(1)} />)
  expect(await screen.findAllByText(/3 h of 9 h driving time, 6 h left/)).toHaveLength(3)
  expect(screen.getAllByText('5 h with what is planned')).toHaveLength(2)
  expect(screen.getByText('10 h with what is planned').className).toContain('text-red')
  expect(screen.getByText('10 h are allowed twice a week')).toBeDefined()
  expect(screen.getByText('1 h 30')).toBeDefined()
  expect(screen.getByText('Driver card')).toBeDefined()
  expect(screen.getByText(/^Tue 21:00/)).toBeDefined()
  // The last weekly rest may be weeks ago.
  expect(screen.getByText(/^Fri.* 16.*18:00 – Sun.* 18.*15:00$/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'No rest.' }).getAttribute('href')).toBe(`/trips/${id(3)}`)
})

test('HOURS-8: if all transport is exempt no time remains and nothing is due', async ({ page }) => {
  const spent = { driving_minutes: 180, planned_minutes: 300, limit_minutes: null }
  const none = { until_break_minutes: null, rest_by: null, weekly_rest_by: null, next_pause: null, fault: null }
  const days = { today: { ...spent, longest_minutes: null }, week: spent, fortnight: spent }
  page.server.on(getDriverHours, sampleOf(DriverHours, { ...days, ...none }))
  await page.show(<HoursTab resourceId={id(1)} />)
  expect(await screen.findAllByText('3 h')).toHaveLength(3)
  expect(screen.queryByText(/left/)).toBeNull()
})

test('HOURS-5: hours from planned trips alone are marked as an estimate', async ({ page }) => {
  page.server.on(getDriverHours, sampleOf(DriverHours, { source: 'PLAN', known_until: null }))
  await page.show(<HoursTab resourceId={id(1)} />)
  expect(await screen.findByText(/^Planned trips alone/)).toBeDefined()
})
