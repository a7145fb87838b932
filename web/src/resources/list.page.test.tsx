import { listSavedViews } from '@cartage/contract/app/saved-views'
import { listGroupSettings } from '@cartage/contract/resources/app/groups'
import { countResourceRecords, ListedResource, listResourceRecords } from '@cartage/contract/resources/app/record'
import { expect } from 'vitest'
import { type Page, screen, test } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { resourcesRoute } from './routes.ts'

const row = sampleOf(ListedResource, {
  resource_id: id(1),
  name: 'Truck 7',
  resource_type: 'RIGID',
  license_plate: '1-ABC-123',
})

async function open(page: Page, address: string, items: (typeof row)[] | 'unreachable' = [row]) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countResourceRecords, sampleOf(countResourceRecords.response))
  page.server.on(listGroupSettings, { items: [] })
  if (items === 'unreachable') page.server.disconnect(listResourceRecords)
  else page.server.on(listResourceRecords, { ...sampleOf(listResourceRecords.response), items, total: items.length })
  return await page.open(resourcesRoute, address)
}

test('the rows show what was loaded', async ({ page }) => {
  await open(page, '/resources')
  expect(await screen.findAllByText('Truck 7')).not.toHaveLength(0)
  expect(screen.getAllByText('1-ABC-123')).not.toHaveLength(0)
})

test('the filters of the address are those that are requested', async ({ page }) => {
  await open(page, '/resources?q=truck&type=RIGID')
  await screen.findAllByText('Truck 7')
  expect(page.server.requests(listResourceRecords)[0]?.query).toMatchObject({ q: 'truck', type: 'RIGID' })
})

test('a list without rows says so, and under filters that nothing matches them', async ({ page }) => {
  const { unmount } = await open(page, '/resources', [])
  expect(await screen.findByText('No resources yet')).toBeDefined()
  unmount()
  await open(page, '/resources?q=truck&type=RIGID', [])
  expect(await screen.findByText('No results')).toBeDefined()
})

test('a list that cannot be loaded is loaded again by the button', async ({ page }) => {
  await open(page, '/resources', 'unreachable')
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(listResourceRecords, { ...sampleOf(listResourceRecords.response), items: [row], total: 1 })
  await page.user.click(retry)
  expect(await screen.findAllByText('Truck 7')).not.toHaveLength(0)
})
