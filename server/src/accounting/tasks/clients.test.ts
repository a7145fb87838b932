import * as contract from '@cartage/contract/accounting/endpoints'
import type { Call } from '@cartage/contract/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { companiesOf } from '../../testing/data/companies.ts'
import { writeChart, writeDocument } from '../../testing/data/money/invoices.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { postDocument } from './post.commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const documents = 500
const seed = Number(process.env.CLIENTS_SEED ?? 20261123)

/** Reproducible numbers from 0 to 1, from a seed. */
function chance(from: number): () => number {
  let state = from
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

const passLeases = statement(
  'test.clients_lease_passes',
  `update task set lease_until = lease_until - interval '31 seconds' where tenant_id = $1 and lease_until is not null`,
)
const countRows = statement(
  'test.clients_counts',
  `select (select count(*) from task where tenant_id = $1 and status = 'COMPLETED')::integer as completed,
          (select count(*) from task where tenant_id = $1)::integer as tasks,
          (select count(*) from task_report where tenant_id = $1 and outcome = 'APPLIED')::integer as applied,
          (select count(*) from posting where tenant_id = $1)::integer as entries,
          (select count(*) from invoice where tenant_id = $1 and status = 'INVOICE_POSTED')::integer as posted`,
)

/** A bookkeeping system that remembers booked tasks, like any that stores the task id with the entry. */
interface Books {
  booked: Map<string, number>
  /** Client by task while its lease is valid. */
  working: Map<string, string>
}

class Died extends Error {}

/**
 * One client that may die before booking, after booking, or after reporting.
 * @returns tasks it leased
 */
async function workOnce(call: Call, name: string, books: Books, random: () => number): Promise<number> {
  const { tasks } = await call(contract.listSyncTasks, { query: { lease_seconds: 30, limit: 25 } })
  for (const { id } of tasks) {
    expect(books.working.get(id)).toBeUndefined()
    books.working.set(id, name)
  }
  const mayDie = () => {
    if (random() < 0.02) throw new Died(name)
  }
  try {
    for (const { id } of tasks) {
      mayDie()
      if (!books.booked.has(id)) books.booked.set(id, 1)
      else expect(books.booked.get(id)).toBe(1)
      mayDie()
      const body = { status: 'COMPLETED' } as const
      await call(contract.updateSyncTaskStatus, { params: { task_id: id }, body })
      books.working.delete(id)
      mayDie()
    }
  } catch (error) {
    if (!(error instanceof Died)) throw error
  }
  return tasks.length
}

async function prepare(tenant: TestTenant): Promise<void> {
  await writeChart(tenant)
  const { id: company_id } = await companiesOf(() => tenant).create()
  for (let at = 0; at < documents; at += 1) {
    const { invoice_id } = await writeDocument(tenant, { company_id, lines: [{ amount: `${at + 1}.00` }] })
    await tenant.asTenant((tx) => postDocument(server.ctx, tx, invoice_id))
  }
}

test('LEASE-1: of 500 tasks shared by two clients that crash now and then, none is posted twice and none is left', async () => {
  const tenant = await server.tenant()
  await prepare(tenant)
  const calls = [tenant.call, await tenant.callAs(['API_ACCOUNTING'])]
  const books: Books = { booked: new Map(), working: new Map() }
  const random = chance(seed)
  let rounds = 0
  for (let isLeft = true; isLeft && rounds < 500; rounds += 1) {
    const leased = await Promise.all(calls.map((call, at) => workOnce(call, `client ${at}`, books, random)))
    if (leased.some((count) => count > 0)) continue
    // Nothing is available, but leases of dead clients become available when they expire.
    isLeft = books.working.size > 0
    books.working.clear()
    await tenant.asTenant((tx) => tx.query(passLeases))
  }
  const [counts] = await tenant.asTenant((tx) => tx.query(countRows))
  const all = { completed: documents, tasks: documents, applied: documents, entries: documents, posted: documents }
  expect([seed, counts]).toEqual([seed, all])
  expect(books.booked.size).toBe(documents)
  expect((await tenant.call(contract.listSyncTasks, { query: {} })).tasks).toEqual([])
}, 240_000)
