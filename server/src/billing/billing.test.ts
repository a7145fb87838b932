import { listAuditRecords } from '@cartage/contract/audit/app'
import { countInvoices, listInvoices } from '@cartage/contract/billing/app/document'
import {
  changeDraft,
  createDrafts,
  creditInvoice,
  discardDrafts,
  finaliseDrafts,
  moveDraftLines,
  refreshDrafts,
  reviewDrafts,
} from '@cartage/contract/billing/app/draft'
import { getCompanyBilling } from '@cartage/contract/billing/app/preference'
import {
  finaliseInvoiceRun,
  getInvoiceRun,
  resumeInvoiceRun,
  startInvoiceRun,
  stopInvoiceRun,
} from '@cartage/contract/billing/app/run'
import { listEvents } from '@cartage/contract/events/endpoints'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { byOperator } from '../audit/rules.ts'
import { refreshUnbilled } from '../charges/unbilled.store.ts'
import { CommitUnknown } from '../db/failure.ts'
import { statement } from '../db/statement.ts'
import {
  addBilledOrder,
  addCustomer,
  type BillingTenant,
  billAs,
  billingTenant,
  draft,
  finalise,
  recordOf,
} from '../testing/data/money/billing.ts'
import { rejection } from '../testing/data/orders.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { makeFiles } from './files/commands.ts'
import { finaliseDrafts as finaliseInProcess } from './finalise/commands.ts'
import { findFiles, findInvoice } from './records/views.ts'

let dieAt: string | undefined
const server = await startTestServer({
  now: () => new Date('2026-02-01T08:00:00Z'),
  crashPoints: {
    reach(point) {
      // A dying process also loses its database connection.
      if (point === dieAt) throw new CommitUnknown(`died at ${point}`)
    },
  },
})
afterAll(() => server.close())
beforeEach(() => {
  dieAt = undefined
})

const freight = (amount: string) => ({ charges: [{ amount }] })
const statusOf = statement('testing.charge_status', 'select status from charge where tenant_id = $1 and charge_id = $2')
const chargeStatus = async ({ tenant }: BillingTenant, id: string) =>
  (await tenant.asTenant((tx) => tx.query<{ status: string }>(statusOf, id)))[0]!.status
const setAmount = statement(
  'testing.set_amount',
  'update charge set amount = $3::numeric, unit_price = $3::numeric where tenant_id = $1 and charge_id = $2',
)
const messagesOf = ({ items }: { items: { is_done: boolean; message: string | null }[] }) =>
  items.map(({ is_done, message }) => message ?? is_done)

