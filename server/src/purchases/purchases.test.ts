import { listSyncTasks, updateSyncTaskStatus } from '@cartage/contract/accounting/endpoints'
import { listInvoiceSendings, resendSendings } from '@cartage/contract/billing/app/sending'
import { getPurchaseInvoice } from '@cartage/contract/billing/documents'
import { patchCompany } from '@cartage/contract/companies/endpoints'
import { listInboxItems, resolveInboxItem, retryInboxItem } from '@cartage/contract/messages/app/record'
import {
  acceptPurchase,
  getPurchase,
  listPurchases,
  matchPurchase,
  rejectPurchase,
} from '@cartage/contract/purchases/app'
import { afterAll, describe, expect, test } from 'vitest'
import { runChecks } from '../accounting/checks/views.ts'
import { requestPosting } from '../accounting/tasks/post.commands.ts'
import { byOperator } from '../audit/rules.ts'
import { statement } from '../db/statement.ts'
import { billAs } from '../testing/data/money/billing.ts'
import { chargesOf } from '../testing/data/money/charges.ts'
import {
  addCarriedTrip,
  addSupplier,
  invoiceLine,
  onlyPurchase,
  type PurchaseTenant,
  purchaseInvoice,
  purchaseTenant,
  walkThroughTen,
} from '../testing/data/money/purchases.ts'
import { useMail } from '../testing/data/money/sendings.ts'
import { rejection } from '../testing/data/orders.ts'
import { startMailServer } from '../testing/servers/mail.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const server = await startTestServer({ now: () => new Date('2026-11-23T08:00:00Z') })
afterAll(() => server.close())

const inboxOf = async ({ admin }: PurchaseTenant) => (await admin(listInboxItems, { query: {} })).items
const breaches = async ({ tenant }: PurchaseTenant) =>
  (await tenant.asTenant(runChecks)).filter((check) => check.breaches > 0 && check.number !== 15)

const ledger = statement(
  'test.ledger_of_purchase',
  `select l.account, l.debit::float8 - l.credit::float8 as amount from posting p
     join posting_line l on l.tenant_id = $1 and l.posting_id = p.posting_id
    where p.tenant_id = $1 and p.invoice_id = $2 order by l.account, amount`,
)

/** The trip and the invoice of walk-through 10. */
async function walkThrough() {
  const purchases = await purchaseTenant(server)
  const supplier = await addSupplier(purchases)
  const trip = await addCarriedTrip(purchases, supplier, walkThroughTen)
  const lines = [
    invoiceLine('Freight Gent – Venlo', '540.00', trip.name),
    invoiceLine('Fuel surcharge 7 %', '37.80', trip.name),
    invoiceLine('Waiting time', '32.20', trip.name),
  ]
  const answer = await purchases.send(purchaseInvoice(lines))
  expect([answer.statusCode, answer.json()]).toEqual([200, {}])
  const record = await onlyPurchase(purchases)
  return { ...purchases, purchases, supplier, trip, record, params: { invoice_id: record.invoice.invoice_id } }
}

test('BILL-30: accepting the invoice of a supplier queues no e-mail to the supplier', async () => {
  const { admin, purchases, supplier, params } = await walkThrough()
  await billAs({ ...purchases, entityId: '' }, supplier, {
    channels: [{ channel: 'MAIL', address: 'office@supplier.example' }],
  })
  await admin(acceptPurchase, { params, body: { amount: 'EXECUTED' } })
  expect((await admin(listInvoiceSendings, { params })).items).toEqual([])
})

