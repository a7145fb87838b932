import { getLedgerEntry } from '@cartage/contract/accounting/app/ledger'
import { createPayment, listPayments } from '@cartage/contract/accounting/app/payments'
import { listAuditRecords } from '@cartage/contract/audit/app'
import { acceptPurchase, confirmPurchaseAccount, listPurchases } from '@cartage/contract/purchases/app'
import { afterAll, describe, expect, test } from 'vitest'
import { postDocument } from '../../accounting/tasks/post.commands.ts'
import { writeUbl } from '../../billing/einvoice/ubl-write.format.ts'
import { buyers, eInvoice, treatments } from '../../testing/data/money/einvoices.ts'
import {
  addCarriedTrip,
  addSupplier,
  onlyPurchase,
  type PurchaseTenant,
  purchaseTenant,
} from '../../testing/data/money/purchases.ts'
import { rejection } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer({ now: () => new Date('2026-11-28T08:00:00Z') })
afterAll(() => server.close())

const freight = [{ charge_type: 'FREIGHT', name: 'Freight', role: 'BASE', amount: '100.00' }] as const

/** Sends an invoice of the carrier that names its trip only in a note. */
async function sent(change: (xml: string) => string = (xml) => xml): Promise<PurchaseTenant> {
  const purchases = await purchaseTenant(server)
  const company = await addSupplier(purchases)
  const { name } = await addCarriedTrip(purchases, company, freight)
  const document = eInvoice({
    type_code: '380',
    lines: [{ name: 'Freight', amount: '100.00', treatment: treatments.AE }],
  })
  const written = { ...document, seller: { ...buyers.NL, contact: null }, number: 'NL-77', note: `Trip ${name}.` }
  const payment = {
    means: '58',
    reference: 'RF18539007547034',
    account: 'NL91ABNA0417164300',
    account_name: null,
    bank: null,
  }
  await purchases.send(Buffer.from(change(writeUbl({ ...written, payment }))), { 'content-type': 'application/xml' })
  return purchases
}

async function accepted(purchases: PurchaseTenant) {
  const { invoice } = await onlyPurchase(purchases)
  const params = { invoice_id: invoice.invoice_id }
  await purchases.admin(acceptPurchase, { params, body: {} })
  return { params, payments: await purchases.admin(listPayments, { params }) }
}

