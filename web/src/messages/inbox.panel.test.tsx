import { dismissInboxItem, InboxItem, resolveInboxItem, retryInboxItem } from '@cartage/contract/messages/app/record'
import { expect, vi } from 'vitest'
import { screen, test } from '../testing/page.tsx'
import { id, type Members, sampleOf } from '../testing/sample.ts'
import { InboxPanel } from './inbox.panel.tsx'

const item = (members: Members<InboxItem> = {}) =>
  sampleOf(InboxItem, {
    id: id(1),
    kind: 'positions',
    status: 'OPEN',
    part_count: 1,
    reason: 'Unknown plate.',
    ...members,
  })

function panel(given = item()) {
  const onClose = vi.fn<() => void>()
  return { parts: <InboxPanel item={given} onClose={onClose} onChange={() => {}} />, onClose }
}

test('an item that still has no match after a retry says so and stays', async ({ page }) => {
  const { parts, onClose } = panel()
  page.server.on(retryInboxItem, item({ last_failure: 'Still unknown.' }))
  await page.show(parts)
  expect(screen.getByText('Unknown plate.')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findAllByText('Still unknown.')).not.toHaveLength(0)
  expect(onClose).not.toHaveBeenCalled()
})

test('an item is dismissed with a reason', async ({ page }) => {
  const { parts, onClose } = panel()
  page.server.on(dismissInboxItem, item({ status: 'DISMISSED' }))
  await page.show(parts)
  await page.user.click(screen.getByRole('button', { name: /^Dismiss/ }))
  await page.user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Sold{Enter}')
  expect(await screen.findAllByText('Item dismissed')).not.toHaveLength(0)
  expect(page.server.requests(dismissInboxItem)).toMatchObject([
    { params: { inbox_item_id: id(1) }, body: { reason: 'Sold' } },
  ])
  expect(onClose).toHaveBeenCalledOnce()
})

test('an item is applied to a record by its id', async ({ page }) => {
  page.server.on(resolveInboxItem, item({ status: 'RESOLVED' }))
  await page.show(panel().parts)
  await page.user.click(screen.getByRole('button', { name: /^Apply to/ }))
  await page.user.click(await screen.findByRole('combobox', { name: 'Record type' }))
  await page.user.click(await screen.findByRole('option', { name: 'Booking' }))
  await page.user.type(screen.getByRole('textbox', { name: 'Record ID' }), id(4))
  await page.user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findAllByText('Item resolved')).not.toHaveLength(0)
  expect(page.server.bodies(resolveInboxItem)).toEqual([{ entity_type: 'booking', entity_id: id(4) }])
})

test('an upload runs again and cannot be applied to a record', async ({ page }) => {
  const upload = item({ upload_id: id(2), kind: 'order-upload' })
  page.server.on(retryInboxItem, upload)
  await page.show(panel(upload).parts)
  expect(screen.queryByRole('button', { name: /^Apply to/ })).toBeNull()
  await page.user.click(screen.getByRole('button', { name: 'Run again' }))
  expect(await screen.findAllByText('Upload queued to run again')).not.toHaveLength(0)
})

test('nothing can be done to an item that is settled, or by a viewer', async ({ page }) => {
  const { unmount } = await page.show(panel(item({ status: 'DISMISSED', dismissal: 'Sold' })).parts)
  expect(screen.getByText('Sold')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  unmount()
  page.signIn({ role: 'VIEWER' })
  await page.show(panel().parts)
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})