test('PURCH-33: with the executed amount the credit note is requested from the supplier, in its language, and again when a person sends it again', async () => {
  const { admin, tenant, supplier, params } = await walkThrough()
  const body = { amount: 'EXECUTED' as const, requests_credit: true }
  expect(await rejection(admin(acceptPurchase, { params, body }))).toMatchObject({
    body: { code: 'recipient_missing', message: expect.stringContaining('accept without requesting') },
  })
  expect((await admin(getPurchase, { params })).invoice.status).toBe('DRAFT')
  await tenant.call(patchCompany, {
    params: { id: supplier },
    body: { contacts: [{ name: 'Ann', email: 'invoices@supplier.example', roles: ['BILLING'] }], locale: 'nl-BE' },
  })
  const { match } = await admin(getPurchase, { params })
  expect(match!.credit_request).toEqual({ amount: '16.60', address: 'invoices@supplier.example' })
  const mail = await startMailServer()
  await useMail({ admin }, mail)
  const accepted = await admin(acceptPurchase, { params, body })
  expect(accepted.match).toMatchObject({ result: 'ACCEPTED', credit_request: null })
  await server.drain()
  const sent = async () => (await admin(listInvoiceSendings, { params })).items
  expect(await sent()).toMatchObject([
    { purpose: 'CREDIT_REQUEST', channel: 'MAIL', address: 'invoices@supplier.example', status: 'SENT' },
  ])
  const texts = () => mail.letters.map((letter) => letter.replaceAll('=\r\n', ''))
  expect(texts()).toEqual([expect.stringContaining('Geachte leverancier')])
  expect(texts()[0]).toContain('16.60 EUR')
  await admin(resendSendings, { body: { ids: [(await sent())[0]!.sending_id] } })
  await server.drain()
  expect(texts()).toEqual(Array(2).fill(expect.stringContaining('16.60 EUR')))
  await mail.close()
})

