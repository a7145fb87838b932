import { search } from '@cartage/contract/app/shell'
import { countPurchases } from '@cartage/contract/purchases/app'
import * as contract from '@cartage/contract/purchases/app/unplaced'
import { expect } from 'vitest'
import { type Page, screen, test, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import '../../testing/sized.ts'
import { purchasesRoute } from '../routes.ts'

const unplaced = sampleOf(contract.UnplacedPurchase, {
  ...{ inbox_item_id: id(1), status: 'OPEN', external_name: 'F-17', supplier_name: 'De Vries', occurrences: 2 },
  ...{ reason: 'No supplier is called De Vries.', currency: 'EUR', total_incl_tax: '100.00' },
})

async function open(page: Page) {
  page.server.on(countPurchases, { by_kind: {}, by_status: {}, by_result: {} })
  page.server.on(contract.listUnplacedPurchases, { items: [unplaced], total: 1 })
  page.server.on(contract.getUnplacedPurchase, unplaced)
  page.server.file(contract.openUnplacedFile, '<Invoice>F-17</Invoice>', 'text/plain; charset=utf-8')
  await page.open(purchasesRoute, `/purchases?view=to-place&peek=${id(1)}`)
  return within(await screen.findByRole('complementary', { name: 'Document to place' }))
}

test('PURCH-1: the tab lists waiting documents, and the panel shows the reason and the received file', async ({
  page,
}) => {
  const panel = await open(page)
  expect(await panel.findByText('No supplier is called De Vries.')).toBeDefined()
  expect(await panel.findByText('<Invoice>F-17</Invoice>')).toBeDefined()
  const rows = within(await screen.findByRole('grid', { name: 'To assign' }))
  expect(await rows.findByText('De Vries')).toBeDefined()
})

test('PURCH-1: a person chooses the supplier, and the document is assigned', async ({ page }) => {
  const panel = await open(page)
  page.server.on(search, {
    items: [
      {
        kind: 'company',
        id: id(5),
        title: 'De Vries Transport',
        text: 'K-12',
        status: null,
        route: null,
        day: null,
        driver: null,
      },
      { kind: 'order', id: id(6), title: 'De V-1', text: '', status: null, route: null, day: null, driver: null },
    ],
  })
  page.server.on(contract.placePurchase, { ...unplaced, status: 'RESOLVED' })
  await page.user.click(await panel.findByRole('button', { name: /^Choose supplier/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Place' })).toHaveProperty('disabled', true)
  await page.user.type(dialog.getByRole('combobox', { name: 'Supplier' }), 'De V')
  await page.user.click(await screen.findByRole('option', { name: /De Vries Transport/ }))
  await page.user.click(dialog.getByRole('button', { name: 'Place' }))
  expect(await screen.findAllByText('Document placed')).not.toHaveLength(0)
  expect(page.server.bodies(contract.placePurchase)).toEqual([{ company_id: id(5) }])
})

test('a document that still cannot be assigned stays with the reason of the last attempt', async ({ page }) => {
  const panel = await open(page)
  page.server.on(contract.placePurchase, { ...unplaced, last_failure: 'There is no billing entity.' })
  await page.user.click(await panel.findByRole('button', { name: 'Run again' }))
  expect(await screen.findAllByText('There is no billing entity.')).not.toHaveLength(0)
  expect(page.server.bodies(contract.placePurchase)).toEqual([{ company_id: null }])
})

test('a document is dismissed with a reason', async ({ page }) => {
  const panel = await open(page)
  page.server.on(contract.dismissUnplacedPurchase, { ...unplaced, status: 'DISMISSED' })
  await page.user.click(await panel.findByRole('button', { name: /^Dismiss/ }))
  await page.user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Not ours{Enter}')
  expect(await screen.findAllByText('Document dismissed')).not.toHaveLength(0)
  expect(page.server.bodies(contract.dismissUnplacedPurchase)).toEqual([{ reason: 'Not ours' }])
})
