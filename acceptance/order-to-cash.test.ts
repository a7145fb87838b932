import { listPayments } from '@cartage/contract/accounting/app/payments'
import { listReceivables } from '@cartage/contract/accounting/app/receivables'
import { retryTasks } from '@cartage/contract/accounting/app/tasks'
import { getInvoiceRecord, type InvoiceRecord, listInvoices } from '@cartage/contract/billing/app/document'
import { creditInvoice, finaliseDrafts, reviewDrafts } from '@cartage/contract/billing/app/draft'
import { finaliseInvoiceRun, getInvoiceRun, type InvoiceRun, startInvoiceRun } from '@cartage/contract/billing/app/run'
import type { SalesInvoiceOutput } from '@cartage/contract/billing/document-output'
import { setOrderChargeStates } from '@cartage/contract/charges/app/desk'
import { getOrderCharges } from '@cartage/contract/charges/app/read'
import type { OrderOutput } from '@cartage/contract/orders/order-output'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { beforeAll, describe, expect, test } from 'vitest'
import { order } from './bodies.ts'
import { accounting, bytesOf, chargesPath, Haulier, today } from './haulier.ts'
import { hasOperator } from './operator.ts'
import { cartage, expectProblem, orderPath, type Tenant, unique, waitFor } from './world.ts'

const override = { reason: 'acceptance' }
const failure = { error_type: 'USER_INPUT_ERROR', error_message: 'Account 700000 is closed' }

/** Data of a haulier after a day of transport. */
interface Day {
  haulier: Haulier
  /** The customer's own API client. */
  customer: Tenant
  companyId: string
  orderIds: string[]
}

/** Orders of one customer, uploaded twice each, priced, on one trip, and driven, with 105 minutes at the last stop. */
async function drivenDay(name: string, count: number): Promise<Day> {
  const haulier = await Haulier.create(name)
  const { tenant } = haulier
  const { id: companyId, accounting_code: code } = await haulier.customer()
  const orderIds: string[] = []
  for (let at = 0; at < count; at += 1) {
    const upload = order({ customer: { code }, order_identifier: unique() })
    const orderId = await tenant.applied(upload)
    expect(await tenant.applied({ ...upload, operation: 'UPDATE' })).toBe(orderId)
    await haulier.untilCharged(orderId, ['FREIGHT', 'FUEL'])
    orderIds.push(orderId)
  }
  const { trips } = await haulier.admin(givePlanningCommand, { body: { kind: 'PLAN', order_ids: orderIds, override } })
  await haulier.admin(givePlanningCommand, {
    body: { kind: 'CONFIRM', trip_ids: trips.map(({ trip_id }) => trip_id), override },
  })
  const stopIds = trips.flatMap(({ stops }) => stops.map(({ stop_id }) => stop_id))
  for (const id of stopIds) await drive(tenant, id, id === stopIds.at(-1) ? '10:15' : '09:00')
  for (const id of orderIds) expect((await tenant.get<OrderOutput>(orderPath(id))).body.status).toBe('COMPLETED')
  return { haulier, customer: await haulier.as(['CUSTOMER'], companyId), companyId, orderIds }
}

/** The carrier reports the arrival at a stop at 08:30, and its departure. */
async function drive(tenant: Tenant, id: string, left: string): Promise<void> {
  for (const [status, time] of [
    ['AT_STOP', '08:30'],
    ['COMPLETED', left],
  ] as const) {
    const updates = [{ event_time: `2026-03-03T${time}:00+01:00`, stop: { id, status } }]
    const answer = await tenant.webhook<{ errors?: object[] }>('/v1/webhook/subco-status-update', { body: { updates } })
    expect([answer.status, answer.body?.errors ?? []], answer.text).toEqual([200, []])
  }
}

/** The order with waiting time at its last stop, and the others. */
async function split({ haulier, orderIds }: Day): Promise<{ waited: string; others: string[] }> {
  let waited: string | undefined
  await waitFor(async () => {
    for (const id of orderIds) {
      if ((await haulier.charges(id)).some(({ code }) => code === 'WAITING')) waited = id
    }
    return waited !== undefined
  })
  return { waited: waited!, others: orderIds.filter((id) => id !== waited) }
}

/** Invoice run over a customer's work, proposed and then finalised. */
async function bill({ haulier, companyId }: Day): Promise<{ run: InvoiceRun; documents: InvoiceRecord[] }> {
  const filter = { up_to: today(), date: today(), company_ids: [companyId] }
  const { invoice_run_id } = await haulier.admin(startInvoiceRun, { body: filter })
  const params = { invoice_run_id }
  const until = (status: InvoiceRun['status']) =>
    waitFor(async () => (await haulier.admin(getInvoiceRun, { params })).status === status)
  await until('PROPOSED')
  const run = await haulier.admin(getInvoiceRun, { params })
  const { items } = await haulier.admin(listInvoices, { query: { status: 'DRAFT' } })
  const ids = items.map(({ invoice_id }) => invoice_id)
  for (const id of ids) expectProblem(await haulier.tenant.get(`${accounting}/sales-invoice/${id}`), 404, 'not_found')
  if (ids.length > 0) await haulier.admin(reviewDrafts, { body: { ids } })
  await haulier.admin(finaliseInvoiceRun, { params, body: { only_reviewed: true } })
  await until('DONE')
  const read = (invoice_id: string) => haulier.admin(getInvoiceRecord, { params: { invoice_id } })
  return { run, documents: await Promise.all(ids.map(read)) }
}