describe('matching', () => {
  test('PURCH-5, PURCH-6: walk-through 10, agreed, executed and invoiced, to the cent', async () => {
    const { record } = await walkThrough()
    expect(record.match).toMatchObject({
      ...{ result: 'DISPUTED', agreed: '572.40', executed: '593.40', invoiced: '610.00' },
      ...{ difference: '16.60', tolerance: '5.00' },
    })
    const figures = record.match!.lines.map((line) => [line.agreed, line.executed, line.difference, line.reason])
    expect(figures).toEqual([
      ['540.00', '540.00', '0.00', null],
      ['32.40', '32.40', '5.40', 'FUEL_RATE'],
      [null, '21.00', '11.20', 'QUANTITY'],
    ])
    expect(record.invoice).toMatchObject({ status: 'DRAFT', due_date: '2026-12-15', external_name: 'F-2026-17' })
  })

  test('PURCH-9, PURCH-10: the executed amount is booked, and the credit note reverses the difference', async () => {
    const { admin, tenant, purchases, params, trip, send } = await walkThrough()
    const accepted = await admin(acceptPurchase, { params, body: { amount: 'EXECUTED' } })
    expect(accepted.invoice).toMatchObject({ status: 'INVOICED', name: 'P2026000001', total_excl_tax: '610.00' })
    expect(accepted.invoice.lines.map(({ code, amount }) => [code, amount])).toEqual([
      ['FREIGHT', '540.00'],
      ['FUEL', '32.40'],
      ['WAITING', '21.00'],
      ['DIFFERENCE', '16.60'],
    ])
    expect(accepted.match).toMatchObject({
      ...{ result: 'ACCEPTED', decision: { action: 'ACCEPT_EXECUTED', expected_credit: '16.60' } },
      message: expect.stringContaining('credit note of 16.60 EUR'),
    })
    expect((await chargesOf(tenant, trip.trip_id, 'COST')).map(({ status }) => status)).toEqual(
      Array(3).fill('INVOICED'),
    )
    await requestPosting(server.ctx, tenant.tenantId, byOperator, params.invoice_id)
    const booked = await tenant.asTenant((tx) =>
      tx.query<{ account: string; amount: number }>(ledger, params.invoice_id),
    )
    expect(booked.filter(({ account }) => account.startsWith('6'))).toEqual([
      { account: '611000', amount: 21 },
      { account: '611000', amount: 32.4 },
      { account: '611000', amount: 540 },
      { account: '654000', amount: 16.6 },
    ])
    expect(booked.find(({ account }) => account === '440000')).toEqual({ account: '440000', amount: -610 })
    // The customer owes the VAT of a reverse charge, so it is booked on both sides.
    expect(booked.filter(({ account }) => /^4[15]1000$/.test(account)).map(({ amount }) => amount)).toEqual([
      128.1, -128.1,
    ])
    const credit = { ...purchaseInvoice([invoiceLine('Correction', '-16.60')], { name: 'CN-1' }), due_date: undefined }
    expect((await send({ ...credit, invoice_type: 'PURCHASE_CREDIT_NOTE' })).json()).toEqual({})
    const { items } = await admin(listPurchases, { query: { kind: 'PURCHASE_CREDIT_NOTE' } })
    expect(items).toMatchObject([{ status: 'PRE_INVOICED', result: 'MATCHED', total_excl_tax: '16.6', due_date: null }])
    const noted = await admin(acceptPurchase, { params: { invoice_id: items[0]!.invoice_id }, body: {} })
    expect(noted.invoice).toMatchObject({ credited_invoice_id: params.invoice_id, total_excl_tax: '16.60' })
    expect(noted.invoice.lines.map(({ code, amount }) => [code, amount])).toEqual([['DIFFERENCE', '16.60']])
    expect(await breaches(purchases)).toEqual([])
  })

  test('PURCH-8: a document is accepted as invoiced, posted by a task and readable', async () => {
    const { admin, tenant, params, trip } = await walkThrough()
    const { invoice } = await admin(acceptPurchase, { params, body: { comment: 'Agreed by phone' } })
    expect(invoice.lines.map(({ amount }) => amount)).toEqual(['540.00', '37.80', '32.20'])
    await requestPosting(server.ctx, tenant.tenantId, byOperator, params.invoice_id)
    const { tasks } = await tenant.call(listSyncTasks, { query: {} })
    expect(tasks).toMatchObject([{ invoice_id: params.invoice_id, task_type: 'POST_INVOICE_PURCHASE' }])
    await tenant.call(updateSyncTaskStatus, { params: { task_id: tasks[0]!.id }, body: { status: 'COMPLETED' } })
    const read = await tenant.call(getPurchaseInvoice, { params: { id: params.invoice_id } })
    expect(read).toMatchObject({ name: 'P2026000001', external_name: 'F-2026-17', total_excl_tax: '610.00' })
    expect((await chargesOf(tenant, trip.trip_id, 'COST'))[0]!.status).toBe('INVOICE_POSTED')
  })

  test('PURCH-5: a document within the tolerance is matched, and its difference has a separate line', async () => {
    const purchases = await purchaseTenant(server)
    const supplier = await addSupplier(purchases)
    const { name } = await addCarriedTrip(purchases, supplier, walkThroughTen)
    await purchases.send(purchaseInvoice([invoiceLine(`All in ${name}`, '598.00')]))
    const record = await onlyPurchase(purchases)
    expect(record.match).toMatchObject({ result: 'MATCHED', difference: '4.60', executed: '593.40' })
    expect(record.invoice.status).toBe('PRE_INVOICED')
    const { invoice } = await purchases.admin(acceptPurchase, {
      params: { invoice_id: record.invoice.invoice_id },
      body: {},
    })
    expect(invoice.lines.map(({ code, amount }) => [code, amount])).toEqual([
      ['FREIGHT', '593.40'],
      ['DIFFERENCE', '4.60'],
    ])
    expect(await breaches(purchases)).toEqual([])
  })

  test('PURCH-6: unknown, unexecuted, unapproved and already invoiced lines are disputed', async () => {
    const { purchases, admin, params, trip, supplier, send } = await walkThrough()
    await admin(acceptPurchase, { params, body: {} })
    const waiting = { ...walkThroughTen[2], approval: 'TO_REQUEST' } as const
    const second = await addCarriedTrip(purchases, supplier, [walkThroughTen[0], waiting])
    const lines = [
      invoiceLine('Freight', '540.00', trip.name),
      invoiceLine('Freight', '540.00', second.name),
      invoiceLine('Wachttijd', '21.00', second.name),
      invoiceLine('Customs', '80.00', second.name),
      invoiceLine('Freight', '400.00', 'TRIP-UNKNOWN'),
    ]
    await send(purchaseInvoice(lines, { name: 'F-18' }))
    const { items } = await admin(listPurchases, { query: { result: 'DISPUTED' } })
    const record = await admin(getPurchase, { params: { invoice_id: items[0]!.invoice_id } })
    expect(record.match!.lines.map(({ reason }) => reason)).toEqual([
      'ALREADY_INVOICED',
      null,
      'WAITING_NOT_APPROVED',
      'NOT_EXECUTED',
      'UNKNOWN_TRIP',
    ])
  })

  test('PURCH-4: a line without a reference has a suggestion by amount and day, and a person assigns it', async () => {
    const purchases = await purchaseTenant(server)
    const supplier = await addSupplier(purchases)
    const { name, trip_id } = await addCarriedTrip(purchases, supplier, walkThroughTen)
    await purchases.send(purchaseInvoice([invoiceLine('Transport week 46', '593.40')]))
    const { invoice, match } = await onlyPurchase(purchases)
    expect(match!.lines[0]).toMatchObject({ reason: 'UNKNOWN_TRIP', proposal: { trip_id, trip_name: name } })
    const params = { invoice_id: invoice.invoice_id }
    const placed = await purchases.admin(matchPurchase, { params, body: { lines: [{ position: 1, trip_id }] } })
    expect(placed.match).toMatchObject({ result: 'MATCHED', difference: '0.00' })
  })

  test('PURCH-11: a rejected document leaves its costs open, and its number may be used again', async () => {
    const { admin, purchases, tenant, params, trip, send } = await walkThrough()
    const rejected = await admin(rejectPurchase, { params, body: { reason: 'Wrong fuel' } })
    expect(rejected.invoice.status).toBe('REJECTED')
    expect(await rejection(admin(acceptPurchase, { params, body: {} }))).toMatchObject({ status: 409 })
    await send(purchaseInvoice([invoiceLine('All in', '593.40', trip.name)]))
    const { items } = await admin(listPurchases, { query: { status: 'PRE_INVOICED' } })
    expect(items).toMatchObject([{ external_name: 'F-2026-17', result: 'MATCHED' }])
    expect((await chargesOf(tenant, trip.trip_id, 'COST')).every(({ status }) => status === 'CREATED')).toBe(true)
    expect(await breaches(purchases)).toEqual([])
  })
})

