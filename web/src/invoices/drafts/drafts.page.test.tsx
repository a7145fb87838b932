import { getInvoiceRecord, InvoiceRecord, ListedInvoice, listInvoices } from '@cartage/contract/billing/app/document'
import { discardDrafts, finaliseDrafts, moveDraftLines } from '@cartage/contract/billing/app/draft'
import { act } from 'react'
import { expect } from 'vitest'
import { currentCommands } from '../../shell/commands.ts'
import { type Page, screen, test, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import '../../testing/sized.ts'
import { draftsRoute } from '../routes.ts'

const listed = (number: number, company_name: string) =>
  sampleOf(ListedInvoice, {
    ...{ invoice_id: id(number), kind: 'SALES_INVOICE', status: 'DRAFT', company_name, currency: 'EUR', line_count: 2 },
    ...{ total_excl_tax: '100.00', total_incl_tax: '121.00', date: '2026-02-03', warning_codes: ['country_missing'] },
  })
const line = (number: number, name: string) =>
  sampleOf(InvoiceRecord.shape.lines.element, {
    ...{ invoice_line_id: id(number), position: number, name, amount: '50.00', quantity: '1', unit: 'C62' },
    ...{ unit_price: '50.00', credited_amount: '0.00' },
  })
const record = sampleOf(InvoiceRecord, {
  ...{ invoice_id: id(1), kind: 'SALES_INVOICE', status: 'DRAFT', company_id: id(5), company_name: 'Alpha' },
  ...{ currency: 'EUR', accounting_currency: 'EUR', total_excl_tax: '100.00', total_tax: '21.00', date: '2026-02-03' },
  ...{ total_incl_tax: '121.00', lines: [line(21, 'Freight'), line(22, 'Toll')], is_stale: true },
})

async function open(page: Page, address: string, items = [listed(1, 'Alpha'), listed(2, 'Beta')]) {
  page.server.on(getInvoiceRecord, record)
  page.server.on(listInvoices, { items, total: items.length })
  await page.open(draftsRoute, address)
}
const inDialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))

test('drafts are listed by company, with points to check', async ({ page }) => {
  await open(page, '/drafts')
  expect(await screen.findAllByText('Alpha')).not.toHaveLength(0)
  expect(screen.getAllByText('Country missing')).not.toHaveLength(0)
  expect(page.server.requests(listInvoices)[0]?.query).toMatchObject({ status: 'DRAFT,PRE_INVOICED', sort: 'company' })
})

test('drafts added by others wait behind a button, so that no row moves', async ({ page }) => {
  await open(page, '/drafts')
  await screen.findAllByText('Beta')
  page.server.on(listInvoices, { items: [listed(3, 'Aachen'), listed(1, 'Alpha'), listed(2, 'Beta')], total: 3 })
  await act(() => page.queries.invalidateQueries({ queryKey: ['drafts'] }))
  const button = await screen.findByRole('button', { name: '1 new draft' })
  expect(screen.queryByText('Aachen')).toBeNull()
  await page.user.click(button)
  expect(await screen.findAllByText('Aachen')).not.toHaveLength(0)
})

test('chosen drafts are finalised by keyboard, and each result stays visible', async ({ page }) => {
  await open(page, '/drafts')
  const message = 'The last document of this number range is dated 10 Feb 2026. Choose that day or a later one.'
  page.server.on(finaliseDrafts, {
    items: [
      { id: id(1), is_done: true, message: null },
      { id: id(2), is_done: false, message },
    ],
  })
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }))
  await page.user.click(screen.getByRole('checkbox', { name: 'Select row 2' }))
  await page.user.click(await screen.findByRole('button', { name: /^Finalise…/ }))
  const dialog = await inDialog('Finalise drafts')
  expect(dialog.getByText('€242.00')).toBeDefined()
  await page.user.keyboard('{Control>}{Enter}{/Control}')
  expect(await dialog.findByText(message)).toBeDefined()
  expect(dialog.getByText(/1 of 2 finalised/)).toBeDefined()
  expect(page.server.bodies(finaliseDrafts)).toEqual([{ ids: [id(1), id(2)], accepts_old_rate: false }])
  await page.user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('lines of a draft are moved to another draft of the company, which merges or splits', async ({ page }) => {
  await open(page, `/drafts?peek=${id(1)}`)
  page.server.on(moveDraftLines, { ...record, invoice_id: id(2) })
  const panel = within(await screen.findByRole('complementary', { name: 'Draft' }))
  expect(await panel.findByText(/^Charges changed since/)).toBeDefined()
  await page.user.click(panel.getByRole('checkbox', { name: 'Select line 22' }))
  await page.user.click(panel.getByRole('button', { name: /^Move lines…/ }))
  const dialog = await inDialog('Move 1 line')
  await page.user.click(dialog.getByRole('button', { name: /^Move/ }))
  await expect.poll(() => page.server.bodies(moveDraftLines)).toEqual([{ line_ids: [id(22)], to_invoice_id: null }])
  await expect.poll(() => page.address).toBe(`/drafts?peek=${id(2)}`)
})

test('E edits the draft next to the list, and M moves its chosen lines', async ({ page }) => {
  await open(page, `/drafts?peek=${id(1)}`)
  const panel = within(await screen.findByRole('complementary', { name: 'Draft' }))
  await page.user.click(await panel.findByRole('checkbox', { name: 'Select line 21' }))
  await expect.poll(() => currentCommands().map(({ keys }) => keys)).toEqual(expect.arrayContaining(['e', 'm']))
  currentCommands()
    .find(({ keys }) => keys === 'e')!
    .run()
  expect(await screen.findByRole('dialog', { name: 'Edit draft' })).toBeDefined()
})

test('chosen drafts are discarded after a confirmation', async ({ page }) => {
  await open(page, '/drafts')
  page.server.on(discardDrafts, { items: [{ id: id(1), is_done: true, message: null }] })
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }))
  await page.user.click(await screen.findByRole('button', { name: 'Discard…' }))
  expect(page.server.bodies(discardDrafts)).toEqual([])
  await page.user.click((await inDialog(/^Discard/)).getByRole('button', { name: 'Discard' }))
  await expect.poll(() => page.server.bodies(discardDrafts)).toEqual([{ ids: [id(1)] }])
})

test('a person who may not finalise can only review', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['invoice.finalise'] })
  await open(page, '/drafts')
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }))
  expect(await screen.findByRole('button', { name: 'Mark as reviewed' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Finalise/ })).toBeNull()
})

test('without drafts the page links to the orders to invoice and to the runs', async ({ page }) => {
  await open(page, '/drafts', [])
  expect(await screen.findByText('No drafts')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Invoice runs' })).toBeDefined()
})
