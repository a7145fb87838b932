import { writeFileSync } from 'node:fs'
import { listSyncTasks, updateSyncTaskStatus } from '@cartage/contract/accounting/endpoints'
import { creditInvoice, finaliseDrafts } from '@cartage/contract/billing/app/draft'
import { finaliseInvoiceRun, getInvoiceRun, startInvoiceRun } from '@cartage/contract/billing/app/run'
import { setSalesInvoicePayment } from '@cartage/contract/billing/documents'
import { changeCharge, createOrderCharge, createTripCost, setChargeState } from '@cartage/contract/charges/app/desk'
import { getOrderCharges } from '@cartage/contract/charges/app/read'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CommitUnknown } from '../db/failure.ts'
import {
  type Bookkeeper,
  bookkeeper,
  completedOrders,
  invoiceIds,
  ledgerAgainstDocuments,
  moneyFigures,
  rateAgain,
  rateChangesOn,
  shiftRated,
  standardTaxes,
} from '../testing/data/money/bookkeeping.ts'
import { rejection } from '../testing/data/orders.ts'
import { addOrder, plannedTrip } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { runChecks } from './checks/views.ts'

/** `npm run chaos -- --only books` uses 1,000. */
const orders = Number(process.env.MONEY_ORDERS ?? 30)
const seed = Number(process.env.MONEY_SEED ?? 20261123)
const figuresFile = process.env.MONEY_FIGURES

let dieAt: string | undefined
const server = await startTestServer({
  now: () => new Date('2026-03-25T08:00:00Z'),
  crashPoints: {
    reach(point) {
      // A dying process also loses its database connection.
      if (point === dieAt) throw new CommitUnknown(`died at ${point}`)
    },
  },
})
afterAll(() => server.close())

async function breaches({ tenant }: Bookkeeper) {
  const results = await server.ctx.db.inSnapshot(tenant.tenantId, (tx) => runChecks(tx))
  return results.filter(({ breaches }) => breaches > 0).map(({ number, rows }) => [number, rows.slice(0, 3)])
}

async function documentsOf({ tenant }: Bookkeeper) {
  type Row = { invoice_id: string; status: string; kind: string }
  return await tenant.asTenant((tx) => tx.query<Row>(invoiceIds))
}

/** Bills a month: a run proposes and finalises everything that is ready. */
async function billAll({ admin }: Bookkeeper): Promise<void> {
  const { invoice_run_id } = await admin(startInvoiceRun, { body: { up_to: '2026-03-31', date: '2026-03-25' } })
  const params = { invoice_run_id }
  await server.drain()
  await admin(finaliseInvoiceRun, { params, body: {} })
  await server.drain()
  expect(await admin(getInvoiceRun, { params })).toMatchObject({ status: 'DONE', rejected: [] })
}

/** The accounting system posts all tasks, repeats some reports, and then contradicts them. */
async function postAll({ tenant }: Bookkeeper): Promise<void> {
  for (;;) {
    const { tasks } = await tenant.call(listSyncTasks, { query: {} })
    if (tasks.length === 0) return
    for (const [at, { id }] of tasks.entries()) {
      const report = (status: 'COMPLETED' | 'FAILED') =>
        tenant.call(updateSyncTaskStatus, { params: { task_id: id }, body: { status } })
      await report('COMPLETED')
      if (at % 10 !== 0) continue
      await report('COMPLETED')
      expect((await rejection(report('FAILED'))).status).toBe(409)
    }
    await server.drain()
  }
}

const chargesOf = async ({ admin }: Bookkeeper, order_id: string) =>
  (await admin(getOrderCharges, { params: { order_id } })).items

