import { searchCompanies } from '@cartage/contract/companies/app/search'
import { listLocations } from '@cartage/contract/locations/app/record'
import { createOrder, findSimilarOrders, OrderReference, readOrderReference } from '@cartage/contract/orders/app/entry'
import { OrderImport } from '@cartage/contract/orders/upload-record'
import { expect, vi } from 'vitest'
import { faultOf, type Page, screen, test, within } from '../../testing/page.tsx'
import { faultAt, id, sampleOf } from '../../testing/sample.ts'
import { newOrderRoute } from './routes.ts'

const saved = sampleOf(OrderImport, { upload_id: id(1), upload_status: 'COMPLETED', order_id: id(2) })

/** Opens an empty entry. */
async function open(page: Page) {
  page.server.on(readOrderReference, sampleOf(OrderReference))
  page.server.on(findSimilarOrders, { items: [] })
  page.server.on(searchCompanies, {
    items: [{ company_id: id(3), name: 'Shipper', code: 'S1', city: null, status: 'APPROVED' }],
  })
  page.server.on(listLocations, sampleOf(listLocations.response))
  await page.open(newOrderRoute, '/orders/new')
  await screen.findByRole('combobox', { name: 'Customer' })
}
const save = () => screen.getByRole('button', { name: /^Save/ })
const stop = (name: string) => within(screen.getByRole('group', { name }))

/** Enters an address that is not known yet, and a day. */
async function enterStop(page: Page, name: string, place: string, day: string) {
  await page.user.type(stop(name).getByRole('combobox', { name: 'Location' }), place)
  await page.user.click(await screen.findByRole('option', { name: new RegExp(place) }))
  await page.user.type(stop(name).getByRole('textbox', { name: 'Town' }), 'Ghent')
  await page.user.type(stop(name).getByRole('textbox', { name: 'Date' }), day)
}

async function enterAll(page: Page) {
  await page.user.type(screen.getByRole('combobox', { name: 'Customer' }), 'Ship')
  await page.user.click(await screen.findByRole('option', { name: /Shipper/ }))
  await enterStop(page, 'Pickup', 'Depot', '2026-11-25')
  await enterStop(page, 'Delivery', 'Shop', '2026-11-26')
}

test('an order is entered once, with its customer, stops and goods, and its page opens', async ({ page }) => {
  await open(page)
  page.server.on(createOrder, saved)
  await enterAll(page)
  await page.user.type(screen.getByRole('textbox', { name: 'Goods' }), 'Steel')
  await page.user.type(screen.getByRole('textbox', { name: 'Weight (kg)' }), '4500')
  await page.user.dblClick(save())
  await vi.waitFor(() => expect(page.address).toBe(`/orders/${id(2)}`))
  expect(page.server.requests(createOrder)).toHaveLength(1)
  const { order } = page.server.bodies(createOrder)[0]!
  expect(order).toMatchObject({
    customer: { code: 'S1' },
    consignments: [
      {
        pickup_stop: { location: { name: 'Depot', city: 'Ghent' }, date: '2026-11-25' },
        delivery_stop: { location: { name: 'Shop', city: 'Ghent' }, date: '2026-11-26' },
        goods: [{ description: 'Steel' }],
      },
    ],
  })
})

test('what is missing is listed with links and stands at its field; nothing is sent', async ({ page }) => {
  await open(page)
  await page.user.click(save())
  const summary = await screen.findByRole('alert')
  expect(summary.textContent).toContain('Choose a customer.')
  expect(faultOf(screen.getByRole('combobox', { name: 'Customer' }))).toContain('Choose a customer.')
  expect(faultOf(stop('Pickup').getByRole('combobox', { name: 'Location' }))).toContain('Choose or enter a location.')
  expect(page.server.requests(createOrder)).toEqual([])
})

test('an order that looks like another is saved only when asked for a second time', async ({ page }) => {
  await open(page)
  page.server.on(findSimilarOrders, { items: [{ order_id: id(9), order_number: 'O-9', why: 'REFERENCE' }] })
  page.server.on(createOrder, saved)
  await enterAll(page)
  await page.user.click(save())
  expect(await screen.findByText('Possible duplicate')).toBeDefined()
  expect(page.server.requests(createOrder)).toEqual([])
  await page.user.click(screen.getByRole('button', { name: 'Save anyway' }))
  await vi.waitFor(() => expect(page.server.requests(createOrder)).toHaveLength(1))
})

test('what the server finds wrong with a stop stands at that stop', async ({ page }) => {
  await open(page)
  page.server.reject(createOrder, {
    status: 422,
    code: 'validation_failed',
    errors: [faultAt('consignments.0.delivery_stop.date', 'The date is in the past.')],
  })
  await enterAll(page)
  await page.user.click(save())
  expect((await screen.findByRole('alert')).textContent).toContain('The date is in the past.')
  expect(faultOf(stop('Delivery').getByRole('textbox', { name: 'Date' }))).toContain('The date is in the past.')
})

test('Enter in the last goods line adds one, and the cursor goes there', async ({ page }) => {
  await open(page)
  await page.user.type(screen.getByRole('textbox', { name: 'Goods' }), 'Steel{Enter}')
  const lines = screen.getAllByRole('textbox', { name: 'Goods' })
  expect(lines).toHaveLength(2)
  expect(document.activeElement).toBe(lines[1])
  await page.user.click(screen.getAllByRole('button', { name: 'Remove line' })[1]!)
  expect(screen.getAllByRole('textbox', { name: 'Goods' })).toHaveLength(1)
})
