import type { Page } from 'playwright-core'
import { baseUrl, settled } from '../browser.ts'
import { firstOf, type Picture, pdfShown } from './take.ts'

const finalised = '/app/invoices?kind=SALES_INVOICE&status=INVOICED&limit=1'
const drafts = '/app/invoices?kind=SALES_INVOICE&status=DRAFT&limit=1'

/** Opens the page of a listed document, and clicks a button there. */
function onInvoice(list: string, search = '', ...buttons: (string | RegExp)[]) {
  return async (page: Page) => {
    await page.goto(`${baseUrl}/invoices/${await firstOf(page, list, 'invoice_id')}${search}`)
    await settled(page)
    await pdfShown(page)
    for (const name of buttons) await page.getByRole('button', { name }).first().click()
  }
}

/** Invoices, drafts and runs, with their dialogs and panels. */
export const invoicePictures: readonly Picture[] = [
  { name: 'invoice', isPage: true, go: onInvoice(finalised) },
  { name: 'invoice-payments', go: onInvoice(finalised, '?tab=payments') },
  { name: 'invoice-posting', go: onInvoice(finalised, '?tab=posting') },
  { name: 'invoice-history', go: onInvoice(finalised, '?tab=history') },
  { name: 'invoice-credit', go: onInvoice(finalised, '', 'Credit…', 'Part') },
  { name: 'invoice-payment', go: onInvoice(finalised, '', 'Record payment…') },
  { name: 'draft', go: onInvoice(drafts) },
  { name: 'draft-edit', go: onInvoice(drafts, '', 'Edit') },
  { name: 'draft-finalise', go: onInvoice(drafts, '', /^Finalise/) },
  {
    name: 'drafts-panel',
    async go(page) {
      await page.goto(`${baseUrl}/drafts?peek=${await firstOf(page, drafts, 'invoice_id')}`)
    },
  },
  { name: 'invoices-list', path: '/invoices' },
  {
    name: 'invoice-run-start',
    path: '/invoice-runs',
    go: (page) =>
      page
        .getByRole('button', { name: /^Start run/ })
        .first()
        .click(),
  },
  { name: 'settings-billing', path: '/settings/billing', isPage: true },
  {
    name: 'company-billing',
    async go(page) {
      const id = await firstOf(page, '/app/companies?limit=1', 'company_id')
      await page.goto(`${baseUrl}/companies/${id}?tab=billing`)
    },
  },
]