describe('payment data of a document', () => {
  test('PURCH-4: a trip mentioned only in a note is found, and PURCH-29: the payment data are stored', async () => {
    const purchases = await sent()
    const { match, received } = await onlyPurchase(purchases)
    expect(match!.result).toBe('MATCHED')
    expect(received).toMatchObject({
      ...{ account: 'NL91ABNA0417164300', payment_reference: 'RF18539007547034', amount_due: '100.00' },
      ...{ payment_hold: null, known: { accounts: ['NL91ABNA0417164300'] } },
      lines: [{ quantity: '1', unit_price: '100' }],
    })
    const { items } = await purchases.admin(listPurchases, { query: {} })
    expect(items).toMatchObject([{ amount_due: '100.00', payment_reference: 'RF18539007547034', payment_hold: null }])
  })

  test('PURCH-4: a trip mentioned only in the despatch advice is found', async () => {
    const purchases = await sent((xml) => {
      const [, trip] = /<cbc:Note>Trip (.*)\.<\/cbc:Note>/.exec(xml) ?? []
      const advice = `<cac:DespatchDocumentReference><cbc:ID>${trip}</cbc:ID></cac:DespatchDocumentReference>`
      return xml.replace(/<cbc:Note>.*<\/cbc:Note>/, '').replace('<cac:AccountingSupplierParty>', `${advice}$&`)
    })
    const { match, received } = await onlyPurchase(purchases)
    expect(received!.despatch_advice).toMatch(/^TRIP-/)
    expect(match).toMatchObject({ result: 'MATCHED', lines: [{ trip_name: received!.despatch_advice }] })
  })

  test('PAY-7: an invoice marked as paid is not open, and a partly paid one is open with the rest', async () => {
    const prepaid = (paid: string, due: string) => (xml: string) =>
      xml
        .replace(
          '<cbc:PayableAmount',
          `<cbc:PrepaidAmount currencyID="EUR">${paid}</cbc:PrepaidAmount><cbc:PayableAmount`,
        )
        .replace(/(PayableAmount currencyID="EUR">)100.00/, `$1${due}`)
    const whole = await accepted(await sent(prepaid('100.00', '0.00')))
    expect(whole.payments).toMatchObject({
      status: 'PAID',
      open: '0.00',
      items: [{ origin: 'DOCUMENT', amount: '100.00' }],
    })
    const part = await accepted(await sent(prepaid('30.00', '70.00')))
    expect(part.payments).toMatchObject({ status: 'UNPAID', open: '70.00' })
  })

  test('PAY-7: the rounding of the amount due is not open', async () => {
    const rounded = (by: string, due: string) => (xml: string) =>
      xml
        .replace(
          '<cbc:PayableAmount',
          `<cbc:PayableRoundingAmount currencyID="EUR">${by}</cbc:PayableRoundingAmount><cbc:PayableAmount`,
        )
        .replace(/(PayableAmount currencyID="EUR">)100.00/, `$1${due}`)
    expect((await accepted(await sent(rounded('-0.02', '99.98')))).payments.open).toBe('99.98')
    expect((await accepted(await sent(rounded('0.03', '100.03')))).payments.open).toBe('100.03')
  })

  test('POST-6: the ledger owes the supplier the rest, and the prepaid part is to be cleared', async () => {
    const paid = (xml: string) =>
      xml
        .replace(
          '<cbc:PayableAmount',
          '<cbc:PrepaidAmount currencyID="EUR">30.00</cbc:PrepaidAmount><cbc:PayableAmount',
        )
        .replace(/(PayableAmount currencyID="EUR">)100.00/, '$170.00')
    const purchases = await sent(paid)
    const { params } = await accepted(purchases)
    await purchases.tenant.asTenant((tx) => postDocument(server.ctx, tx, params.invoice_id))
    const { lines } = await purchases.admin(getLedgerEntry, { params })
    expect(lines.slice(0, 3).map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
      ['440000', '0.00', '70.00'],
      ['499000', '0.00', '30.00'],
      ['611000', '100.00', '0.00'],
    ])
    expect((await purchases.admin(listPayments, { params })).open).toBe('70.00')
  })

  test('PURCH-29: an amount due that contradicts the totals waits with both', async () => {
    const purchases = await sent((xml) => xml.replace(/(PayableAmount currencyID="EUR">)100.00/, '$190.00'))
    expect((await purchases.admin(listPurchases, { query: {} })).items).toEqual([])
  })

  test('PURCH-30: an unknown bank account holds the payment until a person confirms it, which the trail records', async () => {
    const purchases = await sent((xml) => xml.replace('NL91ABNA0417164300', 'BE68539007547034'))
    const { params } = await accepted(purchases)
    const pay = () => purchases.admin(createPayment, { params, body: { amount: '100.00', paid_on: '2026-11-28' } })
    expect(await rejection(pay())).toMatchObject({ status: 409 })
    const other = purchases.admin(confirmPurchaseAccount, { params, body: { account: 'NL91ABNA0417164300' } })
    expect(await rejection(other)).toMatchObject({ status: 409 })
    await purchases.admin(confirmPurchaseAccount, { params, body: { account: 'BE68 5390 0754 7034' } })
    expect(await pay()).toMatchObject({ status: 'PAID' })
    const { items } = await purchases.admin(listAuditRecords, { query: { entity_type: 'invoice' } })
    expect(JSON.stringify(items)).toContain('confirmed_account')
  })
})
