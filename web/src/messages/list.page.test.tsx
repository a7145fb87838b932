import { listSavedViews } from '@cartage/contract/app/saved-views'
import { changeInboxItems, countInboxItems, countMessages, replayMessages } from '@cartage/contract/messages/app/list'
import {
  getInboxCounts,
  getInboxItem,
  getMessage,
  InboxItem,
  listInboxItems,
  listMessages,
  MessageDetail,
  MessageSummary,
  retryInbox,
  tryMessage,
} from '@cartage/contract/messages/app/record'
import { describe, expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { id, type Members, sampleOf } from '../testing/sample.ts'
import { messagesRoute } from './routes.ts'

const summary = sampleOf(MessageSummary, {
  id: id(1),
  kind: 'status-report',
  direction: 'IN',
  result: 'REFUSED',
  status: 422,
  party: 'Boards',
  repeats: 2,
})

async function open(page: Page, address: string, items = [summary]) {
  page.server.on(listSavedViews, { items: [] })
  page.server.on(getInboxCounts, { ...sampleOf(getInboxCounts.response), open: 4 })
  page.server.on(countMessages, sampleOf(countMessages.response))
  page.server.on(countInboxItems, { by_status: { OPEN: 4, RESOLVED: 9 }, by_kind: { positions: 3 } })
  page.server.on(listMessages, { ...sampleOf(listMessages.response), items })
  return await page.open(messagesRoute, address)
}
const rowOf = async (text: string) => (await screen.findByText(text)).closest<HTMLElement>('[role=row]')!

describe('the list of messages', () => {
  test('shows the result of each, and how often it was received', async ({ page }) => {
    await open(page, '/messages')
    const row = await rowOf('status-report')
    expect(row.textContent).toMatch(/In.*status-report.*Rejected.*422.*Boards.*received 3 times/)
  })

  test('requests the filters in its address', async ({ page }) => {
    await open(page, '/messages?q=O-7&direction=IN&result=REFUSED')
    await rowOf('status-report')
    expect(page.server.requests(listMessages)[0]?.query).toEqual({ search: 'O-7', direction: 'IN', result: 'REFUSED' })
  })

  test('without rows explains its content, and under filters how to clear them', async ({ page }) => {
    await open(page, '/messages?result=REFUSED', [])
    await page.user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('No messages yet')).toBeDefined()
    expect(page.address).toBe('/messages')
  })

  test('runs chosen messages again, and lists failures', async ({ page }) => {
    await open(page, '/messages')
    page.server.on(replayMessages, { items: [{ id: id(1), is_done: false, message: 'Its body is not kept.' }] })
    await page.user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }))
    await page.user.click(await screen.findByRole('button', { name: 'Run again' }))
    expect(await screen.findByText('Its body is not kept.')).toBeDefined()
    expect(page.server.bodies(replayMessages)).toEqual([{ ids: [id(1)] }])
  })

  test('lets a person who may only read choose none', async ({ page }) => {
    page.signIn({ role: 'SUPER_ADMIN', without: ['message.write'] })
    await open(page, '/messages')
    await rowOf('status-report')
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

describe('a message', () => {
  const message = (members: Members<MessageDetail> = {}) =>
    sampleOf(MessageDetail, {
      id: id(1),
      kind: 'status-report',
      direction: 'IN',
      result: 'REFUSED',
      status: 422,
      duration_ms: 12,
      request: { body: '{"a":1}', body_bytes: 7 },
      answer: { failure: 'Unknown stop.' },
      ...members,
    })
  async function peek(page: Page, given: MessageDetail) {
    page.server.on(getMessage, given)
    await open(page, `/messages?peek=${id(1)}`)
    return within(await screen.findByRole('complementary', { name: 'Message' }))
  }

  test('is shown with both sides and its records', async ({ page }) => {
    const panel = await peek(page, {
      ...message({ upload_id: id(5) }),
      records: [{ entity_type: 'order', entity_id: id(3) }],
      inbox_item_ids: [id(8)],
    })
    expect((await panel.findByRole('figure', { name: 'Request body' })).textContent).toContain('"a": 1')
    expect(panel.getByText('Unknown stop.')).toBeDefined()
    expect(panel.getByRole('link', { name: 'Order' }).getAttribute('href')).toBe(`/orders/${id(3)}`)
    expect(panel.getByRole('link', { name: 'View upload' }).getAttribute('href')).toBe(`/uploads?peek=${id(5)}`)
    page.server.on(countInboxItems, { by_status: {}, by_kind: {} })
    page.server.on(listInboxItems, sampleOf(listInboxItems.response))
    page.server.on(getInboxItem, sampleOf(InboxItem, { id: id(8), status: 'RESOLVED', reason: 'Stop not found.' }))
    await page.user.click(panel.getByRole('button', { name: 'item 1' }))
    await waitFor(() => expect(page.address).toBe(`/messages?tab=inbox&item=${id(8)}`))
    // Resolved: gone from the list of open items, but its panel still shows it.
    expect(await screen.findByText('Stop not found.')).toBeDefined()
    expect(screen.getAllByText('Resolved')).not.toHaveLength(0)
  })

  test('that was received is run again as a dry run first', async ({ page }) => {
    const panel = await peek(page, message())
    page.server.on(tryMessage, sampleOf(tryMessage.response, { status: 200, first_status: 422 }))
    await page.user.click(await panel.findByRole('button', { name: 'Retry…' }))
    expect(await screen.findByRole('dialog', { name: 'Preview of changes' })).toBeDefined()
    expect(page.server.requests(tryMessage)).toMatchObject([{ params: { message_id: id(1) } }])
  })

  test('without a stored body shows this and cannot be run again', async ({ page }) => {
    const panel = await peek(page, message({ request: { body: null, body_bytes: 1 } }))
    expect(await panel.findByText('Body not kept (1 byte)')).toBeDefined()
    expect(panel.queryByRole('button', { name: 'Retry…' })).toBeNull()
  })

  test('that could not be loaded shows the reason, is loaded again, and closes', async ({ page }) => {
    page.server.disconnect(getMessage)
    await open(page, `/messages?peek=${id(1)}`)
    const panel = within(await screen.findByRole('complementary', { name: 'Message' }))
    const again = await panel.findByRole('button', { name: 'Try again' })
    page.server.on(getMessage, message())
    await page.user.click(again)
    expect(await panel.findByText('Unknown stop.')).toBeDefined()
    await page.user.click(panel.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(page.address).toBe('/messages'))
  })
})

describe('the inbox', () => {
  const item = sampleOf(InboxItem, {
    id: id(8),
    kind: 'positions',
    status: 'OPEN',
    reason: 'Unknown plate.',
    occurrences: 7,
  })
  async function openInbox(page: Page, search = '', items = [item]) {
    page.server.on(listInboxItems, { ...sampleOf(listInboxItems.response), items })
    await open(page, `/messages?tab=inbox${search}`)
  }

  test('is opened next to the messages, with the number of open items', async ({ page }) => {
    page.server.on(listInboxItems, { ...sampleOf(listInboxItems.response), items: [item] })
    page.server.on(getInboxItem, item)
    await open(page, '/messages?q=O-7')
    await page.user.click(await screen.findByRole('button', { name: /Inbox.*4/ }))
    const row = await rowOf('Unknown plate.')
    expect(row.textContent).toMatch(/Open.*positions.*7/)
    expect(page.address).toBe('/messages?tab=inbox')
    await page.user.click(screen.getByText('Unknown plate.'))
    expect(await screen.findByRole('complementary', { name: 'Inbox item' })).toBeDefined()
    expect(page.address).toContain(`item=${id(8)}`)
  })

  test('shows resolved items on request, which cannot be chosen', async ({ page }) => {
    await openInbox(page)
    await screen.findByRole('checkbox', { name: 'Select row 1' })
    await page.user.click(screen.getByRole('button', { name: /^Status/ }))
    await page.user.click(await screen.findByRole('menuitemcheckbox', { name: /Resolved.*9/ }))
    await waitFor(() => expect(page.server.requests(listInboxItems).at(-1)?.query).toEqual({ status: 'RESOLVED' }))
    expect(screen.queryByRole('checkbox', { name: 'Select row 1' })).toBeNull()
  })

  test('retries chosen items, and dismisses them with a reason', async ({ page }) => {
    await openInbox(page)
    page.server.on(changeInboxItems, { items: [{ id: id(8), is_done: true, message: null }] })
    await page.user.click(await screen.findByRole('checkbox', { name: 'Select row 1' }))
    await page.user.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('1 of 1 done')).toBeDefined()
    await page.user.click(screen.getByRole('checkbox', { name: 'Select row 1' }))
    await page.user.click(await screen.findByRole('button', { name: 'Dismiss…' }))
    await page.user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Sold{Enter}')
    await waitFor(() =>
      expect(page.server.bodies(changeInboxItems)).toEqual([
        { action: 'retry', ids: [id(8)] },
        { action: 'dismiss', reason: 'Sold', ids: [id(8)] },
      ]),
    )
  })

  test('retries everything once, and shows how much was resolved', async ({ page }) => {
    await openInbox(page)
    const respond = page.server.hold(retryInbox, {
      ...sampleOf(retryInbox.response),
      tried: 4,
      resolved: 3,
      requested: 1,
    })
    await page.user.dblClick(await screen.findByRole('button', { name: 'Retry all' }))
    respond()
    expect(await screen.findByText('3 of 4 items resolved. 1 upload queued to run again')).toBeDefined()
    expect(page.server.requests(retryInbox)).toHaveLength(1)
  })

  test.for([
    [{ tried: 3, resolved: 2, requested: 1 }, '2 of 3 items resolved. 1 upload queued to run again', ''],
    [{ tried: 1, resolved: 0, requested: 0 }, '0 of 1 items resolved', '1 unresolved message'],
  ] as const)('unresolved items are not reported as done: %j', async ([counts, title, open], { page }) => {
    await openInbox(page)
    page.server.on(retryInbox, { ...sampleOf(retryInbox.response), ...counts })
    await page.user.click(await screen.findByRole('button', { name: 'Retry all' }))
    // Failures are also announced to screen readers.
    const titles = await screen.findAllByText(title)
    const toast = titles.map((text) => text.closest('.toast')).find((found) => found !== null)!
    expect(toast.querySelector('.text-green') === null).toBe(open !== '')
    expect(toast.textContent).toContain(open)
  })

  test('that is empty shows a message', async ({ page }) => {
    await openInbox(page, '', [])
    expect(await screen.findByText('Inbox empty')).toBeDefined()
    expect(page.server.requests(listInboxItems)[0]?.query).toEqual({})
  })
})
