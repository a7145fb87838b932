import { listReminders, ReminderProposal, sendReminders } from '@cartage/contract/accounting/app/reminders'
import { expect } from 'vitest'
import { screen, test, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { remindersQuery } from './queries.ts'
import { remindersRoute } from './routes.ts'

const due = (number: number, address: string | null) =>
  sampleOf(ReminderProposal, {
    ...{ invoice_id: id(number), document: `INV-${number}`, company_name: 'Bakery', open: '121.00', currency: 'EUR' },
    ...{ reminder_level_id: id(9), reminder_level: 'First', address, last: null, due_date: '2026-03-01' },
  })

test('REM-2: reminders are sent for chosen invoices, each with its result; one without an address cannot be chosen', async ({
  page,
}) => {
  const items = [due(1, 'jo@bakery.example'), due(2, 'jo@bakery.example'), due(3, null)]
  page.server.on(listReminders, { items, has_levels: true })
  await page.open(remindersRoute, '/reminders')
  const table = within(await screen.findByRole('table', { name: 'Reminders' }))
  expect(table.getByRole('checkbox', { name: 'Remind of INV-3' }).hasAttribute('disabled')).toBe(true)
  await page.user.click(table.getByRole('checkbox', { name: 'Remind of INV-2' }))
  const message = 'This reminder is not due.'
  page.server.on(sendReminders, { items: [{ id: id(1), is_done: false, message }] })
  await page.user.click(screen.getByRole('button', { name: 'Send 1 reminder' }))
  expect(await table.findByText(message)).toBeDefined()
  expect(page.server.bodies(sendReminders)[0]).toEqual({ items: [{ invoice_id: id(1), reminder_level_id: id(9) }] })
})

test('REM-2: the result of the last reminders is reported, even if the list is empty before the response', async ({
  page,
}) => {
  page.server.on(listReminders, { items: [due(1, 'jo@bakery.example')], has_levels: true })
  const answer = page.server.hold(sendReminders, { items: [{ id: id(1), is_done: true, message: null }] })
  await page.open(remindersRoute, '/reminders')
  await page.user.click(await screen.findByRole('button', { name: 'Send 1 reminder' }))
  // The change stream is faster than the response.
  page.server.on(listReminders, { items: [], has_levels: true })
  await page.queries.invalidateQueries({ queryKey: remindersQuery.queryKey })
  expect(await screen.findByText('No reminders due')).toBeDefined()
  answer()
  expect(await screen.findByRole('link', { name: 'Reminders that were sent' })).toBeDefined()
})

test('REM-1: without levels the page links to them', async ({ page }) => {
  page.server.on(listReminders, { items: [], has_levels: false })
  await page.open(remindersRoute, '/reminders')
  expect((await screen.findByRole('link', { name: 'Reminder levels' })).getAttribute('href')).toContain(
    'reminder_levels',
  )
})
