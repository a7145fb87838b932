import type { Page } from 'playwright-core'
import { baseUrl, settled } from '../browser.ts'
import { firstOf, type Picture } from './take.ts'

/** Invoices need drafts and one that is finalised: they are created once, as a person would. */
async function prepare(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { csrf_token } = await (await fetch('/app/session')).json()
    const read = async (path: string) => (await (await fetch(path)).json()).items
    const send = async (method: string, path: string, body: object) => {
      const headers = {
        'content-type': 'application/json',
        'x-csrf-token': csrf_token,
        'idempotency-key': crypto.randomUUID(),
      }
      return await (await fetch(path, { method, headers, body: JSON.stringify(body) })).json()
    }
    if ((await read('/app/invoices')).length > 0) return
    const entities = await read('/app/settings/billing_entities')
    const main = entities.find((one: { values: { is_default: boolean } }) => one.values.is_default)
    for (const { setting_id, values } of await read('/app/settings/number_ranges')) {
      if (!['INVOICE', 'CREDIT_NOTE'].includes(values.applies_to)) continue
      await send('PATCH', `/app/settings/number_ranges/${setting_id}`, { billing_entity: main.values.code })
    }
    const orders = await read('/app/orders-to-invoice?tab=ready&limit=20')
    const order_ids = orders.map((one: { order_id: string }) => one.order_id)
    const { invoice_ids } = await send('POST', '/app/invoices/drafts', { order_ids })
    await send('POST', '/app/invoices/finalise', { ids: invoice_ids.slice(0, 1) })
  })
}

const finalised = '/app/invoices?status=INVOICED&limit=1'
const drafts = '/app/invoices?status=DRAFT&limit=1'

/** Opens the page of a document that a list names, and clicks a button there. */
function onInvoice(list: string, search = '', ...buttons: (string | RegExp)[]) {
  return async (page: Page) => {
    await prepare(page)
    await page.goto(`${baseUrl}/invoices/${await firstOf(page, list, 'invoice_id')}${search}`)
    await settled(page)
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
      await prepare(page)
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
