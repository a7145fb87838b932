import { listSavedViews } from '@cartage/contract/app/saved-views'
import { countDeliveries, ListedDelivery, listDeliveries } from '@cartage/contract/deliveries/app/record'
import { listSubscriptions } from '@cartage/contract/deliveries/app/subscriptions'
import { expect } from 'vitest'
import { type Page, screen, test } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { deliveriesRoute } from './routes.ts'

const row = sampleOf(ListedDelivery, {
  event_id: id(1),
  subscription_id: id(2),
  receiver: 'Shipper',
  state: 'FAILED',
  order_number: 'O-7',
})

async function open(page: Page, address: string, items: (typeof row)[] | 'unreachable' = [row]) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countDeliveries, sampleOf(countDeliveries.response))
  page.server.on(listSubscriptions, { items: [] })
  if (items === 'unreachable') page.server.disconnect(listDeliveries)
  else page.server.on(listDeliveries, { ...sampleOf(listDeliveries.response), items, total: items.length })
  return await page.open(deliveriesRoute, address)
}

test('the rows show what was loaded', async ({ page }) => {
  await open(page, '/deliveries')
  expect(await screen.findAllByText('Shipper')).not.toHaveLength(0)
  expect(screen.getAllByText('1 delivery')).not.toHaveLength(0)
})

test('the filters of the address are those that are requested', async ({ page }) => {
  await open(page, '/deliveries?state=FAILED&q=O-7')
  await screen.findAllByText('Shipper')
  expect(page.server.requests(listDeliveries)[0]?.query).toMatchObject({ state: 'FAILED', q: 'O-7' })
})

test('a list without rows says so, and under filters that nothing matches them', async ({ page }) => {
  const { unmount } = await open(page, '/deliveries', [])
  expect(await screen.findByText('No webhook deliveries yet')).toBeDefined()
  unmount()
  await open(page, '/deliveries?state=FAILED&q=O-7', [])
  expect(await screen.findByText('No results')).toBeDefined()
})

test('a list that cannot be loaded is loaded again by the button', async ({ page }) => {
  await open(page, '/deliveries', 'unreachable')
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(listDeliveries, { ...sampleOf(listDeliveries.response), items: [row], total: 1 })
  await page.user.click(retry)
  expect(await screen.findAllByText('Shipper')).not.toHaveLength(0)
})
