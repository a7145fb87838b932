import * as sharing from '@cartage/contract/documents/app/sharing'
import { expect } from 'vitest'
import { screen, test, within } from '../../testing/page.tsx'
import { id, sampleOf } from '../../testing/sample.ts'
import { LinksSection } from './links.section.tsx'

const link = (members: Partial<sharing.SharedLink>) =>
  sampleOf(sharing.SharedLink, { document_id: id(1), ended_at: null, last_opened_at: null, ...members })
const ours = link({ document_link_id: id(2), state: 'LIVE', is_of_event: false, created_by: 'Ann', opened_count: 0 })
const sent = link({
  ...{ document_link_id: id(3), state: 'ENDED', is_of_event: true, created_by: null },
  ...{ opened_count: 3, last_opened_at: '2026-11-20T08:00:00Z' },
})

test('DOC-12: links of a document show their author and use; a valid one is ended separately', async ({ page }) => {
  page.server.on(sharing.listDocumentLinks, { items: [ours, sent], most_days: 90 })
  await page.show(<LinksSection documentId={id(1)} name="POD.pdf" />)
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Works · Ann.*Never opened/),
    expect.stringMatching(/^Ended · Sent with an event.*Opened 3 times/),
  ])
  expect(within(rows[1]!).queryByRole('button')).toBeNull()
  page.server.on(sharing.endDocumentLink, { ...ours, state: 'ENDED' })
  page.server.on(sharing.listDocumentLinks, { items: [{ ...ours, state: 'ENDED' }, sent], most_days: 90 })
  await page.user.click(within(rows[0]!).getByRole('button', { name: 'End link' }))
  expect(await screen.findByText('Ended', { selector: 'li:first-child *' })).toBeDefined()
  expect(page.server.requests(sharing.endDocumentLink)).toMatchObject([
    { params: { document_id: id(1), document_link_id: id(2) } },
  ])
})

test('DOC-12: a link is created for at most the period allowed by the organisation, and its address is shown once', async ({
  page,
}) => {
  page.server.on(sharing.listDocumentLinks, { items: [], most_days: 10 })
  await page.show(<LinksSection documentId={id(1)} name="POD.pdf" />)
  expect(await screen.findByText('No one has a link to this document.')).toBeDefined()
  await page.user.click(screen.getByRole('button', { name: 'Share by link…' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('This organisation lets links work for at most 10 days.')).toBeDefined()
  const address = `/app/documents/shared/${id(1)}?signature=x`
  page.server.on(sharing.createDocumentLink, { ...ours, address })
  await page.user.click(dialog.getByRole('button', { name: 'Create link' }))
  const field = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Link' })
  expect(field.value).toBe(`${window.location.origin}${address}`)
  expect(page.server.bodies(sharing.createDocumentLink)).toEqual([{ days: 7 }])
})

test('a viewer sees the links and changes none', async ({ page }) => {
  page.signIn({ role: 'VIEWER' })
  page.server.on(sharing.listDocumentLinks, { items: [ours], most_days: 90 })
  await page.show(<LinksSection documentId={id(1)} name="POD.pdf" />)
  expect(await screen.findByText('Works')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
