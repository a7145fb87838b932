import { randomUUID } from 'node:crypto'
import * as app from '@cartage/contract/accounting/app/payments'
import { exportReceivables, getCreditFigure, listReceivables } from '@cartage/contract/accounting/app/receivables'
import * as contract from '@cartage/contract/billing/documents'
import { urlOf } from '@cartage/contract/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companiesOf } from '../../testing/data/companies.ts'
import { type GivenDocument, writeDocument } from '../../testing/data/money/invoices.ts'
import { rejection } from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { logInAs } from '../../testing/test-tenant.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date('2026-11-23T08:00:00Z') })
})
afterAll(() => server.close())

async function haulier(members: object = {}) {
  const tenant = await server.tenant()
  const { id: company_id } = await companiesOf(() => tenant).create({ name: 'Bakery', ...members })
  const write = (given: Partial<GivenDocument> = {}) =>
    writeDocument(tenant, { company_id, lines: [{ amount: '100.00' }], ...given })
  const accountant = await tenant.user('ACCOUNTANT')
  const list = (invoice_id: string) => accountant(app.listPayments, { params: { invoice_id } })
  const pay = (invoice_id: string, amount: string) =>
    accountant(app.createPayment, { params: { invoice_id }, body: { amount, paid_on: '2026-11-20' } })
  const set = (id: string, status: 'PAID' | 'UNPAID') =>
    tenant.call(contract.setSalesInvoicePayment, { params: { id }, body: { status } })
  return { tenant, company_id, write, accountant, list, pay, set }
}

describe('the status of a payment', () => {
  test('ACC-8: PAID and UNPAID on invoices, returned and repeatable, also on the old path', async () => {
    const { tenant, write, set } = await haulier()
    const { invoice_id: id } = await write()
    for (const status of ['PAID', 'PAID', 'UNPAID', 'UNPAID'] as const)
      expect(await set(id, status)).toEqual({ status })
    const old = await server.app.inject({
      method: 'POST',
      url: `/v1/accounting/sales_invoice/${id}/payment/update-status`,
      headers: { authorization: `Bearer ${tenant.token}` },
      payload: { status: 'PAID' },
    })
    expect([old.statusCode, old.json()]).toEqual([200, { status: 'PAID' }])
  })

  test('ACC-8: OPEN and REFUNDED on credit notes, also of purchases', async () => {
    const { tenant, write } = await haulier()
    const sales = await write({ kind: 'SALES_CREDIT_NOTE' })
    const purchase = await write({ kind: 'PURCHASE_CREDIT_NOTE' })
    const body = { status: 'REFUNDED' } as const
    expect(await tenant.call(contract.setSalesCreditNoteRefund, { params: { id: sales.invoice_id }, body })).toEqual(
      body,
    )
    const params = { id: purchase.invoice_id }
    expect(await tenant.call(contract.setPurchaseCreditNoteRefund, { params, body })).toEqual(body)
    expect(
      await rejection(tenant.call(contract.setSalesInvoicePayment, { params, body: { status: 'PAID' } })),
    ).toMatchObject({ status: 404 })
  })

  test('PAY-2: PAID records a payment of the open amount once; UNPAID reverses it, and both stay in the history', async () => {
    const { write, pay, set, list } = await haulier()
    const { invoice_id: id } = await write()
    await pay(id, '21.00')
    await set(id, 'PAID')
    await set(id, 'PAID')
    expect(await list(id)).toMatchObject({
      ...{ status: 'PAID', total: '121.00', open: '0.00' },
      items: [
        { amount: '21.00', origin: 'MANUAL', reversed_at: null },
        { amount: '100.00', origin: 'API', paid_on: '2026-11-23', reversed_at: null },
      ],
    })
    await set(id, 'UNPAID')
    expect(await list(id)).toMatchObject({
      ...{ status: 'UNPAID', open: '100.00' },
      items: [{ reversed_at: null }, { reversed_at: expect.any(String) }],
    })
  })

  test('PAY-2: a draft has no payments, and a document of another tenant is not found', async () => {
    const { write, set } = await haulier()
    const { invoice_id } = await write({ is_draft: true })
    expect(await rejection(set(invoice_id, 'PAID'))).toMatchObject({
      status: 409,
      body: { code: 'document_not_finalised' },
    })
    expect(await rejection(set(randomUUID(), 'PAID'))).toMatchObject({ status: 404 })
    const other = await haulier()
    const { invoice_id: foreign } = await other.write()
    expect(await rejection(set(foreign, 'PAID'))).toMatchObject({ status: 404 })
  })

  test('PAY-2: a credit note that is set off against an unpaid invoice is settled without a refund', async () => {
    const { tenant, write, list } = await haulier()
    const invoice = await write()
    const { invoice_id } = await write({ kind: 'SALES_CREDIT_NOTE', credited: invoice, lines: [{ amount: '40.00' }] })
    const body = { status: 'REFUNDED' } as const
    await tenant.call(contract.setSalesCreditNoteRefund, { params: { id: invoice_id }, body })
    expect((await list(invoice_id)).items).toEqual([])
    expect(await list(invoice.invoice_id)).toMatchObject({ open: '72.60' })
  })
})

