import { InboxSuggestion, listInboxSuggestions, tryInboxItem } from '@cartage/contract/messages/app/suggestions'
import { expect, vi } from 'vitest'
import { type Page, screen, test, waitFor } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import type { ItemAction } from './queries.ts'
import { ResolveDialog } from './resolve.dialog.tsx'

const first = sampleOf(InboxSuggestion, {
  ...{
    entity_type: 'stop',
    entity_id: id(1),
    title: 'O-7',
    text: 'T-1 · Bakery · Ghent',
    reasons: ['REFERENCE', 'TIME'],
  },
})
const second = sampleOf(InboxSuggestion, { entity_type: 'stop', entity_id: id(2), title: 'O-8', reasons: [] })
const status = { status: { before: 'PLANNED', after: 'AT_STOP' }, version: { before: 1, after: 2 } }

async function open(page: Page, failure: string | null = null) {
  const onChoose = vi.fn<(action: ItemAction) => void>()
  page.server.on(listInboxSuggestions, { entity_type: 'stop', items: [first, second] })
  page.server.on(tryInboxItem, {
    failure,
    records: failure === null ? [{ entity_type: 'stop', entity_id: id(1), changes: status }] : [],
  })
  const item = { id: id(9), reason: 'More than one stop matches.' }
  await page.show(<ResolveDialog item={item} onClose={() => {}} onChoose={onChoose} isBusy={false} />)
  await screen.findByText('More than one stop matches.')
  return onChoose
}
const apply = () => screen.getByRole('button', { name: 'Match' })

test('INB-4, INB-5: a suggestion is chosen, its changes are shown in prose, and then it is applied', async ({
  page,
}) => {
  const onChoose = await open(page)
  const choice = await screen.findByRole('radio', { name: /O-7.*Ghent.*Reference/ })
  expect(apply()).toHaveProperty('disabled', true)
  await page.user.click(choice)
  expect(await screen.findByText(/At stop/)).toBeDefined()
  expect(screen.queryByText(/Version/i)).toBeNull()
  expect(page.server.bodies(tryInboxItem)).toEqual([{ entity_type: 'stop', entity_id: id(1) }])
  await page.user.click(apply())
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ kind: 'resolve', entity_type: 'stop', entity_id: id(1) })
})

test('INB-5: a record that does not match the item shows the reason, and cannot be applied', async ({ page }) => {
  const onChoose = await open(page, 'The stop is not on a trip.')
  await page.user.click(await screen.findByRole('radio', { name: /O-8/ }))
  expect(await screen.findByText('The stop is not on a trip.')).toBeDefined()
  expect(apply()).toHaveProperty('disabled', true)
  expect(onChoose).not.toHaveBeenCalled()
})

test('INB-4: another record is found by typing', async ({ page }) => {
  await open(page)
  await page.user.type(screen.getByRole('searchbox', { name: 'Search' }), 'O-99')
  await waitFor(() => expect(page.server.requests(listInboxSuggestions).at(-1)).toMatchObject({ query: { q: 'O-99' } }))
})
