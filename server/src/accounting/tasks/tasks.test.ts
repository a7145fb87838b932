import { randomUUID } from 'node:crypto'
import { getLedgerEntry } from '@cartage/contract/accounting/app/ledger'
import * as app from '@cartage/contract/accounting/app/tasks'
import * as contract from '@cartage/contract/accounting/endpoints'
import { listAuditRecords } from '@cartage/contract/audit/app'
import { closeBookingPeriod } from '@cartage/contract/books/app'
import type { Call } from '@cartage/contract/client'
import { patchCompany } from '@cartage/contract/companies/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { companiesOf } from '../../testing/data/companies.ts'
import { writeCharge, writeChart, writeDocument } from '../../testing/data/money/invoices.ts'
import { rejection } from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { postDocument } from './post.commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date('2026-11-23T08:00:00Z') })
})
afterAll(() => server.close())

/** A haulier with a chart of accounts and a customer. */
async function haulier({ chart = true } = {}) {
  const tenant = await server.tenant()
  if (chart) await writeChart(tenant)
  const { id: company_id } = await companiesOf(() => tenant).create({ name: 'Bakery', accounting_code: randomUUID() })
  const post = (id: string) => tenant.asTenant((tx) => postDocument(server.ctx, tx, id))
  const invoice = async (amount = '245.25', members: object = {}) => {
    const written = await writeDocument(tenant, { company_id, lines: [{ amount }], ...members })
    await post(written.invoice_id)
    return written
  }
  return { tenant, company_id, post, invoice }
}

const listed = async (call: Call, query: object = {}) => (await call(contract.listSyncTasks, { query })).tasks
const report = (call: Call, task_id: string, status: 'COMPLETED' | 'FAILED', message?: string) =>
  call(contract.updateSyncTaskStatus, {
    params: { task_id },
    body: { status, ...(message && { failure: { error_type: 'USER_INPUT_ERROR', error_message: message } }) },
  })

const pass = statement(
  'test.lease_passes',
  `update task set lease_until = lease_until - make_interval(secs => $2) where tenant_id = $1 and lease_until is not null`,
)
const timePasses = (tenant: TestTenant, seconds: number) => tenant.asTenant((tx) => tx.query(pass, seconds))

const reports = statement(
  'test.task_reports',
  'select outcome from task_report where tenant_id = $1 and task_id = $2 order by reported_at, outcome',
)
const outcomesOf = async (tenant: TestTenant, id: string) =>
  (await tenant.asTenant((tx) => tx.query<{ outcome: string }>(reports, id))).map(({ outcome }) => outcome)

const charge = statement('test.charge_status', 'select status from charge where tenant_id = $1 and charge_id = $2')

