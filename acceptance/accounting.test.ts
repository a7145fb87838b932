import { createLedgerExport } from '@cartage/contract/accounting/app/ledger'
import { listReceivables } from '@cartage/contract/accounting/app/receivables'
import { listTasks, requestPosting, retryTasks } from '@cartage/contract/accounting/app/tasks'
import type { AvailableTask, AvailableTasks, TaskDetail } from '@cartage/contract/accounting/task'
import type { SalesInvoiceOutput } from '@cartage/contract/billing/document-output'
import type { Call } from '@cartage/contract/client'
import { createSetting } from '@cartage/contract/tenants/app/settings'
import { beforeAll, describe, expect, test } from 'vitest'
import { admin } from './session.ts'
import { a, b, expectProblem, unique } from './world.ts'

const accounting = '/v1/accounting'
const tasksPath = `${accounting}/sync-tasks`

let superAdmin: Call
let entity: string
let entityId: string
let type: string
let company: string

/** A separate billing entity that can invoice, and a customer. */
beforeAll(async () => {
  superAdmin = await admin(a)
  entity = unique('books').slice(0, 40)
  type = unique('FREIGHT')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 20)
    .toUpperCase()
  const add = async (kind: string, body: Record<string, unknown>) =>
    (await superAdmin(createSetting, { params: { kind }, body })).setting_id
  entityId = await add('billing_entities', {
    ...{ code: entity, name: entity, legal_name: 'Transport Vermeulen BV', country: 'BE', accounting_currency: 'EUR' },
    ...{ vat_number: 'BE0403170701', company_registration_number: '0403170701', iban: 'BE68539007547034' },
    address: { street: 'Kaai 1', postal_code: '9000', city: 'Gent' },
    contact: { name: 'Invoicing', phone: '+3292000000', email: 'invoices@vermeulen.example' },
  })
  for (const [code, use] of [
    ['400000', 'RECEIVABLE'],
    ['700000', 'REVENUE'],
    ['451000', 'VAT'],
  ]) {
    await add('accounts', { code, name: use, billing_entity: entity, use })
  }
  for (const [applies_to, prefix] of [
    ['INVOICE', 'F'],
    ['CREDIT_NOTE', 'C'],
  ]) {
    const code = unique(applies_to!).slice(0, 40)
    const counting = { year_style: 'FULL', digits: 6, restarts_yearly: true, is_gapless: true }
    await add('number_ranges', {
      ...counting,
      code,
      name: code,
      applies_to,
      prefix,
      series: entity.slice(-12),
      billing_entity: entity,
    })
  }
  for (const invoice_type of ['SALES', 'SALES_CREDIT_NOTE']) {
    await add('tax_rates', {
      ...{ code: '21', name: 'VAT 21 %', billing_entity: entity, invoice_type, treatment: 'STANDARD', percentage: 21 },
      ...{ category: 'S', tax_type: 'VAT', valid_from: '2000-01-01' },
    })
  }
  await add('charge_types', { code: type, name: 'Freight', role: 'BASE' })
  const customer = await a.post<{ id: string }>('/v1/companies/company', {
    ...{ name: unique('Bakery'), legal_name: 'Bakkerij Janssens NV', currency: 'EUR', is_customer: true },
    vat_number: 'BE0202239951',
    billing_location: { name: 'Office', address: 'Street 1', postal_code: '1000', city: 'Brussel', country: 'BE' },
  })
  expect(customer.status, customer.text).toBe(200)
  company = customer.body.id
})

const body = (members: object = {}) => ({
  ...{ date: '2026-11-23', currency: 'EUR', customer: { id: company }, billing_entity: { code: entity } },
  charges: [{ amount_excl_tax: '100.00', price_list_item: { code: type }, tax_rate: { code: '21' } }],
  ...members,
})

/** A finalised invoice submitted to accounting systems. */
async function posted(kind = 'sales-invoice', members: object = {}): Promise<SalesInvoiceOutput> {
  const created = await a.post<SalesInvoiceOutput>(`${accounting}/${kind}/`, body(members))
  expect(created.status, created.text).toBe(200)
  const { items } = await superAdmin(requestPosting, { body: { ids: [created.body.id!] } })
  expect(items).toMatchObject([{ is_done: true }])
  return created.body
}

/** The task of a document, once it is listed. */
async function taskOf(invoiceId: string | null): Promise<AvailableTask> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { body } = await a.get<AvailableTasks>(`${tasksPath}?billing_entity_code=${entity}`)
    const found = body.tasks.find((task) => task.invoice_id === invoiceId)
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  const { items } = await superAdmin(listTasks, { query: { billing_entity_id: entityId } })
  throw new Error(`no task of ${invoiceId}: ${JSON.stringify(items)}`)
}

const report = (id: string, sent: object) => a.post<{ status: string }>(`${tasksPath}/${id}/update-status`, sent)

