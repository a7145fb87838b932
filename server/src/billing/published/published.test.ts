import { randomUUID } from 'node:crypto'
import * as contract from '@cartage/contract/billing/documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companiesOf } from '../../testing/data/companies.ts'
import { type GivenDocument, writeDocument } from '../../testing/data/money/invoices.ts'
import { rejection } from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function haulier() {
  const tenant = await server.tenant()
  const { id: company_id } = await companiesOf(() => tenant).create({ name: 'Bakery' })
  const write = (given: Partial<GivenDocument> = {}) =>
    writeDocument(tenant, { company_id, lines: [{ amount: '100.00' }], ...given })
  const get = (path: string) =>
    server.app.inject({
      method: 'GET',
      url: `/v1/accounting/${path}`,
      headers: { authorization: `Bearer ${tenant.token}` },
    })
  return { tenant, company_id, write, get }
}

test('DOCU-1: each kind has its own path, and the old paths answer the same', async () => {
  const { write, get } = await haulier()
  const kinds = { 'sales-invoice': 'SALES_INVOICE', 'sales-credit-note': 'SALES_CREDIT_NOTE' } as const
  const purchases = { 'purchase-invoice': 'PURCHASE_INVOICE', 'purchase-credit-note': 'PURCHASE_CREDIT_NOTE' } as const
  for (const [path, kind] of Object.entries({ ...kinds, ...purchases })) {
    const { invoice_id, name } = await write({ kind })
    const answer = await get(`${path}/${invoice_id}`)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ id: invoice_id, name, total_incl_tax: '121.00', currency: 'EUR' }),
    ])
    const old = await get(`${path.replaceAll('-', '_')}/${invoice_id}/`)
    expect(old.statusCode).toBe(path === 'purchase-credit-note' ? 404 : 200)
    if (old.statusCode === 200) expect(old.json()).toEqual(answer.json())
    const other = path === 'sales-invoice' ? 'purchase-invoice' : 'sales-invoice'
    expect((await get(`${other}/${invoice_id}`)).statusCode).toBe(404)
    expect([(await get(`${path}/${invoice_id}/documents`)).json()]).toEqual([[]])
  }
})

test('ACC-13: credit notes have no due date; ACC-11: the booking date is the date of the document', async () => {
  const { tenant, write } = await haulier()
  const { invoice_id: note } = await write({ kind: 'SALES_CREDIT_NOTE' })
  expect(await tenant.call(contract.getSalesCreditNote, { params: { id: note } })).not.toHaveProperty('due_date')
  const { invoice_id: id } = await write()
  const invoice = await tenant.call(contract.getSalesInvoice, { params: { id } })
  expect([invoice.booking_date, invoice.due_date]).toEqual([invoice.date, '2026-11-26'])
})

test('ACC-9: a patch changes custom fields only, replaces them, and leaves the finalised content unchanged', async () => {
  const { tenant, write } = await haulier()
  const { invoice_id: id } = await write()
  const before = await tenant.call(contract.getSalesInvoice, { params: { id } })
  const patch = (custom_fields?: Record<string, unknown>) =>
    tenant.call(contract.patchSalesInvoice, { params: { id }, body: { ...(custom_fields && { custom_fields }) } })
  expect(await patch({ ledger_id: 'A1', batch: 7 })).toEqual({
    ...before,
    custom_fields: { ledger_id: 'A1', batch: 7 },
  })
  expect(await patch({ ledger_id: 'A2' })).toEqual({ ...before, custom_fields: { ledger_id: 'A2' } })
  expect(await patch()).toEqual({ ...before, custom_fields: { ledger_id: 'A2' } })
  const wrong = { params: { id }, body: { custom_fields: {} } }
  expect(await rejection(tenant.call(contract.patchPurchaseInvoice, wrong))).toMatchObject({ status: 404 })
})

test('DOCU-1: drafts and documents of other tenants are not found, and only accounting systems read them', async () => {
  const { tenant, write } = await haulier()
  const { invoice_id: draft } = await write({ is_draft: true })
  const other = await haulier()
  const { invoice_id: foreign } = await other.write()
  for (const id of [draft, foreign, randomUUID()]) {
    expect(await rejection(tenant.call(contract.getSalesInvoice, { params: { id } }))).toMatchObject({ status: 404 })
  }
  const orders = await tenant.callAs(['API_ORDER'])
  expect(await rejection(orders(contract.getSalesInvoice, { params: { id: foreign } }))).toMatchObject({ status: 403 })
})