describe('intake', () => {
  test('PURCH-2: the same document again has no effect; other content under its number waits in the inbox', async () => {
    const { purchases, trip, send } = await walkThrough()
    const lines = [
      invoiceLine('Freight Gent – Venlo', '540.00', trip.name),
      invoiceLine('Fuel surcharge 7 %', '37.80', trip.name),
      invoiceLine('Waiting time', '32.20', trip.name),
    ]
    expect((await send(purchaseInvoice(lines))).json()).toEqual({})
    await onlyPurchase(purchases)
    const other = await send(purchaseInvoice(lines.slice(0, 1), { name: 'f-2026 - 17'.replaceAll(' ', '') }))
    expect(other.json()).toMatchObject({ errors: [{ error_message: expect.stringContaining('before') }] })
    expect(await inboxOf(purchases)).toMatchObject([{ kind: 'e-invoicing', item: { total_incl_tax: '540.00' } }])
  })

  test('PURCH-1: the supplier of a document is chosen in the inbox, or found once it is created', async () => {
    const purchases = await purchaseTenant(server)
    const lines = [invoiceLine('Freight', '100.00')]
    const unknown = { supplier: { name: 'Nowhere Trucks' } }
    expect((await purchases.send(purchaseInvoice(lines, unknown))).json().errors).toHaveLength(1)
    await purchases.send(purchaseInvoice(lines, { ...unknown, name: 'F-2' }))
    const [first, second] = await inboxOf(purchases)
    const supplier = await addSupplier(purchases, { name: 'Nowhere Trucking', vat_number: null })
    const chosen = await purchases.admin(resolveInboxItem, {
      params: { inbox_item_id: first!.id },
      body: { entity_type: 'company', entity_id: supplier },
    })
    expect(chosen.status).toBe('RESOLVED')
    const still = await purchases.admin(retryInboxItem, { params: { inbox_item_id: second!.id } })
    expect(still).toMatchObject({ status: 'OPEN', attempts: 1 })
    await addSupplier(purchases, { name: 'Nowhere Trucks', vat_number: null, iban: null })
    const found = await purchases.admin(retryInboxItem, { params: { inbox_item_id: second!.id } })
    expect(found.status).toBe('RESOLVED')
    const { items } = await purchases.admin(listPurchases, { query: { sort: 'created' } })
    expect(items.map(({ company_name }) => company_name)).toEqual(['Nowhere Trucking', 'Nowhere Trucks'])
  })

  test('PURCH-2: totals that do not add up and unknown currencies wait in the inbox, and the document is stored', async () => {
    const purchases = await purchaseTenant(server)
    await addSupplier(purchases)
    const lines = [invoiceLine('Freight', '100.00')]
    await purchases.send(purchaseInvoice(lines, { total_excl_tax: '101.00' }))
    await purchases.send(purchaseInvoice(lines, { total_tax: '1.00' }))
    await purchases.send(purchaseInvoice([{ ...lines[0]!, currency: 'XXY' }], { currency: 'XXY' }))
    expect((await inboxOf(purchases)).map(({ reason }) => reason)).toEqual([
      expect.stringContaining('add up to 100'),
      expect.stringContaining('do not add up'),
      expect.stringContaining('XXY'),
    ])
  })
})
