import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { getUsage } from '@cartage/contract/usage/app'
import { afterAll, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { setLimits } from '../../tenants/commands.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { type CounterKey, createCounterStore } from './counter.store.ts'
import { type Counters, createCounters } from './counters.ts'

const server = await startTestServer()
afterAll(() => server.close())

const windows = [
  { seconds: 600, requests: 1_200 },
  { seconds: 3_600, requests: 7_200 },
]

/** Counter state of one process. A killed one sends nothing more, not even a heartbeat. */
function startProcess() {
  const state = { isDead: false, id: randomUUID() }
  const rest = (milliseconds: number) => (state.isDead ? new Promise<never>(() => {}) : sleep(milliseconds))
  const time = { monotonic: () => performance.now(), wall: Date.now, rest }
  const counters = createCounters(createCounterStore(server.ctx.db), time, state.id)
  return Object.assign(counters, { id: state.id, kill: () => (state.isDead = true) })
}

const ask = async (counters: Counters, key: CounterKey) => {
  const { verdict, used } = await counters.judge(key, windows, 'the same')
  expect(verdict.admitted).toBe(true)
  return used
}

async function rowsOf(tenant: TestTenant) {
  const text = `select h.last_number::integer as number, h.lent, h.holder_id,
      (select array_agg(a.number::integer order by a.at_ms, a.number) from rate_admission a where a.tenant_id = $1) as numbers
    from rate_head h where h.tenant_id = $1 and h.category = 'general'`
  interface Row {
    number: number
    lent: number
    holder_id: string | null
    numbers: number[]
  }
  const [row] = await tenant.asTenant((tx) => tx.query<Row>({ name: 'test.rate_rows', text }))
  return row!
}

/** Sends requests until the process has a block; returns how many that took. */
async function untilLent(counters: Counters, tenant: TestTenant): Promise<number> {
  const key = { tenantId: tenant.tenantId, category: 'general' }
  for (let sent = 1; ; sent += 1) {
    await ask(counters, key)
    if (sent > 1 && (await rowsOf(tenant)).lent > 0) return sent
    await sleep(20)
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('RATE-10: permits used from a block are not written until it is returned, and all are written when the process stops', async () => {
  const tenant = await server.tenant()
  const key = { tenantId: tenant.tenantId, category: 'general' }
  const process = startProcess()
  let sent = await untilLent(process, tenant)
  const askNext = async () => {
    expect(await ask(process, key)).toEqual([sent, sent])
    sent += 1
  }
  while ((await rowsOf(tenant)).number === sent) await askNext()
  expect((await rowsOf(tenant)).holder_id).toBe(process.id)
  // More than one block, so that it is renewed meanwhile.
  for (let more = 0; more < 70; more += 1) await askNext()
  await process.close()
  expect(await rowsOf(tenant)).toEqual({ number: sent, lent: 0, holder_id: null, numbers: upTo(sent) })
})

test('RATE-10: a process that requests permits gets those that the other did not use, and both count as one', async () => {
  const tenant = await server.tenant()
  const key = { tenantId: tenant.tenantId, category: 'general' }
  const [one, other] = [startProcess(), startProcess()]
  const sent = await untilLent(one, tenant)
  for (let more = 0; more < 5; more += 1) await ask(one, key)
  expect(await ask(other, key)).toEqual([sent + 5, sent + 5])
  expect(await ask(one, key)).toEqual([sent + 6, sent + 6])
  const { number, lent } = await rowsOf(tenant)
  expect([number, lent]).toEqual([sent + 7, 0])
  await Promise.all([one.close(), other.close()])
})

test('RATE-10: permits of a process that was killed count as used', async () => {
  const tenant = await server.tenant()
  const key = { tenantId: tenant.tenantId, category: 'general' }
  const [one, other] = [startProcess(), startProcess()]
  const sent = await untilLent(one, tenant)
  one.kill()
  // Waits for the heartbeat in progress, and lets three seconds pass.
  await sleep(150)
  const ended = 'update rate_holder set alive_until_ms = alive_until_ms - 3000 where holder_id = $1'
  await server.ctx.db.worker.query(ended, [one.id])
  expect(await ask(other, key)).toEqual([sent + 64, sent + 64])
  expect((await rowsOf(tenant)).numbers).toEqual(upTo(sent + 65))
  await other.close()
})

test('RATE-10: the page of usage includes admissions from a block', async () => {
  const tenant = await server.tenant()
  await setLimits(server.ctx, tenant.tenantId, byOperator, { general: windows, token: [] })
  const planner = await tenant.user('PLANNER')
  const me = () => server.app.inject({ url: '/v1/me', headers: { authorization: `Bearer ${tenant.token}` } })
  let sent = 0
  while (sent < 3 || (await rowsOf(tenant)).lent === 0) {
    expect((await me()).headers.ratelimit).toMatch(new RegExp(`^"600s";r=${1_199 - sent};`))
    sent += 1
    await sleep(20)
  }
  for (let more = 0; more < 4; more += 1) await me()
  const { windows: used } = await planner(getUsage, {})
  expect(used.map((window) => window.used)).toEqual([sent + 4, sent + 4])
})
