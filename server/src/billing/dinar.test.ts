import { getLedgerEntry } from '@cartage/contract/accounting/app/ledger'
import { getSalesInvoice } from '@cartage/contract/billing/documents'
import { createExchangeRate } from '@cartage/contract/books/endpoints'
import { changeSetting, createSetting, listSettings } from '@cartage/contract/tenants/app/settings'
import { afterAll, expect, test } from 'vitest'
import { exportLedger, readExport } from '../accounting/ledger/export.commands.ts'
import { postDocument } from '../accounting/tasks/post.commands.ts'
import { byOperator } from '../audit/rules.ts'
import { plainLetterhead } from '../pdf/letterhead.ts'
import {
  addBilledOrder,
  addCustomer,
  type BillingTenant,
  billingTenant,
  draft,
  finalise,
  recordOf,
} from '../testing/data/money/billing.ts'
import { pdfPages } from '../testing/data/pdf-text.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { eInvoiceOf } from './documents/einvoice.rules.ts'
import { writeCii } from './einvoice/cii-write.format.ts'
import { writeUbl } from './einvoice/ubl-write.format.ts'
import { drawInvoice } from './files/invoice.drawing.ts'
import { findInvoice } from './records/views.ts'

const server = await startTestServer({ now: () => new Date('2026-02-01T08:00:00Z') })
afterAll(() => server.close())

/** Exchange rates of one euro in both directions. */
const rates = {
  KWD: { exchange_rate: '0.3321', inverse_exchange_rate: '3.01114122252334' },
  TND: { exchange_rate: '3.3875', inverse_exchange_rate: '0.295202952029520' },
} as const

async function setBooks({ admin, tenant }: BillingTenant, currency: keyof typeof rates) {
  for (const [code, use] of [
    ['400000', 'RECEIVABLE'],
    ['451000', 'VAT'],
  ]) {
    const body = { code, name: code, billing_entity: 'MAIN', use }
    await admin(createSetting, { params: { kind: 'accounts' }, body })
  }
  const { items } = await admin(listSettings, { params: { kind: 'billing_entities' }, query: {} })
  const params = { kind: 'billing_entities' as const, setting_id: items[0]!.setting_id }
  await admin(changeSetting, { params, body: { datev: { adviser_number: 29_098, client_number: 55_003 } } })
  const of = { from_currency: 'EUR', to_currency: currency, exchange_rate_date: '2026-01-31' } as const
  await tenant.call(createExchangeRate, { body: { ...of, ...rates[currency] } })
}

// The gross is the sum of net and VAT in euros, each rounded: 134.166 and 28.175 at the rate.
test.each([
  ['KWD', ['488.83', '0.00', 'KWD', '162.341']],
  ['TND', ['47.93', '0.00', 'TND', '162.341']],
] as const)(
  'BILL-10: an invoice in %s has three decimals everywhere, including the ledger',
  async (currency, first) => {
    const billing = await billingTenant(server)
    const { admin, tenant, entityId } = billing
    await setBooks(billing, currency)
    // A country outside Peppol.
    const company_id = await addCustomer(billing, 'GB')
    const charges = [
      { amount: '123.457', quantity: '3', unit_price: '41.152333' },
      { type: 'FUEL', amount: '9.876' },
      // 0.8325 rounds to 0.833.
      { type: 'WAITING', amount: '0.833', quantity: '2.5', unit: 'HUR', unit_price: '0.333', approval: 'APPROVED' },
    ] as const
    const { orderId } = await addBilledOrder(billing, { company_id, currency, charges })
    const [id] = await draft(billing, [orderId])
    const totals = { total_excl_tax: '134.166', total_tax: '28.175', total_incl_tax: '162.341' }
    expect(await recordOf(billing, id!)).toMatchObject({ currency, ...totals })
    const [record] = await finalise(billing, [id!])
    expect(record).toMatchObject({ status: 'INVOICED', ...totals, accounting_currency: 'EUR' })
    expect(record!.lines.map(({ amount }) => amount)).toEqual(['123.457', '9.876', '0.833'])

    const { content } = (await tenant.asTenant((tx) => findInvoice(tx, id!)))!
    for (const xml of [writeUbl(eInvoiceOf(content!)), writeCii(eInvoiceOf(content!))]) {
      for (const amount of ['123.457', '9.876', '0.833', '134.166', '28.175', '162.341'])
        expect(xml).toContain(`>${amount}<`)
    }
    const pages = pdfPages(await drawInvoice(content!, { footer: null, letterhead: plainLetterhead })).join('\n')
    for (const amount of ['123.457', '9.876', '0.833', '134.166', '28.175', '162.341']) expect(pages).toContain(amount)

    await tenant.asTenant((tx) => postDocument(server.ctx, tx, id!))
    const entry = await admin(getLedgerEntry, { params: { invoice_id: id! } })
    expect(entry.lines.map(({ amount_currency }) => amount_currency)).toEqual([
      ...['162.341', '-123.457', '-9.876', '-0.833', '-28.175'],
    ])
    const exported = async (profile: 'NEUTRAL' | 'DATEV') => {
      const command = { tenantId: tenant.tenantId, by: byOperator }
      const wanted = { entity: { id: entityId }, profile, from: null, to: null }
      const { record: made } = await exportLedger(server.ctx, command, wanted)
      return (await tenant.asTenant((tx) => readExport(tx, made.ledger_export_id))).text.trim().split(/\r?\n/)
    }
    const booked = (await exported('NEUTRAL')).slice(1).map((line) => line.split(';').slice(11, 15))
    expect(booked[0]).toEqual(first)
    const cents = (at: number) => booked.reduce((sum, row) => sum + Math.round(Number(row[at]) * 100), 0)
    expect(cents(0)).toBe(cents(1))
    // DATEV has two decimal places, but dinars need three: amounts are in euros, and the text states the original.
    const rows = (await exported('DATEV')).slice(2).map((line) => line.split(';'))
    expect(rows.map((row) => row.slice(2, 6).join(' '))).toEqual(rows.map(() => '"EUR"   ""'))
    expect(rows[0]![13]).toMatch(
      new RegExp(`^"${currency} 123,457 Kurs ${rates[currency].exchange_rate.replace('.', ',')} `),
    )
    const published = await tenant.call(getSalesInvoice, { params: { id: id! } })
    expect(published).toMatchObject({ currency, ...totals })
  },
)

test('BILL-8: for a customer on Peppol a draft with three decimals is refused with the reason', async () => {
  const billing = await billingTenant(server)
  await setBooks(billing, 'KWD')
  const company_id = await addCustomer(billing)
  const order = { company_id, currency: 'KWD' }
  const { orderId } = await addBilledOrder(billing, { ...order, charges: [{ amount: '10.005', tax: 'AE' }] })
  const [id] = await draft(billing, [orderId])
  await expect(finalise(billing, [id!])).rejects.toThrow('which Peppol does not take')
})
