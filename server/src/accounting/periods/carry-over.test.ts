import { randomUUID } from 'node:crypto'
import { carryOverDocuments, listUnpostedDocuments } from '@cartage/contract/accounting/app/periods'
import { getSyncTask, listSyncTasks, updateSyncTaskStatus } from '@cartage/contract/accounting/endpoints'
import { getSalesInvoice } from '@cartage/contract/billing/documents'
import { closeBookingPeriod } from '@cartage/contract/books/app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { companiesOf } from '../../testing/data/companies.ts'
import { writeChart, writeDocument } from '../../testing/data/money/invoices.ts'
import { rejection } from '../../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { runChecks } from '../checks/views.ts'
import { postDocument } from '../tasks/post.commands.ts'
import { type CarriedDocument, decideCarryOver } from './rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date('2026-11-23T08:00:00Z') })
})
afterAll(() => server.close())

const entityOf = statement(
  'test.entity_to_close',
  'select billing_entity_id from billing_entity where tenant_id = $1 and is_default',
)
const entries = statement(
  'test.entries_of_document',
  `select p.booking_date::text as day, p.is_reversal, sum(l.debit)::text as debit,
          sum(case when l.account = '400000' then l.debit - l.credit end)::text as receivable
     from posting p join posting_line l on l.tenant_id = $1 and l.posting_id = p.posting_id
    where p.tenant_id = $1 and p.invoice_id = $2 group by p.posting_id, p.booking_date, p.is_reversal, p.entry_number
    order by p.entry_number`,
)

/** A haulier in November, with October to close. */
async function october() {
  const tenant = await server.tenant()
  await writeChart(tenant)
  const { id: company_id } = await companiesOf(() => tenant).create({ name: 'Bakery', accounting_code: randomUUID() })
  const accountant = await tenant.user('ACCOUNTANT')
  const [entity] = await tenant.asTenant((tx) => tx.query<{ billing_entity_id: string }>(entityOf))
  const period = { ...entity!, month: '2026-10' }
  const write = (members: object = {}) =>
    writeDocument(tenant, { company_id, lines: [{ amount: '245.25' }], ...members })
  const post = (id: string) => tenant.asTenant((tx) => postDocument(server.ctx, tx, id))
  const breached = async () => {
    const results = await server.ctx.db.inSnapshot(tenant.tenantId, (tx) => runChecks(tx))
    // Jobs write the files, but documents inserted by the test do not queue any.
    return results.filter(({ number, breaches }) => breaches > 0 && number !== 19).map(({ number }) => number)
  }
  return {
    ...{ tenant, write, post, breached },
    carry: async (...ids: string[]) => (await accountant(carryOverDocuments, { body: { ids } })).items,
    unposted: () => accountant(listUnpostedDocuments, { query: period }),
    close: () => accountant(closeBookingPeriod, { body: period }),
  }
}

