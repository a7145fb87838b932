import {
  type BookingPeriod,
  closeBookingPeriod,
  listBookingPeriods,
  openBookingPeriod,
} from '@cartage/contract/books/app'
import { expect } from 'vitest'
import { type Page, screen, test, within } from '../testing/page.tsx'
import { periodsRoute } from './routes.ts'

const open: BookingPeriod = {
  billing_entity_id: '0198a000-0000-7000-8000-00000000000a',
  billing_entity_code: 'BE',
  billing_entity_name: 'Belgium',
  month: '2020-02',
  status: 'OPEN',
  changed_at: null,
  changed_by: null,
  reason: null,
}
const closed: BookingPeriod = { ...open, month: '2020-01', status: 'CLOSED', changed_at: '2020-02-03T08:00:00Z' }

async function show(page: Page, items: BookingPeriod[]) {
  page.server.on(listBookingPeriods, { items })
  await page.open(periodsRoute, '/settings/periods')
  return await screen.findByRole('table', { name: 'Booking periods' })
}

test('a month that is over is closed after a question', async ({ page }) => {
  await show(page, [open, closed])
  page.server.on(closeBookingPeriod, { ...open, status: 'CLOSED' })
  await page.user.click(await screen.findByRole('button', { name: 'Close February 2020' }))
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close month' }))
  expect(await screen.findByText('February 2020 is closed')).toBeDefined()
})

test('PERIOD-2: a month that documents keep open shows them, each with its page', async ({ page }) => {
  await show(page, [open, closed])
  const detail = { entity_type: 'invoice', entity_id: '7' }
  const errors = [{ path: 'month', field: 'month', message: 'INV-7 is a draft.', detail }]
  page.server.reject(closeBookingPeriod, { status: 409, code: 'period_held', errors })
  await page.user.click(await screen.findByRole('button', { name: 'Close February 2020' }))
  await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close month' }))
  const list = within(await screen.findByRole('list', { name: 'Documents that are not posted' }))
  expect(list.getByText('INV-7 is a draft.')).toBeDefined()
  expect(list.getByRole('link', { name: 'Open document' }).getAttribute('href')).toBe('/invoices/7')
})

test('PERIOD-3: a closed month is opened again with a reason', async ({ page }) => {
  await show(page, [open, closed])
  page.server.on(openBookingPeriod, { ...closed, status: 'OPEN' })
  await page.user.click(await screen.findByRole('button', { name: 'Open January 2020 again' }))
  await page.user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Late invoice')
  await page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Open again' }))
  expect(await screen.findByText('January 2020 is open')).toBeDefined()
})

test('one billing entity is shown at a time', async ({ page }) => {
  const other = { ...open, billing_entity_code: 'NL', billing_entity_name: 'Netherlands', month: '2020-03' }
  const table = await show(page, [open, other])
  expect(await within(table).findByText('February 2020')).toBeDefined()
  expect(within(table).queryByText('March 2020')).toBeNull()
})

test('who may not close months sees them without buttons', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['period.close', 'period.open'] })
  const table = await show(page, [open, closed])
  expect(await within(table).findByText('January 2020')).toBeDefined()
  expect(within(table).queryByRole('button')).toBeNull()
})
