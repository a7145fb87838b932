import { creditInvoice, finaliseDrafts } from '@cartage/contract/billing/app/draft'
import { createExchangeRate } from '@cartage/contract/books/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { takeNumbers } from '../tenants/numbers/store.ts'
import {
  addBilledOrder,
  addCustomer,
  type BillingTenant,
  billAs,
  billingTenant,
  draft,
  finalise,
  recordOf,
} from '../testing/data/money/billing.ts'
import { rejection } from '../testing/data/orders.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { DocumentContent } from './documents/content.rules.ts'
import { findInvoice } from './records/views.ts'

const server = await startTestServer({ now: () => new Date('2026-02-01T08:00:00Z') })
afterAll(() => server.close())

const groupage = [
  { type: 'FREIGHT', amount: '186.00', quantity: '30', unit: 'DTN', unit_price: '6.20' },
  { type: 'FUEL', amount: '23.25' },
  { type: 'WAITING', amount: '36.00', quantity: '3', unit: 'C62', unit_price: '12.00', approval: 'APPROVED' },
] as const

async function contentOf({ tenant }: BillingTenant, id: string): Promise<DocumentContent> {
  return (await tenant.asTenant((tx) => findInvoice(tx, id)))!.content!
}

/** The invoice of walk-through 1, finalised. */
async function invoiceOne(billing: BillingTenant): Promise<string> {
  const company_id = await addCustomer(billing)
  const { orderId } = await addBilledOrder(billing, { company_id, charges: groupage, reference: 'PO-778' })
  const [id] = await draft(billing, [orderId])
  await finalise(billing, [id!])
  return id!
}

const credit = async ({ admin }: BillingTenant, id: string, body: object) =>
  (await admin(creditInvoice, { params: { invoice_id: id }, body })).invoice_id