describe('drafts', () => {
  test('BILL-1: an order that cannot be billed is reported with the reason, and does not stop the others', async () => {
    const billing = await billingTenant(server)
    const company_id = await addCustomer(billing)
    const ready = await addBilledOrder(billing, { company_id, ...freight('100.00') })
    const waiting = await addBilledOrder(billing, { company_id, charges: [{ amount: '9.00', approval: 'TO_REQUEST' }] })
    const planned = await addBilledOrder(billing, { company_id, status: 'PLANNED', ...freight('5.00') })
    const zero = await addBilledOrder(billing, { company_id, ...freight('0') })
    const order_ids = [ready, waiting, planned, zero].map(({ orderId }) => orderId)
    const { invoice_ids, rejected } = await billing.admin(createDrafts, { body: { order_ids } })
    expect(invoice_ids).toHaveLength(1)
    expect(rejected.map(({ code }) => code).sort()).toEqual(['approval_missing', 'not_completed', 'zero_base'])
    const again = await billing.admin(createDrafts, { body: { order_ids: [ready.orderId] } })
    expect(again).toMatchObject({ invoice_ids: [], rejected: [{ code: 'on_draft' }] })
  })

  test('BILL-3, BILL-15: a month of orders is one document, and later work is added to the existing draft', async () => {
    const billing = await billingTenant(server)
    const company_id = await addCustomer(billing)
    await billAs(billing, company_id, { group_by: ['MONTH'], surcharges: 'FOLDED' })
    expect(await billing.admin(getCompanyBilling, { params: { company_id } })).toMatchObject({
      source: 'COMPANY',
      version: 1,
    })
    const charges = [{ amount: '100.00' }, { type: 'FUEL', amount: '10.00' }] as const
    const one = await addBilledOrder(billing, { company_id, charges })
    const two = await addBilledOrder(billing, { company_id, charges: [{ amount: '50.00' }] })
    const later = await addBilledOrder(billing, { company_id, ...freight('7.00'), supplied_on: '2026-02-01' })
    const first = await draft(billing, [one.orderId])
    const second = await draft(billing, [two.orderId, later.orderId])
    expect(second).toContain(first[0])
    expect(second).toHaveLength(2)
    const record = await recordOf(billing, first[0]!)
    expect(record.lines.map(({ amount }) => amount)).toEqual(['110.00', '50.00'])
    expect(record.total_excl_tax).toBe('160.00')
  })

  test('BILL-2: two different reasons for an exemption are on two documents', async () => {
    const billing = await billingTenant(server)
    const company_id = await addCustomer(billing)
    const charges = [{ amount: '10.00', tax: 'E146' }, { amount: '20.00', tax: 'E144' }, { amount: '30.00' }] as const
    const { orderId } = await addBilledOrder(billing, { company_id, charges })
    const records = await finalise(billing, await draft(billing, [orderId]))
    expect(
      records.map(({ taxes }) =>
        taxes
          .map(({ category }) => category)
          .sort()
          .join(),
      ),
    ).toEqual(expect.arrayContaining(['E,S', 'E']))
  })

  test('BILL-4: a discarded draft uses no number, and its charges can be billed again', async () => {
    const billing = await billingTenant(server)
    const company_id = await addCustomer(billing)
    const { orderId } = await addBilledOrder(billing, { company_id, ...freight('100.00') })
    const [id] = await draft(billing, [orderId])
    await billing.admin(discardDrafts, { body: { ids: [id!] } })
    const [next] = await finalise(billing, await draft(billing, [orderId]))
    expect(next!.name).toBe('2026000001')
  })

  test('BILL-4: lines move to a new draft and back, which merges the drafts', async () => {
    const billing = await billingTenant(server)
    const company_id = await addCustomer(billing)
    const charges = [{ amount: '100.00' }, { type: 'WAITING', amount: '36.00' }] as const
    const { orderId } = await addBilledOrder(billing, { company_id, charges })
    const [id] = await draft(billing, [orderId])
    const lineOf = async (one: string, code: string) =>
      (await recordOf(billing, one)).lines.find((line) => line.code === code)!.invoice_line_id
    const move = (from: string, line: string, to: string | null) =>
      billing.admin(moveDraftLines, { params: { invoice_id: from }, body: { line_ids: [line], to_invoice_id: to } })
    const split = await move(id!, await lineOf(id!, 'WAITING'), null)
    expect(split.total_excl_tax).toBe('36.00')
    expect((await recordOf(billing, id!)).total_excl_tax).toBe('100.00')
    const merged = await move(split.invoice_id, await lineOf(split.invoice_id, 'WAITING'), id!)
    expect(merged).toMatchObject({ invoice_id: id, total_excl_tax: '136.00' })
    expect((await billing.admin(listInvoices, { query: {} })).total).toBe(1)
  })

  test('BILL-7: a draft whose charge changed is not finalised before it is refreshed', async () => {
    const billing = await billingTenant(server)
    const company_id = await addCustomer(billing)
    const { orderId, chargeIds } = await addBilledOrder(billing, { company_id, ...freight('100.00') })
    const [id] = await draft(billing, [orderId])
    await billing.tenant.asTenant((tx) => tx.query(setAmount, chargeIds[0], '90.00'))
    expect((await recordOf(billing, id!)).is_stale).toBe(true)
    expect(messagesOf(await billing.admin(finaliseDrafts, { body: { ids: [id!] } }))).toEqual([
      expect.stringMatching(/Refresh/),
    ])
    await billing.admin(refreshDrafts, { body: { ids: [id!] } })
    const [record] = await finalise(billing, [id!])
    expect(record!.total_excl_tax).toBe('90.00')
  })

  test('BILL-8: a document without required data gets no number', async () => {
    const billing = await billingTenant(server)
    const clear = statement('testing.clear_name', `update billing_entity set country = null where tenant_id = $1`)
    const company_id = await addCustomer(billing)
    const { orderId } = await addBilledOrder(billing, { company_id, ...freight('100.00') })
    const [id] = await draft(billing, [orderId])
    await billing.tenant.asTenant((tx) => tx.query(clear))
    expect(messagesOf(await billing.admin(finaliseDrafts, { body: { ids: [id!] } }))).toEqual([
      expect.stringMatching(/country/),
    ])
    expect(await recordOf(billing, id!)).toMatchObject({ status: 'DRAFT', name: null })
  })
})

