import { createLedgerExport } from '@cartage/contract/accounting/app/ledger'
import { acceptPurchase, listPurchases } from '@cartage/contract/purchases/app'
import { changeSetting, createSetting, listSettings } from '@cartage/contract/tenants/app/settings'
import { afterAll, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { writeUbl } from '../../billing/einvoice/ubl-write.format.ts'
import { addBilledOrder, addCustomer, billingTenant, draft, finalise } from '../../testing/data/money/billing.ts'
import { buyers, eInvoice, treatments } from '../../testing/data/money/einvoices.ts'
import { addCarriedTrip, addSupplier, purchaseTenant } from '../../testing/data/money/purchases.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { runChecks } from '../checks/views.ts'
import { requestPosting } from '../tasks/post.commands.ts'
import { readExport } from './export.commands.ts'

const server = await startTestServer({ now: () => new Date('2026-11-28T08:00:00Z') })
afterAll(() => server.close())

type Books = Pick<Awaited<ReturnType<typeof purchaseTenant>>, 'tenant' | 'admin'>

/**
 * Enters the numbers needed for DATEV files.
 * @returns id of the billing entity
 */
async function enterNumbers({ admin }: Books): Promise<string> {
  const { items } = await admin(listSettings, { params: { kind: 'billing_entities' }, query: {} })
  const { setting_id } = items.find(({ values }) => (values as { is_default?: boolean }).is_default) ?? items[0]!
  const params = { kind: 'billing_entities' as const, setting_id }
  await admin(changeSetting, { params, body: { datev: { adviser_number: 29_098, client_number: 55_003 } } })
  return setting_id
}

/** Rows of ledger files without headers, as `amount side account contra`; of the neutral one with tax code and base. */
async function filesOf({ admin, tenant }: Books, billing_entity_id: string) {
  const rows = async (profile: 'DATEV' | 'FEC' | 'NEUTRAL', heads: number) => {
    const { ledger_export_id } = await admin(createLedgerExport, { body: { billing_entity_id, profile } })
    const { text } = await tenant.asTenant((tx) => readExport(tx, ledger_export_id))
    return text.trim().split(/\r?\n/).slice(heads)
  }
  const datev = (await rows('DATEV', 2)).map((line) => line.split(';'))
  const neutral = (await rows('NEUTRAL', 1)).map((line) => line.split(';'))
  const fec = (await rows('FEC', 1)).map((line) => line.split('\t'))
  return {
    datev: datev.map((row) => [row[0], row[1]!.replaceAll('"', ''), row[6], row[7]].join(' ')),
    neutral: neutral.map((row) => [row[6], row[11], row[12], row[16], row[17]].join(' ').trimEnd()),
    fec: fec.map((row) => [row[4], row[11], row[12]].join(' ')),
  }
}

const post = ({ tenant }: { tenant: TestTenant }, id: string) =>
  requestPosting(server.ctx, tenant.tenantId, byOperator, id)

const other = {
  K: { category: 'K', rate: '0', reason_code: 'VATEX-EU-IC', reason: 'Intra-community supply' },
  G: { category: 'G', rate: '0', reason_code: 'VATEX-EU-G', reason: 'Export outside the EU' },
  Z: { category: 'Z', rate: '0', reason_code: null, reason: null },
} as const

/** An accepted and posted supplier invoice with one line of 100.00 in a VAT category. */
async function bought(treatment: NonNullable<Parameters<typeof eInvoice>[0]['lines'][number]['treatment']>) {
  const purchases = await purchaseTenant(server)
  const { admin, send } = purchases
  const add = (values: object) => admin(createSetting, { params: { kind: 'tax_rates' }, body: values as never })
  await add({
    ...{ code: 'Z', name: 'Zero rate', treatment: 'ZERO_RATED', percentage: 0, category: 'Z', tax_type: 'VAT' },
    ...{ billing_entity: 'MAIN', invoice_type: 'PURCHASE', valid_from: '2010-01-01', rank: 99 },
  })
  const company = await addSupplier(purchases)
  const freight = [{ charge_type: 'FREIGHT', name: 'Freight', role: 'BASE', amount: '100.00' }] as const
  const { name } = await addCarriedTrip(purchases, company, freight)
  const document = eInvoice({ lines: [{ name: 'Freight', amount: '100.00', treatment }] })
  const isOutside = treatment.category === 'O'
  const seller = {
    ...buyers.NL,
    name: 'De Vries',
    vat_number: isOutside ? null : 'NL001234567B01',
    tax_number: 'NL001234567B01',
  }
  const answer = await send(Buffer.from(writeUbl({ ...document, seller, number: 'F-1', note: `Trip ${name}.` })), {
    'content-type': 'application/xml',
  })
  expect([answer.statusCode, answer.json()]).toEqual([200, {}])
  const { items } = await admin(listPurchases, { query: {} })
  const invoice_id = items[0]!.invoice_id
  await admin(acceptPurchase, { params: { invoice_id }, body: {} })
  await post(purchases, invoice_id)
  return purchases
}

describe('POST-4, LEDGER-2: from the invoice of a supplier to the files of the ledger', () => {
  const cost = ['100,00 S 611000 440000']
  const both = [...cost, '21,00 S 411000 440000', '21,00 H 451000 440000']
  test.each([
    ['S', treatments.S21, ['100,00 S 611000 440000', '21,00 S 411000 440000']],
    ['AE', treatments.AE, both],
    ['K', other.K, both],
    ['E', treatments.E146, cost],
    ['G', other.G, cost],
    ['Z', other.Z, cost],
    ['O', treatments.O, cost],
  ] as const)('category %s is booked as accountants do', async (category, treatment, rows) => {
    const purchases = await bought(treatment)
    const files = await filesOf(purchases, await enterNumbers(purchases))
    expect(files.datev).toEqual(rows)
    const isOurs = category === 'AE' || category === 'K'
    const gross = category === 'S' ? '121.00' : '100.00'
    const code = { S: 'S21', AE: 'AE', K: 'AE', E: 'E146', G: 'E146', Z: 'Z', O: 'O' }[category]
    expect(files.neutral).toEqual([
      `440000 0.00 ${gross}`,
      `611000 100.00 0.00 ${code}`,
      ...(category === 'S' ? ['411000 21.00 0.00 S21 100.00'] : []),
      // Due and deductible: the VAT return contains both, and nothing is paid.
      ...(isOurs ? ['411000 21.00 0.00 AE 100.00', '451000 0.00 21.00 AE 100.00'] : []),
    ])
    expect(files.fec).toHaveLength(files.neutral.length)
    const cents = (at: number) =>
      files.fec.reduce((sum, row) => sum + Math.round(Number(row.split(' ')[at]!.replace(',', '.')) * 100), 0)
    expect(cents(1)).toBe(cents(2))
    const checks = await purchases.tenant.asTenant(runChecks)
    expect(checks.filter(({ breaches, number }) => breaches > 0 && number !== 15)).toEqual([])
  })
})

describe('POST-4, LEDGER-2: from an order to the files of the ledger', () => {
  test.each([
    ['S21', ['100,00 H 700000 400000', '21,00 H 451000 400000']],
    ['AE', ['100,00 H 700000 400000']],
    ['E146', ['100,00 H 700000 400000']],
    ['O', ['100,00 H 700000 400000']],
  ] as const)('a sale of category %s has VAT when we owe it', async (tax, rows) => {
    const billing = await billingTenant(server)
    for (const [code, use] of [
      ['400000', 'RECEIVABLE'],
      ['451000', 'VAT'],
    ]) {
      const body = { code, name: code, billing_entity: 'MAIN', use }
      await billing.admin(createSetting, { params: { kind: 'accounts' }, body })
    }
    const company_id = await addCustomer(billing, tax === 'AE' ? 'NL' : tax === 'O' ? 'GB' : 'BE')
    const { orderId } = await addBilledOrder(billing, { company_id, charges: [{ amount: '100.00', tax }] })
    const [id] = await draft(billing, [orderId])
    await finalise(billing, [id!])
    await post(billing, id!)
    const files = await filesOf(billing, await enterNumbers(billing))
    expect(files.datev).toEqual(rows)
    const gross = tax === 'S21' ? '121.00' : '100.00'
    expect(files.neutral).toEqual([
      `400000 ${gross} 0.00`,
      `700000 0.00 100.00 ${tax}`,
      ...(tax === 'S21' ? ['451000 0.00 21.00 S21 100.00'] : []),
    ])
  })
})
