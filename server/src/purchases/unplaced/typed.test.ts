import {
  confirmPurchaseAccount,
  getPurchase,
  listPurchases,
  type PurchaseRecord,
} from '@cartage/contract/purchases/app'
import { type TypedPurchase, typePurchase } from '@cartage/contract/purchases/app/typed'
import { listUnplacedPurchases } from '@cartage/contract/purchases/app/unplaced'
import { uploadPurchase } from '@cartage/contract/purchases/app/upload'
import { afterAll, describe, expect, test } from 'vitest'
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

const server = await startTestServer({ now: () => new Date('2026-11-23T08:00:00Z') })
afterAll(() => server.close())

const freight = [{ charge_type: 'FREIGHT', name: 'Freight', role: 'BASE', amount: '100.00' }] as const
const scan = '%PDF-1.7\nA picture of an invoice\n'
const photograph = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

/** Data that a person reads off the picture. */
function read(company_id: string, change: Partial<TypedPurchase> = {}): TypedPurchase {
  const line = { name: 'Freight', reference: '', amount: '100.00', vat_category: 'AE' as const, vat_rate: null }
  return {
    ...{ company_id, kind: 'PURCHASE_INVOICE', external_name: 'PAPER 12', date: '2026-11-20', currency: 'EUR' },
    ...{ due_date: '2026-12-20', lines: [line], total_tax: '0.00', total_incl_tax: '100.00', prepaid: null },
    ...{ iban: null, payment_reference: null },
    ...change,
  }
}

/** A carrier whose unreadable file was uploaded by an accountant. */
async function dropped(bytes: string | Buffer = scan, type = 'application/pdf') {
  const purchases = await purchaseTenant(server)
  const company_id = await addSupplier(purchases)
  const accountant = await purchases.tenant.user('ACCOUNTANT')
  const drop = async (content: string | Buffer) => {
    const file = new File([new Uint8Array(Buffer.from(content))], 'scan', { type })
    await rejection(accountant(uploadPurchase, { body: { file } }))
  }
  const waiting = async () => (await accountant(listUnplacedPurchases, { query: {} })).items
  await drop(bytes)
  const [item] = await waiting()
  const params = { inbox_item_id: item!.inbox_item_id }
  const type_ = (body: TypedPurchase, at = params) => accountant(typePurchase, { params: at, body })
  return { purchases, accountant, company_id, item: item!, params, drop, waiting, typed: type_ }
}

async function fileOf({ tenant }: PurchaseTenant, path: string) {
  const headers = await logInAs(server, tenant.tenantId, 'ACCOUNTANT')
  const answer = await server.app.inject({ url: `/app/purchases/${path}/file`, headers })
  return { type: answer.headers['content-type'], bytes: answer.rawPayload }
}