describe('finalising', () => {
  async function several(billing: BillingTenant, count: number): Promise<string[]> {
    const company_id = await addCustomer(billing)
    const orders = []
    for (let at = 0; at < count; at += 1)
      orders.push(await addBilledOrder(billing, { company_id, ...freight(`${at + 1}.00`) }))
    return await draft(
      billing,
      orders.map(({ orderId }) => orderId),
    )
  }

  test.each(['locked', 'checked', 'numbered', 'written', 'charged', 'published'])(
    'BILL-5: a process that dies at finalise:%s leaves drafts, and no number is skipped',
    async (point) => {
      const billing = await billingTenant(server)
      const ids = await several(billing, 2)
      const command = { tenantId: billing.tenant.tenantId, by: byOperator }
      dieAt = `finalise:${point}`
      await expect(
        finaliseInProcess(server.ctx, command, ids, { date: null, accepts_old_rate: false }),
      ).rejects.toThrow('died')
      dieAt = undefined
      expect((await recordOf(billing, ids[0]!)).status).toBe('DRAFT')
      const records = await finalise(billing, ids)
      expect(records.map(({ name }) => name).sort()).toEqual(['2026000001', '2026000002'])
    },
  )

  test('BILL-5: a process that dies after the commit leaves finished documents', async () => {
    const billing = await billingTenant(server)
    const ids = await several(billing, 2)
    dieAt = 'finalise:committed'
    const command = { tenantId: billing.tenant.tenantId, by: byOperator }
    await expect(finaliseInProcess(server.ctx, command, ids, { date: null, accepts_old_rate: false })).rejects.toThrow(
      'died',
    )
    dieAt = undefined
    expect((await Promise.all(ids.map((id) => recordOf(billing, id)))).map(({ status }) => status)).toEqual([
      'INVOICED',
      'INVOICED',
    ])
    expect(messagesOf(await billing.admin(finaliseDrafts, { body: { ids } }))).toEqual([
      expect.stringMatching(/finalised/),
      expect.stringMatching(/finalised/),
    ])
  })

  test('BILL-6: two who finalise at once get consecutive numbers', async () => {
    const billing = await billingTenant(server)
    const ids = await several(billing, 8)
    const halves = [ids.slice(0, 4), ids.slice(4)]
    await Promise.all(halves.map((half) => billing.admin(finaliseDrafts, { body: { ids: half } })))
    const names = (await Promise.all(ids.map((id) => recordOf(billing, id)))).map(({ name }) => name)
    expect(names.sort()).toEqual(Array.from({ length: 8 }, (_, at) => `202600000${at + 1}`))
  })

  test('BILL-6: a document cannot have a date before the last number', async () => {
    const billing = await billingTenant(server)
    const [first, second] = await several(billing, 2)
    await finalise(billing, [first!])
    await billing.admin(changeDraft, { params: { invoice_id: second! }, body: { date: '2026-01-30' } })
    expect(messagesOf(await billing.admin(finaliseDrafts, { body: { ids: [second!] } }))).toEqual([
      expect.stringMatching(/before 31 Jan 2026/),
    ])
  })

  test('BILL-6: a range with possible gaps numbers no documents', async () => {
    const billing = await billingTenant(server)
    const [id] = await several(billing, 1)
    const loosen = statement('testing.loosen_range', `update number_range set is_gapless = false where tenant_id = $1`)
    await billing.tenant.asTenant((tx) => tx.query(loosen))
    expect(messagesOf(await billing.admin(finaliseDrafts, { body: { ids: [id!] } }))).toEqual([
      expect.stringMatching(/must have no gaps/),
    ])
  })

  test('BILL-9: the content is stored with its hash, charges are INVOICED, and the trail has the number', async () => {
    const billing = await billingTenant(server)
    const company_id = await addCustomer(billing)
    const { orderId, chargeIds } = await addBilledOrder(billing, { company_id, ...freight('100.00') })
    const [record] = await finalise(billing, await draft(billing, [orderId]))
    const row = (await billing.tenant.asTenant((tx) => findInvoice(tx, record!.invoice_id)))!
    const isOf = `select content_hash = sha256(convert_to($2::jsonb::text, 'UTF8')) as is_its from invoice
      where tenant_id = $1 and invoice_id = $3`
    const content = JSON.stringify(row.content)
    const hashed = statement('test.is_hash_of_content', isOf)
    expect(await billing.tenant.asTenant((tx) => tx.query(hashed, content, row.invoice_id))).toEqual([{ is_its: true }])
    expect(await chargeStatus(billing, chargeIds[0]!)).toBe('INVOICED')
    const { items } = await billing.admin(listAuditRecords, { query: { entity_type: 'invoice' } })
    expect(items[0]).toMatchObject({ action: 'updated', entity_id: record!.invoice_id })
  })

  test('BILL-14: files are written once, and written again have the same bytes', async () => {
    const billing = await billingTenant(server)
    const [id] = await several(billing, 1)
    await finalise(billing, [id!])
    await server.drain()
    const files = () => billing.tenant.asTenant((tx) => findFiles(tx, [id!]))
    const before = await files()
    expect(before.map(({ kind }) => kind)).toEqual(['PDF', 'UBL'])
    await makeFiles(server.ctx, billing.tenant.tenantId, id!)
    expect(await files()).toEqual(before)
  })

  test('BILL-41: a company that requires Factur-X gets it in addition to PDF and UBL', async () => {
    const billing = await billingTenant(server)
    const company_id = await addCustomer(billing)
    await billAs(billing, company_id, { formats: ['PDF', 'FACTUR_X'] })
    const { orderId } = await addBilledOrder(billing, { company_id, ...freight('100.00') })
    const [id] = await draft(billing, [orderId])
    await finalise(billing, [id!])
    await server.drain()
    const files = await billing.tenant.asTenant((tx) => findFiles(tx, [id!]))
    expect(files.map(({ kind }) => kind)).toEqual(['FACTUR_X', 'PDF', 'UBL'])
  })

  test('BILL-17: states of documents and of their orders are in the log', async () => {
    const billing = await billingTenant(server)
    const [id] = await several(billing, 1)
    await billing.admin(reviewDrafts, { body: { ids: [id!] } })
    await finalise(billing, [id!])
    await server.drain()
    const { items } = await billing.tenant.call(listEvents, { query: {} })
    const states = items.flatMap(({ payload }) =>
      'updates' in payload ? payload.updates.map((one) => [one.type, one.status]) : [],
    )
    expect(states).toEqual([
      ['SalesInvoice', 'DRAFT'],
      ['SalesInvoice', 'PRE_INVOICED'],
      ['SalesInvoice', 'INVOICED'],
    ])
    const orders = items.flatMap(({ type }) => (type.startsWith('order.') ? [type] : []))
    expect(orders).toEqual(['order.invoice_created', 'order.invoiced'])
  })
})

