import { getRecordDocument, reviewDocument, type ViewedDocument } from '@cartage/contract/documents/app/review'
import { listDocumentLinks } from '@cartage/contract/documents/app/sharing'
import { listOrderFiles } from '@cartage/contract/orders/app/documents'
import { listMissingProofs, type OrderWithoutProof } from '@cartage/contract/proofs/app'
import { describe, expect } from 'vitest'
import { type Page, screen, test, waitFor, within } from '../../testing/page.tsx'
import { documentRoute } from '../routes.ts'

const orderId = '0198a000-0000-7000-8000-0000000000e1'
const idOf = (at: number) => `0198a000-0000-7000-8000-0000000000d${at}`

const proof: ViewedDocument = {
  document_id: idOf(1),
  name: 'proof.pdf',
  type: 'PROOF_OF_DELIVERY',
  content_type: 'application/pdf',
  size_bytes: 48_200,
  created_at: '2026-11-22T08:00:00Z',
  review: null,
  subject_type: 'STOP',
  subject_id: '0198a000-0000-7000-8000-0000000000f1',
  order_id: orderId,
  subject_name: 'ORD-1',
  shown_as: 'PDF',
  is_reviewable: true,
}
const cmr: ViewedDocument = { ...proof, document_id: idOf(2), name: 'cmr.jpg', type: 'CMR', shown_as: 'PICTURE' }

/** The fake server remembers decisions: it returns the response to a decision as the document from then on. */
async function open(page: Page, address = `/documents/${idOf(1)}`, first: ViewedDocument = proof) {
  const kept = new Map([first, cmr].map((one) => [one.document_id, one]))
  page.server.on(getRecordDocument, ({ params }) => kept.get(params.document_id)!)
  page.server.on(reviewDocument, ({ params, body: { state, reason = null } }) => {
    const review = state === 'OPEN' ? null : { state, reason, reviewed_at: '2026-11-22T09:00:00Z', reviewed_by: 'Bart' }
    const after = { ...kept.get(params.document_id)!, review }
    kept.set(params.document_id, after)
    return after
  })
  page.server.on(listDocumentLinks, { items: [], most_days: 90 })
  page.server.on(listOrderFiles, { items: [first, cmr], lacks_proof: false })
  await page.open(documentRoute, address)
}

describe('an open document', () => {
  test('is shown in the page, with its order and the other documents of it', async ({ page }) => {
    await open(page)
    const frame = await screen.findByTitle('proof.pdf')
    expect(frame.getAttribute('src')).toMatch(`/app/documents/${proof.document_id}/view#`)
    expect(screen.getByRole('link', { name: 'ORD-1' }).getAttribute('href')).toBe(`/orders/${orderId}`)
    const others = screen.getByRole('navigation', { name: 'Documents next to this one' })
    expect(await within(others).findByText('cmr.jpg')).toBeDefined()
    expect(within(others).getAllByRole('link')).toHaveLength(2)
  })

  test('arrows lead to the next and back, and stop at the ends', async ({ page }) => {
    await open(page)
    await screen.findByTitle('proof.pdf')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous document' }).disabled).toBe(true)
    await page.user.click(await screen.findByRole('button', { name: 'Next document' }))
    expect((await screen.findByRole('img', { name: 'cmr.jpg' })).getAttribute('src')).toBe(
      `/app/documents/${cmr.document_id}/view`,
    )
    expect(page.address).toBe(`/documents/${cmr.document_id}`)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next document' }).disabled).toBe(true)
    await page.user.click(screen.getByRole('button', { name: 'Previous document' }))
    await screen.findByTitle('proof.pdf')
  })

  test('DOC-8: is accepted, and shows who did it', async ({ page }) => {
    await open(page)
    await page.user.click(await screen.findByRole('button', { name: 'Accept' }))
    expect(await screen.findByText('proof.pdf accepted')).toBeDefined()
    expect(page.server.bodies(reviewDocument)).toEqual([{ state: 'ACCEPTED' }])
    expect(await screen.findByText(/· Bart/)).toBeDefined()
  })

  test('DOC-8: is rejected with a reason only', async ({ page }) => {
    await open(page)
    await page.user.click(await screen.findByRole('button', { name: 'Reject…' }))
    const dialog = await screen.findByRole('dialog')
    await page.user.click(within(dialog).getByRole('button', { name: /^Reject/ }))
    expect(await within(dialog).findByText('Enter a reason.')).toBeDefined()
    expect(page.server.bodies(reviewDocument)).toEqual([])
    await page.fill(within(dialog).getByRole('textbox'), 'Not signed')
    await page.user.click(within(dialog).getByRole('button', { name: /^Reject/ }))
    await waitFor(() =>
      expect(page.server.bodies(reviewDocument)).toEqual([{ state: 'REJECTED', reason: 'Not signed' }]),
    )
    expect(await screen.findByText('Not signed')).toBeDefined()
  })

  test('a person who may only read decides nothing', async ({ page }) => {
    page.signIn({ role: 'VIEWER' })
    await open(page)
    await screen.findByTitle('proof.pdf')
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Reject…' })).toBeNull()
  })

  test('unsupported content is offered as a download', async ({ page }) => {
    await open(page, undefined, { ...proof, name: 'photo.heic', shown_as: null })
    expect(await screen.findByText('Cannot be shown here')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(
      `/app/documents/${proof.document_id}/download`,
    )
  })
})

describe('the queue of proofs to review', () => {
  const waiting = (at: number): OrderWithoutProof => ({
    ...{ order_id: `0198a000-0000-7000-8000-0000000000e${at}`, order_number: `ORD-${at}`, order_identifier: `A-${at}` },
    ...{ customer_reference_number: null, customer_name: 'Bakery', created_at: '2026-11-20T08:00:00Z' },
    ...{ state: 'TO_REVIEW', document_id: idOf(at), document_name: `${at}.pdf`, reason: null },
    ...{ delivered_at: null, place: null, trip_id: null, trip_name: null, carrier_name: null, driver_name: null },
    ...{ asked_at: null, asked_by: null },
  })

  test('DOC-8: a decision leads to the next proof', async ({ page }) => {
    page.server.on(listMissingProofs, { items: [waiting(1), waiting(2)], next_cursor: null })
    await open(page, `/documents/${idOf(1)}?from=review`)
    const queue = await screen.findByRole('navigation', { name: 'Documents next to this one' })
    await within(queue).findByText('ORD-2')
    await page.user.click(screen.getByRole('button', { name: 'Accept' }))
    await waitFor(() => expect(page.address).toBe(`/documents/${idOf(2)}?from=review`))
  })
})
