import { countInvoices, listInvoiceHistory, listInvoices } from '@cartage/contract/billing/app/document'
import {
  changeDraft,
  creditInvoice,
  type DraftDiscount,
  previewCredit,
  refreshDrafts,
} from '@cartage/contract/billing/app/draft'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import {
  addBilledOrder,
  addCustomer,
  billingTenant,
  draft,
  finalise,
  recordOf,
} from '../../testing/data/money/billing.ts'
import { rejection } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer({ now: () => new Date('2026-02-01T08:00:00Z') })
afterAll(() => server.close())

const freight = (amount: string) => ({ charges: [{ amount }] })
const setAmount = statement(
  'testing.set_amount',
  'update charge set amount = $3::numeric, unit_price = $3::numeric where tenant_id = $1 and charge_id = $2',
)

test('BILL-19: a discount lowers the VAT of each category, and is kept when the draft is rewritten', async () => {
  const billing = await billingTenant(server)
  const company_id = await addCustomer(billing)
  const order = await addBilledOrder(billing, { company_id, ...freight('100.00') })
  const [id] = await draft(billing, [order.orderId])
  const params = { invoice_id: id! }
  const discount = { percentage: '5', reason: 'Loyalty' }
  expect(await billing.admin(changeDraft, { params, body: { discount } })).toMatchObject({
    ...{ total_excl_tax: '95.00', total_tax: '19.95', total_incl_tax: '114.95' },
    adjustments: [{ kind: 'ALLOWANCE', amount: '5.00', percentage: '5', reason: 'Loyalty' }],
  })
  await billing.tenant.asTenant((tx) => tx.query(setAmount, order.chargeIds[0]!, '200.00'))
  await billing.admin(refreshDrafts, { body: { ids: [id!] } })
  expect(await recordOf(billing, id!)).toMatchObject({ total_excl_tax: '190.00', total_tax: '39.90' })
  const [invoice] = await finalise(billing, [id!])
  expect(invoice).toMatchObject({ status: 'INVOICED', total_incl_tax: '229.90' })
  const note = await billing.admin(creditInvoice, { params, body: { fraction: '0.5' } })
  expect(note).toMatchObject({ total_excl_tax: '95.00', total_tax: '19.95', adjustments: [{ amount: '5.00' }] })
  const { invoice_id } = note
  const onNote = billing.admin(changeDraft, { params: { invoice_id }, body: { discount } })
  expect(await rejection(onNote)).toMatchObject({ status: 422 })
})

test('BILL-19: a discount as an amount is shared by the VAT categories, and cannot exceed the total', async () => {
  const billing = await billingTenant(server)
  const company_id = await addCustomer(billing)
  const order = await addBilledOrder(billing, { company_id, ...freight('100.00') })
  const [id] = await draft(billing, [order.orderId])
  const params = { invoice_id: id! }
  const give = (discount: DraftDiscount) => billing.admin(changeDraft, { params, body: { discount } })
  expect(await give({ amount: '10.01', reason: 'Damage' })).toMatchObject({
    ...{ total_excl_tax: '89.99', total_tax: '18.90', total_incl_tax: '108.89' },
    adjustments: [{ kind: 'ALLOWANCE', amount: '10.01', percentage: null, reason: 'Damage' }],
  })
  for (const amount of ['100.01', '1.005']) {
    const refused = await rejection(give({ amount, reason: 'Damage' }))
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'discount.amount' }] } })
  }
  await billing.tenant.asTenant((tx) => tx.query(setAmount, order.chargeIds[0]!, '200.00'))
  await billing.admin(refreshDrafts, { body: { ids: [id!] } })
  expect(await recordOf(billing, id!)).toMatchObject({ total_excl_tax: '189.99', total_tax: '39.90' })
  const [invoice] = await finalise(billing, [id!])
  expect(invoice).toMatchObject({ status: 'INVOICED', total_excl_tax: '189.99', total_incl_tax: '229.89' })
  const note = await billing.admin(creditInvoice, { params, body: { fraction: '1' } })
  expect(note).toMatchObject({ total_excl_tax: '189.99', total_tax: '39.90', adjustments: [{ amount: '10.01' }] })
})

test('BILL-11: a preview shows the total of a credit note, and writes nothing', async () => {
  const billing = await billingTenant(server)
  const company_id = await addCustomer(billing)
  const { orderId } = await addBilledOrder(billing, { company_id, ...freight('100.01') })
  const [invoice] = await finalise(billing, await draft(billing, [orderId]))
  const params = { invoice_id: invoice!.invoice_id }
  expect(await billing.admin(previewCredit, { params, body: { fraction: '0.5' } })).toMatchObject({
    ...{ total_excl_tax: '50.01', total_tax: '10.50', total_incl_tax: '60.51' },
    lines: [{ invoice_line_id: invoice!.lines[0]!.invoice_line_id, amount: '50.01' }],
    taxes: [{ category: 'S', percentage: '21', base: '50.01', tax: '10.50' }],
  })
  expect((await recordOf(billing, invoice!.invoice_id)).credit_notes).toEqual([])
  const { items } = await billing.admin(listInvoiceHistory, { params })
  expect(items.map(({ action }) => action)).toContain('created')
})

test('an unpaid invoice is overdue from the day after its due date', async () => {
  const billing = await billingTenant(server)
  const company_id = await addCustomer(billing)
  const { orderId } = await addBilledOrder(billing, { company_id, ...freight('10.00') })
  const { orderId: drafted } = await addBilledOrder(billing, { company_id, ...freight('11.00') })
  await draft(billing, [drafted], '2020-01-15')
  expect(await billing.admin(countInvoices, { query: {} })).toMatchObject({ overdue: 0 })
  const ids = await draft(billing, [orderId], '2020-01-15')
  await finalise(billing, ids)
  const { items } = await billing.admin(listInvoices, { query: { overdue: 'true', sort: 'company' } })
  expect(items.map(({ invoice_id }) => invoice_id)).toEqual(ids)
})
