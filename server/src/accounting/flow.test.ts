import { listPayments } from '@cartage/contract/accounting/app/payments'
import { getSyncTask, listSyncTasks, updateSyncTaskStatus } from '@cartage/contract/accounting/endpoints'
import { createSalesCreditNote, createSalesInvoice } from '@cartage/contract/billing/creation'
import { getSalesInvoice, listSalesInvoiceDocuments, setSalesInvoicePayment } from '@cartage/contract/billing/documents'
import { patchCompany } from '@cartage/contract/companies/endpoints'
import { createSetting } from '@cartage/contract/tenants/app/settings'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { addCustomer, billingTenant } from '../testing/data/money/billing.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { runChecks } from './checks/views.ts'

const server = await startTestServer({ now: () => new Date('2026-11-23T08:00:00Z') })
afterAll(() => server.close())

const postAutomatically = statement(
  'test.post_automatically',
  'update billing_entity set post_automatically = true where tenant_id = $1 and is_default',
)

test('ACC-5: an invoice and its credit note are finalised, listed as tasks, reported and paid, and no invariant is broken', async () => {
  const world = await billingTenant(server)
  const { tenant, admin } = world
  await tenant.asTenant((tx) => tx.query(postAutomatically))
  const account = (code: string, use: string) => {
    const body = { code, name: use, billing_entity: 'MAIN', use }
    return admin(createSetting, { params: { kind: 'accounts' }, body })
  }
  await account('400000', 'RECEIVABLE')
  await account('451000', 'VAT')
  const company = await addCustomer(world)
  const charge = { amount_excl_tax: '245.25', price_list_item: { code: 'FREIGHT' }, tax_rate: { code: 'S21' } }
  const common = {
    date: '2026-11-23',
    currency: 'EUR',
    customer: { id: company },
    customer_reference_numbers: ['PO-1'],
  }
  const invoice = await tenant.call(createSalesInvoice, { body: { ...common, charges: [charge] } })
  await server.drain()

  const list = async () => (await tenant.call(listSyncTasks, { query: {} })).tasks
  const [task] = await list()
  expect(task).toMatchObject({ invoice_id: invoice.id, task_type: 'POST_INVOICE' })
  await tenant.call(patchCompany, { params: { id: company }, body: { accounting_code: 'C-1001' } })
  const { payload } = await tenant.call(getSyncTask, { params: { task_id: task!.id } })
  expect(payload!.instance).toMatchObject({ name: invoice.name, total_incl_tax: '296.75' })
  expect(payload!.instance).toMatchObject({ customer: { accounting_code: 'C-1001' } })
  const params = { id: invoice.id! }
  expect(payload!.documents).toEqual(await tenant.call(listSalesInvoiceDocuments, { params }))
  expect(payload!.documents!.map(({ content_type }) => content_type)).toEqual(['application/pdf', 'application/xml'])

  const credit = { ...common, charges: [{ ...charge, amount_excl_tax: '45.25' }] }
  await tenant.call(createSalesCreditNote, { body: credit })
  await server.drain()
  expect(await list()).toHaveLength(1)
  await tenant.call(updateSyncTaskStatus, { params: { task_id: task!.id }, body: { status: 'COMPLETED' } })
  await server.drain()
  const [second] = await list()
  expect(second).toMatchObject({ task_type: 'POST_CREDIT_NOTE' })
  await tenant.call(updateSyncTaskStatus, { params: { task_id: second!.id }, body: { status: 'COMPLETED' } })
  await server.drain()

  await tenant.call(setSalesInvoicePayment, { params, body: { status: 'PAID' } })
  const accountant = await tenant.user('ACCOUNTANT')
  const payments = await accountant(listPayments, { params: { invoice_id: invoice.id! } })
  expect(payments).toMatchObject({ status: 'PAID', total: '296.75', open: '0.00', items: [{ amount: '242.00' }] })
  expect(await tenant.call(getSalesInvoice, { params })).toMatchObject({ name: invoice.name, e_invoicing: null })
  const results = await server.ctx.db.inSnapshot(tenant.tenantId, (tx) => runChecks(tx))
  expect(results.filter(({ breaches }) => breaches > 0)).toEqual([])
})
