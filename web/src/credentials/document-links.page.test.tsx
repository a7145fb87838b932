import * as sharing from '@cartage/contract/documents/app/sharing'
import { expect } from 'vitest'
import { screen, test, waitFor, within } from '../testing/page.tsx'
import { id, sampleOf } from '../testing/sample.ts'
import { documentLinksRoute } from './routes.ts'

const link = (number: number, members: Partial<sharing.SharedLink> = {}) =>
  sampleOf(sharing.SharedLink, {
    ...{ document_link_id: id(number), document_id: id(1), document_name: `POD ${number}.pdf`, state: 'LIVE' },
    ...{ is_of_event: false, created_by: 'Ann', ended_at: null, last_opened_at: null },
    ...members,
  })

test('DOC-12: an administrator sees every link, page by page, and ends one', async ({ page }) => {
  page.server.on(sharing.listSharedLinks, ({ query }) =>
    query.before === undefined
      ? { items: [link(2), link(3, { created_by: null })], has_more: true }
      : { items: [link(4, { state: query.state === 'ALL' ? 'ENDED' : 'LIVE' })], has_more: false },
  )
  await page.open(documentLinksRoute, '/settings/document-links')
  const row = await screen.findByRole('row', { name: /POD 2.pdf.*Works.*Ann.*Never opened/ })
  expect(screen.getByRole('row', { name: /POD 3.pdf.*A user who is gone/ })).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('row', { name: /POD 4.pdf/ })).toBeDefined()
  expect(page.server.requests(sharing.listSharedLinks).at(-1)).toMatchObject({
    query: { state: 'LIVE', before: id(3) },
  })
  page.server.on(sharing.endDocumentLink, link(2, { state: 'ENDED' }))
  await page.user.click(within(row).getByRole('button', { name: 'End link' }))
  await waitFor(() =>
    expect(page.server.requests(sharing.endDocumentLink)).toMatchObject([{ params: { document_link_id: id(2) } }]),
  )
  await page.user.click(screen.getByRole('checkbox', { name: 'Also those that have ended' }))
  await waitFor(() =>
    expect(page.server.requests(sharing.listSharedLinks).at(-1)).toMatchObject({ query: { state: 'ALL' } }),
  )
})

test('without links to documents the page explains where they are created', async ({ page }) => {
  page.server.on(sharing.listSharedLinks, { items: [], has_more: false })
  await page.open(documentLinksRoute, '/settings/document-links')
  expect(await screen.findByText('No links to documents')).toBeDefined()
})
