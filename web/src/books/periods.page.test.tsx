import {
  carryOverDocuments,
  listUnpostedDocuments,
  type UnpostedDocument,
} from '@cartage/contract/accounting/app/periods'
import { requestPosting } from '@cartage/contract/accounting/app/tasks'
import {
  type BookingPeriod,
  closeBookingPeriod,
  listBookingPeriods,
  openBookingPeriod,
} from '@cartage/contract/books/app'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
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

const unposted: UnpostedDocument = {
  invoice_id: '0198a000-0000-7000-8000-000000000007',
  name: 'INV-7',
  kind: 'SALES_INVOICE',
  state: 'NOT_POSTED',
  company_name: 'Bakery',
  booking_date: '2020-02-28',
  total: '296.75',
  currency: 'EUR',
  message: 'INV-7 is not posted. Post it.',
}
const failed: UnpostedDocument = {
  ...unposted,
  invoice_id: '0198a000-0000-7000-8000-000000000008',
  name: 'INV-8',
  state: 'FAILED',
  message: 'Posting INV-8 has failed. Retry the task.',
}
const unpostedOf = (items: UnpostedDocument[]) => ({ items, total: items.length, carry_over_to: '2020-03' })

test('a completed month is closed after a confirmation', async ({ page }) => {
  await show(page, [open, closed])
  page.server.on(listUnpostedDocuments, unpostedOf([]))
  page.server.on(closeBookingPeriod, { ...open, status: 'CLOSED' })
  await page.user.click(await screen.findByRole('button', { name: 'Close February 2020' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/Nothing can be booked in this month of Belgium/)).toBeDefined()
  await page.user.click(dialog.getByRole('button', { name: 'Close month' }))
  expect(await screen.findByText('February 2020 is closed')).toBeDefined()
})

test('LEDGER-7: documents that keep a month open are posted or carried over, and then it closes', async ({ page }) => {
  await show(page, [open, closed])
  page.server.on(listUnpostedDocuments, unpostedOf([unposted, failed]))
  page.server.on(requestPosting, { items: [{ id: unposted.invoice_id, is_done: true, message: null }] })
  page.server.on(carryOverDocuments, { items: [{ id: failed.invoice_id, is_done: true, message: null }] })
  await page.user.click(await screen.findByRole('button', { name: 'Close February 2020' }))
  const dialog = within(await screen.findByRole('dialog'))
  const table = within(await dialog.findByRole('table', { name: 'Documents that are not posted' }))
  expect((await table.findByRole('link', { name: 'INV-7' })).getAttribute('href')).toBe(
    `/invoices/${unposted.invoice_id}`,
  )
  expect(dialog.getByRole('button', { name: 'Close month' }).hasAttribute('disabled')).toBe(true)
  await page.user.click(dialog.getByRole('checkbox', { name: 'All documents' }))
  await page.user.click(dialog.getByRole('button', { name: 'Post' }))
  await waitFor(() => expect(page.server.bodies(requestPosting)).toEqual([{ ids: [unposted.invoice_id] }]))
  await page.user.click(dialog.getByRole('checkbox', { name: 'INV-8' }))
  page.server.on(listUnpostedDocuments, unpostedOf([]))
  await page.user.click(dialog.getByRole('button', { name: 'Carry over to March 2020' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Close month' }).hasAttribute('disabled')).toBe(false))
  expect(page.server.bodies(carryOverDocuments)).toEqual([{ ids: [failed.invoice_id] }])
})

test('a document that cannot be carried over shows the reason', async ({ page }) => {
  await show(page, [open, closed])
  page.server.on(listUnpostedDocuments, unpostedOf([failed]))
  const message = 'Another client is working on this task.'
  page.server.on(carryOverDocuments, { items: [{ id: failed.invoice_id, is_done: false, message }] })
  await page.user.click(await screen.findByRole('button', { name: 'Late documents of January 2020' }))
  await page.user.click(await screen.findByRole('checkbox', { name: 'INV-8' }))
  await page.user.click(screen.getByRole('button', { name: 'Carry over to March 2020' }))
  expect(await screen.findByText(message)).toBeDefined()
})

test('PERIOD-3: a closed month is reopened with a reason', async ({ page }) => {
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

test('users who may not close months see them without buttons', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['period.close', 'period.open'] })
  const table = await show(page, [open, closed])
  expect(await within(table).findByText('January 2020')).toBeDefined()
  expect(within(table).queryByRole('button')).toBeNull()
})
