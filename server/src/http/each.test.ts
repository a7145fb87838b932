import { changeCompanies } from '@cartage/contract/companies/app/list'
import { createCompany } from '@cartage/contract/companies/endpoints'
import { changeOrders } from '@cartage/contract/orders/app/list'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommitUnknown } from '../db/failure.ts'
import { orderTenant, settle, simpleOrder } from '../testing/data/orders.ts'
import { plantFault } from '../testing/plant-fault.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createEach, itself } from './each.ts'
import { Problem } from './problem.ts'

interface Line {
  record_id?: string
  request_id?: string
  msg: string
}

const logged: Line[] = []
const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ log })
})
afterAll(() => server.close())

const faultOf = (id: string) => logged.find(({ record_id }) => record_id === id)

test('EACH-1: an order that cannot be blocked because of an internal error is reported with a log number, and the others are blocked', async () => {
  const tenant = await orderTenant(server)
  const ids: string[] = []
  for (let at = 0; at < 3; at += 1) ids.push((await settle(server, tenant, simpleOrder({}))).order_id!)
  const planner = await tenant.user('PLANNER')
  const mend = await plantFault(server, 'transport_order', `new.order_id = '${ids[1]}' and new.is_blocked`)
  const block = (some: string[]) =>
    planner(changeOrders, { body: { action: 'block', reason: 'Unpaid', order_ids: some } })
  const { items } = await block(ids)
  expect(items.map(({ is_done }) => is_done)).toEqual([true, false, true])
  const fault = faultOf(ids[1]!)
  expect(fault?.msg).toMatch(/could not be done/)
  expect(items[1]!.message).toMatch(/fault of the service/)
  expect(items[1]!.message).toContain(fault?.request_id)
  await mend()
  expect((await block([ids[1]!])).items).toMatchObject([{ is_done: true, message: null }])
})

test('EACH-1: companies are archived even if the database fails for one of them', async () => {
  const tenant = await server.tenant()
  const ids: string[] = []
  for (const name of ['One', 'Two', 'Three'])
    ids.push((await tenant.call(createCompany, { body: { name, currency: 'EUR', is_customer: true } })).id)
  const admin = await tenant.user('SUPER_ADMIN')
  const mend = await plantFault(server, 'company', `new.company_id = '${ids[0]}' and new.is_archived`)
  const { items } = await admin(changeCompanies, { body: { action: 'archive', ids } })
  await mend()
  expect(items.map(({ is_done }) => is_done)).toEqual([false, true, true])
})

const each = createEach({ log, requestId: 'request-7' }, String)
const lost = () => new CommitUnknown('Connection terminated unexpectedly')

test('EACH-2: once the database is unavailable no more records are attempted, and the response lists the completed ones', async () => {
  const tried: string[] = []
  const results = await each(['a', 'b', 'c', 'd'], itself, async (id) => {
    tried.push(id)
    if (id === 'b') throw new Problem('not_found')
    if (id === 'c') throw lost()
  })
  expect(tried).toEqual(['a', 'b', 'c'])
  expect(results.map(({ is_done }) => is_done)).toEqual([true, false, false, false])
  expect(results[2]!.message).toMatch(/lost while saving/)
  expect(results[3]!.message).toMatch(/unavailable/)
})

test('EACH-2: an unavailable database before the first record fails the whole request', async () => {
  const work = async () => {
    throw lost()
  }
  await expect(each(['a', 'b'], itself, work)).rejects.toThrow(CommitUnknown)
})

test('EACH-1: a record that is locked at that moment can be retried, and no error is logged', async () => {
  const before = logged.length
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
  const [result] = await each(['a'], itself, () => Promise.reject(deadlock))
  expect(result).toMatchObject({ is_done: false, message: expect.stringMatching(/Others were changing/) })
  expect(logged.length).toBe(before)
})