describe('the list of tasks', () => {
  test('ACC-1: lists documents to post, the oldest first', async () => {
    const { tenant, invoice } = await haulier()
    const [first, second] = [await invoice(), await invoice('10.00')]
    expect(await listed(tenant.call)).toEqual([
      { id: expect.any(String), invoice_id: first.invoice_id, task_type: 'POST_INVOICE', status: 'TODO' },
      { id: expect.any(String), invoice_id: second.invoice_id, task_type: 'POST_INVOICE', status: 'TODO' },
    ])
  })

  test('TASK-1: a document is offered once, however often it is posted', async () => {
    const { tenant, invoice, post } = await haulier()
    const { invoice_id } = await invoice()
    await post(invoice_id)
    expect(await listed(tenant.call)).toHaveLength(1)
  })

  test('ACC-7: billing_entity_code filters the list and is not required in reports', async () => {
    const { tenant, invoice } = await haulier()
    await invoice()
    expect(await listed(tenant.call, { billing_entity_code: 'MAIN' })).toHaveLength(1)
    expect(await listed(tenant.call, { billing_entity_code: 'XX' })).toEqual([])
    const [task] = await listed(tenant.call)
    expect(await report(tenant.call, task!.id, 'COMPLETED')).toEqual({ status: 'COMPLETED' })
  })

  test('ACC-4: some tasks may be processed, and the rest stays', async () => {
    const { tenant, invoice } = await haulier()
    const documents = [await invoice(), await invoice(), await invoice()]
    const [, second] = await listed(tenant.call)
    await report(tenant.call, second!.id, 'COMPLETED')
    expect((await listed(tenant.call)).map(({ invoice_id }) => invoice_id)).toEqual([
      documents[0]!.invoice_id,
      documents[2]!.invoice_id,
    ])
  })

  test('ACC-3: a task that is not reported stays listed, even after it was read', async () => {
    const { tenant, invoice } = await haulier()
    await invoice()
    const [task] = await listed(tenant.call)
    await tenant.call(contract.getSyncTask, { params: { task_id: task!.id } })
    expect(await listed(tenant.call)).toEqual([task])
  })

  test('TASK-4: tasks of all kinds are listed according to the roles of the token', async () => {
    const { tenant, invoice } = await haulier()
    await invoice()
    const [task] = (await tenant.call(contract.listAvailableTasks, {})).tasks
    const trips = await tenant.callAs(['API_TRIP'])
    expect(await trips(contract.listAvailableTasks, {})).toEqual({ tasks: [] })
    expect(await rejection(trips(contract.getTask, { params: { id: task!.id } }))).toMatchObject({ status: 404 })
    expect(await rejection(listed(trips))).toMatchObject({ status: 403 })
    const own = await tenant.call(contract.getTask, { params: { id: task!.id } })
    expect(own).toEqual(await tenant.call(contract.getSyncTask, { params: { task_id: task!.id } }))
    const body = { status: 'COMPLETED' } as const
    expect(await tenant.call(contract.updateTaskStatus, { params: { id: task!.id }, body })).toEqual(body)
  })
})

describe('a task', () => {
  test('ACC-2: contains the document with the current company, and can still be read when it is done', async () => {
    const { tenant, invoice, company_id } = await haulier()
    const { invoice_id, name } = await invoice()
    const [task] = await listed(tenant.call)
    await tenant.call(patchCompany, { params: { id: company_id }, body: { accounting_code: 'C-77' } })
    await report(tenant.call, task!.id, 'COMPLETED')
    expect(await tenant.call(contract.getSyncTask, { params: { task_id: task!.id } })).toMatchObject({
      id: task!.id,
      status: 'COMPLETED',
      task_type: 'POST_INVOICE',
      execution_metadata: { external_execution: { completed: true } },
      invoice_id,
      payload: {
        subject_id: invoice_id,
        subject_type: 'SALES_INVOICE',
        documents: [],
        instance: {
          id: invoice_id,
          name,
          total_incl_tax: '296.75',
          customer: { id: company_id, accounting_code: 'C-77' },
        },
      },
    })
  })

  test('ACC-6: of purchases and credit notes has the same flow with its own payload', async () => {
    const { tenant, invoice } = await haulier()
    await invoice('100.00', { kind: 'PURCHASE_INVOICE' })
    await invoice('100.00', { kind: 'SALES_CREDIT_NOTE' })
    await invoice('100.00', { kind: 'PURCHASE_CREDIT_NOTE' })
    const tasks = await listed(tenant.call)
    expect(tasks.map(({ task_type }) => task_type)).toEqual([
      'POST_INVOICE_PURCHASE',
      'POST_CREDIT_NOTE',
      'POST_CREDIT_NOTE_PURCHASE',
    ])
    const read = async (at: number) =>
      (await tenant.call(contract.getSyncTask, { params: { task_id: tasks[at]!.id } })).payload!
    expect((await read(0)).instance).toMatchObject({ external_name: expect.any(String), supplier: { name: 'Bakery' } })
    expect((await read(1)).instance).not.toHaveProperty('due_date')
    expect((await read(2)).subject_type).toBe('PURCHASE_CREDIT_NOTE')
  })

  test('a task of another tenant is not found', async () => {
    const { tenant, invoice } = await haulier()
    await invoice()
    const [task] = await listed(tenant.call)
    const other = await server.tenant()
    const read = (task_id: string) => other.call(contract.getSyncTask, { params: { task_id } })
    expect(await rejection(read(task!.id))).toMatchObject({ status: 404 })
    expect(await rejection(report(other.call, task!.id, 'COMPLETED'))).toMatchObject({ status: 404 })
    expect(await rejection(read(randomUUID()))).toMatchObject({ status: 404 })
  })
})

