import { listInvoices } from '@cartage/contract/billing/app/document'
import { createSalesCreditNote, createSalesInvoice } from '@cartage/contract/billing/creation'
import { afterAll, describe, expect, test } from 'vitest'
import { addCustomer, billingTenant } from '../../testing/data/money/billing.ts'
import { rejection } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { callWith } from '../../testing/test-tenant.ts'

const server = await startTestServer({ now: () => new Date('2026-02-01T08:00:00Z') })
afterAll(() => server.close())

describe('documents created by programs', () => {
  const body = (company_id: string) => ({
    date: '2026-01-31',
    currency: 'EUR',
    customer: { id: company_id },
    customer_reference_numbers: ['PO-1'],
    charges: [{ amount_excl_tax: 100.1, price_list_item: { code: 'FREIGHT' }, description: 'January' }],
  })

  test('BILL-13: an invoice is finalised at once, and a repeat under one key returns the same one', async () => {
    const billing = await billingTenant(server)
    const company_id = await addCustomer(billing)
    const headers = { authorization: `Bearer ${billing.tenant.token}`, 'idempotency-key': 'invoice-1' }
    const call = callWith(server.app, headers)
    const created = await call(createSalesInvoice, { body: body(company_id) })
    expect(created).toMatchObject({
      ...{ name: '2026000001', due_date: '2026-03-02', booking_date: '2026-01-31', exchange_rate: null },
      ...{ total_excl_tax: '100.10', total_tax: '21.02', total_incl_tax: '121.12' },
      customer: { id: company_id, name: 'Customer BE' },
      billing_entity: { code: 'MAIN' },
      line_items: [
        {
          name: 'FREIGHT',
          amount: '100.10',
          account: { code: '700000' },
          tax_rate: { percentage: 21 },
          fraction: '1',
          is_credit_charge: false,
        },
      ],
    })
    expect(await call(createSalesInvoice, { body: body(company_id) })).toEqual(created)
    expect((await billing.admin(listInvoices, { query: {} })).total).toBe(1)
  })

  test('BILL-13: a credit note has positive amounts, no due date, and the invoice with the same references', async () => {
    const billing = await billingTenant(server)
    const company_id = await addCustomer(billing)
    const invoice = await billing.tenant.call(createSalesInvoice, { body: body(company_id) })
    const charges = [{ amount_excl_tax: '-50.05', price_list_item: { code: 'FREIGHT' }, tax_rate: { code: 'S21' } }]
    const note = await billing.tenant.call(createSalesCreditNote, { body: { ...body(company_id), charges } })
    expect(note).toMatchObject({ name: 'CN2026000001', total_excl_tax: '50.05', total_tax: '10.51' })
    expect(note).not.toHaveProperty('due_date')
    expect(note.line_items[0]).toMatchObject({ is_credit_charge: true, invoice_name: invoice.name })
  })

  test('BILL-13: errors are reported with their members, and nothing is created', async () => {
    const billing = await billingTenant(server)
    const company_id = await addCustomer(billing)
    const wrong = [
      { ...body(company_id), charges: [{ amount_excl_tax: 'ten', price_list_item: { code: 'FREIGHT' } }] },
      { ...body(company_id), charges: [{ amount_excl_tax: 1, price_list_item: { code: 'NONE' } }] },
      { ...body(company_id), customer: { accounting_code: 'NONE' } },
      { ...body(company_id), billing_entity: { code: 'NONE' } },
      { ...body(company_id), due_date: '2026-01-01' },
    ]
    const paths = []
    for (const one of wrong) {
      const refused = await rejection(billing.tenant.call(createSalesInvoice, { body: one }))
      expect(refused.status).toBe(422)
      paths.push(refused.body.errors![0]!.path)
    }
    expect(paths).toEqual([
      'charges.0.amount_excl_tax',
      'charges.0.price_list_item.code',
      'customer.accounting_code',
      'billing_entity.code',
      'due_date',
    ])
    expect((await billing.admin(listInvoices, { query: {} })).total).toBe(0)
  })
})
