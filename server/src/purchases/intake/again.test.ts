import { listPurchaseInvoiceDocuments } from '@cartage/contract/billing/documents'
import { getPurchase, listPurchases, rejectPurchase, reopenPurchase } from '@cartage/contract/purchases/app'
import { listUnplacedPurchases } from '@cartage/contract/purchases/app/unplaced'
import { afterAll, describe, expect, test } from 'vitest'
import {
  addCarriedTrip,
  addSupplier,
  invoiceLine,
  onlyPurchase,
  type PurchaseTenant,
  purchaseInvoice,
  purchaseTenant,
} from '../../testing/data/money/purchases.ts'
import { rejection } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer({ now: () => new Date('2026-11-23T08:00:00Z') })
afterAll(() => server.close())

const lines = [invoiceLine('Freight', '100.00')]
const waiting = async ({ admin }: PurchaseTenant) => (await admin(listUnplacedPurchases, { query: {} })).items
const proof = {
  document: {
    document_type: 'OTHER',
    base64: Buffer.from('%PDF-1.4 proof').toString('base64'),
    content_type: 'application/pdf',
    filename: 'pod.pdf',
  },
}

async function received(members: object = {}) {
  const purchases = await purchaseTenant(server)
  await addSupplier(purchases)
  await purchases.send(purchaseInvoice(lines, members))
  return purchases
}

describe('a repeated document', () => {
  test('PURCH-24: with a proof of delivery adds the proof, once, and stays one document', async () => {
    const purchases = await received()
    const { invoice } = await onlyPurchase(purchases)
    for (const _ of [1, 2])
      expect((await purchases.send(purchaseInvoice(lines, { attachments: [proof] }))).json()).toEqual({})
    const params = { id: invoice.invoice_id }
    const documents = await purchases.tenant.call(listPurchaseInvoiceDocuments, { params })
    expect(documents.map(({ name }) => name)).toEqual([expect.any(String), 'pod.pdf'])
    expect(await waiting(purchases)).toEqual([])
  })

  test('PURCH-2: with other content under the same number waits with the differences', async () => {
    const purchases = await received()
    await purchases.send(purchaseInvoice(lines, { due_date: '2026-12-31' }))
    const [item] = await waiting(purchases)
    expect(item!.reason).toContain('due_date: 2026-12-15 → 2026-12-31')
  })

  test('PURCH-25: that was rejected before waits, and the rejection can be reversed', async () => {
    const purchases = await purchaseTenant(server)
    const company = await addSupplier(purchases)
    const { name } = await addCarriedTrip(purchases, company, [
      { charge_type: 'FREIGHT', role: 'BASE', amount: '100.00' },
    ])
    const document = purchaseInvoice([invoiceLine('Freight', '100.00', name)])
    await purchases.send(document)
    const { invoice } = await onlyPurchase(purchases)
    const params = { invoice_id: invoice.invoice_id }
    await purchases.admin(rejectPurchase, { params, body: { reason: 'By mistake' } })
    const answer = (await purchases.send(document)).json()
    expect(answer.errors[0].error_message).toContain('was rejected')
    expect(await waiting(purchases)).toHaveLength(1)
    const reopened = await purchases.admin(reopenPurchase, { params })
    expect([reopened.invoice.status, reopened.match!.result]).toEqual(['PRE_INVOICED', 'MATCHED'])
    expect(await rejection(purchases.admin(reopenPurchase, { params }))).toMatchObject({ status: 409 })
    expect((await purchases.send(document)).json()).toEqual({})
    expect(await waiting(purchases)).toEqual([])
  })

  test('PURCH-25: stays rejected while another document has its number', async () => {
    const purchases = await received()
    const { invoice } = await onlyPurchase(purchases)
    const params = { invoice_id: invoice.invoice_id }
    await purchases.admin(rejectPurchase, { params, body: { reason: 'Wrong day' } })
    await purchases.send(purchaseInvoice(lines, { due_date: '2026-12-31' }))
    expect((await purchases.admin(listPurchases, { query: {} })).total).toBe(2)
    expect(await rejection(purchases.admin(reopenPurchase, { params }))).toMatchObject({ status: 409 })
    expect((await purchases.admin(getPurchase, { params })).invoice.status).toBe('REJECTED')
  })
})

describe('trips referenced by a document', () => {
  test('PURCH-5: excess on one trip and shortage on another do not cancel out', async () => {
    const purchases = await purchaseTenant(server)
    const company = await addSupplier(purchases)
    const cost = [{ charge_type: 'FREIGHT', role: 'BASE' as const, amount: '100.00' }]
    const [one, other] = [
      await addCarriedTrip(purchases, company, cost),
      await addCarriedTrip(purchases, company, cost),
    ]
    await purchases.send(
      purchaseInvoice([invoiceLine('Freight', '150.00', one.name), invoiceLine('Freight', '50.00', other.name)]),
    )
    const { match } = await onlyPurchase(purchases)
    expect(match).toMatchObject({ result: 'DISPUTED', lines: [{ reason: 'PRICE' }, { reason: 'PRICE' }] })
  })

  test('PURCH-4: a trip that is already billed and mentioned only in the text of a line is recognised as invoiced before', async () => {
    const purchases = await purchaseTenant(server)
    const company = await addSupplier(purchases)
    const { name } = await addCarriedTrip(purchases, company, [
      { charge_type: 'FREIGHT', role: 'BASE', amount: '100.00', status: 'INVOICED' },
    ])
    await purchases.send(purchaseInvoice([invoiceLine(`Freight of ${name}.`, '100.00')]))
    const { match } = await onlyPurchase(purchases)
    expect(match!.lines).toMatchObject([{ trip_name: name, reason: 'ALREADY_INVOICED' }])
  })
})
