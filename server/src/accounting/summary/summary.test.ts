import { downloadPeriodFile, getPeriodSummary } from '@cartage/contract/accounting/app/summary'
import { creditInvoice } from '@cartage/contract/billing/app/draft'
import { createSetting } from '@cartage/contract/tenants/app/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { peoplesFormat } from '../../languages/peoples-files.ts'
import { addBilledOrder, addCustomer, billingTenant, draft, finalise } from '../../testing/data/money/billing.ts'
import { rejection } from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { logInAs } from '../../testing/test-tenant.ts'
import { requestPosting } from '../tasks/post.commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date('2026-02-20T08:00:00Z') })
})
afterAll(() => server.close())

/** A haulier with an invoice of 100.00 and one of 50.00 reverse-charged, and a credit note of 40.00, all posted. */
async function booked() {
  const billing = await billingTenant(server)
  const { admin, tenant, entityId } = billing
  const account = (code: string, use: string) =>
    admin(createSetting, { params: { kind: 'accounts' }, body: { code, name: use, billing_entity: 'MAIN', use } })
  await account('400000', 'RECEIVABLE')
  await account('451000', 'VAT')
  const belgian = await addCustomer(billing, 'BE')
  const dutch = await addCustomer(billing, 'NL')
  const post = (id: string) => requestPosting(server.ctx, tenant.tenantId, byOperator, id)
  const invoice = async (company_id: string, amount: string, tax: 'S21' | 'AE') => {
    const { orderId } = await addBilledOrder(billing, { company_id, charges: [{ amount, tax }] })
    const [made] = await finalise(billing, await draft(billing, [orderId]))
    return made!
  }
  const first = await invoice(belgian, '100.00', 'S21')
  const second = await invoice(dutch, '50.00', 'AE')
  await server.drain()
  await post(first.invoice_id)
  await post(second.invoice_id)
  const lines = [{ invoice_line_id: first.lines[0]!.invoice_line_id, amount: '40.00' }]
  const params = { invoice_id: first.invoice_id }
  const note = await admin(creditInvoice, { params, body: { lines, date: '2026-01-31' } })
  await finalise(billing, [note.invoice_id])
  const query = { billing_entity_id: entityId, from: '2026-01-01', to: '2026-01-31' }
  return { billing, admin, query, note, post }
}

test('LEDGER-12: the summary has VAT and accounts of the period, credits subtracted, and counts documents without an entry', async () => {
  const { admin, query, note, post } = await booked()
  expect(await admin(getPeriodSummary, { query })).toMatchObject({ entries: 2, unbooked: 1 })
  await server.drain()
  await post(note.invoice_id)
  const summary = await admin(getPeriodSummary, { query })
  expect(summary).toMatchObject({ currency: 'EUR', entries: 3, unbooked: 0 })
  const none = { vat_due: '0.00', vat_deductible: '0.00' }
  expect(summary.vat).toMatchObject([
    { journal: 'SALES', tax_code: 'AE', category: 'AE', documents: 1, base: '50.00', ...none },
    { journal: 'SALES', tax_code: 'S21', percentage: '21', documents: 2, base: '60.00', vat_due: '12.60' },
  ])
  expect(summary.accounts).toMatchObject([
    { account: '400000', debit: '171.00', credit: '48.40', balance: '122.60' },
    { account: '451000', debit: '8.40', credit: '21.00', balance: '-12.60' },
    { account: '700000', debit: '40.00', credit: '150.00', balance: '-110.00' },
  ])
  expect(summary.totals).toEqual({ vat_due: '12.60', vat_deductible: '0.00', debit: '219.40', credit: '219.40' })
  const after = await admin(getPeriodSummary, { query: { ...query, from: '2026-02-01', to: '2026-02-28' } })
  expect(after).toMatchObject({ entries: 0, vat: [], accounts: [] })
})

test('FILE-7: the file of a Dutch reader has Dutch headings, decimal commas, and signs that a spreadsheet can read', async () => {
  const { billing, query, post, note } = await booked()
  await server.drain()
  await post(note.invoice_id)
  const headers = await logInAs(server, billing.tenant.tenantId, 'ACCOUNTANT')
  const fileOf = async (file: 'JOURNAL' | 'VAT' | 'ACCOUNTS', language: string) => {
    const url = `${downloadPeriodFile.path}?${new URLSearchParams({ ...query, file })}`
    const answer = await server.app.inject({ url, headers: { ...headers, 'accept-language': language } })
    expect(answer.statusCode).toBe(200)
    return answer.body.slice(1).trim().split('\n')
  }
  const accounts = await fileOf('ACCOUNTS', 'nl')
  expect(accounts[0]).toBe('Rekening;Naam;Debet;Credit;Saldo')
  expect(accounts[2]).toBe('451000;VAT;8,40;21,00;-12,60')
  expect((await fileOf('ACCOUNTS', 'en'))[2]).toBe('451000,VAT,8.40,21.00,-12.60')
  const vat = await fileOf('VAT', 'de')
  expect(vat.at(-1)).toBe('Verkauf;S21;S21;21;2;60,00;12,60;0,00')
  const journal = await fileOf('JOURNAL', 'fr')
  // Three lines of the invoice, two of the reverse-charged one, three of the credit note.
  expect(journal).toHaveLength(9)
  expect(journal[1]).toContain(';31/01/2026;')
  expect(journal[1]).toContain(';121,00;0,00')
})

test('LEDGER-12: another tenant sees none of it', async () => {
  const { query } = await booked()
  const stranger = await billingTenant(server)
  expect(await rejection(stranger.admin(getPeriodSummary, { query }))).toMatchObject({ status: 404 })
})

test('FILE-7: figures are formatted for spreadsheets in the language of the reader', () => {
  expect(peoplesFormat('fr').amount('-1234.50')).toBe('-1234,50')
  expect(peoplesFormat('de').day('2026-01-31')).toBe('31.01.2026')
  expect(peoplesFormat('en')).toMatchObject({ delimiter: ',' })
  expect(peoplesFormat('en').day('2026-01-31')).toBe('2026-01-31')
})