describe('a report', () => {
  test('ACC-5: COMPLETED posts the document with its charges, and the task leaves the list', async () => {
    const { tenant, company_id, post } = await haulier()
    const charge_id = await writeCharge(tenant, { company_id, amount: '245.25' })
    const { invoice_id } = await writeDocument(tenant, { company_id, lines: [{ amount: '245.25', charge_id }] })
    await post(invoice_id)
    const [task] = await listed(tenant.call)
    expect(await report(tenant.call, task!.id, 'COMPLETED')).toEqual({ status: 'COMPLETED' })
    expect(await listed(tenant.call)).toEqual([])
    expect(await tenant.asTenant((tx) => tx.query(charge, charge_id))).toEqual([{ status: 'INVOICE_POSTED' }])
    const admin = await tenant.user('SUPER_ADMIN')
    const { items } = await admin(listAuditRecords, { query: { entity_type: 'task', entity_id: task!.id } })
    expect(items.map(({ action }) => action)).toEqual(['updated', 'created'])
  })

  test('ACC-5: FAILED keeps the failure, and the task leaves the list', async () => {
    const { tenant, invoice } = await haulier()
    await invoice()
    const [task] = await listed(tenant.call)
    expect(await report(tenant.call, task!.id, 'FAILED', 'Customer unknown')).toEqual({ status: 'FAILED' })
    expect(await listed(tenant.call)).toEqual([])
    const accountant = await tenant.user('ACCOUNTANT')
    expect(await accountant(app.getTaskRecord, { params: { task_id: task!.id } })).toMatchObject({
      status: 'FAILED',
      failure: { error_type: 'USER_INPUT_ERROR', error_message: 'Customer unknown' },
      reports: [{ status: 'FAILED', outcome: 'APPLIED', reported_by: 'test client' }],
    })
  })

  test('TASK-5: repeated has no effect, contradicting is 409, and each is kept', async () => {
    const { tenant, invoice } = await haulier()
    await invoice()
    const [task] = await listed(tenant.call)
    await report(tenant.call, task!.id, 'COMPLETED')
    expect(await report(tenant.call, task!.id, 'COMPLETED')).toEqual({ status: 'COMPLETED' })
    expect(await rejection(report(tenant.call, task!.id, 'FAILED', 'late'))).toMatchObject({
      status: 409,
      body: { code: 'task_already_reported' },
    })
    expect(await outcomesOf(tenant, task!.id)).toEqual(['APPLIED', 'REPEATED', 'CONTRADICTED'])
  })

  test('TASK-6: failed tasks are retried as new ones, and late repeats of a report do no harm', async () => {
    const { tenant, invoice } = await haulier()
    const { invoice_id } = await invoice()
    const [task] = await listed(tenant.call)
    await report(tenant.call, task!.id, 'FAILED', 'Customer unknown')
    const accountant = await tenant.user('ACCOUNTANT')
    const retry = (id: string) => accountant(app.retryTasks, { body: { ids: [id] } })
    expect((await retry(task!.id)).items).toEqual([{ id: task!.id, is_done: true, message: null }])
    const [again] = await listed(tenant.call)
    expect(again).toMatchObject({ invoice_id })
    expect(again!.id).not.toBe(task!.id)
    expect(await report(tenant.call, task!.id, 'FAILED', 'Customer unknown')).toEqual({ status: 'FAILED' })
    expect(await listed(tenant.call)).toEqual([again])
    expect((await retry(task!.id)).items).toMatchObject([{ is_done: false, message: 'This task was already retried.' }])
    await report(tenant.call, again!.id, 'COMPLETED')
    expect((await retry(again!.id)).items).toMatchObject([{ is_done: false }])
  })

  test('TASK-7: can be made by a person by hand', async () => {
    const { tenant, invoice } = await haulier()
    await invoice()
    const [task] = await listed(tenant.call)
    const accountant = await tenant.user('ACCOUNTANT')
    const params = { task_id: task!.id }
    const planner = await tenant.user('PLANNER')
    expect(await rejection(planner(app.setTaskStatus, { params, body: { status: 'COMPLETED' } }))).toMatchObject({
      status: 403,
    })
    const marked = await accountant(app.setTaskStatus, { params, body: { status: 'COMPLETED' } })
    expect(marked).toMatchObject({ status: 'COMPLETED', finished_by: 'Test ACCOUNTANT' })
    expect(await listed(tenant.call)).toEqual([])
  })
})

