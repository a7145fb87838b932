import { getUpload, retryUpload, UploadDetail } from '@cartage/contract/orders/app/uploads'
import { expect } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { faultAt, id, sampleOf } from '../testing/sample.ts'
import { UploadPanel } from './upload.panel.tsx'

const failed = sampleOf(UploadDetail, {
  id: id(1),
  order_identifier: 'PO-1',
  status: 'ERROR',
  is_overtaken: false,
  errors: [faultAt('customer', 'Unknown customer.')],
  body: { order_identifier: 'PO-1' },
})
const panel = <UploadPanel uploadId={id(1)} onClose={() => {}} />

test('a failed upload shows the place and reason of its errors, and runs again', async ({ page }) => {
  page.server.on(getUpload, failed)
  page.server.on(retryUpload, failed)
  await page.show(panel)
  expect(await screen.findByText('Unknown customer.')).toBeDefined()
  expect(screen.getByText('customer')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Run again' }))
  expect(await screen.findByText('Upload queued to run again')).toBeDefined()
  expect(page.server.requests(retryUpload)).toMatchObject([{ params: { upload_id: id(1) } }])
})

test('a failed upload of a new order is corrected in a form', async ({ page }) => {
  page.server.on(getUpload, { ...failed, operation: 'CREATE', order_id: null })
  await page.show(panel)
  const link = await screen.findByRole('link', { name: 'Correct…' })
  expect(link.getAttribute('href')).toBe(`/orders/new?upload=${id(1)}`)
})

test('for a failed upload that changes an order, the order is edited', async ({ page }) => {
  page.server.on(getUpload, { ...failed, operation: 'UPDATE', order_id: id(2) })
  await page.show(panel)
  const edit = await screen.findByRole('link', { name: 'Correct…' })
  expect(edit.getAttribute('href')).toBe(`/orders/${id(2)}/edit`)
})

test('a failed upload followed by a successful one is neither run again nor corrected', async ({ page }) => {
  page.server.on(getUpload, { ...failed, operation: 'CREATE', order_id: null, is_overtaken: true })
  await page.show(panel)
  expect(await screen.findByText(/A later upload of this order succeeded/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Correct…' })).toBeNull()
})

test('a viewer sees the reason without the button to run it again', async ({ page }) => {
  page.signIn({ role: 'VIEWER' })
  page.server.on(getUpload, failed)
  await page.show(panel)
  await screen.findByText('Unknown customer.')
  expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull()
})

test('a successful upload has no reasons and no button to run it again', async ({ page }) => {
  page.server.on(getUpload, { ...failed, status: 'COMPLETED', errors: [] })
  await page.show(panel)
  expect((await screen.findAllByText('PO-1')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: 'Run again' })).toBeNull()
})

test('an upload that cannot be loaded is loaded again with the button', async ({ page }) => {
  page.server.disconnect(getUpload)
  await page.show(panel)
  const retry = await screen.findByRole('button', { name: /again|Retry/ })
  page.server.on(getUpload, failed)
  await page.user.click(retry)
  expect(await screen.findByText('Unknown customer.')).toBeDefined()
})
