import { listSavedViews } from '@cartage/contract/app/saved-views'
import { countInvoices, ListedInvoice, listInvoices } from '@cartage/contract/billing/app/document'
import { sendInvoices } from '@cartage/contract/billing/app/sending'
import { CompanyRecord, getCompanyRecord, listCompanyRecords } from '@cartage/contract/companies/app/record'
import { expect } from 'vitest'
import { type Page, screen, test, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { invoicesRoute } from './routes.ts'

const row = sampleOf(ListedInvoice, {
  ...{ invoice_id: id(1), kind: 'SALES_INVOICE', status: 'INVOICED', payment: 'UNPAID', posting: 'FAILED' },
  ...{ name: '2026/000007', company_name: 'Alpha', date: '2020-02-03', due_date: '2020-03-04', currency: 'EUR' },
  ...{ total_excl_tax: '100.00', total_incl_tax: '121.00', open_amount: '121.00', dispatch: 'NOT_SENT' },
})

async function open(page: Page, address: string, items = [row]) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(listInvoices, { items, total: items.length })
  page.server.on(countInvoices, sampleOf(countInvoices.response, { by_kind: { SALES_INVOICE: 12 }, overdue: 3 }))
  await page.open(invoicesRoute, address)
}

test('an unpaid invoice past its due date is overdue', async ({ page }) => {
  await open(page, '/invoices')
  expect(await screen.findAllByText('2026/000007')).not.toHaveLength(0)
  expect(screen.getAllByText('Overdue')).not.toHaveLength(0)
  expect(screen.getAllByText('Posting failed')).not.toHaveLength(0)
  expect(screen.getAllByText('€121.00')).not.toHaveLength(0)
})

test('a credit note returns money: its amounts are negative', async ({ page }) => {
  await open(page, '/invoices', [{ ...row, kind: 'SALES_CREDIT_NOTE', payment: 'OPEN' }])
  expect(await screen.findAllByText('-€121.00')).not.toHaveLength(0)
  expect(screen.getAllByText('Open')).not.toHaveLength(0)
})

test('PAY-8: partly paid and set-off documents are marked as such', async ({ page }) => {
  const part = { ...row, due_date: '2999-01-01', open_amount: '21.00' }
  const note = {
    ...row,
    invoice_id: id(2),
    kind: 'SALES_CREDIT_NOTE' as const,
    payment: 'OPEN' as const,
    open_amount: '0',
  }
  await open(page, '/invoices', [part, note])
  expect(await screen.findAllByText('Paid in part')).toHaveLength(1)
  expect(screen.getAllByText('Set off')).toHaveLength(1)
  expect(screen.getAllByText('€21.00')).toHaveLength(1)
})

test('BILL-36: all unsent documents are chosen and sent, and remaining ones show the reason', async ({ page }) => {
  const other = { ...row, invoice_id: id(2), name: '2026/000008' }
  await open(page, '/invoices?unsent=true', [row, other])
  page.server.on(sendInvoices, {
    items: [
      { id: id(1), is_done: true, message: null },
      { id: id(2), is_done: false, message: 'The customer has no e-mail address.' },
    ],
  })
  await screen.findAllByText('2026/000008')
  await page.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await page.user.click(await screen.findByRole('button', { name: 'Send' }))
  const failed = within(await screen.findByRole('dialog', { name: /^Some changes failed/ }))
  expect(failed.getByRole('link', { name: '2026/000008' }).getAttribute('href')).toBe(`/invoices/${id(2)}`)
  expect(failed.getByText('The customer has no e-mail address.')).toBeDefined()
  expect(page.server.bodies(sendInvoices)).toEqual([{ ids: [id(1), id(2)] }])
  expect(page.server.requests(listInvoices)[0]?.query).toMatchObject({ unsent: 'true' })
})

test('the filters in the address are requested, and a company is shown by its name', async ({ page }) => {
  const company = sampleOf(CompanyRecord)
  page.server.on(getCompanyRecord, { ...company, company: { ...company.company, name: 'Alpha' } })
  await open(page, `/invoices?overdue=true&company=${id(5)}&from=2026-01-01&to=2026-01-15&run=${id(6)}`, [])
  expect(await screen.findByRole('button', { name: 'Clear Company' })).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Company: Alpha' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Clear Period' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Clear Run' })).toBeDefined()
  expect(page.server.requests(listInvoices)[0]?.query).toMatchObject({
    ...{ overdue: 'true', company: id(5), from: '2026-01-01', to: '2026-01-15', run: id(6), sort: '-created' },
  })
})

test('a kind of document is a view, with its count', async ({ page }) => {
  await open(page, '/invoices')
  const views = within(screen.getByRole('navigation', { name: 'Views' }))
  await page.user.click(await views.findByRole('button', { name: /^Invoices\s*12$/ }))
  await expect.poll(() => page.server.requests(listInvoices).at(-1)?.query).toMatchObject({ kind: 'SALES_INVOICE' })
})

test('a company is chosen by typing part of its name', async ({ page }) => {
  await open(page, '/invoices')
  page.server.on(listCompanyRecords, {
    items: [sampleOf(listCompanyRecords.response.shape.items.element, { company_id: id(5), name: 'Alpha' })],
    total: 1,
  })
  page.server.on(getCompanyRecord, sampleOf(CompanyRecord))
  await page.addFilter('Company')
  await page.user.type(await screen.findByRole('combobox', { name: 'Company' }), 'Al')
  await page.user.click(await screen.findByRole('option', { name: /Alpha/ }))
  await expect.poll(() => page.server.requests(listInvoices).at(-1)?.query).toMatchObject({ company: id(5) })
})

test('a month is chosen as a range of days', async ({ page }) => {
  await open(page, '/invoices')
  await page.addFilter('Period')
  await page.user.click(await screen.findByRole('menuitemcheckbox', { name: 'This year' }))
  await expect.poll(() => String(page.server.requests(listInvoices).at(-1)?.query?.from)).toMatch(/^\d{4}-01-01$/)
})

test('without invoices the list links to the orders to invoice', async ({ page }) => {
  await open(page, '/invoices', [])
  expect(await screen.findByText('No invoices yet')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Orders to invoice' }).getAttribute('href')).toBe('/orders-to-invoice')
})