describe('payments that people enter', () => {
  test('PAY-1, PAY-3: a document is paid once its open amount is paid', async () => {
    const { write, pay } = await haulier()
    const { invoice_id } = await write()
    expect(await pay(invoice_id, '100.00')).toMatchObject({ status: 'UNPAID', open: '21.00' })
    expect(await rejection(pay(invoice_id, '21.01'))).toMatchObject({ status: 422 })
    expect(await rejection(pay(invoice_id, '0.001'))).toMatchObject({ status: 422 })
    expect(await pay(invoice_id, '21.00')).toMatchObject({ status: 'PAID', open: '0.00' })
  })

  test('PAY-4: a payment is reversed and kept, and its amount is open again', async () => {
    const { write, pay, accountant } = await haulier()
    const { invoice_id } = await write()
    const { items } = await pay(invoice_id, '121.00')
    const params = { invoice_id, payment_id: items[0]!.payment_id }
    const reversed = await accountant(app.reversePayment, { params })
    expect(reversed).toMatchObject({ status: 'UNPAID', open: '121.00' })
    expect(await accountant(app.reversePayment, { params })).toEqual(reversed)
  })
})

describe('amounts owed by companies', () => {
  test('PAY-5: open amounts by how long they are overdue', async () => {
    const { tenant, write, pay, accountant } = await haulier()
    const days = ['2026-11-24', '2026-11-23', '2026-11-22', '2026-10-24', '2026-10-23', '2026-08-25', '2026-08-24']
    for (const due_date of days) await write({ due_date })
    const { invoice_id } = await write({ due_date: '2026-11-01' })
    await pay(invoice_id, '121.00')
    const { items, totals } = await accountant(listReceivables, { query: {} })
    expect(items).toEqual([
      {
        ...{ company_id: expect.any(String), company_name: 'Bakery', currency: 'EUR' },
        ...{ not_due: '242.00', days_1_30: '242.00', days_31_60: '121.00', days_61_90: '121.00', over_90: '121.00' },
        ...{ open: '847.00', documents: 7 },
      },
    ])
    expect(totals).toMatchObject([{ currency: 'EUR', open: '847.00', over_90: '121.00', documents: 7 }])
    const headers = await logInAs(server, tenant.tenantId, 'ACCOUNTANT')
    const csv = await server.app.inject({ url: urlOf(exportReceivables, { query: {} }), headers })
    expect(csv.body.split('\n')[1]).toMatch(/^Bakery,EUR,242\.00,242\.00,121\.00,121\.00,121\.00,847\.00,7,/)
    const before = await accountant(listReceivables, { query: { on: '2026-08-01' } })
    expect(before.items[0]).toMatchObject({ not_due: '847.00', over_90: '0.00' })
  })

  test('PAY-6: open documents and unbilled work count against the credit limit', async () => {
    const { write, company_id, accountant } = await haulier({ credit_policy: { limit: 200 } })
    const read = () => accountant(getCreditFigure, { params: { company_id } })
    await write()
    expect(await read()).toMatchObject({
      open: '121.00',
      unbilled: '0.00',
      used: '121.00',
      limit: '200.00',
      is_exceeded: false,
    })
    await write()
    expect(await read()).toMatchObject({ used: '242.00', is_exceeded: true })
    expect(await rejection(accountant(getCreditFigure, { params: { company_id: randomUUID() } }))).toMatchObject({
      status: 404,
    })
  })
})
