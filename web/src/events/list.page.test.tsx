import { listSavedViews } from '@cartage/contract/app/saved-views'
import { countLogEntries, ListedEvent, listLogEntries } from '@cartage/contract/events/app'
import { expect } from 'vitest'
import { type Page, screen, test } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { eventsRoute } from './routes.ts'

const row = sampleOf(ListedEvent, { event_id: id(1), type: 'order.accepted', order_number: 'O-7' })

async function open(page: Page, address: string, items: (typeof row)[] | 'unreachable' = [row]) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countLogEntries, sampleOf(countLogEntries.response))
  if (items === 'unreachable') page.server.disconnect(listLogEntries)
  else page.server.on(listLogEntries, { ...sampleOf(listLogEntries.response), items, total: items.length })
  return await page.open(eventsRoute, address)
}

test('the rows show what was loaded', async ({ page }) => {
  await open(page, '/events')
  expect(await screen.findAllByText('O-7')).not.toHaveLength(0)
})

test('the filters of the address are those that are requested', async ({ page }) => {
  await open(page, '/events?q=O-7')
  await screen.findAllByText('O-7')
  expect(page.server.requests(listLogEntries)[0]?.query).toMatchObject({ q: 'O-7' })
})

test('a list without rows says so, and under filters that nothing matches them', async ({ page }) => {
  const { unmount } = await open(page, '/events', [])
  expect(await screen.findByText('No events yet')).toBeDefined()
  unmount()
  await open(page, '/events?q=O-7', [])
  expect(await screen.findByText('No results')).toBeDefined()
})

test('a list that cannot be loaded is loaded again by the button', async ({ page }) => {
  await open(page, '/events', 'unreachable')
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(listLogEntries, { ...sampleOf(listLogEntries.response), items: [row], total: 1 })
  await page.user.click(retry)
  expect(await screen.findAllByText('O-7')).not.toHaveLength(0)
})
