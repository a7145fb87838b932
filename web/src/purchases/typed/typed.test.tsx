import { search } from '@cartage/contract/app/shell'
import { typePurchase } from '@cartage/contract/purchases/app/typed'
import * as contract from '@cartage/contract/purchases/app/unplaced'
import { expect } from 'vitest'
import { type Page, screen, test, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import '../../testing/sized.ts'
import { typePurchaseRoute } from '../routes.ts'

const unread = sampleOf(contract.UnplacedPurchase, {
  ...{ inbox_item_id: id(1), status: 'OPEN', is_to_type: true, is_self_billed: false, kind: null, date: null },
  ...{ external_name: null, currency: null, total_incl_tax: null, supplier_iban: null },
})

const found = { kind: 'company' as const, status: null, route: null, day: null, driver: null }

/** Opens the page and enters the data of the image, by keyboard only. */
async function fill(page: Page, total: string) {
  page.server.on(contract.getUnplacedPurchase, unread)
  page.server.file(contract.openUnplacedFile, '…', 'image/png')
  page.server.on(search, { items: [{ ...found, id: id(5), title: 'De Vries Transport', text: 'K-12' }] })
  await page.open(typePurchaseRoute, `/purchases/type/${id(1)}`)
  const form = within(await screen.findByRole('form', { name: 'Type in' }))
  await page.user.click(form.getByRole('combobox', { name: 'Supplier' }))
  await page.user.keyboard('De V')
  await screen.findByRole('option', { name: /De Vries Transport/ })
  await page.user.keyboard('{ArrowDown}{Enter}')
  const type = (name: string, text: string) => page.fill(form.getByRole('textbox', { name }), text)
  await type('Number of the supplier', 'PAPER 12')
  await type('Document date', '2026-11-20')
  await type('Due date', '2026-12-20')
  const line = within(form.getByRole('group', { name: 'Line 1' }))
  await page.fill(line.getByRole('textbox', { name: 'What for' }), 'Freight')
  await page.fill(line.getByRole('textbox', { name: 'Trip, order or reference' }), 'TRIP-1')
  await page.fill(line.getByRole('textbox', { name: 'Amount without VAT' }), '100,00')
  await page.fill(line.getByRole('textbox', { name: 'VAT rate in %' }), '21')
  await type('VAT', '21')
  await type('Total with VAT', total)
  await type('IBAN', 'NL91 ABNA 0417 1643 00')
  await type('Payment reference', 'RF18')
  return form
}

test('PURCH-32: a document is typed next to its picture, and its draft is opened', async ({ page }) => {
  page.server.on(typePurchase, { invoice_id: id(9) })
  const form = await fill(page, '121,00')
  expect(await screen.findByRole('img', { name: 'Received file' })).toBeDefined()
  await page.user.type(form.getByRole('textbox', { name: 'Payment reference' }), '{Enter}')
  expect(await screen.findAllByText('Document placed')).not.toHaveLength(0)
  const line = { name: 'Freight', reference: 'TRIP-1', amount: '100', vat_category: 'S', vat_rate: '21' }
  expect(page.server.bodies(typePurchase)).toEqual([
    {
      ...{ company_id: id(5), kind: 'PURCHASE_INVOICE', external_name: 'PAPER 12', currency: 'EUR', lines: [line] },
      ...{ date: '2026-11-20', due_date: '2026-12-20', total_tax: '21', total_incl_tax: '121', prepaid: null },
      ...{ iban: 'NL91 ABNA 0417 1643 00', payment_reference: 'RF18' },
    },
  ])
  expect(page.address).toBe(`/purchases/${id(9)}`)
})

test('PURCH-32: contradicting totals are shown while typing, and missing values are required', async ({ page }) => {
  const form = await fill(page, '120')
  expect(form.getByRole('status').textContent).toContain('not the total of the document')
  await page.user.click(form.getByRole('button', { name: 'Add line' }))
  await page.user.click(form.getByRole('button', { name: 'Place' }))
  const second = within(form.getByRole('group', { name: 'Line 2' }))
  expect(second.getByRole('textbox', { name: 'VAT rate in %' })).toHaveProperty('value', '21')
  expect(second.getByText('Required.')).toBeDefined()
  expect(page.server.bodies(typePurchase)).toEqual([])
  await page.user.click(second.getByRole('button', { name: 'Remove line 2' }))
  expect(form.queryByRole('group', { name: 'Line 2' })).toBeNull()
})

test('a document that does not wait to be typed has no form', async ({ page }) => {
  page.server.on(contract.getUnplacedPurchase, { ...unread, status: 'RESOLVED' })
  page.server.file(contract.openUnplacedFile, 'text', 'text/plain')
  await page.open(typePurchaseRoute, `/purchases/type/${id(1)}`)
  expect(await screen.findByText(/does not wait to be typed in/)).toBeDefined()
  expect(screen.queryByRole('form')).toBeNull()
})
