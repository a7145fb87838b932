import { createPayment, listPayments } from '@cartage/contract/accounting/app/payments'
import { urlOf } from '@cartage/contract/client'
import { changeCompanyRecord, confirmCompanyAccount, getCompanyRecord } from '@cartage/contract/companies/app/record'
import { acceptPurchase, confirmPurchaseAccount, getPurchase, listPurchases } from '@cartage/contract/purchases/app'
import * as operations from '@cartage/contract/purchases/app/transfers'
import { changeSetting, listSettings } from '@cartage/contract/tenants/app/settings'
import { XMLParser } from 'fast-xml-parser'
import { afterAll, describe, expect, test } from 'vitest'
import { runChecks } from '../../accounting/checks/views.ts'
import { writeUbl } from '../../billing/einvoice/ubl-write.format.ts'
import { buyers, eInvoice, treatments } from '../../testing/data/money/einvoices.ts'
import {
  addCarriedTrip,
  addSupplier,
  invoiceLine,
  type PurchaseTenant,
  purchaseInvoice,
  purchaseTenant,
} from '../../testing/data/money/purchases.ts'
import { rejection } from '../../testing/data/orders.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { logInAs } from '../../testing/test-tenant.ts'

const server = await startTestServer({ now: () => new Date('2026-11-28T08:00:00Z') })
afterAll(() => server.close())

const ours = 'BE68539007547034'
const theirs = 'NL91ABNA0417164300'

/** A haulier with an account, and a carrier. */
async function haulier() {
  const purchases = await purchaseTenant(server)
  const company = await addSupplier(purchases, { name: 'Müller & Søn Łódź' })
  const { admin } = purchases
  const { items } = await admin(listSettings, { params: { kind: 'billing_entities' }, query: {} })
  const { setting_id: id, values } = items[0]!
  const params = { kind: 'billing_entities' as const, setting_id: id }
  await admin(changeSetting, { params, body: { ...values, legal_name: 'Vervoer “Peeters” BV', iban: ours } })
  return { ...purchases, company, entity: id }
}

type Haulier = Awaited<ReturnType<typeof haulier>>

/** An accepted invoice of the carrier. */
async function owed(given: Haulier, number: string, amount: string, change: (xml: string) => string = (xml) => xml) {
  const { admin, company, send } = given
  const freight = [{ charge_type: 'FREIGHT', name: 'Freight', role: 'BASE', amount }] as const
  const { name } = await addCarriedTrip(given, company, freight)
  const document = eInvoice({ type_code: '380', lines: [{ name: 'Freight', amount, treatment: treatments.AE }] })
  const seller = { ...buyers.NL, name: 'Müller & Søn Łódź', vat_number: 'NL001234567B01', contact: null }
  const written = { ...document, seller, number, note: `Trip ${name}.` }
  const payment = { means: '58', reference: 'RF18539007547034', account: theirs, account_name: null, bank: null }
  await send(Buffer.from(change(writeUbl({ ...written, payment }))), { 'content-type': 'application/xml' })
  const { items } = await admin(listPurchases, { query: { q: number } })
  const invoice_id = items[0]!.invoice_id
  await admin(acceptPurchase, { params: { invoice_id }, body: {} })
  return invoice_id
}

/** An accepted credit note of the carrier that names no invoice. */
async function credited({ admin, send }: Haulier, number: string, amount: string) {
  const lines = [invoiceLine('Correction', `-${amount}`)]
  const document = purchaseInvoice(lines, { name: number, due_date: undefined, invoice_type: 'PURCHASE_CREDIT_NOTE' })
  await send(document)
  const { items } = await admin(listPurchases, { query: { q: number } })
  const invoice_id = items[0]!.invoice_id
  await admin(acceptPurchase, { params: { invoice_id }, body: {} })
  return invoice_id
}

const offered = async ({ admin, entity }: Haulier) =>
  (await admin(operations.listPayablePurchases, { query: { billing_entity_id: entity } })).items
