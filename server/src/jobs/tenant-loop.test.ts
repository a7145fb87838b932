import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backgroundLoops } from '../app.ts'
import type { Context } from '../context.ts'
import type { Database } from '../db/open.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { tenantLoop } from './tenant-loop.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

/** Loops that are not per tenant, and why. */
const others: Record<string, string> = {
  'position-weeks': 'makes partitions of all tenants',
  roads: 'takes from the memory of its process, one tenant a round',
}

/** Never queried, because there is no location to look up. */
const geocoding = { kind: 'PHOTON', url: 'http://127.0.0.1:9', contact: undefined, per_second: 1 } as const

/** The server with a directory of two tenants, the first of which always fails. */
function troubled(bad: string, good: string) {
  const reached: string[] = []
  const logged: { tenant_id?: string; loop?: string }[] = []
  const wrap =
    (real: Database['asWorker']): Database['asWorker'] =>
    async (tenantId, work) => {
      reached.push(tenantId)
      if (tenantId === bad) throw new Error('a bad row')
      return await real(tenantId, work)
    }
  const worker = {
    query: async () => ({ rows: [{ tenant_id: bad }, { tenant_id: good }] }),
  } as unknown as Database['worker']
  const { db } = server.ctx
  const asWorkerOfMany: Database['asWorkerOfMany'] = async (tenantIds, work) => {
    reached.push(...tenantIds)
    if (tenantIds.includes(bad)) throw new Error('a bad row')
    return await db.asWorkerOfMany(tenantIds, work)
  }
  const ctx: Context = {
    ...server.ctx,
    config: { ...server.ctx.config, geocoding },
    db: { ...db, worker, asWorker: wrap(db.asWorker), asTenant: wrap(db.asTenant), asWorkerOfMany },
    log: pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) }),
  }
  return { ctx, reached, logged }
}

const names = () => backgroundLoops(server.ctx).map(({ name }) => name)

test('OPS-28: in every loop, a failure for one tenant is reported and the next tenant is processed', async () => {
  const tenants = names().filter((name) => !(name in others))
  expect(tenants.length).toBeGreaterThanOrEqual(16)
  const faults: string[] = []
  for (const name of tenants) {
    const [bad, good] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
    const { ctx, reached, logged } = troubled(bad, good)
    const loop = backgroundLoops(ctx).find((one) => one.name === name)!
    await loop.run().catch((error: Error) => faults.push(`${name} stops: ${error.message}`))
    await loop.settle?.()
    if (!reached.includes(good)) faults.push(`${name} does not reach the second tenant`)
    if (!logged.some(({ tenant_id, loop }) => tenant_id === bad && loop === name))
      faults.push(`${name} reports nothing`)
  }
  expect(faults).toEqual([])
})

test('loops without tenants are listed with a reason', () => {
  expect(Object.keys(others).filter((name) => !names().includes(name))).toEqual([])
})

test('OPS-28: a tenant that fails repeatedly is paused, while the others keep their turns', async () => {
  const { ctx, logged } = troubled('bad', 'good')
  let good = 0
  const work = async (tenantId: string) => {
    if (tenantId === 'bad') throw new Error('a bad row')
    good += 1
    return true
  }
  const loop = tenantLoop(ctx, { name: 'holds', pollMs: 60_000, due: 'jobs', work })
  for (let round = 0; round < 10; round += 1) expect(await loop.run()).toBe(true)
  expect(good).toBe(10)
  expect(logged).toHaveLength(2)
})

test('OPS-28: a failure before a round does not cost a tenant its turn', async () => {
  const { ctx, logged } = troubled('bad', 'good')
  const reached: string[] = []
  const loop = tenantLoop(ctx, {
    name: 'holds',
    pollMs: 1,
    due: 'jobs',
    before: () => Promise.reject(new Error('the folder is gone')),
    async work(tenantId) {
      reached.push(tenantId)
      return false
    },
  })
  await loop.run()
  expect(reached).toEqual(['bad', 'good'])
  expect(logged).toHaveLength(1)
})

test('OPS-43: work of many tenants is done together, and of few in separate turns', async () => {
  const { ctx } = troubled('', '')
  const done: string[] = []
  const roundOf = async (count: number) => {
    const worker = { query: async () => ({ rows: Array.from({ length: count }, (_, at) => ({ tenant_id: `${at}` })) }) }
    const db = { ...ctx.db, worker: worker as unknown as Database['worker'] }
    const loop = tenantLoop(
      { ...ctx, db },
      {
        ...{ name: 'test', pollMs: 1_000, due: 'uploads' },
        together: async (tenantIds) => {
          done.push(`${tenantIds.length} together`)
          return { isMore: false, left: tenantIds.slice(0, 1) }
        },
        work: async (tenantId) => {
          done.push(tenantId)
          return false
        },
      },
    )
    await loop.run()
    return done.splice(0)
  }
  expect(await roundOf(15)).toHaveLength(15)
  expect(await roundOf(16)).toEqual(['16 together', '0'])
})