const statusOf = async ({ haulier }: Day, orderId: string) =>
  Object.fromEntries((await haulier.charges(orderId)).map(({ code, status }) => [code, status]))

/**
 * Processes a document as its accounting system does: fails once, is retried, and is posted.
 * @returns its number
 */
async function post(day: Day, invoiceId: string): Promise<string> {
  const { haulier, companyId } = day
  const task = await haulier.taskOf(invoiceId)
  const { payload } = await haulier.task(task.id)
  const [pdf, xml] = await Promise.all(
    payload!.documents!.map(({ download_url }) => bytesOf(haulier.tenant, download_url!)),
  )
  const { name, total_incl_tax } = payload!.instance
  expect(pdf!.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(xml!.bytes.toString()).toContain(`<cbc:ID>${name}</cbc:ID>`)
  expect(xml!.bytes.toString()).toContain(`>${total_incl_tax}</cbc:PayableAmount>`)

  const sent = { custom_fields: { ledger_account: name } }
  expect((await haulier.tenant.send('PATCH', `/v1/company/${companyId}`, { body: sent })).body).toMatchObject(sent)
  expect((await haulier.task(task.id)).payload!.instance).toMatchObject({ customer: sent })

  for (const _ of ['first', 'repeat']) {
    expect((await haulier.report(task.id, { status: 'FAILED', failure })).body).toEqual({ status: 'FAILED' })
  }
  await haulier.admin(retryTasks, { body: { ids: [task.id] } })
  const again = await haulier.taskOf(invoiceId)
  for (const _ of ['first', 'repeat']) {
    expect((await haulier.report(again.id, { status: 'COMPLETED' })).body).toEqual({ status: 'COMPLETED' })
  }
  expectProblem(await haulier.report(again.id, { status: 'FAILED', failure }), 409, 'task_already_reported')
  expect((await haulier.tasks()).map(({ invoice_id }) => invoice_id)).not.toContain(invoiceId)
  return name
}

async function setPaid({ haulier }: Day, id: string): Promise<void> {
  const path = `${accounting}/sales-invoice/${id}/payment/update-status`
  for (const _ of ['first', 'repeat']) {
    expect((await haulier.tenant.post(path, { status: 'PAID' })).body).toEqual({ status: 'PAID' })
  }
  const payments = await haulier.admin(listPayments, { params: { invoice_id: id } })
  expect(payments).toMatchObject({ status: 'PAID', open: '0.00' })
}

/** Expects that no invariant of money is violated. */
async function expectSound({ haulier }: Day): Promise<void> {
  const { tenants } = await cartage<{ tenants: { checks: { breaches: number }[] }[] }>('money', 'check', haulier.slug)
  expect(tenants[0]!.checks.filter(({ breaches }) => breaches > 0)).toEqual([])
}

describe.runIf(hasOperator)(
  'an order from intake to payment, through the public interface and the application only',
  () => {
    let one: Day
    let other: Day
    beforeAll(async () => {
      one = await drivenDay('cash-one', 3)
      other = await drivenDay('cash-two', 1)
    })

    /** The customer's own client approves the charge. */
    async function approve(day: Day, orderId: string): Promise<void> {
      const { haulier, customer } = day
      const waiting = (await haulier.charges(orderId)).find(({ code }) => code === 'WAITING')!
      expect(waiting).toMatchObject({ amount_excl_tax: '36.00', approval_status: 'TO_REQUEST', status: 'CREATED' })
      const unseen = (await customer.get<{ charges: object[] }>(chargesPath(orderId))).body.charges
      expect(unseen).toHaveLength(2)
      await haulier.admin(setOrderChargeStates, { body: { order_ids: [orderId], action: 'request_approval' } })
      const charges = [{ id: waiting.id, approval_status: 'APPROVED', description: 'Seen at the dock' }]
      for (const _ of ['first', 'repeat']) {
        const answer = await customer.post(`${chargesPath(orderId)}/approval`, { charges })
        expect(answer.status, answer.text).toBe(200)
      }
    }

    test('CHG-2, CHG-3, ACC-1 to ACC-6: approved charges are billed and posted first, the rest later', async () => {
      const { waited, others } = await split(one)
      const [plain, excluded] = others as [string, string]
      const { items } = await one.haulier.admin(getOrderCharges, { params: { order_id: excluded } })
      expect(items).toHaveLength(2)
      const exclude = { action: 'exclude', reason: 'Goodwill' } as const
      await one.haulier.admin(setOrderChargeStates, { body: { ...exclude, order_ids: [excluded] } })

      const first = await bill(one)
      // The order with unapproved waiting time is held back as a whole, with the reason.
      expect(first.run.rejected.map(({ id }) => id)).toEqual([waited])
      expect(first.run.rejected[0]!.message).toMatch(/approv/i)
      expect(first.documents.map(({ total_incl_tax }) => total_incl_tax)).toEqual(['253.19'])
      const [invoice] = first.documents
      expect(invoice).toMatchObject({ status: 'INVOICED', company_id: one.companyId, total_excl_tax: '209.25' })
      expect(await statusOf(one, plain)).toEqual({ FREIGHT: 'CREATED', FUEL: 'CREATED' })
      const { items: again } = await one.haulier.admin(finaliseDrafts, { body: { ids: [invoice!.invoice_id] } })
      expect(again[0]!.is_done).toBe(false)
      await post(one, invoice!.invoice_id)
      expect(await statusOf(one, plain)).toEqual({ FREIGHT: 'INVOICE_POSTED', FUEL: 'INVOICE_POSTED' })
      expect(await statusOf(one, excluded)).toEqual({ FREIGHT: 'DO_NOT_INVOICE', FUEL: 'DO_NOT_INVOICE' })
      expect(await statusOf(one, waited)).toEqual({ FREIGHT: 'CREATED', FUEL: 'CREATED', WAITING: 'CREATED' })

      await approve(one, waited)
      const second = await bill(one)
      expect(second.documents).toMatchObject([
        { status: 'INVOICED', total_excl_tax: '245.25', total_tax: '51.50', total_incl_tax: '296.75' },
      ])
      const id = second.documents[0]!.invoice_id
      expect(Number(await post(one, id))).toBe(Number(invoice!.name) + 1)
      expect(new Set(Object.values(await statusOf(one, waited)))).toEqual(new Set(['INVOICE_POSTED']))
      expect((await bill(one)).documents).toEqual([])

      for (const { invoice_id } of [invoice!, second.documents[0]!]) await setPaid(one, invoice_id)
      const { items: owing } = await one.haulier.admin(listReceivables, { query: {} })
      expect(owing).toEqual([])
      await expectSound(one)
    })

    test('ACC-6, ACC-8, ACC-13: a posted invoice is credited in half, the note is posted and refunded', async () => {
      const { waited } = await split(other)
      await approve(other, waited)
      const { documents } = await bill(other)
      const invoice_id = documents[0]!.invoice_id
      const { haulier } = other
      const half = await haulier.admin(creditInvoice, { params: { invoice_id }, body: { fraction: '0.5' } })
      await haulier.admin(finaliseDrafts, { body: { ids: [half.invoice_id] } })
      const note = await haulier.tenant.get<SalesInvoiceOutput>(`${accounting}/sales-credit-note/${half.invoice_id}`)
      expect(note.body).toMatchObject({ total_excl_tax: '122.63', total_tax: '25.75', total_incl_tax: '148.38' })
      expect(note.body).not.toHaveProperty('due_date')
      expect(note.body.line_items.map(({ invoice_name }) => invoice_name)).toEqual(Array(3).fill(documents[0]!.name))
      await haulier.taskOf(invoice_id)
      expect((await haulier.tasks()).map((task) => task.invoice_id)).toEqual([invoice_id])
      await post(other, invoice_id)
      await post(other, half.invoice_id)
      await setPaid(other, invoice_id)
      const path = `${accounting}/sales-credit-note/${half.invoice_id}/refund/update-status`
      expect((await haulier.tenant.post(path, { status: 'REFUNDED' })).body).toEqual({ status: 'REFUNDED' })
      expect(new Set(Object.values(await statusOf(other, waited)))).toEqual(new Set(['INVOICE_POSTED']))
      await expectSound(other)
    })

    test('ACC-1: neither haulier sees orders, charges, documents or tasks of the other', async () => {
      const { items } = await one.haulier.admin(listInvoices, { query: {} })
      expect(items.length).toBeGreaterThan(0)
      const invoiceId = items[0]!.invoice_id
      const paths = [
        orderPath(one.orderIds[0]!),
        chargesPath(one.orderIds[0]!),
        `${accounting}/sales-invoice/${invoiceId}`,
        `${accounting}/sales-invoice/${invoiceId}/documents`,
        `/v1/company/${one.companyId}`,
      ]
      for (const path of paths) expectProblem(await other.haulier.tenant.get(path), 404, 'not_found')
      const theirs = await other.haulier.admin(listInvoices, { query: {} })
      expect(theirs.items.map(({ invoice_id }) => invoice_id)).not.toContain(invoiceId)
    })
  },
)