describe('walk-throughs', () => {
  test('BILL-3, BILL-9: walk-through 1, groupage in Belgium', async () => {
    const billing = await billingTenant(server)
    const id = await invoiceOne(billing)
    const record = await recordOf(billing, id)
    expect(record).toMatchObject({
      ...{ status: 'INVOICED', name: '2026000001', date: '2026-01-31', due_date: '2026-03-02', currency: 'EUR' },
      ...{ total_excl_tax: '245.25', total_tax: '51.50', total_incl_tax: '296.75', accounting_tax: '51.50' },
    })
    expect(record.lines.map(({ name, amount, quantity, unit_price }) => [name, amount, quantity, unit_price])).toEqual([
      ['FREIGHT', '186.00', '30', '6.2'],
      ['FUEL', '23.25', '1', '23.25'],
      ['WAITING', '36.00', '3', '12'],
    ])
    expect(await contentOf(billing, id)).toMatchObject({
      seller: { vat_number: 'BE0403170701', electronic_address: { scheme: '0208', id: '0403170701' } },
      buyer: { name: 'Customer BE', vat_number: 'BE0202239951' },
      customer_reference_numbers: ['PO-778'],
      payment: { means: '58', reference: '+++260/0000/00170+++', account: 'BE68539007547034' },
      vat: [{ category: 'S', rate: '21', base: '245.25', tax: '51.50' }],
    })
  })

  test('BILL-10: walk-throughs 5 and 5b, pounds with Belgian VAT', async () => {
    const billing = await billingTenant(server)
    const { admin, tenant } = billing
    const company_id = await addCustomer(billing)
    const rate = {
      from_currency: 'EUR',
      to_currency: 'GBP',
      exchange_rate: '0.8655',
      inverse_exchange_rate: '1.15540150202195',
    } as const
    await tenant.call(createExchangeRate, { body: { ...rate, exchange_rate_date: '2026-01-20' } })
    const gbp = (amounts: readonly string[]) =>
      addBilledOrder(billing, { company_id, currency: 'GBP', charges: amounts.map((amount) => ({ amount })) })
    const five = await gbp(['1150.00', '86.25'])
    const [id] = await draft(billing, [five.orderId])
    const refused = await admin(finaliseDrafts, { body: { ids: [id!] } })
    expect(refused.items[0]).toMatchObject({ is_done: false, message: expect.stringContaining('20 Jan 2026') })
    const accepted = await admin(finaliseDrafts, { body: { ids: [id!], accepts_old_rate: true } })
    expect(accepted.items[0]!.is_done).toBe(true)
    expect(await recordOf(billing, id!)).toMatchObject({
      ...{ total_excl_tax: '1236.25', total_tax: '259.61', total_incl_tax: '1495.86' },
      ...{ accounting_currency: 'EUR', accounting_excl_tax: '1428.37', accounting_tax: '299.95' },
    })
    expect((await contentOf(billing, id!)).exchange).toMatchObject({
      ...{ rate: '1.155402', inverse_rate: '0.8655', rate_date: '2026-01-20', with_vat: '1728.32' },
    })
    const other = await gbp(['915.07'])
    const [second] = await draft(billing, [other.orderId])
    await admin(finaliseDrafts, { body: { ids: [second!], accepts_old_rate: true } })
    expect((await contentOf(billing, second!)).exchange).toMatchObject({
      ...{ without_vat: '1057.27', vat: '222.02', with_vat: '1279.29' },
    })
  })

  test('BILL-11: walk-through 6, half of an invoice is credited, then the rest, and no more', async () => {
    const billing = await billingTenant(server)
    const id = await invoiceOne(billing)
    const half = await credit(billing, id, { fraction: '0.5', date: '2026-01-31' })
    const rest = await credit(billing, id, { date: '2026-01-31' })
    const [first, second] = await finalise(billing, [half, rest])
    expect(first).toMatchObject({
      name: 'CN2026000001',
      total_excl_tax: '122.63',
      total_tax: '25.75',
      total_incl_tax: '148.38',
    })
    expect(first!.lines.map(({ amount }) => amount)).toEqual(['93.00', '11.63', '18.00'])
    expect(first!.due_date).toBeNull()
    expect(second).toMatchObject({ total_excl_tax: '122.62', total_tax: '25.75', total_incl_tax: '148.37' })
    expect(await contentOf(billing, half)).toMatchObject({ preceding: [{ name: '2026000001', date: '2026-01-31' }] })
    const third = await rejection(
      billing.admin(creditInvoice, { params: { invoice_id: id }, body: { fraction: '0.1' } }),
    )
    expect(third).toMatchObject({ status: 409, body: { code: 'credit_exceeds' } })
  })

  test('BILL-11: walk-through 6b, the last credit note has the remaining tax', async () => {
    const billing = await billingTenant(server)
    const company_id = await addCustomer(billing)
    const { orderId } = await addBilledOrder(billing, { company_id, charges: [{ amount: '100.03' }] })
    const [id] = await draft(billing, [orderId])
    await finalise(billing, [id!])
    const notes = [await credit(billing, id!, { fraction: '0.5' }), await credit(billing, id!, {})]
    const sums = (await finalise(billing, notes)).map((one) => [one.total_excl_tax, one.total_tax])
    expect(sums).toEqual([
      ['50.02', '10.50'],
      ['50.01', '10.51'],
    ])
  })

  test('BILL-18, BILL-20: walk-through 8, END_OF_MONTH with a Belgian cash discount', async () => {
    const billing = await billingTenant(server)
    const company_id = await addCustomer(billing, 'BE', { payment_term: { code: 'END_OF_MONTH_0_NET_20' } })
    await billAs(billing, company_id, { cash_discount: { percentage: '2', days: 8 } })
    await billing.tenant.asTenant((tx) => takeNumbers(tx, 'INV', '2026-01-31', 122))
    const { orderId } = await addBilledOrder(billing, { company_id, charges: groupage })
    const [id] = await draft(billing, [orderId])
    const [record] = await finalise(billing, [id!])
    expect(record).toMatchObject({
      ...{ name: '2026000123', due_date: '2026-02-20' },
      ...{ total_excl_tax: '245.25', total_tax: '50.47', total_incl_tax: '295.72' },
    })
    expect(await contentOf(billing, id!)).toMatchObject({
      payment: { reference: '+++260/0000/12395+++' },
      payment_terms: 'Payable by 20 Feb 2026. 2 % cash discount for payment within 8 days: 290.81 EUR payable.',
      vat: [
        { category: 'S', base: '240.34', tax: '50.47' },
        { category: 'E', base: '4.91', tax: '0.00' },
      ],
      adjustments: [
        { kind: 'ALLOWANCE', amount: '4.91' },
        { kind: 'CHARGE', amount: '4.91' },
      ],
    })
  })

  test('BILL-2: walk-through 11, monthly grouping separates supplies that are not subject to VAT', async () => {
    const billing = await billingTenant(server)
    const company_id = await addCustomer(billing, 'GB')
    await billAs(billing, company_id, { group_by: ['MONTH'] })
    const abroad = await addBilledOrder(billing, { company_id, charges: [{ amount: '100.00', tax: 'O' }] })
    const inside = await addBilledOrder(billing, { company_id, charges: [{ amount: '200.00' }] })
    const ids = await draft(billing, [abroad.orderId, inside.orderId])
    const records = await finalise(billing, ids)
    expect(records.map(({ total_incl_tax }) => total_incl_tax).sort()).toEqual(['100.00', '242.00'])
    const outside = records.find(({ total_tax }) => total_tax === '0.00')!
    const content = await contentOf(billing, outside.invoice_id)
    expect(content.vat).toMatchObject([{ category: 'O', rate: null, reason_code: 'VATEX-EU-O' }])
  })
})

describe('finalised content', () => {
  const setNote = statement(
    'testing.change_finalised',
    `update invoice set total_tax = 0 where tenant_id = $1 and invoice_id = $2`,
  )
  const setLine = statement(
    'testing.change_line',
    `update invoice_line set amount = 0 where tenant_id = $1 and invoice_id = $2`,
  )
  const remove = statement('testing.remove_finalised', `delete from invoice where tenant_id = $1 and invoice_id = $2`)

  test.each([
    ['its sums', setNote],
    ['its lines', setLine],
    ['by removing it', remove],
  ] as const)('BILL-9: cannot be changed: %s', async (_what, change) => {
    const billing = await billingTenant(server)
    const id = await invoiceOne(billing)
    await expect(billing.tenant.asTenant((tx) => tx.query(change, id))).rejects.toThrow(/finalised document cannot/)
    expect(await recordOf(billing, id)).toMatchObject({ total_tax: '51.50' })
  })
})
