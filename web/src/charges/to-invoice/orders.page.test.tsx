import { listSavedViews } from '@cartage/contract/app/saved-views'
import { createDrafts } from '@cartage/contract/billing/app/draft'
import { setOrderChargeStates } from '@cartage/contract/charges/app/desk'
import { countUnbilledOrders, listUnbilledOrders, UnbilledOrder } from '@cartage/contract/charges/app/list'
import { expect } from 'vitest'
import { type Page, screen, test, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import '../../testing/sized.ts'
import { ordersToInvoiceRoute } from '../routes.ts'

const row = sampleOf(UnbilledOrder, {
  ...{
    order_id: id(1),
    order_number: 'O-1',
    order_status: 'COMPLETED',
    company_name: 'Alpha',
    completed_on: '2026-02-03',
  },
  ...{
    reason: 'APPROVAL',
    amount: '136.00',
    currency: 'EUR',
    charge_count: 2,
    waiting_count: 1,
    waiting_charge_id: id(7),
  },
})

async function open(page: Page, address: string, items = [row]) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countUnbilledOrders, { by_tab: { requested: 4 }, by_reason: { APPROVAL: 4 } })
  page.server.on(listUnbilledOrders, { items, total: items.length })
  await page.open(ordersToInvoiceRoute, address)
}

test('CHARGE-42: the tab in the address is requested, and its rows show what they wait for', async ({ page }) => {
  await open(page, '/orders-to-invoice?tab=requested')
  expect(await screen.findAllByText('O-1')).not.toHaveLength(0)
  expect(screen.getAllByText('€136.00')).not.toHaveLength(0)
  const toApprove = screen.getAllByRole('link', { name: '1 to approve' })
  expect(toApprove[0]!.getAttribute('href')).toBe(`/charges/${id(7)}`)
  expect(page.server.requests(listUnbilledOrders)[0]?.query).toMatchObject({ tab: 'requested', sort: 'day' })
  const views = within(screen.getByRole('navigation', { name: 'Views' }))
  expect(views.getByRole('button', { name: /Requested/ }).textContent).toContain('4')
})

test('without orders to invoice the list explains this', async ({ page }) => {
  await open(page, '/orders-to-invoice', [])
  expect(await screen.findByText('No orders to invoice')).toBeDefined()
})

test('the charges of chosen orders are excluded with a reason; each order has its result', async ({ page }) => {
  await open(page, '/orders-to-invoice')
  await screen.findAllByText('O-1')
  await page.user.click(screen.getByRole('checkbox', { name: 'Select row 1' }))
  const message = 'This charge is on a finalised document and cannot change.'
  page.server.on(setOrderChargeStates, { items: [{ id: id(1), is_done: false, message }] })
  await page.user.click(await screen.findByRole('button', { name: 'Exclude' }))
  await page.fill(await screen.findByRole('textbox', { name: 'Reason' }), 'Agreed')
  await page.user.click(
    within(screen.getByRole('dialog', { name: /^Exclude/ })).getByRole('button', { name: /Exclude/ }),
  )
  expect(await screen.findByText(message)).toBeDefined()
  const body = { action: 'exclude', reason: 'Agreed', order_ids: [id(1)] }
  expect(page.server.bodies(setOrderChargeStates)[0]).toEqual(body)
})

test('chosen orders that belong together are put on one draft, which opens', async ({ page }) => {
  await open(page, '/orders-to-invoice?tab=ready')
  page.server.on(createDrafts, { invoice_ids: [id(9)], rejected: [] })
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }))
  await page.user.click(await screen.findByRole('button', { name: 'Put on draft' }))
  await expect.poll(() => page.address).toBe(`/invoices/${id(9)}`)
  expect(page.server.bodies(createDrafts)).toEqual([{ order_ids: [id(1)] }])
})

test('an order that is not drafted shows the reason, under its own number', async ({ page }) => {
  await open(page, '/orders-to-invoice')
  const message = 'The company wants its reference on each order. Enter it on the order.'
  const rejected = [{ id: id(8), order_id: id(1), code: 'reference_missing', message }]
  page.server.on(createDrafts, { invoice_ids: [], rejected })
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }))
  await page.user.click(await screen.findByRole('button', { name: 'Put on draft' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(message)).toBeDefined()
  expect(dialog.getByText('O-1')).toBeDefined()
})

test('a person who may not draft invoices has no such button', async ({ page }) => {
  page.signIn({ role: 'SUPER_ADMIN', without: ['invoice.write'] })
  await open(page, '/orders-to-invoice')
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }))
  expect(await screen.findByRole('button', { name: 'Exclude' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Put on draft' })).toBeNull()
})
