import { creditInvoice } from '@cartage/contract/billing/app/draft'
import { listMargin } from '@cartage/contract/charges/app/margin'
import { getOrderCharges } from '@cartage/contract/charges/app/read'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBilledOrder, addCustomer, billingTenant, draft, finalise } from '../../testing/data/money/billing.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** An invoiced order of 410.00, with functions to read its margin and charges. */
async function invoiced() {
  const billing = await billingTenant(server)
  const company_id = await addCustomer(billing)
  const { orderId } = await addBilledOrder(billing, { company_id, charges: [{ amount: '410.00' }] })
  const [invoice] = await finalise(billing, await draft(billing, [orderId]))
  const margin = () => billing.admin(listMargin, { query: { by: 'order', from: '2026-01-01', to: '2026-01-31' } })
  const params = { invoice_id: invoice!.invoice_id }
  const charges = () => billing.admin(getOrderCharges, { params: { order_id: orderId } })
  return { billing, params, margin, charges }
}

test('CHARGE-44: the amount of a finalised credit note is no longer counted as sales; a draft has no effect yet', async () => {
  const { billing, params, margin, charges } = await invoiced()
  expect((await margin()).total).toMatchObject({ sales: '410.00', margin: '410.00', unpriced: 0 })
  const note = await billing.admin(creditInvoice, { params, body: {} })
  expect((await margin()).total).toMatchObject({ sales: '410.00' })
  const [credit] = await finalise(billing, [note.invoice_id])
  expect((await margin()).total).toMatchObject({ sales: '0.00', margin: '0.00', unpriced: 0 })
  expect((await charges()).credits).toEqual([
    { invoice_id: note.invoice_id, name: credit!.name, currency: 'EUR', amount: '410.00' },
  ])
})

test('CHARGE-44: a charge released by a credit note counts again once it is billed again', async () => {
  const { billing, params, margin, charges } = await invoiced()
  const note = await billing.admin(creditInvoice, { params, body: { release: true } })
  await finalise(billing, [note.invoice_id])
  expect((await margin()).total).toMatchObject({ sales: '410.00' })
  expect((await charges()).credits).toEqual([])
})