describe(`${orders} orders through the books`, () => {
  let books: Bookkeeper
  let ids: string[]
  const began = Date.now()
  afterAll(async () => {
    if (figuresFile === undefined) return
    const checks = await server.ctx.db.inSnapshot(books.tenant.tenantId, (tx) => runChecks(tx, { ratings: null }))
    const invariants = { checked: checks.length, broken: checks.filter(({ breaches }) => breaches > 0).length }
    const seconds = Math.round((Date.now() - began) / 1_000)
    writeFileSync(figuresFile, JSON.stringify({ seed, seconds, ...(await moneyFigures(books)), invariants }, null, 2))
  })
  beforeAll(async () => {
    books = await bookkeeper(server, seed)
    ids = await completedOrders(books, orders)
  }, 900_000)

  test('CHARGE-8: each charge has the VAT rate of its day of supply, not of today', async () => {
    const rates = await standardTaxes(books)
    expect(rates.length).toBeGreaterThan(1)
    for (const { supplied_on: day, percentage } of rates)
      expect([day, percentage]).toEqual([day, day < rateChangesOn ? '21' : '22'])
  })

  test('CHARGE-6: values set by a person stay when everything is rated again', async () => {
    const chosen = ids.filter((_, at) => at % 6 === 0)
    for (const [at, order_id] of chosen.entries()) {
      const [charge] = await chargesOf(books, order_id)
      const body = { version: charge!.version, amount: `${100 + at}.07`, reason: 'Agreed by phone' }
      await books.admin(changeCharge, { params: { charge_id: charge!.charge_id }, body })
    }
    await rateAgain(books, ids)
    for (const [at, order_id] of chosen.entries()) {
      const amounts = (await chargesOf(books, order_id)).map(({ amount }) => Number(amount))
      expect(amounts).toContain(100 + at + 0.07)
    }
    expect(await breaches(books)).toEqual([])
  }, 300_000)

  test('CHECK-3: a rated amount that its facts do not reproduce breaks invariant 15', async () => {
    const shift = (by: string) => books.tenant.asTenant((tx) => tx.query(shiftRated, by))
    await shift('0.01')
    expect((await breaches(books)).map(([number]) => number)).toEqual([15])
    await shift('-0.01')
    expect(await breaches(books)).toEqual([])
  })

  test('CHARGE-7: extras wait for approval, and are billed once they are approved', async () => {
    for (const order_id of ids.filter((_, at) => at % 9 === 0)) {
      const body = { charge_type: 'WAITING', unit_price: '12.00', quantity: '3', needs_approval: true }
      const charge = await books.admin(createOrderCharge, { params: { order_id }, body })
      const state = { version: charge.version, action: 'approve' } as const
      await books.admin(setChargeState, { params: { charge_id: charge.charge_id }, body: state })
    }
    await server.drain()
    expect(await breaches(books)).toEqual([])
  }, 300_000)

  test('BILL-5, BILL-16: a run bills everything, and documents that died in between leave no gap', async () => {
    const { admin } = books
    const { invoice_run_id } = await admin(startInvoiceRun, { body: { up_to: '2026-03-31', date: '2026-03-25' } })
    await server.drain()
    const drafts = (await documentsOf(books)).filter(({ status }) => status === 'DRAFT').map((one) => one.invoice_id)
    for (const point of ['finalise:locked', 'finalise:numbered', 'finalise:written', 'finalise:published']) {
      dieAt = point
      await rejection(admin(finaliseDrafts, { body: { ids: drafts.slice(0, 5) } }))
    }
    dieAt = undefined
    await admin(finaliseInvoiceRun, { params: { invoice_run_id }, body: {} })
    await server.drain()
    expect(await admin(getInvoiceRun, { params: { invoice_run_id } })).toMatchObject({ status: 'DONE', rejected: [] })
    expect((await documentsOf(books)).filter(({ status }) => status !== 'INVOICED')).toEqual([])
    expect(await breaches(books)).toEqual([])
  }, 900_000)

  test('BILL-11, BILL-12: partial and full credits add up, one too many is refused, and released work is billed again', async () => {
    const { admin } = books
    const invoices = (await documentsOf(books)).filter((_, at) => at % 5 === 0)
    for (const [at, { invoice_id }] of invoices.entries()) {
      const credit = async (body: object) => (await admin(creditInvoice, { params: { invoice_id }, body })).invoice_id
      const isReleased = at % 2 === 0
      const parts = isReleased ? [{ release: true }] : [{ fraction: '0.5' }, {}]
      const notes: string[] = []
      for (const part of parts) notes.push(await credit({ date: '2026-03-25', ...part }))
      expect((await rejection(credit({ fraction: '0.1' }))).body).toMatchObject({ code: 'credit_exceeds' })
      await finaliseTwice(books, notes)
    }
    await billAll(books)
    expect(await breaches(books)).toEqual([])
  }, 900_000)

  test('ACC-5, ACC-8: every document is posted once and paid, and the ledger matches the documents', async () => {
    await postAll(books)
    for (const { invoice_id, kind } of await documentsOf(books)) {
      if (kind !== 'SALES_INVOICE') continue
      await books.tenant.call(setSalesInvoicePayment, { params: { id: invoice_id }, body: { status: 'PAID' } })
    }
    const { ledger, documents } = await ledgerAgainstDocuments(books)
    expect(ledger).toEqual(documents)
    expect(ledger.map(({ tax_code }) => tax_code)).toEqual(expect.arrayContaining(['S21', 'S22']))
    expect((await documentsOf(books)).filter(({ status }) => status !== 'INVOICE_POSTED')).toEqual([])
    expect(await breaches(books)).toEqual([])
  }, 900_000)

  test('CHARGE-40: the cost of a trip is shared to the cent', async () => {
    const { tenant, admin } = books
    const three = []
    for (let at = 0; at < 3; at += 1) three.push(await addOrder(server, tenant, { customer: { code: 'C1' } }))
    const { tripId: trip_id } = await plannedTrip(server, tenant, { orders: three, resources: [] })
    await admin(createTripCost, { params: { trip_id }, body: { charge_type: 'TOLL', unit_price: '100.00' } })
    await server.drain()
    expect(await breaches(books)).toEqual([])
  })
})

/** Two people finalise the same documents simultaneously: each document gets one number, without errors. */
async function finaliseTwice({ admin }: Bookkeeper, ids: string[]): Promise<void> {
  const finalise = () => admin(finaliseDrafts, { body: { ids } })
  const results = await Promise.all([finalise(), finalise(), finalise()])
  const done = results.flatMap(({ items }) => items.filter(({ is_done }) => is_done))
  expect(done.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
}
