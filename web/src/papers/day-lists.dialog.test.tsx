import { DriverOfDay, listDriversOfDay } from '@cartage/contract/papers/app'
import { expect, vi } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { DayListsDialog } from './day-lists.dialog.tsx'

test('PAPER-16: the list of one driver opens, or all lists of the day in one file', async ({ page }) => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const ann = sampleOf(DriverOfDay, { resource_id: id(3), name: 'Ann Driver', trip_count: 2 })
  page.server.on(listDriversOfDay, { items: [ann] })
  await page.show(<DayListsDialog day="2026-11-25" onClose={() => {}} />)
  await page.user.click(await screen.findByRole('button', { name: /Ann Driver/ }))
  expect(open).toHaveBeenLastCalledWith(`/app/trips/day-lists/${id(3)}?date=2026-11-25`, '_blank', 'noopener')
  await page.user.click(screen.getByRole('button', { name: 'Open all as one PDF' }))
  expect(open).toHaveBeenLastCalledWith('/app/trips/day-lists.pdf?date=2026-11-25', '_blank', 'noopener')
  expect(page.server.requests(listDriversOfDay)).toMatchObject([{ query: { date: '2026-11-25' } }])
  open.mockRestore()
})

test('PAPER-16: a day without drivers shows a message, and nothing is printed', async ({ page }) => {
  page.server.on(listDriversOfDay, { items: [] })
  await page.show(<DayListsDialog day="2026-11-25" onClose={() => {}} />)
  expect(await screen.findByText('No driver has a trip on this day.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Open all as one PDF' })).toHaveProperty('disabled', true)
})
