import { listSavedViews } from '@cartage/contract/app/saved-views'
import { countUploads, listUploads, UploadRow } from '@cartage/contract/orders/app/uploads'
import { expect } from 'vitest'
import { type Page, screen, test } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { uploadsRoute } from './routes.ts'

const row = sampleOf(UploadRow, { id: id(1), order_identifier: 'PO-1', status: 'ERROR' })

async function open(page: Page, address: string, items: (typeof row)[] | 'unreachable' = [row]) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countUploads, sampleOf(countUploads.response))
  if (items === 'unreachable') page.server.disconnect(listUploads)
  else page.server.on(listUploads, { ...sampleOf(listUploads.response), items })
  return await page.open(uploadsRoute, address)
}

test('the rows show what was loaded', async ({ page }) => {
  await open(page, '/uploads')
  expect(await screen.findAllByText('PO-1')).not.toHaveLength(0)
})

test('the filters of the address are those that are requested', async ({ page }) => {
  await open(page, '/uploads?status=ERROR&q=PO')
  await screen.findAllByText('PO-1')
  expect(page.server.requests(listUploads)[0]?.query).toMatchObject({ status: 'ERROR', search: 'PO' })
})

test('a list without rows says so, and under filters that nothing matches them', async ({ page }) => {
  const { unmount } = await open(page, '/uploads', [])
  expect(await screen.findByText('No uploads yet')).toBeDefined()
  unmount()
  await open(page, '/uploads?status=ERROR&q=PO', [])
  expect(await screen.findByText('No results')).toBeDefined()
})

test('a list that cannot be loaded is loaded again by the button', async ({ page }) => {
  await open(page, '/uploads', 'unreachable')
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(listUploads, { ...sampleOf(listUploads.response), items: [row] })
  await page.user.click(retry)
  expect(await screen.findAllByText('PO-1')).not.toHaveLength(0)
})
