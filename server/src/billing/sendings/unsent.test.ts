import { getMoneyIssues } from '@cartage/contract/accounting/app/home'
import { createPayment } from '@cartage/contract/accounting/app/payments'
import { countInvoices, listInvoices } from '@cartage/contract/billing/app/document'
import { creditInvoice } from '@cartage/contract/billing/app/draft'
import { getInvoiceRun, startInvoiceRun } from '@cartage/contract/billing/app/run'
import { sendInvoices } from '@cartage/contract/billing/app/sending'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refreshUnbilled } from '../../charges/unbilled.store.ts'
import {
  addBilledOrder,
  addCustomer,
  billAs,
  billingTenant,
  finalise,
  recordOf,
} from '../../testing/data/money/billing.ts'
import { customerBy, invoiceTo, sendingsOf, useMail } from '../../testing/data/money/sendings.ts'
import { type MailServer, startMailServer } from '../../testing/servers/mail.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let mail: MailServer
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  server = await startTestServer()
})
afterAll(async () => {
  await server.close()
  await mail.close()
})
beforeEach(() => {
  mail.letters.length = 0
  mail.answers = {}
})

async function haulier() {
  const billing = await billingTenant(server)
  await useMail(billing, mail)
  const { admin } = billing
  const unsent = async () => {
    const { items } = await admin(listInvoices, { query: { unsent: 'true' } })
    const counts = await admin(countInvoices, { query: {} })
    expect(counts.unsent).toBe(items.length)
    expect((await admin(getMoneyIssues, {})).unsent).toBe(items.length)
    return items.map(({ invoice_id, dispatch }) => [invoice_id, dispatch])
  }
  const send = async (...ids: string[]) => (await admin(sendInvoices, { body: { ids } })).items
  return { billing, admin, unsent, send }
}

test('BILL-36: a finalised document without a channel is not sent, until it is sent by e-mail together with others', async () => {
  const { billing, unsent, send } = await haulier()
  const company = await addCustomer(billing, 'BE', { email: 'office@customer.example' })
  const silent = await addCustomer(billing, 'BE')
  const one = (await invoiceTo(billing, company)).invoice_id
  const other = (await invoiceTo(billing, silent)).invoice_id
  await server.drain()
  expect(new Map((await unsent()) as [string, string][])).toEqual(
    new Map([
      [one, 'NOT_SENT'],
      [other, 'NOT_SENT'],
    ]),
  )
  expect(await send(one, other)).toMatchObject([
    { id: one, is_done: true },
    { id: other, is_done: false, message: expect.stringMatching(/no e-mail address/) },
  ])
  expect((await recordOf(billing, one)).dispatch).toBe('SENDING')
  await server.drain()
  expect(mail.letters).toHaveLength(1)
  expect(await unsent()).toEqual([[other, 'NOT_SENT']])
  expect((await recordOf(billing, one)).dispatch).toBe('SENT')
  expect(await send(one)).toMatchObject([{ is_done: false, message: expect.stringMatching(/sent/) }])
  await server.drain()
  expect(mail.letters).toHaveLength(1)
})

test('BILL-36: a failed sending is sent again as a repeat, to the current address', async () => {
  const { billing, unsent, send } = await haulier()
  const company = await addCustomer(billing, 'BE')
  await billAs(billing, company, { channels: [{ channel: 'MAIL' }] })
  const { invoice_id } = await invoiceTo(billing, company)
  await server.drain()
  expect(await unsent()).toEqual([[invoice_id, 'NOT_DELIVERED']])
  await billAs(billing, company, { channels: [{ channel: 'MAIL', address: 'new@customer.example' }] })
  expect(await send(invoice_id)).toMatchObject([{ is_done: true }])
  await server.drain()
  const sendings = await sendingsOf(billing, invoice_id)
  expect(sendings).toMatchObject([
    { status: 'FAILED', has_repeat: true },
    { status: 'SENT', address: 'new@customer.example', repeat_of: sendings[0]!.sending_id },
  ])
  expect(await unsent()).toEqual([])
})

test('BILL-36: two people who send at once send one letter', async () => {
  const { billing, send } = await haulier()
  const company = await addCustomer(billing, 'BE', { email: 'office@customer.example' })
  const { invoice_id } = await invoiceTo(billing, company)
  const answers = await Promise.all([send(invoice_id), send(invoice_id)])
  expect(answers.map(([item]) => item!.is_done).sort()).toEqual([false, true])
  await server.drain()
  expect(mail.letters).toHaveLength(1)
})

test('BILL-36: a run shows its numbers, its sum and the unsent documents', async () => {
  const { billing, admin } = await haulier()
  const company = await addCustomer(billing, 'BE')
  const mailed = await customerBy(billing, [{ channel: 'MAIL' }])
  // Run the jobs caused by the preferences before adding orders.
  await server.drain()
  for (const company_id of [company, mailed]) {
    const { orderId } = await addBilledOrder(billing, { company_id, charges: [{ amount: '100.00' }] })
    await billing.tenant.asTenant((tx) => refreshUnbilled(tx, [orderId]))
  }
  const body = { up_to: '2026-01-31', date: '2026-01-31' }
  const { invoice_run_id } = await admin(startInvoiceRun, { body })
  await server.drain()
  const drafts = await admin(listInvoices, { query: { run: invoice_run_id } })
  const read = () => admin(getInvoiceRun, { params: { invoice_run_id } })
  expect(await read()).toMatchObject({ unsent: 0, first_name: null, sums: [{ currency: 'EUR', amount: '242.00' }] })
  const ids = drafts.items.map(({ invoice_id }) => invoice_id)
  await finalise(billing, ids)
  await server.drain()
  expect(await read()).toMatchObject({
    ...{ total: 2, finalised: 2, unsent: 1, first_name: '2026000001', last_name: '2026000002' },
    sums: [{ currency: 'EUR', amount: '242.00' }],
  })
})

test('PAY-8: the list shows open amounts: the rest of an invoice, and of a credit note only the overpaid part', async () => {
  const { billing, admin } = await haulier()
  const invoice = await invoiceTo(billing, await addCustomer(billing, 'BE'))
  expect(invoice).toMatchObject({ open_amount: '121.00', dispatch: 'NOT_SENT' })
  const params = { invoice_id: invoice.invoice_id }
  await admin(createPayment, { params, body: { amount: '100.00', paid_on: '2026-02-01' } })
  expect(await recordOf(billing, invoice.invoice_id)).toMatchObject({ payment: 'UNPAID', open_amount: '21.00' })
  const line = invoice.lines[0]!.invoice_line_id
  const draft = await admin(creditInvoice, { params, body: { lines: [{ invoice_line_id: line, amount: '50.00' }] } })
  expect(draft).toMatchObject({ open_amount: null, dispatch: null })
  await finalise(billing, [draft.invoice_id])
  const open = new Map(
    (await admin(listInvoices, { query: {} })).items.map((row) => [row.invoice_id, Number(row.open_amount)]),
  )
  // 60.50 is credited and 100.00 paid of 121.00: 39.50 too much, the open amount of the credit note.
  expect(open).toEqual(
    new Map([
      [invoice.invoice_id, -39.5],
      [draft.invoice_id, 39.5],
    ]),
  )
})
