import { createPayment } from '@cartage/contract/accounting/app/payments'
import { readBankStatement } from '@cartage/contract/accounting/app/statements'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCustomer, billingTenant } from '../../testing/data/money/billing.ts'
import { invoiceTo } from '../../testing/data/money/sendings.ts'
import { rejection } from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const mt940 = (text: string, amount: string) =>
  [':20:1', ':60F:C260101EUR0,00', `:61:2602030203C${amount}NTRF`, `:86:${text}`].join('\n')

test('STMT-3: a statement finds the invoice by its reference, and after its payment the same statement reports it as recorded', async () => {
  const billing = await billingTenant(server)
  const { admin } = billing
  const { invoice_id, name } = await invoiceTo(billing, await addCustomer(billing))
  const text = mt940(`Factuur ${name}`, '121,00')
  const read = async () => (await admin(readBankStatement, { body: { text } })).lines
  const paid = { invoice_id, document: name, pays: '121.00' }
  expect(await read()).toMatchObject([{ state: 'FULL', amount: '121.00', invoices: [{ ...paid, open: '121.00' }] }])
  await admin(createPayment, { params: { invoice_id }, body: { amount: '121.00', paid_on: '2026-02-03' } })
  expect(await read()).toMatchObject([{ state: 'RECORDED', invoices: [paid] }])
  const stranger = await billingTenant(server)
  expect((await stranger.admin(readBankStatement, { body: { text } })).lines).toMatchObject([{ state: 'UNKNOWN' }])
})

test('STMT-2: a file that is not a statement is refused with advice on which export to use', async () => {
  const { admin } = await billingTenant(server)
  const refused = await rejection(admin(readBankStatement, { body: { text: 'date;amount' } }))
  expect(refused).toMatchObject({ status: 422 })
})