describe('a lease', () => {
  test('LEASE-1: assigns tasks to one client, oldest first, and no other gets them until it ends', async () => {
    const { tenant, invoice } = await haulier()
    const documents = [await invoice(), await invoice(), await invoice()]
    const second = await tenant.callAs(['API_ACCOUNTING'])
    const leased = await listed(tenant.call, { lease_seconds: 60, limit: 2 })
    expect(leased.map(({ invoice_id }) => invoice_id)).toEqual(documents.slice(0, 2).map((one) => one.invoice_id))
    expect(leased[0]).toMatchObject({ lease_token: expect.any(String), lease_until: expect.any(String) })
    const rest = await listed(second, { lease_seconds: 60 })
    expect(rest.map(({ invoice_id }) => invoice_id)).toEqual([documents[2]!.invoice_id])
    expect(await listed(second, { lease_seconds: 60 })).toEqual([])
    await timePasses(tenant, 61)
    expect(await listed(second, { lease_seconds: 60 })).toHaveLength(3)
  })

  test('LEASE-2: the list without the parameter is as published, leased tasks included', async () => {
    const { tenant, invoice } = await haulier()
    await invoice()
    await listed(tenant.call, { lease_seconds: 60 })
    const [task] = await listed(tenant.call)
    expect(Object.keys(task!)).toEqual(['id', 'invoice_id', 'task_type', 'status'])
  })

  test('LEASE-3: a report by another client is 409 and kept while the lease runs; afterwards it counts', async () => {
    const { tenant, invoice } = await haulier()
    await invoice()
    const second = await tenant.callAs(['API_ACCOUNTING'])
    const [task] = await listed(tenant.call, { lease_seconds: 60 })
    expect(await rejection(report(second, task!.id, 'COMPLETED'))).toMatchObject({
      status: 409,
      body: { code: 'task_leased' },
    })
    await timePasses(tenant, 61)
    expect(await report(second, task!.id, 'COMPLETED')).toEqual({ status: 'COMPLETED' })
    expect(await outcomesOf(tenant, task!.id)).toEqual(['LEASED', 'APPLIED'])
  })

  test('LEASE-4: can be released, with its own token only', async () => {
    const { tenant, invoice } = await haulier()
    await invoice()
    const second = await tenant.callAs(['API_ACCOUNTING'])
    const [task] = await listed(tenant.call, { lease_seconds: 60 })
    const release = (lease_token: string) =>
      tenant.call(contract.releaseSyncTask, { params: { task_id: task!.id }, body: { lease_token } })
    await release(randomUUID())
    expect(await listed(second, { lease_seconds: 60 })).toEqual([])
    await release(task!.lease_token!)
    expect(await listed(second, { lease_seconds: 60 })).toHaveLength(1)
  })

  test('LEASE-5: takes lease_seconds from 30 to 900 and limit from 1 to 100', async () => {
    const { tenant } = await haulier()
    for (const query of [{ lease_seconds: 29 }, { lease_seconds: 901 }, { lease_seconds: 60, limit: 101 }]) {
      expect(await rejection(listed(tenant.call, query))).toMatchObject({ status: 422 })
    }
  })
})