describe('tasks', () => {
  test('ACC-1, ACC-2, ACC-3: a document is listed as a task, read with its payload, and stays listed', async () => {
    const invoice = await posted()
    const task = await taskOf(invoice.id)
    expect(task).toMatchObject({ task_type: 'POST_INVOICE', status: 'TODO' })
    const detail = await a.get<TaskDetail>(`${tasksPath}/${task.id}`)
    expect(detail.body).toMatchObject({ id: task.id, status: 'TODO', payload: { subject_type: 'SALES_INVOICE' } })
    expect(detail.body.payload!.instance).toMatchObject({ id: invoice.id, total_incl_tax: '121.00' })
    expect(await taskOf(invoice.id)).toEqual(task)
    expectProblem(await b.get(`${tasksPath}/${task.id}`), 404)
  })

  test('ACC-4, ACC-5: reported tasks leave the list, and the others stay', async () => {
    const [first, second, third] = [await posted(), await posted(), await posted()]
    const done = await taskOf(first.id)
    expect((await report(done.id, { status: 'COMPLETED' })).body).toEqual({ status: 'COMPLETED' })
    const failure = { error_type: 'USER_INPUT_ERROR', error_message: 'Customer unknown' }
    const failed = await taskOf(second.id)
    expect((await report(failed.id, { status: 'FAILED', failure })).body).toEqual({ status: 'FAILED' })
    await taskOf(third.id)
    const { body } = await a.get<AvailableTasks>(tasksPath)
    const listed = body.tasks.map(({ invoice_id }) => invoice_id)
    expect([first.id, second.id, third.id].map((id) => listed.includes(id))).toEqual([false, false, true])
    expect((await report(done.id, { status: 'COMPLETED' })).status).toBe(200)
    expectProblem(await report(done.id, { status: 'FAILED', failure }), 409)
    await superAdmin(retryTasks, { body: { ids: [failed.id] } })
    expect((await taskOf(second.id)).id).not.toBe(failed.id)
  })

  test('ACC-6, ACC-13: a credit note has the same flow, a payload of its own and no due date', async () => {
    const note = await posted('sales-credit-note')
    const task = await taskOf(note.id)
    expect(task.task_type).toBe('POST_CREDIT_NOTE')
    const { body } = await a.get<TaskDetail>(`/v1/tasks/task/${task.id}`)
    expect(body.payload).toMatchObject({ subject_type: 'SALES_CREDIT_NOTE' })
    expect(body.payload!.instance).not.toHaveProperty('due_date')
  })

  test('ACC-7: the list is filtered by billing entity, which a report does not name', async () => {
    const task = await taskOf((await posted()).id)
    expect((await a.get<AvailableTasks>(`${tasksPath}?billing_entity_code=${unique('none')}`)).body.tasks).toEqual([])
    expect((await report(task.id, { status: 'COMPLETED' })).status).toBe(200)
  })
})

describe('documents', () => {
  test('ACC-8: the status of a payment and of a refund is echoed, also when it is repeated', async () => {
    const { id } = await posted()
    const { id: note } = await posted('sales-credit-note')
    for (const status of ['PAID', 'PAID', 'UNPAID']) {
      const answer = await a.post(`${accounting}/sales-invoice/${id}/payment/update-status`, { status })
      expect([answer.status, answer.body]).toEqual([200, { status }])
    }
    const refund = await a.post(`${accounting}/sales_credit_note/${note}/refund/update-status`, { status: 'REFUNDED' })
    expect(refund.body).toEqual({ status: 'REFUNDED' })
    const { items } = await superAdmin(listReceivables, { query: { billing_entity_id: entityId } })
    expect(items.map(({ company_id }) => company_id)).toEqual([company])
  })

  test('ACC-9, ACC-11: a patch changes only the custom fields; the booking date is the date of the document', async () => {
    const invoice = await posted()
    const path = `${accounting}/sales-invoice/${invoice.id}`
    const body = { custom_fields: { ledger: 'A1' }, date: '2020-01-01' }
    const patched = await a.send<SalesInvoiceOutput>('PATCH', path, { body })
    expect(patched.body).toEqual({ ...invoice, custom_fields: { ledger: 'A1' } })
    expect((await a.get(path)).body).toEqual(patched.body)
    expect(patched.body.booking_date).toBe(patched.body.date)
    expectProblem(await b.get(path), 404)
    expectProblem(await a.get(`${accounting}/purchase-invoice/${invoice.id}`), 404)
  })
})

test('LEDGER-3: the ledger is exported, each entry once', async () => {
  await posted()
  const request = { billing_entity_id: entityId, profile: 'EXACT_ONLINE' } as const
  const first = await superAdmin(createLedgerExport, { body: request })
  expect(first.entries).toBeGreaterThan(0)
  expect((await superAdmin(createLedgerExport, { body: request })).entries).toBe(0)
})