describe('credit notes', () => {
  test('BILL-11: amounts of lines are credited up to the rest', async () => {
    const billing = await billingTenant(server)
    const company_id = await addCustomer(billing)
    const { orderId } = await addBilledOrder(billing, { company_id, ...freight('100.00') })
    const [invoice] = await finalise(billing, await draft(billing, [orderId]))
    const line = (amount: string) => ({
      params: { invoice_id: invoice!.invoice_id },
      body: { lines: [{ invoice_line_id: invoice!.lines[0]!.invoice_line_id, amount }] },
    })
    const note = await billing.admin(creditInvoice, line('30.00'))
    expect(note).toMatchObject({ status: 'DRAFT', total_excl_tax: '30.00', total_tax: '6.30' })
    expect(await rejection(billing.admin(creditInvoice, line('70.01')))).toMatchObject({ status: 409 })
    expect((await recordOf(billing, invoice!.invoice_id)).lines[0]!.credited_amount).toBe('30.00')
  })

  test('BILL-12: released charges are billed again on a new invoice', async () => {
    const billing = await billingTenant(server)
    const company_id = await addCustomer(billing)
    const { orderId, chargeIds } = await addBilledOrder(billing, { company_id, ...freight('100.00') })
    const [invoice] = await finalise(billing, await draft(billing, [orderId]))
    const params = { invoice_id: invoice!.invoice_id }
    const note = await billing.admin(creditInvoice, { params, body: { release: true } })
    await finalise(billing, [note.invoice_id])
    expect(await chargeStatus(billing, chargeIds[0]!)).toBe('CREATED')
    const [again] = await finalise(billing, await draft(billing, [orderId], '2026-02-01'))
    expect(again).toMatchObject({ name: '2026000002', total_excl_tax: '100.00' })
  })
})