describe('a document that is not offered yet', () => {
  test('TASK-2: waits for its accounts, and the task lists the missing setting', async () => {
    const { tenant, invoice } = await haulier({ chart: false })
    const { invoice_id } = await invoice()
    expect(await listed(tenant.call)).toEqual([])
    const accountant = await tenant.user('ACCOUNTANT')
    const { items } = await accountant(app.listTasks, { query: {} })
    expect(items).toMatchObject([{ invoice_id, status: 'WAITING', waiting_for: 'ACCOUNT' }])
    const { missing } = await accountant(app.getTaskRecord, { params: { task_id: items[0]!.task_id } })
    expect(missing.map(({ setting, message }) => [setting, message])).toEqual([
      ['accounts', 'Add an account for receivables to this billing entity.'],
      ['accounts', 'Add an account for revenue to this billing entity.'],
      ['accounts', 'Add an account for VAT to this billing entity.'],
    ])
    await writeChart(tenant)
    await accountant(app.retryTasks, { body: { ids: [items[0]!.task_id] } })
    expect(await listed(tenant.call)).toMatchObject([{ id: items[0]!.task_id, status: 'TODO' }])
  })

  test('TASK-2: a credit note waits until its invoice is posted', async () => {
    const { tenant, invoice } = await haulier()
    const credited = await invoice('100.00')
    const note = await invoice('50.00', { kind: 'SALES_CREDIT_NOTE', credited })
    const [task, none] = await listed(tenant.call)
    expect([task!.invoice_id, none]).toEqual([credited.invoice_id, undefined])
    await report(tenant.call, task!.id, 'COMPLETED')
    await server.drain()
    expect(await listed(tenant.call)).toMatchObject([{ invoice_id: note.invoice_id, task_type: 'POST_CREDIT_NOTE' }])
  })

  test('TASK-1: is offered when a person posts it; a draft is not', async () => {
    const { tenant, company_id } = await haulier()
    const { invoice_id } = await writeDocument(tenant, { company_id, lines: [{ amount: '10.00' }] })
    const draft = await writeDocument(tenant, { company_id, lines: [{ amount: '10.00' }], is_draft: true })
    const accountant = await tenant.user('ACCOUNTANT')
    const { items } = await accountant(app.requestPosting, { body: { ids: [invoice_id, draft.invoice_id] } })
    expect(items.map(({ is_done }) => is_done)).toEqual([true, false])
    expect(await listed(tenant.call)).toMatchObject([{ invoice_id }])
  })
})

test('LEDGER-5: walk-through 12, posted by a second client after the first died; its month closes then and stays closed', async () => {
  const { tenant, company_id, post } = await haulier()
  const lines = ['186.00', '23.25', '36.00'].map((amount) => ({ amount }))
  const { invoice_id } = await writeDocument(tenant, { company_id, lines })
  await post(invoice_id)
  const accountant = await tenant.user('ACCOUNTANT')
  const entry = await accountant(getLedgerEntry, { params: { invoice_id } })
  expect(entry.lines.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
    ['400000', '296.75', '0.00'],
    ['700000', '0.00', '186.00'],
    ['700000', '0.00', '23.25'],
    ['700000', '0.00', '36.00'],
    ['451000', '0.00', '51.50'],
  ])
  const { call: first } = tenant
  const second = await tenant.callAs(['API_ACCOUNTING'])
  const [task] = await listed(first, { lease_seconds: 30 })
  expect(await listed(second, { lease_seconds: 30 })).toEqual([])
  const [entity] = await tenant.asTenant((tx) => tx.query<{ billing_entity_id: string }>(entityOf))
  const close = () => accountant(closeBookingPeriod, { body: { ...entity!, month: '2026-10' } })
  expect(await rejection(close())).toMatchObject({ status: 409, body: { code: 'period_held' } })
  await timePasses(tenant, 31)
  expect(await listed(second, { lease_seconds: 30 })).toMatchObject([{ id: task!.id }])
  await report(second, task!.id, 'COMPLETED')
  expect(await report(first, task!.id, 'COMPLETED')).toEqual({ status: 'COMPLETED' })
  expect(await rejection(report(first, task!.id, 'FAILED'))).toMatchObject({ status: 409 })
  expect(await close()).toMatchObject({ status: 'CLOSED' })
  const late = await writeDocument(tenant, { company_id, lines: [{ amount: '10.00' }] })
  await expect(post(late.invoice_id)).rejects.toMatchObject({ code: 'period_closed' })
})

const entityOf = statement(
  'test.entity_of_books',
  'select billing_entity_id from billing_entity where tenant_id = $1 and is_default',
)