test('LEDGER-7: documents that are not posted are carried over as an explicit list, and the month closes', async () => {
  const { tenant, write, post, carry, unposted, close, breached } = await october()
  const [todo, failed, plain] = [await write(), await write({ date: '2026-10-20' }), await write()]
  const draft = await write({ is_draft: true, date: '2026-10-30' })
  await post(todo.invoice_id)
  await post(failed.invoice_id)
  const { tasks } = await tenant.call(listSyncTasks, { query: {} })
  const report = (id: string, status: 'COMPLETED' | 'FAILED') =>
    tenant.call(updateSyncTaskStatus, { params: { task_id: id }, body: { status } })
  await report(tasks.find(({ invoice_id }) => invoice_id === failed.invoice_id)!.id, 'FAILED')
  const { items, total, carry_over_to } = await unposted()
  expect([total, carry_over_to]).toEqual([4, '2026-11'])
  const stateOf = new Map(items.map(({ invoice_id, state }) => [invoice_id, state]))
  const ids = [todo, failed, plain, draft].map(({ invoice_id }) => invoice_id)
  expect(ids.map((id) => stateOf.get(id))).toEqual(['TODO', 'FAILED', 'NOT_POSTED', 'DRAFT'])
  expect(await rejection(close())).toMatchObject({ status: 409, body: { code: 'period_held' } })
  expect((await carry(...ids)).map(({ is_done }) => is_done)).toEqual([true, true, true, true])
  expect(await unposted()).toMatchObject({ items: [], total: 0 })
  expect(await close()).toMatchObject({ status: 'CLOSED' })

  expect(await tenant.asTenant((tx) => tx.query(entries, todo.invoice_id))).toEqual([
    { day: '2026-10-27', is_reversal: false, debit: '296.750', receivable: '296.750' },
    { day: '2026-10-27', is_reversal: true, debit: '296.750', receivable: '-296.750' },
    { day: '2026-11-01', is_reversal: false, debit: '296.750', receivable: '296.750' },
  ])
  await post(plain.invoice_id)
  expect(await tenant.asTenant((tx) => tx.query(entries, plain.invoice_id))).toMatchObject([{ day: '2026-11-01' }])
  const open = (await tenant.call(listSyncTasks, { query: {} })).tasks
  const { payload } = await tenant.call(getSyncTask, { params: { task_id: open[0]!.id } })
  expect(payload).toMatchObject({ instance: { date: '2026-10-27', booking_date: '2026-11-01' } })
  for (const { id } of open) await report(id, 'COMPLETED')
  const read = await tenant.call(getSalesInvoice, { params: { id: todo.invoice_id } })
  expect(read).toMatchObject({ date: '2026-10-27', booking_date: '2026-11-01' })
  expect(await breached()).toEqual([])
})

test('LEDGER-7: a document is carried over from the month it was last carried over to, and closed months are skipped', async () => {
  const { tenant, write, post, carry, breached } = await october()
  const { invoice_id } = await write({ date: '2026-08-27', booking_date: '2026-08-27' })
  await post(invoice_id)
  const accountant = await tenant.user('ACCOUNTANT')
  const [entity] = await tenant.asTenant((tx) => tx.query<{ billing_entity_id: string }>(entityOf))
  await accountant(closeBookingPeriod, { body: { ...entity!, month: '2026-09' } })
  expect(await carry(invoice_id)).toMatchObject([{ is_done: true }])
  const daysOf = async () => (await tenant.asTenant((tx) => tx.query<{ day: string }>(entries, invoice_id))).at(-1)!.day
  expect(await daysOf()).toBe('2026-10-01')
  expect(await carry(invoice_id)).toMatchObject([{ is_done: true }])
  expect(await daysOf()).toBe('2026-11-01')
  expect(await carry(invoice_id)).toMatchObject([{ is_done: false, message: expect.stringContaining('2026-11') }])
  expect(await breached()).toEqual([])
})

test('LEDGER-7: a document that an accounting system is posting stays in its month', async () => {
  const { tenant, write, post, carry } = await october()
  const { invoice_id } = await write()
  await post(invoice_id)
  await tenant.call(listSyncTasks, { query: { lease_seconds: 60 } })
  expect(await carry(invoice_id, randomUUID())).toMatchObject([{ is_done: false }, { is_done: false }])
})

const waiting: CarriedDocument = { status: 'INVOICED', posting: 'WAITING', day: '2026-10-27', is_leased: false }
test.each([
  ['a posted document', { status: 'INVOICE_POSTED', posting: 'POSTED' }],
  ['a rejected document', { status: 'REJECTED' }],
  ['a draft without a date', { status: 'DRAFT', day: null }],
  ['a document of the running month', { day: '2026-11-02' }],
  ['a document with a lease', { is_leased: true }],
] as const)('LEDGER-7: %s is not carried over', (_, members) => {
  expect(() => decideCarryOver({ ...waiting, ...members }, '2026-11-23')).toThrow()
  expect(decideCarryOver(waiting, '2026-11-23')).toBe('2026-10')
})
