import { randomUUID } from 'node:crypto'
import type { Call } from '@cartage/contract/client'
import { getRecordDocument, type ReviewState, reviewDocument } from '@cartage/contract/documents/app/review'
import { addOrderDocument, listOrderFiles } from '@cartage/contract/orders/app/documents'
import { listOrderHistory } from '@cartage/contract/orders/app/record'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { pdf, png } from '../../testing/data/files.ts'
import { orderTenant, rejection, settle, simpleOrder } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { logInAs } from '../../testing/test-tenant.ts'
import { listTransportFiles } from '../transport.views.ts'

const server = await startTestServer()
afterAll(() => server.close())

/** A tenant with an order, a proof of delivery on it, and a planner. */
async function withProof(bytes: Buffer = pdf('proof'), name = 'proof.pdf', type = 'application/pdf') {
  const tenant = await orderTenant(server)
  const { order_id } = await settle(server, tenant, simpleOrder())
  const planner = await tenant.user('PLANNER')
  const file = new File([new Uint8Array(bytes)], name, { type })
  const params = { order_id: order_id! }
  const { document_id } = await planner(addOrderDocument, {
    params,
    query: { document_type: 'PROOF_OF_DELIVERY' },
    body: { file },
  })
  return { tenant, planner, orderId: order_id!, documentId: document_id }
}

const decide = (call: Call, document_id: string, state: ReviewState, reason?: string) =>
  call(reviewDocument, { params: { document_id }, body: { state, reason } })

describe('the review of a document', () => {
  test('DOC-8: shows who accepted it and when, on the document and in the history of its order', async () => {
    const { planner, orderId, documentId } = await withProof()
    const document_id = documentId
    expect(await planner(getRecordDocument, { params: { document_id } })).toMatchObject({
      ...{ document_id, review: null, shown_as: 'PDF', is_reviewable: true, order_id: orderId },
    })
    const accepted = await decide(planner, documentId, 'ACCEPTED')
    expect(accepted.review).toMatchObject({ state: 'ACCEPTED', reason: null, reviewed_by: expect.any(String) })
    const { items } = await planner(listOrderFiles, { params: { order_id: orderId } })
    expect(items[0]!.review).toEqual(accepted.review)
    const [latest] = (await planner(listOrderHistory, { params: { order_id: orderId } })).items
    expect(latest!.changes).toMatchObject({
      document_review: {
        before: { document: 'proof.pdf', state: 'OPEN' },
        after: { document: 'proof.pdf', state: 'ACCEPTED' },
      },
    })
    expect(latest!.actor).toMatchObject({ kind: 'user' })
  })

  test('DOC-8: a rejection needs a reason, a later decision replaces it, and repeating one changes nothing', async () => {
    const { planner, orderId, documentId } = await withProof()
    const history = async () => (await planner(listOrderHistory, { params: { order_id: orderId } })).items.length
    const before = await history()
    const refused = await rejection(decide(planner, documentId, 'REJECTED'))
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'reason' }] } })
    expect(await history()).toBe(before)
    const first = await decide(planner, documentId, 'REJECTED', 'Not signed')
    expect(first.review).toMatchObject({ state: 'REJECTED', reason: 'Not signed' })
    expect((await decide(planner, documentId, 'REJECTED', 'Not signed')).review).toEqual(first.review)
    expect(await history()).toBe(before + 1)
    expect((await decide(planner, documentId, 'ACCEPTED')).review).toMatchObject({ state: 'ACCEPTED', reason: null })
    expect((await decide(planner, documentId, 'OPEN')).review).toBeNull()
    expect(await history()).toBe(before + 3)
  })

  test('DOC-8: two concurrent decisions are both in the history, and the document has the later one', async () => {
    const { tenant, planner, orderId, documentId } = await withProof()
    const other = await tenant.user('PLANNER')
    await Promise.all([
      decide(planner, documentId, 'ACCEPTED'),
      decide(other, documentId, 'REJECTED', 'Not the right order'),
    ])
    const { items } = await planner(listOrderHistory, { params: { order_id: orderId } })
    const decisions = items.flatMap(({ changes }) => (changes.document_review ? [changes.document_review] : []))
    expect(decisions).toHaveLength(2)
    const now = await planner(getRecordDocument, { params: { document_id: documentId } })
    expect(decisions[0]).toMatchObject({ after: { state: now.review!.state } })
    expect(decisions[0]!.before).toEqual(decisions[1]!.after)
  })

  test('DOC-9: a rejected document is attached to no invoice', async () => {
    const { tenant, planner, orderId, documentId } = await withProof()
    const files = () => tenant.asTenant((tx) => listTransportFiles(tx, [orderId], ['PROOF_OF_DELIVERY']))
    expect(await files()).toHaveLength(1)
    await decide(planner, documentId, 'REJECTED', 'Not signed')
    expect(await files()).toEqual([])
  })

  test('DOC-8: users with read access, and another tenant, decide nothing', async () => {
    const { tenant, planner, documentId } = await withProof()
    expect((await rejection(decide(await tenant.user('VIEWER'), documentId, 'ACCEPTED'))).status).toBe(403)
    const stranger = await (await server.tenant()).user('SUPER_ADMIN')
    const foreign = await rejection(decide(stranger, documentId, 'ACCEPTED'))
    const unknown = await rejection(decide(stranger, randomUUID(), 'ACCEPTED'))
    expect([foreign.status, foreign.message]).toEqual([404, unknown.message])
    const read = stranger(getRecordDocument, { params: { document_id: documentId } })
    expect((await rejection(read)).status).toBe(404)
    expect((await planner(getRecordDocument, { params: { document_id: documentId } })).review).toBeNull()
  })

  const moveToCompany = statement(
    'test.document_of_company',
    `update document set subject_type = 'COMPANY', order_id = null where tenant_id = $1 and document_id = $2`,
  )

  test('DOC-8: documents of companies are not reviewed', async () => {
    const { tenant, planner, documentId } = await withProof()
    await tenant.asTenant((tx) => tx.query(moveToCompany, documentId))
    const refused = await rejection(decide(planner, documentId, 'ACCEPTED'))
    expect([refused.status, refused.body.code]).toEqual([409, 'state_conflict'])
  })
})

