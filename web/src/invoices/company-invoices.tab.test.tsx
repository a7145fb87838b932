import { ListedInvoice, listInvoices } from '@cartage/contract/billing/app/document'
import { expect } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { CompanyInvoicesTab } from './company-invoices.tab.tsx'

test('the newest invoices of a company link to each of them, and to all', async ({ page }) => {
  const row = sampleOf(ListedInvoice, {
    ...{ invoice_id: id(1), kind: 'SALES_INVOICE', status: 'INVOICED', name: '2026/000007', currency: 'EUR' },
    ...{ date: '2026-02-03', total_incl_tax: '121.00' },
  })
  page.server.on(listInvoices, { items: [row], total: 30 })
  await page.show(<CompanyInvoicesTab companyId={id(5)} />)
  const link = await screen.findByRole('link', { name: '2026/000007' })
  expect(link.getAttribute('href')).toBe(`/invoices/${id(1)}`)
  expect(screen.getByRole('link', { name: 'View all 30 documents' })).toBeDefined()
  expect(page.server.requests(listInvoices)[0]?.query).toMatchObject({ company: id(5) })
})

test('a company without invoices links to its orders to invoice', async ({ page }) => {
  page.server.on(listInvoices, { items: [], total: 0 })
  await page.show(<CompanyInvoicesTab companyId={id(5)} />)
  expect(await screen.findByRole('link', { name: 'Orders to invoice' })).toBeDefined()
})