const make = (
  { admin, entity }: Haulier,
  invoice_ids: string[],
  { execution_day = '2026-12-01', credit_note_ids = [] as string[] } = {},
) =>
  admin(operations.createTransferFile, {
    body: { billing_entity_id: entity, execution_day, invoice_ids, credit_note_ids },
  })
const open = async ({ admin }: Haulier, invoice_id: string) =>
  (await admin(listPayments, { params: { invoice_id } })).open

/** The file as sent to the bank. */
async function xmlOf({ tenant }: Pick<PurchaseTenant, 'tenant'>, transfer_file_id: string) {
  const headers = await logInAs(server, tenant.tenantId, 'ACCOUNTANT')
  const url = urlOf(operations.openTransferFile, { params: { transfer_file_id } })
  const { payload, statusCode } = await server.app.inject({ url, headers })
  return { payload, statusCode }
}

const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, parseAttributeValue: false })

describe('files of credit transfers', () => {
  test('PAYOUT-2, PAYOUT-3: the chosen invoices are in one batch with their sums, each with account and reference', async () => {
    const given = await haulier()
    const ids = [await owed(given, 'F-1', '100.10'), await owed(given, 'F-2', '200.20')]
    const third = await owed(given, 'F-3', '0.30', (xml) => xml.replace('RF18539007547034', '+++010/8068/17183+++'))
    const fourth = await owed(given, 'F-4', '5.00', (xml) =>
      xml.replace('RF18539007547034', 'Rechnung №4 – für Straße'),
    )
    expect((await offered(given)).map(({ open: left, fault }) => [left, fault])).toHaveLength(4)
    const file = await make(given, [...ids, third, fourth])
    expect(file).toMatchObject({ status: 'MADE', total: '305.60', account: ours, currency: 'EUR' })
    const { payload } = await xmlOf(given, file.transfer_file_id)
    expect((await xmlOf(given, file.transfer_file_id)).payload).toBe(payload)
    const { Document } = parser.parse(payload)
    expect(Document['@_xmlns']).toBe('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09')
    const { GrpHdr, PmtInf } = Document.CstmrCdtTrfInitn
    expect(GrpHdr).toMatchObject({ MsgId: file.message_name, NbOfTxs: '4', CtrlSum: '305.60' })
    expect(Object.keys(PmtInf)).toEqual([
      ...['PmtInfId', 'PmtMtd', 'BtchBookg', 'NbOfTxs', 'CtrlSum', 'PmtTpInf', 'ReqdExctnDt', 'Dbtr', 'DbtrAcct'],
      ...['DbtrAgt', 'ChrgBr', 'CdtTrfTxInf'],
    ])
    expect(PmtInf).toMatchObject({
      ...{ PmtMtd: 'TRF', BtchBookg: 'true', NbOfTxs: '4', CtrlSum: '305.60', ChrgBr: 'SLEV' },
      PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
      ReqdExctnDt: { Dt: '2026-12-01' },
      Dbtr: { Nm: 'Vervoer Peeters BV' },
      DbtrAcct: { Id: { IBAN: ours } },
      DbtrAgt: { FinInstnId: { BICFI: 'BPOTBEB1' } },
    })
    const transfers = PmtInf.CdtTrfTxInf as Record<string, { [name: string]: unknown }>[]
    const by = (amount: string) => transfers.find(({ Amt }) => JSON.stringify(Amt).includes(`"${amount}"`))!
    expect(by('100.10')).toMatchObject({
      Amt: { InstdAmt: { '#text': '100.10', '@_Ccy': 'EUR' } },
      Cdtr: { Nm: 'Muller + Son Lodz' },
      CdtrAcct: { Id: { IBAN: theirs } },
      RmtInf: { Strd: { CdtrRefInf: { Tp: { CdOrPrtry: { Cd: 'SCOR' }, Issr: 'ISO' }, Ref: 'RF18539007547034' } } },
    })
    expect(by('0.30').RmtInf).toMatchObject({ Strd: { CdtrRefInf: { Tp: { Issr: 'BBA' }, Ref: '010806817183' } } })
    expect(by('5.00').RmtInf).toEqual({ Ustrd: 'Rechnung No4 fur Strasse' })
    expect(new Set(transfers.map(({ PmtId }) => JSON.stringify(PmtId))).size).toBe(4)
  })

  test('PAYOUT-1: an invoice that is in a file shows which and is not included twice, also at the same moment', async () => {
    const given = await haulier()
    const id = await owed(given, 'F-1', '100.00')
    const both = await Promise.allSettled([make(given, [id]), make(given, [id])])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [file] = (await given.admin(operations.listTransferFiles, {})).items
    expect(await offered(given)).toMatchObject([{ fault: expect.stringContaining(file!.message_name) }])
    expect(await rejection(make(given, [id]))).toMatchObject({ status: 409 })
  })

  test('PAYOUT-1: an unconfirmed account, another currency and a day in the past are refused, and no file is created', async () => {
    const given = await haulier()
    const fine = await owed(given, 'F-1', '100.00')
    const held = await owed(given, 'F-2', '50.00', (xml) => xml.replaceAll(theirs, 'BE71096123456769'))
    const refused = await rejection(make(given, [fine, held]))
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('F-2') })
    expect((await given.admin(operations.listTransferFiles, {})).items).toEqual([])
    expect(await rejection(make(given, [fine], { execution_day: '2026-11-27' }))).toMatchObject({ status: 422 })
    const params = { invoice_id: held }
    await given.admin(confirmPurchaseAccount, { params, body: { account: 'BE71096123456769' } })
    const { transfer_file_id } = await make(given, [fine, held])
    expect((await xmlOf(given, transfer_file_id)).payload).toContain('BE71096123456769')
  })

  test('PAYOUT-1: an account that the supplier no longer has since the invoice arrived is not paid', async () => {
    const given = await haulier()
    const invoice = await owed(given, 'F-1', '100.00')
    expect(await offered(given)).toMatchObject([{ account: theirs, fault: null }])
    const params = { company_id: given.company }
    const keep = (iban_code: string) =>
      given.admin(changeCompanyRecord, { params, body: { bank_accounts: [{ iban_code }] } })
    await keep('BE71096123456769')
    expect(await offered(given)).toMatchObject([{ account: theirs, fault: expect.stringContaining('any more') }])
    expect(await rejection(make(given, [invoice]))).toMatchObject({ status: 409 })
    await keep(theirs)
    await given.admin(confirmCompanyAccount, { params, body: { account: theirs } })
    expect((await make(given, [invoice])).transfers).toHaveLength(1)
  })

  test('PAYOUT-11: an account entered by a planner is not paid before someone who may pay confirms it', async () => {
    const given = await haulier()
    const changed = 'BE71096123456769'
    const silent = (xml: string) => xml.replace(/<cac:PayeeFinancialAccount>.*?<\/cac:PayeeFinancialAccount>/s, '')
    const invoice = await owed(given, 'F-1', '100.00', silent)
    const params = { company_id: given.company }
    const planner = await given.tenant.user('PLANNER')
    await planner(changeCompanyRecord, { params, body: { bank_accounts: [{ iban_code: changed }] } })
    const [entered] = (await planner(getCompanyRecord, { params })).unconfirmed_accounts
    expect(entered).toMatchObject({ account: changed, may_confirm: false })
    const [held] = await offered(given)
    expect(held).toMatchObject({
      account: changed,
      fault: expect.stringMatching(/not confirmed. Someone else who may pay/),
    })
    expect(held!.fault).toContain(entered!.entered_by)
    expect(await rejection(make(given, [invoice]))).toMatchObject({ status: 409 })
    const stated = await owed(given, 'F-2', '50.00', (xml) => xml.replaceAll(theirs, changed))
    expect(await rejection(make(given, [stated]))).toMatchObject({ status: 409 })
    const asked = { params, body: { account: changed } }
    expect(await rejection(planner(confirmCompanyAccount, asked))).toMatchObject({ status: 403 })
    expect(await given.admin(confirmCompanyAccount, asked)).toMatchObject({ unconfirmed_accounts: [] })
    const { transfer_file_id } = await make(given, [invoice, stated])
    expect((await xmlOf(given, transfer_file_id)).payload).toContain(changed)
  })

  test('PAYOUT-6: a file that is withdrawn releases its invoices, and can be neither downloaded nor confirmed', async () => {
    const given = await haulier()
    const id = await owed(given, 'F-1', '100.00')
    const { transfer_file_id } = await make(given, [id])
    const params = { transfer_file_id }
    expect(await given.admin(operations.takeBackTransferFile, { params })).toMatchObject({ status: 'TAKEN_BACK' })
    expect(await given.admin(operations.takeBackTransferFile, { params })).toMatchObject({ status: 'TAKEN_BACK' })
    expect((await xmlOf(given, transfer_file_id)).statusCode).toBe(409)
    const confirm = given.admin(operations.confirmTransferFile, { params, body: { paid_on: '2026-12-01' } })
    expect(await rejection(confirm)).toMatchObject({ status: 409 })
    expect(await offered(given)).toMatchObject([{ fault: null }])
    expect(await make(given, [id])).toMatchObject({ status: 'MADE' })
  })

  test('PAYOUT-7: confirming pays each invoice once, and invoices paid meanwhile are not paid again', async () => {
    const given = await haulier()
    const [one, other] = [await owed(given, 'F-1', '100.00'), await owed(given, 'F-2', '50.00')]
    const { transfer_file_id } = await make(given, [one, other])
    const body = { amount: '20.00', paid_on: '2026-11-28' }
    await given.admin(createPayment, { params: { invoice_id: other }, body })
    const params = { transfer_file_id }
    const confirm = () => given.admin(operations.confirmTransferFile, { params, body: { paid_on: '2026-12-01' } })
    expect(await confirm()).toMatchObject({ status: 'PAID' })
    expect(await confirm()).toMatchObject({ status: 'PAID' })
    expect([await open(given, one), await open(given, other)]).toEqual(['0.00', '0.00'])
    const { items, status } = await given.admin(listPayments, { params: { invoice_id: other } })
    expect([status, items.map(({ amount, origin }) => [amount, origin])]).toEqual([
      'PAID',
      [
        ['20.00', 'MANUAL'],
        ['30.00', 'TRANSFER'],
      ],
    ])
    expect(await offered(given)).toEqual([])
    expect(await rejection(given.admin(operations.takeBackTransferFile, { params }))).toMatchObject({ status: 409 })
  })

  test('PAYOUT-8: users who may not pay can neither create nor download files', async () => {
    const given = await haulier()
    const viewer = await given.tenant.user('PLANNER')
    const body = { billing_entity_id: given.entity, execution_day: '2026-12-01', invoice_ids: [given.company] }
    expect(await rejection(viewer(operations.createTransferFile, { body }))).toMatchObject({ status: 403 })
  })

  test('PAYOUT-9, PAYOUT-10: a credit note reduces the transfer, which lists both, and confirming settles both', async () => {
    const given = await haulier()
    const { admin } = given
    const [one, other] = [await owed(given, 'F-1', '100.00'), await owed(given, 'F-2', '50.00')]
    const note = await credited(given, 'CN-1', '120.00')
    const list = await admin(operations.listPayablePurchases, { query: { billing_entity_id: given.entity } })
    expect(list.credits).toMatchObject([{ invoice_id: note, external_name: 'CN-1', open: '120.00', fault: null }])
    const file = await make(given, [one, other], { credit_note_ids: [note] })
    expect(file).toMatchObject({ total: '30.00' })
    expect(
      file.transfers.map(({ external_name, amount, credits }) => [external_name, amount, credits[0]?.amount]),
    ).toEqual([
      ['F-1', '0.00', '100.00'],
      ['F-2', '30.00', '20.00'],
    ])
    const { payload } = await xmlOf(given, file.transfer_file_id)
    const { GrpHdr, PmtInf } = parser.parse(payload).Document.CstmrCdtTrfInitn
    expect(GrpHdr).toMatchObject({ NbOfTxs: '1', CtrlSum: '30.00' })
    expect(PmtInf.CdtTrfTxInf.RmtInf).toEqual({ Ustrd: 'F-2 RF18539007547034 minus CN-1' })
    const again = await admin(operations.listPayablePurchases, { query: { billing_entity_id: given.entity } })
    expect(again.credits).toMatchObject([{ fault: expect.stringContaining(file.message_name) }])
    const named = async (invoice_id: string) =>
      (await admin(getPurchase, { params: { invoice_id } })).transfer_files.map(({ message_name, status, amount }) => [
        ...[message_name, status, amount],
      ])
    expect(await named(note)).toEqual([[file.message_name, 'MADE', '120.00']])
    const params = { transfer_file_id: file.transfer_file_id }
    for (let time = 1; time <= 2; time += 1) {
      await admin(operations.confirmTransferFile, { params, body: { paid_on: '2026-11-27' } })
    }
    expect([await open(given, one), await open(given, other), await open(given, note)]).toEqual([
      '0.00',
      '0.00',
      '0.00',
    ])
    const paid = async (invoice_id: string) => {
      const { status, items } = await admin(listPayments, { params: { invoice_id } })
      return [status, ...items.map(({ amount, origin, paid_on }) => `${amount} ${origin} ${paid_on}`)]
    }
    expect(await paid(one)).toEqual(['PAID', '100.00 SET_OFF 2026-11-27'])
    expect(await paid(other)).toEqual(['PAID', '30.00 TRANSFER 2026-11-27', '20.00 SET_OFF 2026-11-27'])
    expect(await paid(note)).toEqual(['REFUNDED', '100.00 SET_OFF 2026-11-27', '20.00 SET_OFF 2026-11-27'])
    expect(await named(other)).toEqual([[file.message_name, 'PAID', '30.00']])
    const results = await server.ctx.db.inSnapshot(given.tenant.tenantId, (tx) => runChecks(tx))
    expect(results.filter(({ breaches }) => breaches > 0)).toEqual([])
  })

  test('PAYOUT-9: no file is created if nothing is left to transfer, or a credit note has no invoice to reduce', async () => {
    const given = await haulier()
    const id = await owed(given, 'F-1', '100.00')
    const [large, small] = [await credited(given, 'CN-1', '120.00'), await credited(given, 'CN-2', '10.00')]
    const refused = await rejection(make(given, [id], { credit_note_ids: [large] }))
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('nothing to transfer') })
    const next = await owed(given, 'F-2', '20.00')
    expect(await rejection(make(given, [id, next], { credit_note_ids: [large, small] }))).toMatchObject({ status: 409 })
    expect((await given.admin(operations.listTransferFiles, {})).items).toEqual([])
    const { transfer_file_id } = await make(given, [id], { credit_note_ids: [small] })
    await given.admin(operations.takeBackTransferFile, { params: { transfer_file_id } })
    expect(await make(given, [id], { credit_note_ids: [small] })).toMatchObject({ total: '90.00' })
  })

  test('PAYOUT-9: amounts paid or refunded meanwhile are not set off again', async () => {
    const given = await haulier()
    const id = await owed(given, 'F-1', '100.00')
    const note = await credited(given, 'CN-1', '30.00')
    const { transfer_file_id } = await make(given, [id], { credit_note_ids: [note] })
    const body = { amount: '10.00', paid_on: '2026-11-28' }
    await given.admin(createPayment, { params: { invoice_id: id }, body })
    await given.admin(createPayment, { params: { invoice_id: note }, body: { ...body, amount: '15.00' } })
    await given.admin(operations.confirmTransferFile, { params: { transfer_file_id }, body: { paid_on: '2026-12-01' } })
    expect([await open(given, id), await open(given, note)]).toEqual(['5.00', '0.00'])
  })
})