describe('a document shown in the page', () => {
  async function view({ tenant, documentId }: Awaited<ReturnType<typeof withProof>>) {
    const headers = await logInAs(server, tenant.tenantId, 'PLANNER')
    return await server.app.inject({ url: `/app/documents/${documentId}/view`, headers })
  }

  test('FILE-1: a PDF opens in its frame, a picture stays an attachment that an image can show', async () => {
    const bytes = pdf('proof')
    const shown = await view(await withProof(bytes))
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(shown.headers['content-disposition']).toMatch(/^inline/)
    expect(shown.headers['x-content-type-options']).toBe('nosniff')
    expect(shown.rawPayload.equals(bytes)).toBe(true)
    const picture = await view(await withProof(png(8, 8), 'photo.png', 'image/png'))
    expect(picture.headers['content-type']).toBe('image/png')
    expect(picture.headers['content-disposition']).toMatch(/^attachment/)
    expect(picture.headers['content-security-policy']).toContain('sandbox')
  })

  test('FILE-1: text is served as plain text, whatever its content', async () => {
    const page = Buffer.from('Gate 4 closes <b>at 18:00</b>')
    const shown = await view(await withProof(page, 'note.txt', 'text/plain'))
    expect(shown.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(shown.headers['content-security-policy']).toContain('sandbox')
  })

  const flag = statement(
    'test.flag_document',
    'update document set is_flagged = true where tenant_id = $1 and document_id = $2',
  )
  const infect = statement(
    'test.infect_content',
    `update document_content set scan_status = 'INFECTED'
      where tenant_id = $1 and content_id = (select content_id from document where tenant_id = $1 and document_id = $2)`,
  )

  test('FILE-1, FILE-5: content that disagrees with its type or is infected is not shown', async () => {
    const own = await withProof()
    const { tenant, planner, documentId } = own
    await tenant.asTenant((tx) => tx.query(flag, documentId))
    const shown = await view(own)
    expect(shown.headers['content-type']).toBe('application/octet-stream')
    expect(shown.headers['content-disposition']).toMatch(/^attachment/)
    const infected = await withProof()
    await infected.tenant.asTenant((tx) => tx.query(infect, infected.documentId))
    expect((await view(infected)).statusCode).toBe(410)
    const params = (document_id: string) => ({ params: { document_id } })
    expect((await planner(getRecordDocument, params(documentId))).shown_as).toBeNull()
    expect((await infected.planner(getRecordDocument, params(infected.documentId))).shown_as).toBeNull()
  })
})
