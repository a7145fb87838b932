import { listSavedViews } from '@cartage/contract/app/saved-views'
import { countTrips, ListedTrip, listTrips } from '@cartage/contract/trips/app/list'
import { expect } from 'vitest'
import { type Page, screen, test } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { tripsRoute } from './routes.ts'

const row = sampleOf(ListedTrip, { trip_id: id(1), name: 'T-7', status: 'PLANNED' })

async function open(page: Page, address: string, items: (typeof row)[] | 'unreachable' = [row]) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countTrips, sampleOf(countTrips.response))
  if (items === 'unreachable') page.server.disconnect(listTrips)
  else page.server.on(listTrips, { ...sampleOf(listTrips.response), items, total: items.length })
  return await page.open(tripsRoute, address)
}

test('the rows show what was loaded', async ({ page }) => {
  await open(page, '/trips')
  expect(await screen.findAllByText('T-7')).not.toHaveLength(0)
})

test('the filters of the address are those that are requested', async ({ page }) => {
  await open(page, '/trips?status=PLANNED&q=T-7&late=true')
  await screen.findAllByText('T-7')
  expect(page.server.requests(listTrips)[0]?.query).toMatchObject({ status: 'PLANNED', q: 'T-7', is_late: 'true' })
})

test('a list without rows says so, and under filters that nothing matches them', async ({ page }) => {
  const { unmount } = await open(page, '/trips', [])
  expect(await screen.findByText('No trips yet')).toBeDefined()
  unmount()
  await open(page, '/trips?status=PLANNED&q=T-7&late=true', [])
  expect(await screen.findByText('No results')).toBeDefined()
})

test('a list that cannot be loaded is loaded again by the button', async ({ page }) => {
  await open(page, '/trips', 'unreachable')
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(listTrips, { ...sampleOf(listTrips.response), items: [row], total: 1 })
  await page.user.click(retry)
  expect(await screen.findAllByText('T-7')).not.toHaveLength(0)
})
