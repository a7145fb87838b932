import { getLedgerEntry } from '@cartage/contract/accounting/app/ledger'
import { getSalesInvoice } from '@cartage/contract/billing/documents'
import { createExchangeRate } from '@cartage/contract/books/endpoints'
import { createSetting } from '@cartage/contract/tenants/app/settings'
import { afterAll, expect, test } from 'vitest'
import { exportLedger, readExport } from '../accounting/ledger/export.commands.ts'
import { postDocument } from '../accounting/tasks/post.commands.ts'
import { byOperator } from '../audit/rules.ts'
import { plainLetterhead } from '../pdf/letterhead.ts'
import { addBilledOrder, addCustomer, billingTenant, draft, finalise, recordOf } from '../testing/data/money/billing.ts'
import { pdfPages } from '../testing/data/pdf-text.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { eInvoiceOf } from './documents/einvoice.rules.ts'
import { writeCii } from './einvoice/cii-write.format.ts'
import { writeUbl } from './einvoice/ubl-write.format.ts'
import { drawInvoice } from './files/invoice.drawing.ts'
import { findInvoice } from './records/views.ts'

const server = await startTestServer({ now: () => new Date('2026-02-01T08:00:00Z') })
afterAll(() => server.close())

/** Amounts of an electronic document with their element name and currency. */
function amountsIn(xml: string): string[] {
  return [...xml.matchAll(/<(?:\w+:)?(\w*Amount\w*)([^>]*)>([^<]*)</g)].map(([, name, attributes, amount]) =>
    [name, /currencyID="(\w+)"/.exec(attributes!)?.[1], amount].filter((part) => part !== undefined).join(' '),
  )
}

test('BILL-10: an invoice in yen has no decimals in any place, and its VAT is in euros as well', async () => {
  const billing = await billingTenant(server)
  const { admin, tenant, entityId } = billing
  for (const [code, use] of [
    ['400000', 'RECEIVABLE'],
    ['451000', 'VAT'],
  ]) {
    const body = { code, name: code, billing_entity: 'MAIN', use }
    await admin(createSetting, { params: { kind: 'accounts' }, body })
  }
  await tenant.call(createExchangeRate, {
    body: {
      ...{ from_currency: 'EUR', to_currency: 'JPY', exchange_rate_date: '2026-01-31' },
      ...{ exchange_rate: '169.2', inverse_exchange_rate: '0.00591016548463357' },
    },
  })
  const company_id = await addCustomer(billing)
  const charges = [
    { amount: '123457', quantity: '3', unit_price: '41152.33' },
    { type: 'FUEL', amount: '9876' },
    // 832.5 rounds up to a whole yen.
    { type: 'WAITING', amount: '833', quantity: '2.5', unit: 'HUR', unit_price: '333', approval: 'APPROVED' },
  ] as const
  const { orderId } = await addBilledOrder(billing, { company_id, currency: 'JPY', charges })
  const [id] = await draft(billing, [orderId])
  const totals = { total_excl_tax: '134166', total_tax: '28175', total_incl_tax: '162341' }
  expect(await recordOf(billing, id!)).toMatchObject({ currency: 'JPY', ...totals })
  const [record] = await finalise(billing, [id!])
  expect(record).toMatchObject({ status: 'INVOICED', ...totals, accounting_currency: 'EUR' })
  expect(record!.lines.map(({ amount }) => amount)).toEqual(['123457', '9876', '833'])

  const { content } = (await tenant.asTenant((tx) => findInvoice(tx, id!)))!
  for (const xml of [writeUbl(eInvoiceOf(content!)), writeCii(eInvoiceOf(content!))]) {
    const yen = amountsIn(xml).filter((text) => !text.includes('EUR') && !/(Unit)?PriceAmount|ChargeAmount/.test(text))
    expect(yen.length).toBeGreaterThan(5)
    expect(yen.filter((text) => /[.,]/.test(text))).toEqual([])
    expect(amountsIn(xml).join('\n')).toContain('162341')
  }
  const pages = pdfPages(await drawInvoice(content!, { footer: null, letterhead: plainLetterhead })).join('\n')
  expect(pages).toContain('162,341')
  expect(pages.match(/^.*[.,]\d{2}$/gm)).toEqual(['41,152.33', '166.52'])

  await tenant.asTenant((tx) => postDocument(server.ctx, tx, id!))
  const entry = await admin(getLedgerEntry, { params: { invoice_id: id! } })
  expect(entry.lines.map(({ currency }) => currency)).toEqual(Array(5).fill('JPY'))
  expect(entry.lines.map(({ amount_currency }) => amount_currency)).toEqual([
    '162341',
    '-123457',
    '-9876',
    '-833',
    '-28175',
  ])
  const { record: exported } = await exportLedger(
    server.ctx,
    { tenantId: tenant.tenantId, by: byOperator },
    { entity: { id: entityId }, profile: 'NEUTRAL', from: null, to: null },
  )
  const { text } = await tenant.asTenant((tx) => readExport(tx, exported.ledger_export_id))
  const booked = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(';').slice(11, 15))
  expect(booked[0]).toEqual(['959.46', '0.00', 'JPY', '162341'])
  expect(booked.filter(([, , currency, amount]) => currency !== 'JPY' || amount!.includes('.'))).toEqual([])
  const published = await tenant.call(getSalesInvoice, { params: { id: id! } })
  expect(published).toMatchObject({ currency: 'JPY', ...totals })
  expect(published.line_items.map(({ amount }) => amount)).toEqual(['123457', '9876', '833'])
})