describe('PURCH-32: a document that no reader can process is typed next to its picture', () => {
  test('it is matched like a parsed one, has the file, and no longer waits', async () => {
    const { purchases, accountant, company_id, item, waiting, typed } = await dropped()
    expect(item).toMatchObject({ is_to_type: true, kind: null })
    const trip = await addCarriedTrip(purchases, company_id, freight)
    const [line] = read(company_id).lines
    const iban = 'NL91 ABNA 0417 1643 00'
    const body = read(company_id, { lines: [{ ...line!, reference: trip.name }], iban, payment_reference: 'RF18' })
    const { invoice_id } = await typed(body)
    const record: PurchaseRecord = await accountant(getPurchase, { params: { invoice_id } })
    expect(record.match).toMatchObject({ result: 'MATCHED', lines: [{ trip_id: trip.trip_id }] })
    expect(record.invoice).toMatchObject({ external_name: 'PAPER 12', due_date: '2026-12-20', status: 'PRE_INVOICED' })
    expect(record.received).toMatchObject({
      ...{ account: 'NL91ABNA0417164300', payment_reference: 'RF18', amount_due: '100', payment_hold: null },
    })
    expect(await fileOf(purchases, invoice_id)).toMatchObject({ type: 'application/pdf', bytes: Buffer.from(scan) })
    expect(await waiting()).toEqual([])
    expect(await rejection(typed(body))).toMatchObject({ status: 409 })
  })

  test('a photograph is shown as a picture while it waits and afterwards', async () => {
    const { purchases, company_id, item, params, typed } = await dropped(photograph, 'image/png')
    expect(item.reason).toBe('This is a picture, from which no invoice can be read. It has to be typed in.')
    expect((await fileOf(purchases, `unplaced/${params.inbox_item_id}`)).type).toBe('image/png')
    const { invoice_id } = await typed(read(company_id))
    expect(await fileOf(purchases, invoice_id)).toMatchObject({ type: 'image/png', bytes: photograph })
  })

  test.for([
    ['lines that the total does not have', { total_incl_tax: '90.00' }, 'The lines add up to 100', 409],
    ['a currency that there is not', { currency: 'XXQ' }, 'XXQ', 409],
    ['a day that cannot be booked', { date: '1026-11-20' }, '2000 to 2099', 422],
  ] as const)('%s are refused with the reason, and it keeps waiting', async ([, change, words, status]) => {
    const { company_id, waiting, typed, accountant } = await dropped()
    const refused = await rejection(typed(read(company_id, change)))
    expect(refused.status).toBe(status)
    expect(refused.message).toContain(words)
    expect(await waiting()).toHaveLength(1)
    expect((await accountant(listPurchases, { query: {} })).items).toEqual([])
  })

  test('a number already used by the supplier for other content is refused, the same document adds its file', async () => {
    const { company_id, accountant, drop, waiting, typed } = await dropped()
    const { invoice_id } = await typed(read(company_id))
    await drop('%PDF-1.7\nanother scan\n')
    const params = { inbox_item_id: (await waiting())[0]!.inbox_item_id }
    const [line] = read(company_id).lines
    const other = { total_incl_tax: '90.00', lines: [{ ...line!, amount: '90.00' }] }
    const refused = await rejection(typed(read(company_id, other), params))
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('PAPER 12') })
    expect(await typed(read(company_id), params)).toEqual({ invoice_id })
    expect((await accountant(listPurchases, { query: {} })).total).toBe(1)
    expect(await waiting()).toEqual([])
  })

  test('PURCH-30: an unknown bank account of the supplier holds the payment', async () => {
    const { company_id, accountant, typed } = await dropped()
    const { invoice_id } = await typed(read(company_id, { iban: 'BE68 5390 0754 7034' }))
    const { received } = await accountant(getPurchase, { params: { invoice_id } })
    expect(received).toMatchObject({ account: 'BE68539007547034', payment_hold: 'ACCOUNT' })
  })

  test('PURCH-30: the author of a typed document cannot confirm its bank account', async () => {
    const { company_id, accountant, typed, purchases } = await dropped()
    const { invoice_id } = await typed(read(company_id, { iban: 'BE68 5390 0754 7034' }))
    const call = { params: { invoice_id }, body: { account: 'BE68539007547034' } }
    const refused = await rejection(accountant(confirmPurchaseAccount, call))
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('You typed this document') })
    const { received } = await accountant(getPurchase, { params: { invoice_id } })
    expect(received!.payment_hold).toBe('ACCOUNT')
    const other = await (await purchases.tenant.user('ACCOUNTANT'))(confirmPurchaseAccount, call)
    expect(other.received!.payment_hold).toBe(null)
  })

  test('a credit note is typed with positive or negative amounts', async () => {
    const { company_id, accountant, typed } = await dropped()
    const [line] = read(company_id).lines
    const credit = { lines: [{ ...line!, amount: '-100.00' }], total_incl_tax: '-100.00' }
    const { invoice_id } = await typed(read(company_id, { kind: 'PURCHASE_CREDIT_NOTE', ...credit }))
    const { invoice } = await accountant(getPurchase, { params: { invoice_id } })
    expect(invoice).toMatchObject({ kind: 'PURCHASE_CREDIT_NOTE', total_incl_tax: '100.00', due_date: null })
  })

  test('a readable document is not typed, nor is one of an unknown supplier or by users who only read', async () => {
    const { purchases, company_id, params, typed, waiting } = await dropped()
    expect(await rejection(typed(read('00000000-0000-4000-8000-000000000001')))).toMatchObject({ status: 422 })
    const viewer = await purchases.tenant.user('VIEWER')
    expect(await rejection(viewer(typePurchase, { params, body: read(company_id) }))).toMatchObject({ status: 403 })
    await purchases.send(purchaseInvoice([invoiceLine('Freight', '100.00')], { supplier: { name: 'Nobody' } }))
    const readable = (await waiting()).find(({ external_name }) => external_name !== null)!
    expect(readable.is_to_type).toBe(false)
    const at = { inbox_item_id: readable.inbox_item_id }
    expect(await rejection(typed(read(company_id), at))).toMatchObject({ status: 409 })
  })
})