describe('runs', () => {
  const up_to = { up_to: '2026-01-31', date: '2026-01-31' }
  async function work(billing: BillingTenant, count: number): Promise<void> {
    const company_id = await addCustomer(billing)
    for (let at = 0; at < count; at += 1) {
      const { orderId } = await addBilledOrder(billing, { company_id, ...freight(`${at + 1}.00`) })
      await billing.tenant.asTenant((tx) => refreshUnbilled(tx, [orderId]))
    }
  }

  test('BILL-16: a run proposes drafts, is finalised, and lists the orders it left out', async () => {
    const billing = await billingTenant(server)
    await work(billing, 3)
    const bare = await addCustomer(billing)
    await billAs(billing, bare, { requires_reference: true })
    const left = await addBilledOrder(billing, { company_id: bare, ...freight('9.00') })
    await billing.tenant.asTenant((tx) => refreshUnbilled(tx, [left.orderId]))
    const { invoice_run_id } = await billing.admin(startInvoiceRun, { body: up_to })
    await server.drain()
    const params = { invoice_run_id }
    expect(await billing.admin(getInvoiceRun, { params })).toMatchObject({
      status: 'PROPOSED',
      done: 4,
      total: 3,
      rejected: [{ code: 'reference_missing', id: left.orderId, name: left.number }],
    })
    const ofRun = { query: { run: invoice_run_id } }
    expect(await billing.admin(listInvoices, ofRun)).toMatchObject({ total: 3, items: [{ line_count: 1 }, {}, {}] })
    await billing.admin(finaliseInvoiceRun, { params, body: {} })
    await server.drain()
    expect(await billing.admin(getInvoiceRun, { params })).toMatchObject({
      status: 'DONE',
      done: 3,
      finalised: 3,
      rejected: [],
    })
    expect(await billing.admin(countInvoices, { query: {} })).toMatchObject({ by_status: { INVOICED: 3 } })
  })

  test('BILL-16: a stopped run continues where it was, and two runs never bill the same charge', async () => {
    const billing = await billingTenant(server)
    await work(billing, 2)
    const first = await billing.admin(startInvoiceRun, { body: up_to })
    const params = { invoice_run_id: first.invoice_run_id }
    expect(await billing.admin(stopInvoiceRun, { params })).toMatchObject({ status: 'STOPPED' })
    await server.drain()
    expect(await billing.admin(getInvoiceRun, { params })).toMatchObject({ status: 'STOPPED', total: 0 })
    await billing.admin(resumeInvoiceRun, { params })
    await billing.admin(startInvoiceRun, { body: up_to })
    await server.drain()
    expect((await billing.admin(listInvoices, { query: {} })).total).toBe(2)
  })
})
