import { pino } from 'pino'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { statement } from '../db/statement.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import type { JobHandler, JobHandlers } from './kinds.ts'
import { backOffSeconds, enqueue, jobLoop, listDeadJobs, mostJobAttempts, reviveDeadJobs } from './queue.ts'

const server = await startTestServer()
const { ctx } = server
afterAll(() => server.close())

const timePasses = statement(
  'test.job_time_passes',
  `update job set ready_at = ready_at - make_interval(secs => $2), lease_until = lease_until - make_interval(secs => $2)
    where tenant_id = $1`,
)
const countJobs = statement('test.count_jobs', 'select count(*)::integer as count from job where tenant_id = $1')

const kind = 'deliveries.purge_expired'
const pass = (tenant: TestTenant, seconds: number) => tenant.asTenant((tx) => tx.query(timePasses, seconds))
const left = async (tenant: TestTenant) =>
  (await tenant.asTenant((tx) => tx.query<{ count: number }>(countJobs)))[0]!.count

const leaseLeft = statement(
  'test.job_lease_left',
  'select extract(epoch from lease_until - now())::float8 as seconds from job where tenant_id = $1',
)
const secondsLeft = async (tenant: TestTenant) =>
  (await tenant.asTenant((tx) => tx.query<{ seconds: number }>(leaseLeft)))[0]!.seconds

const dropJobs = statement('test.drop_jobs', 'delete from job where tenant_id = $1')

/** A tenant with no queued job, not even the default ones. */
async function idleTenant(): Promise<TestTenant> {
  const tenant = await server.tenant()
  await tenant.asTenant((tx) => tx.query(dropJobs))
  return tenant
}

/** A loop that passes this tenant's jobs to `handler`. */
function loopWith(handler: JobHandler<typeof kind>) {
  return jobLoop(ctx, { [kind]: handler } as JobHandlers)
}

describe('the queue', () => {
  test('runs a job once and removes it', async () => {
    const tenant = await idleTenant()
    await tenant.asTenant((tx) => enqueue(tx, kind, {}))
    let runs = 0
    const loop = loopWith(async () => {
      runs += 1
    })
    expect(await loop.run()).toBe(true)
    expect(await loop.run()).toBe(false)
    expect(runs).toBe(1)
    expect(await left(tenant)).toBe(0)
  })

  test('does not contain a job whose transaction was rolled back', async () => {
    const tenant = await idleTenant()
    const failing = tenant.asTenant(async (tx) => {
      await enqueue(tx, kind, {})
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await left(tenant)).toBe(0)
  })

  test('waits as long as requested', async () => {
    const tenant = await idleTenant()
    await tenant.asTenant((tx) => enqueue(tx, kind, {}, { inSeconds: 60 }))
    const loop = loopWith(async () => {})
    await loop.run()
    expect(await left(tenant)).toBe(1)
    await pass(tenant, 61)
    await loop.run()
    expect(await left(tenant)).toBe(0)
  })

  test('retries with growing waits, then shows the job as dead until it is run again', async () => {
    const tenant = await idleTenant()
    await tenant.asTenant((tx) => enqueue(tx, kind, {}))
    let works = false
    let runs = 0
    const loop = loopWith(async () => {
      runs += 1
      if (!works) throw new Error('not today')
    })
    for (let attempt = 1; attempt <= mostJobAttempts; attempt += 1) {
      await loop.run()
      expect(runs).toBe(attempt)
      await pass(tenant, backOffSeconds(attempt) - 1)
      await loop.run()
      expect(runs).toBe(attempt)
      await pass(tenant, 2)
    }
    const dead = await tenant.asTenant(listDeadJobs)
    expect(dead).toMatchObject([{ kind, attempts: mostJobAttempts, last_error: 'not today' }])
    works = true
    expect(await tenant.asTenant((tx) => reviveDeadJobs(tx, [dead[0]!.job_id]))).toMatchObject([
      { kind: dead[0]!.kind },
    ])
    await loop.run()
    expect(await left(tenant)).toBe(0)
  })

  test('runs jobs with the same key one after another, in their order', async () => {
    const tenant = await idleTenant()
    for (let count = 0; count < 5; count += 1) {
      await tenant.asTenant((tx) => enqueue(tx, kind, {}, { serialKey: 'order:1' }))
    }
    let running = 0
    let done = 0
    const loop = loopWith(async () => {
      running += 1
      expect(running).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      done += 1
    })
    const loops = [loop, loop, loop]
    while (done < 5) await Promise.all(loops.map((one) => one.run()))
    expect(await left(tenant)).toBe(0)
  })

  test('a job that takes longer than its lease stays with the process that runs it', async () => {
    const tenant = await idleTenant()
    await tenant.asTenant((tx) => enqueue(tx, kind, {}))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let runs = 0
    const second = loopWith(async () => {
      runs += 1
    })
    const first = loopWith(async () => {
      await pass(tenant, 15)
      vi.advanceTimersByTime(5_001)
      await expect.poll(() => secondsLeft(tenant), { timeout: 20_000 }).toBeGreaterThan(15)
      await pass(tenant, 15)
      await second.run()
      runs += 1
    })
    await first.run()
    vi.useRealTimers()
    expect(runs).toBe(1)
    expect(await left(tenant)).toBe(0)
  })

  test('a job whose process died is run by another after its lease, and the work of the first does not commit', async () => {
    const tenant = await idleTenant()
    await tenant.asTenant((tx) => enqueue(tx, kind, {}))
    let finished = 0
    const second = loopWith(async (_ctx, job) => {
      await job.finishing(async () => {
        finished += 1
      })
    })
    const first = loopWith(async (_ctx, job) => {
      await pass(tenant, 21)
      await second.run()
      await job.finishing(async (tx) => {
        await enqueue(tx, kind, {})
        finished += 1
      })
    })
    await first.run()
    expect(finished).toBe(1)
    expect(await left(tenant)).toBe(0)
  })

  test('a failure after the transaction that ends a job is logged, and the job is not run again', async () => {
    const tenant = await idleTenant()
    await tenant.asTenant((tx) => enqueue(tx, kind, {}))
    const logged: [string, unknown, string][] = []
    const log = pino({
      hooks: {
        logMethod: ([facts, message], _method, level) =>
          void logged.push([String(pino.levels.labels[level]), facts, String(message)]),
      },
    })
    const handler: JobHandler<typeof kind> = async (_ctx, job) => {
      await job.finishing(async () => {})
      throw new Error('the letter could not be sent')
    }
    const loop = jobLoop({ ...ctx, log }, { [kind]: handler } as JobHandlers)
    await loop.run()
    await loop.run()
    expect(logged).toEqual([
      [
        'error',
        expect.objectContaining({ tenant_id: tenant.tenantId, kind, err: new Error('the letter could not be sent') }),
        'a job was done, and what followed it failed',
      ],
    ])
    expect(await left(tenant)).toBe(0)
  })
})
