import { listSavedViews } from '@cartage/contract/app/saved-views'
import {
  countUploads,
  getUpload,
  listUploads,
  retryUploads,
  retryUploadsOfCause,
  UploadDetail,
  UploadRow,
} from '@cartage/contract/orders/app/uploads'
import { expect } from 'vitest'
import { type Page, screen, test, waitFor } from '../testing/page.tsx'
import { faultAt, id, sampleOf } from '../testing/sample.ts'
import '../testing/sized.ts'
import { uploadsRoute } from './routes.ts'

const row = {
  ...sampleOf(UploadRow, {
    id: id(1),
    order_identifier: 'PO-1',
    status: 'ERROR',
    order_id: id(2),
    order_name: 'ORD-7',
  }),
  errors: [faultAt('customer.name', 'Unknown customer.')],
}

async function open(page: Page, address: string, items: (typeof row)[] | 'unreachable' = [row]) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(countUploads, sampleOf(countUploads.response))
  if (items === 'unreachable') page.server.disconnect(listUploads)
  else page.server.on(listUploads, { ...sampleOf(listUploads.response), items })
  return await page.open(uploadsRoute, address)
}

test('the rows show the loaded data', async ({ page }) => {
  await open(page, '/uploads')
  expect(await screen.findAllByText('PO-1')).not.toHaveLength(0)
  expect(screen.getByRole('link', { name: 'ORD-7' }).getAttribute('href')).toBe(`/orders/${id(2)}`)
  expect(screen.getByText('customer.name: Unknown customer.')).toBeDefined()
})

test('a row opens its panel, and the address contains the open one', async ({ page }) => {
  await open(page, '/uploads?status=ERROR')
  page.server.on(getUpload, sampleOf(UploadDetail, { id: id(1), order_identifier: 'PO-1' }))
  await page.user.click(await screen.findByText('PO-1'))
  expect(await screen.findByRole('complementary', { name: 'Upload' })).toBeDefined()
  expect(page.address).toBe(`/uploads?status=ERROR&peek=${id(1)}`)
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(page.address).toBe('/uploads?status=ERROR'))
})

test('uploads are filtered by their properties, the most frequent cause first', async ({ page }) => {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(listUploads, { ...sampleOf(listUploads.response), items: [row] })
  page.server.on(countUploads, {
    ...sampleOf(countUploads.response),
    by_status: { ERROR: 5 },
    by_cause: { unknown_customer: 2, unknown_service: 3 },
  })
  await page.open(uploadsRoute, `/uploads?order=${id(2)}`)
  await page.addFilter('Cause')
  const causes = await screen.findAllByRole('menuitemcheckbox')
  expect(causes.map(({ textContent }) => textContent)).toEqual(['unknown_service3', 'unknown_customer2'])
  await page.user.click(causes[1]!)
  await waitFor(() =>
    expect(page.server.requests(listUploads).at(-1)?.query).toEqual({ cause: 'unknown_customer', order_id: id(2) }),
  )
})

test('chosen uploads run again, and refused ones are listed', async ({ page }) => {
  await open(page, '/uploads')
  page.server.on(retryUploads, { items: [{ id: id(1), is_done: false, message: 'It is running.' }] })
  await page.user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }))
  await page.user.click(await screen.findByRole('button', { name: 'Run again' }))
  expect(await screen.findByText('It is running.')).toBeDefined()
  expect(page.server.bodies(retryUploads)).toEqual([{ ids: [id(1)] }])
})

test('all uploads of one cause run again once; a viewer runs none', async ({ page }) => {
  const { unmount } = await open(page, '/uploads?cause=unknown_customer')
  const answer = { ...sampleOf(retryUploadsOfCause.response), found: 5, requested: 4, is_more: true }
  const respond = page.server.hold(retryUploadsOfCause, answer)
  await page.user.dblClick(await screen.findByRole('button', { name: 'Run all with this cause again' }))
  respond()
  expect(await screen.findByText('4 of 5 uploads queued to run again. More remain: run again.')).toBeDefined()
  expect(page.server.bodies(retryUploadsOfCause)).toEqual([{ cause: 'unknown_customer' }])
  unmount()
  page.signIn({ role: 'VIEWER' })
  await open(page, '/uploads?cause=unknown_customer')
  await screen.findByText('PO-1')
  expect(screen.queryByRole('button', { name: /^Run all/ })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('the filters in the address are requested', async ({ page }) => {
  await open(page, '/uploads?status=ERROR&q=PO')
  await screen.findAllByText('PO-1')
  expect(page.server.requests(listUploads)[0]?.query).toMatchObject({ status: 'ERROR', search: 'PO' })
})

test('a list without rows explains this, and under filters that nothing matches them', async ({ page }) => {
  const { unmount } = await open(page, '/uploads', [])
  expect(await screen.findByText('No uploads yet')).toBeDefined()
  unmount()
  await open(page, '/uploads?status=ERROR&q=PO', [])
  expect(await screen.findByText('No results')).toBeDefined()
})

test('a list that cannot be loaded is loaded again with the button', async ({ page }) => {
  await open(page, '/uploads', 'unreachable')
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(listUploads, { ...sampleOf(listUploads.response), items: [row] })
  await page.user.click(retry)
  expect(await screen.findAllByText('PO-1')).not.toHaveLength(0)
})
