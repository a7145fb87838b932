import { getMoneyIssues } from '@cartage/contract/accounting/app/home'
import { listSyncTasks, updateSyncTaskStatus } from '@cartage/contract/accounting/endpoints'
import { createPriceIndex } from '@cartage/contract/rates/app/indexes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { companiesOf } from '../../testing/data/companies.ts'
import { addRated, chargeTenant, completeOrder } from '../../testing/data/money/charge-desk.ts'
import { writeChart, writeDocument } from '../../testing/data/money/invoices.ts'
import { addOrder } from '../../testing/data/trips.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { postDocument } from '../tasks/post.commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date('2026-11-23T08:00:00Z') })
})
afterAll(() => server.close())

test('drafts, failed tasks, overdue amounts and index gaps are counted', async () => {
  const tenant = await server.tenant()
  await writeChart(tenant)
  const { id: company_id } = await companiesOf(() => tenant).create({ name: 'Bakery' })
  const lines = [{ amount: '100.00' }]
  await writeDocument(tenant, { company_id, lines, is_draft: true })
  const { invoice_id } = await writeDocument(tenant, { company_id, lines })
  await tenant.asTenant((tx) => postDocument(server.ctx, tx, invoice_id))
  const [task] = (await tenant.call(listSyncTasks, { query: {} })).tasks
  await tenant.call(updateSyncTaskStatus, { params: { task_id: task!.id }, body: { status: 'FAILED' } })
  const accountant = await tenant.user('ACCOUNTANT')
  await accountant(createPriceIndex, { body: { code: 'DIESEL', name: 'Diesel', source: '', lasts_days: 7 } })
  expect(await accountant(getMoneyIssues, {})).toMatchObject({
    ...{ drafts: { count: 1 }, failed_tasks: 1, failed_sendings: 0, disputed: 0 },
    index_gaps: [{ name: 'Diesel', last_day: null }],
  })
})

const reverse = statement(
  'test.reverse_charge',
  `update charge set tax = jsonb_build_object('name', 'Reverse charge', 'category', 'AE', 'percentage', null)
    where tenant_id = $1 and order_id = $2`,
)

test('work with VAT reverse-charged has until the 15th of the month after it', async () => {
  const tenant = await chargeTenant(server)
  const { orderId } = await addOrder(server, tenant)
  await addRated(tenant, [{ order_id: orderId, amount: '100.00' }])
  await completeOrder(tenant, orderId)
  await tenant.asTenant((tx) => tx.query(reverse, orderId))
  const accountant = await tenant.user('ACCOUNTANT')
  const { deadlines } = await accountant(getMoneyIssues, {})
  expect(deadlines).toEqual([
    { month: '2026-02', invoice_by: '2026-03-15', count: 1, sums: [{ currency: 'EUR', amount: '100.00' }] },
  ])
})

test('order entry sees only the work', async () => {
  const tenant = await server.tenant()
  const orderEntry = await tenant.user('ORDER_ENTRY')
  expect(await orderEntry(getMoneyIssues, {})).toEqual({
    ...{ deadlines: [], drafts: null, failed_tasks: null, overdue: null },
    ...{ unsent: null, failed_sendings: null, disputed: null, index_gaps: null },
  })
})
