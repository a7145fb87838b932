import { getSampleState } from '@cartage/contract/app/sample'
import { listSavedViews } from '@cartage/contract/app/saved-views'
import { changeOrders, countOrders, ListedOrder, listOrders } from '@cartage/contract/orders/app/list'
import { expect, vi } from 'vitest'
import { type Page, screen, test, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { ordersRoute } from './routes.ts'

const order = sampleOf(ListedOrder, {
  order_id: id(1),
  order_number: 'O-7',
  status: 'TO_PLAN',
  customer: { name: 'Shipper' },
  from: { name: 'Depot', city: 'Ghent', country: 'BE' },
})

async function open(page: Page, address = '/orders', items: ListedOrder[] = [order]) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countOrders, sampleOf(countOrders.response))
  page.server.on(getSampleState, sampleOf(getSampleState.response))
  page.server.on(listOrders, { items, total: items.length })
  return await page.open(ordersRoute, address)
}

test('an order is a row with its number, status, customer and route', async ({ page }) => {
  await open(page)
  const row = within((await screen.findByText('O-7')).closest('[role=row]') as HTMLElement)
  expect(row.getByText('Shipper')).toBeDefined()
  expect(row.getByText('Ghent')).toBeDefined()
  expect(screen.getByText('1 order')).toBeDefined()
})

test('the filters of the address are those that are requested', async ({ page }) => {
  await open(page, '/orders?status=TO_PLAN&q=steel&sort=pickup')
  await screen.findByText('O-7')
  expect(page.server.requests(listOrders)[0]?.query).toMatchObject({
    status: 'TO_PLAN',
    q: 'steel',
    sort: 'pickup',
  })
})

test('selected orders are released at once, and what was rejected says why', async ({ page }) => {
  await open(page)
  page.server.on(changeOrders, {
    items: [{ order_id: id(1), is_done: false, message: 'The order is not on hold.' }],
  })
  await screen.findByText('O-7')
  await page.user.click(screen.getByRole('checkbox', { name: 'Select row 1' }))
  await page.user.click(await screen.findByRole('button', { name: 'Release' }))
  expect(await screen.findAllByText(/The order is not on hold/)).not.toHaveLength(0)
  expect(page.server.bodies(changeOrders)).toEqual([{ action: 'unblock', order_ids: [id(1)] }])
})

test('a list without orders says how the first come, and one without results says so', async ({ page }) => {
  const { unmount } = await open(page, '/orders', [])
  expect(await screen.findByText('No orders yet')).toBeDefined()
  unmount()
  page.queries.removeQueries({ queryKey: ['orders'] })
  await open(page, '/orders?q=nothing', [])
  await vi.waitFor(() => expect(screen.queryByText('No orders yet')).toBeNull())
  expect(await screen.findByText('No results')).toBeDefined()
})

test('a list that cannot be loaded is loaded again by the button', async ({ page }) => {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countOrders, sampleOf(countOrders.response))
  page.server.disconnect(listOrders)
  await page.open(ordersRoute, '/orders')
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(listOrders, { items: [order], total: 1 })
  await page.user.click(retry)
  expect(await screen.findByText('O-7')).toBeDefined()
})

test('a viewer neither selects nor creates orders', async ({ page }) => {
  page.signIn({ role: 'VIEWER' })
  await open(page)
  await screen.findByText('O-7')
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /New order/ })).toBeNull()
})
