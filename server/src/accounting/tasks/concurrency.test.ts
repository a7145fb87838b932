import { listSyncTasks } from '@cartage/contract/accounting/endpoints'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentPosted } from '../../billing/records/status.commands.ts'
import { companiesOf } from '../../testing/data/companies.ts'
import { writeChart, writeDocument } from '../../testing/data/money/invoices.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { postDocument, wakeCreditNotes } from './post.commands.ts'
import { lockTaskToPost } from './store.ts'
import { listAvailable } from './views.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Waits until a session with such a statement is blocked by a lock. */
async function untilLocked(like: string): Promise<void> {
  const watcher = new pg.Client(server.ctx.db.connection)
  await watcher.connect()
  const find = `select from pg_stat_activity
                 where wait_event_type = 'Lock' and query like $1 and datname = current_database()`
  while ((await watcher.query(find, [like])).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  await watcher.end()
}

test('TASK-2: a credit note is offered without waiting while its invoice is being posted', async () => {
  const tenant = await server.tenant()
  await writeChart(tenant)
  const { id: company_id } = await companiesOf(() => tenant).create({ name: 'Bakery', accounting_code: 'BAKERY' })
  const post = (id: string) => tenant.asTenant((tx) => postDocument(server.ctx, tx, id))
  const credited = await writeDocument(tenant, { company_id, lines: [{ amount: '100.00' }] })
  await post(credited.invoice_id)
  const lines = [{ amount: '50.00' }]
  const note = await writeDocument(tenant, { company_id, lines, kind: 'SALES_CREDIT_NOTE', credited })
  const offered = await tenant.asTenant(async (tx) => {
    const [task] = await listAvailable(tx, null)
    const { document } = (await lockTaskToPost(tx, task!.id))!
    await documentPosted(server.ctx, tx, document)
    await wakeCreditNotes(server.ctx, tx, credited.invoice_id)
    const posted = post(note.invoice_id)
    await Promise.race([posted, untilLocked('%invoice_id, status, version from invoice%')])
    return { posted }
  })
  await offered.posted
  await server.drain()
  const { tasks } = await tenant.call(listSyncTasks, { query: {} })
  expect(tasks.map(({ invoice_id }) => invoice_id)).toContain(note.invoice_id)
})
