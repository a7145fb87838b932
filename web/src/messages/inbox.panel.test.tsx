import {
  dismissInboxItem,
  getInboxItem,
  InboxItem,
  resolveInboxItem,
  retryInboxItem,
} from '@cartage/contract/messages/app/record'
import { InboxSuggestion, listInboxSuggestions, tryInboxItem } from '@cartage/contract/messages/app/suggestions'
import { expect, vi } from 'vitest'
import { type Page, screen, test, waitFor } from '../testing/page.tsx'
import { id, type Members, sampleOf } from '../testing/sample.ts'
import { InboxPanel } from './inbox.panel.tsx'

const item = (members: Members<InboxItem> = {}) =>
  sampleOf(InboxItem, {
    id: id(1),
    kind: 'intermodal-status',
    target_type: 'booking',
    status: 'OPEN',
    part_count: 1,
    reason: 'Unknown plate.',
    ...members,
  })

async function show(page: Page, given = item()) {
  page.server.on(getInboxItem, given)
  const onClose = vi.fn<() => void>()
  const { unmount } = await page.show(<InboxPanel itemId={given.id} onClose={onClose} onChange={() => {}} />)
  await screen.findByText(given.reason)
  return { onClose, unmount }
}

test('an item that still has no match after a retry shows this and stays', async ({ page }) => {
  page.server.on(retryInboxItem, item({ last_failure: 'Still unknown.' }))
  const { onClose } = await show(page)
  expect(screen.getByText('Unknown plate.')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findAllByText('Still unknown.')).not.toHaveLength(0)
  expect(onClose).not.toHaveBeenCalled()
})

test('an item is dismissed with a reason', async ({ page }) => {
  page.server.on(dismissInboxItem, item({ status: 'DISMISSED' }))
  const { onClose } = await show(page)
  await page.user.click(screen.getByRole('button', { name: /^Dismiss/ }))
  await page.user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Sold{Enter}')
  expect(await screen.findAllByText('Item dismissed')).not.toHaveLength(0)
  expect(page.server.requests(dismissInboxItem)).toMatchObject([
    { params: { inbox_item_id: id(1) }, body: { reason: 'Sold' } },
  ])
  expect(onClose).toHaveBeenCalledOnce()
})

test('INB-5: an item is applied to the suggested record, and the panel closes', async ({ page }) => {
  const booking = sampleOf(InboxSuggestion, { entity_type: 'booking', entity_id: id(4), title: 'B-4', reasons: [] })
  page.server.on(listInboxSuggestions, { entity_type: 'booking', items: [booking] })
  page.server.on(tryInboxItem, { failure: null, records: [] })
  page.server.on(resolveInboxItem, item({ status: 'RESOLVED' }))
  const { onClose } = await show(page)
  await page.user.click(screen.getByRole('button', { name: /^Match/ }))
  await page.user.click(await screen.findByRole('radio', { name: /B-4/ }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Match' })).toHaveProperty('disabled', false))
  await page.user.click(screen.getByRole('button', { name: 'Match' }))
  expect(await screen.findAllByText('Item resolved')).not.toHaveLength(0)
  expect(page.server.bodies(resolveInboxItem)).toEqual([{ entity_type: 'booking', entity_id: id(4) }])
  expect(onClose).toHaveBeenCalledOnce()
})

test('a resolved item shows its record, the time and the person', async ({ page }) => {
  const closed = { closed_at: '2026-03-02T08:00:00Z', closed_by: 'Jan Peeters' }
  await show(page, item({ status: 'RESOLVED', entity_type: 'order', entity_id: id(5), entity_name: 'O-5', ...closed }))
  expect(screen.getByText(/O-5/)).toBeDefined()
  expect(screen.getByText(/Jan Peeters/)).toBeDefined()
})

test('an upload runs again and cannot be applied to a record', async ({ page }) => {
  const upload = item({ upload_id: id(2), kind: 'order-upload', target_type: null })
  page.server.on(retryInboxItem, upload)
  await show(page, upload)
  expect(screen.queryByRole('button', { name: /^Match/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Correct…' }).getAttribute('href')).toBe(`/orders/new?upload=${id(2)}`)
  await page.user.click(screen.getByRole('button', { name: 'Run again' }))
  expect(await screen.findAllByText('Upload queued to run again')).not.toHaveLength(0)
})

test('an upload that cancels has nothing to correct', async ({ page }) => {
  const cancellation = { order_identifier: 'A', operation: 'DELETE', errors: [] }
  await show(page, item({ upload_id: id(2), kind: 'order-upload', target_type: null, item: cancellation }))
  expect(screen.getByRole('button', { name: 'Run again' })).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Correct…' })).toBeNull()
})

test('INB-4: an item without possible records is retried or dismissed, and not matched', async ({ page }) => {
  await show(page, item({ kind: 'trip-import', target_type: null }))
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Match/ })).toBeNull()
})

test('an item sent by an operator and resolved by a later upload explains this in prose', async ({ page }) => {
  const closed = { closed_at: '2026-03-02T08:00:00Z', closed_by: null, closed_by_kind: 'system' }
  await show(page, item({ status: 'RESOLVED', party: null, party_kind: 'operator', ...closed }))
  expect(screen.getByText('Operator')).toBeDefined()
  expect(screen.getByText(/Cartage/)).toBeDefined()
})

test('nothing can be done to a resolved item, or by a viewer', async ({ page }) => {
  const { unmount } = await show(page, item({ status: 'DISMISSED', dismissal: 'Sold' }))
  expect(screen.getByText('Sold')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  unmount()
  page.queries.removeQueries({ queryKey: ['messages'] })
  page.signIn({ role: 'VIEWER' })
  await show(page)
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})
