import * as app from '@cartage/contract/accounting/app/tasks'
import * as contract from '@cartage/contract/accounting/endpoints'
import type { Call } from '@cartage/contract/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { companiesOf } from '../../testing/data/companies.ts'
import { writeChart, writeDocument } from '../../testing/data/money/invoices.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { postDocument } from './post.commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A haulier with a customer, and optionally a chart of accounts. */
async function haulier({ chart = true } = {}) {
  const tenant = await server.tenant()
  if (chart) await writeChart(tenant)
  const { id: company_id } = await companiesOf(() => tenant).create({ name: 'Bakery' })
  const invoice = async () => {
    const written = await writeDocument(tenant, { company_id, lines: [{ amount: '245.25' }] })
    await tenant.asTenant((tx) => postDocument(server.ctx, tx, written.invoice_id))
    return written
  }
  return { tenant, invoice }
}

const listed = async (call: Call, query: object = {}) => (await call(contract.listSyncTasks, { query })).tasks
const fail = (call: Call, task_id: string) =>
  call(contract.updateSyncTaskStatus, { params: { task_id }, body: { status: 'FAILED' } })

describe('the task list on screens', () => {
  test('has tasks that need a person: failed and not retried, without an account, or open for 24 hours', async () => {
    const { tenant, invoice } = await haulier()
    const [failed, retried, old] = [await invoice(), await invoice(), await invoice()]
    const open = await listed(tenant.call)
    const taskOf = (document: { invoice_id: string }) =>
      open.find(({ invoice_id }) => invoice_id === document.invoice_id)!.id
    const accountant = await tenant.user('ACCOUNTANT')
    for (const document of [failed, retried]) await fail(tenant.call, taskOf(document))
    await accountant(app.retryTasks, { body: { ids: [taskOf(retried)] } })
    await tenant.asTenant((tx) => tx.query(aged, taskOf(old)))
    const { items } = await accountant(app.listTasks, { query: { attention: 'true' } })
    expect(items.map(({ task_id, is_overdue }) => [task_id, is_overdue]).sort()).toEqual(
      [
        [taskOf(failed), false],
        [taskOf(old), true],
      ].sort(),
    )
    const counts = await accountant(app.countTasks, { query: { status: 'TODO' } })
    expect(counts).toMatchObject({ by_status: { TODO: 2, FAILED: 2 }, attention: 2, leased: 0 })
    await listed(tenant.call, { lease_seconds: 60, limit: 1 })
    const leased = await accountant(app.listTasks, { query: { leased: 'true' } })
    expect(leased.items).toMatchObject([{ task_id: taskOf(old), status: 'TODO' }])
    expect((await accountant(app.countTasks, { query: {} })).leased).toBe(1)
    const ofDocument = await accountant(app.listTasks, { query: { invoice_id: retried.invoice_id } })
    expect(ofDocument.items.map(({ invoice_id }) => invoice_id)).toEqual([retried.invoice_id, retried.invoice_id])
  })

  test('counts tasks by what they wait for, and is filtered by it', async () => {
    const { tenant, invoice } = await haulier({ chart: false })
    await invoice()
    const accountant = await tenant.user('ACCOUNTANT')
    expect((await accountant(app.countTasks, { query: {} })).by_waiting).toEqual({ ACCOUNT: 1 })
    expect((await accountant(app.listTasks, { query: { waiting_for: 'ACCOUNT' } })).total).toBe(1)
    expect((await accountant(app.listTasks, { query: { waiting_for: 'FILES' } })).total).toBe(0)
  })

  test('TASK-7: keeps the note of a person who closes a task by hand', async () => {
    const { tenant, invoice } = await haulier()
    await invoice()
    const [task] = await listed(tenant.call)
    const accountant = await tenant.user('ACCOUNTANT')
    const params = { task_id: task!.id }
    await accountant(app.setTaskStatus, { params, body: { status: 'COMPLETED', message: 'Booked by hand' } })
    const { reports } = await accountant(app.getTaskRecord, { params })
    expect(reports).toMatchObject([{ status: 'COMPLETED', note: 'Booked by hand', failure: null }])
  })
})

const aged = statement(
  'test.task_is_old',
  `update task set created_at = created_at - interval '25 hours' where tenant_id = $1 and task_id = $2`,
)
