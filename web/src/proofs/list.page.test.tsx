import { draftOrderMail, type MailDraft, sendOrderMail } from '@cartage/contract/mails/app/mails'
import { listMissingProofs, type OrderWithoutProof } from '@cartage/contract/proofs/app'
import { describe, expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../testing/page.tsx'
import { proofsRoute } from './routes.ts'

const order: OrderWithoutProof = {
  order_id: '0198a000-0000-7000-8000-0000000000e1',
  order_number: 'ORD-1',
  order_identifier: 'A-1',
  customer_reference_number: 'PO-7',
  customer_name: 'Bakery',
  created_at: '2026-11-20T08:00:00Z',
  state: 'MISSING',
  document_id: null,
  document_name: null,
  reason: null,
  delivered_at: '2026-11-21T10:00:00Z',
  place: 'Shop Ghent',
  trip_id: '0198a000-0000-7000-8000-0000000000a1',
  trip_name: 'T-26-0001',
  carrier_name: 'Beta Trans',
  driver_name: 'Ann Driver',
  asked_at: null,
  asked_by: null,
}
const documentId = '0198a000-0000-7000-8000-0000000000d1'

async function open(page: Page, items: OrderWithoutProof[], address = '/documents/proofs') {
  page.server.on(listMissingProofs, { items, next_cursor: null })
  await page.open(proofsRoute, address)
}

describe('orders without proof of delivery', () => {
  test('show who delivered them, and link to the documents of the order; more are loaded on request', async ({
    page,
  }) => {
    page.server.on(listMissingProofs, ({ query }) =>
      query.cursor === undefined
        ? { items: [order], next_cursor: 'next' }
        : { items: [{ ...order, order_id: documentId, order_number: 'ORD-2' }], next_cursor: null },
    )
    await page.open(proofsRoute, '/documents/proofs')
    const link = await screen.findByRole('link', { name: 'ORD-1' })
    expect(link.getAttribute('href')).toBe(`/orders/${order.order_id}?tab=documents`)
    expect(screen.getByText('Shop Ghent')).toBeDefined()
    expect(screen.getByText('Beta Trans')).toBeDefined()
    await page.user.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('link', { name: 'ORD-2' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  test('are none if each has one', async ({ page }) => {
    await open(page, [])
    expect(await screen.findByText('No proof of delivery missing')).toBeDefined()
  })

  test('DOC-9: with a rejected proof show the reason, and open it', async ({ page }) => {
    await open(page, [{ ...order, state: 'REJECTED', document_id: documentId, reason: 'Not signed' }])
    expect(await screen.findByText('Not signed')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(`/documents/${documentId}`)
  })

  test('DOC-9: proofs to review are requested by the address, and each links into the queue', async ({ page }) => {
    await open(page, [{ ...order, state: 'TO_REVIEW', document_id: documentId }], '/documents/proofs?state=TO_REVIEW')
    const link = within(await screen.findByRole('table')).getByRole('link', { name: 'Review' })
    expect(link.getAttribute('href')).toBe(`/documents/${documentId}?from=review`)
    expect(page.server.requests(listMissingProofs).at(-1)?.query).toMatchObject({ state: 'TO_REVIEW' })
    expect(screen.queryByRole('button', { name: 'Ask carrier…' })).toBeNull()
  })

  test('MAIL-9: our own driver is not sent an e-mail, and a viewer sends none', async ({ page }) => {
    page.signIn({ role: 'VIEWER' })
    await open(page, [order, { ...order, order_id: documentId, order_number: 'ORD-2', carrier_name: null }])
    await screen.findByText('Ann Driver')
    expect(screen.queryByRole('button', { name: 'Ask carrier…' })).toBeNull()
  })
})

describe('sending a request to the carrier', () => {
  const draft: MailDraft = {
    ...{ company_name: 'Beta Trans', address: 'office@beta.example', language: 'nl', subject: 'POD', body: 'Please' },
    ...{ is_possible: true, asked: null },
  }

  async function ask(page: Page, drafted: MailDraft) {
    page.server.on(draftOrderMail, drafted)
    page.server.on(sendOrderMail, {} as never)
    await open(page, [order])
    await page.user.click(await screen.findByRole('button', { name: 'Ask carrier…' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('Please')
    return dialog
  }

  test('MAIL-9: sends the e-mail that is shown', async ({ page }) => {
    const dialog = await ask(page, draft)
    await page.user.click(within(dialog).getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(page.server.bodies(sendOrderMail)).toHaveLength(1))
    expect(page.server.bodies(sendOrderMail)[0]).toMatchObject({ kind: 'PROOF_REQUEST', is_confirmed: false })
  })

  test('MAIL-9: requires a confirmation within a day', async ({ page }) => {
    const dialog = await ask(page, { ...draft, asked: { at: '2026-11-22T07:00:00Z', by: 'Bart' } })
    const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Send' })
    expect(send.disabled).toBe(true)
    expect(within(dialog).getByText(/Bart/)).toBeDefined()
    await page.user.click(within(dialog).getByRole('checkbox', { name: 'Ask again' }))
    await page.user.click(send)
    await waitFor(() => expect(page.server.bodies(sendOrderMail)).toHaveLength(1))
    expect(page.server.bodies(sendOrderMail)[0]).toMatchObject({ is_confirmed: true })
  })
})
