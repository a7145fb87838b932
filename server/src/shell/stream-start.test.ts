import type { AddressInfo } from 'node:net'
import type { Change } from '@cartage/contract/app/shell'
import { streamChanges } from '@cartage/contract/app/shell'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Context } from '../context.ts'
import type { Tx } from '../db/tenant.ts'
import { orderTenant, settle, simpleOrder } from '../testing/data/orders.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { logInAs } from '../testing/test-tenant.ts'
import { createAnnouncer, type Listener } from './stream.jobs.ts'
import type { Place } from './stream.rules.ts'
import { findEnds } from './stream.views.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Blocks or fails database reads, like a slow or lost database. */
interface Brake {
  /** Awaited before each read, which is passed to it. */
  before?: ((work: unknown) => Promise<void>) | undefined
  /** Awaited after each read, before its result is returned. */
  after?: (() => Promise<void>) | undefined
}

/** The context with the database controlled by the brake. */
function braked(ctx: Context, brake: Brake): Context {
  const db = Object.create(ctx.db) as Context['db']
  db.asTenant = async <T>(tenantId: string, work: (tx: Tx) => Promise<T>) => {
    await brake.before?.(work)
    const result = await ctx.db.asTenant(tenantId, work)
    await brake.after?.()
    return result
  }
  return { ...ctx, db }
}

function gate() {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  return { wait: () => promise, open }
}

/** Timers triggered by the test. */
function manualTimers() {
  const waiting = new Set<() => void>()
  return {
    waiting,
    later(work: () => void) {
      waiting.add(work)
      return () => waiting.delete(work)
    },
    /** Runs the timers due now; timers they set stay pending. */
    strike() {
      for (const work of [...waiting]) {
        waiting.delete(work)
        work()
      }
    },
  }
}

function recorder() {
  const sent: Change[] = []
  const starts: Place[] = []
  const resets: Place[] = []
  const listener: Listener = {
    start: (place) => starts.push(place),
    send: (reported) => sent.push(...reported.map(({ change }) => change)),
    reset: (place) => resets.push(place),
    presence: () => {},
  }
  // Only places in the log: the trail has its own numbers.
  const ofLog = () => sent.filter(({ type }) => type !== 'record.changed')
  return { sent, starts, resets, listener, positions: () => ofLog().map(({ position }) => position) }
}

describe('a joining listener', () => {
  async function begun() {
    const tenant = await orderTenant(server)
    const brake: Brake = {}
    const timers = manualTimers()
    const announcer = createAnnouncer(braked(server.ctx, brake), timers.later)
    const change = () => settle(server, tenant, simpleOrder())
    /** Lets the announcer poll the log once, completely. */
    async function look() {
      await expect.poll(() => timers.waiting.size).toBe(1)
      timers.strike()
      await expect.poll(() => timers.waiting.size).toBe(1)
    }
    return { tenant, brake, timers, announcer, change, look }
  }

  test('gets a change made between reading missed events and joining', async () => {
    const { tenant, brake, announcer, change, look } = await begun()
    const first = recorder()
    await announcer.listen(tenant.tenantId, undefined, first.listener).started
    await change()
    await look()
    const [position] = first.positions()
    const held = gate()
    const read = gate()
    // The missed changes are read by then but not returned; no other read is blocked.
    brake.after = () => {
      brake.after = undefined
      read.open()
      return held.wait()
    }
    const again = recorder()
    const { started } = announcer.listen(tenant.tenantId, { log: position!, plan: undefined }, again.listener)
    await read.wait()
    await change()
    await look()
    expect(again.sent).toEqual([])
    held.open()
    await started
    await look()
    await change()
    await look()
    expect(again.positions()).toEqual(first.positions().slice(1))
    expect(again.sent.length).toBeGreaterThanOrEqual(2)
  })

  test('gets nothing twice, even when another process was ahead of this one', async () => {
    const { tenant, announcer, change, look } = await begun()
    const first = recorder()
    await announcer.listen(tenant.tenantId, undefined, first.listener).started
    await change()
    const last = await endOf(tenant.tenantId)
    const ahead = recorder()
    await announcer.listen(tenant.tenantId, last, ahead.listener).started
    const behind = recorder()
    await announcer.listen(tenant.tenantId, first.starts[0]!, behind.listener).started
    await look()
    expect(first.positions().at(-1)).toBe(last.log)
    expect(ahead.sent).toEqual([])
    expect(behind.positions()).toEqual(first.positions())
  })

  test('has its starting position, so that an immediately cut connection loses nothing', async () => {
    const { tenant, announcer, change } = await begun()
    await change()
    const first = recorder()
    await announcer.listen(tenant.tenantId, undefined, first.listener).started
    expect(first.starts).toEqual([await endOf(tenant.tenantId)])
    await change()
    const again = recorder()
    await announcer.listen(tenant.tenantId, first.starts[0], again.listener).started
    expect(again.sent.length).toBeGreaterThan(0)
  })

  test('with a position that is no longer in the log is instructed to reload everything', async () => {
    const { tenant, announcer, change } = await begun()
    await change()
    const last = await endOf(tenant.tenantId)
    const stranger = recorder()
    await announcer.listen(tenant.tenantId, { ...last, log: last.log + 1_000 }, stranger.listener).started
    await announcer.listen(tenant.tenantId, { ...last, plan: last.plan + 1_000 }, stranger.listener).started
    expect([stranger.resets, stranger.sent]).toEqual([[last, last], []])
  })

  test('and leaves before joining leaves neither a timer nor a listener behind', async () => {
    const { tenant, brake, timers, announcer, change } = await begun()
    const held = gate()
    brake.before = held.wait
    const gone = recorder()
    const { started, end } = announcer.listen(tenant.tenantId, { log: 0, plan: 0 }, gone.listener)
    end()
    brake.before = undefined
    held.open()
    await started
    expect(timers.waiting.size).toBe(0)
    await change()
    expect([gone.sent, gone.resets, gone.starts]).toEqual([[], [], []])
  })

  test('gets an error while the log cannot be read, and the next one joins', async () => {
    const { tenant, brake, timers, announcer, change, look } = await begun()
    brake.before = () => Promise.reject(new Error('the database is away'))
    const { started, end } = announcer.listen(tenant.tenantId, undefined, recorder().listener)
    await expect(started).rejects.toThrow('the database is away')
    end()
    expect(timers.waiting.size).toBe(0)
    brake.before = undefined
    const next = recorder()
    await announcer.listen(tenant.tenantId, undefined, next.listener).started
    await change()
    await look()
    expect(next.sent.length).toBeGreaterThan(0)
  })

  async function endOf(tenantId: string): Promise<Place> {
    const end = recorder()
    const announcer = createAnnouncer(server.ctx, () => () => {})
    await announcer.listen(tenantId, undefined, end.listener).started
    return end.starts[0]!
  }
})

describe('a stream over HTTP', () => {
  const brake: Brake = {}
  const lines: string[] = []
  let proxied: TestServer
  let base: string
  beforeAll(async () => {
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    const { db } = braked(server.ctx, brake)
    proxied = await startTestServer({ db, log })
    await proxied.app.listen({ host: '127.0.0.1', port: 0 })
    base = `http://127.0.0.1:${(proxied.app.server.address() as AddressInfo).port}`
  })
  afterAll(() => proxied.close())
  afterEach(() => {
    brake.before = undefined
    vi.restoreAllMocks()
  })

  /** Active timers of this file: the heartbeat and the session check. */
  function watchIntervals() {
    const on = new Set<unknown>()
    const set = vi.spyOn(globalThis, 'setInterval')
    const clear = vi.spyOn(globalThis, 'clearInterval')
    return () => {
      on.clear()
      for (const [at, { value }] of set.mock.results.entries()) {
        if (set.mock.calls[at]![1] === 15_000 || set.mock.calls[at]![1] === 60_000) on.add(value)
      }
      for (const [timer] of clear.mock.calls) on.delete(timer)
      return on.size
    }
  }

  test('from a browser that disconnects while the log is read leaves no timer that would keep its session alive', async () => {
    const tenant = await server.tenant()
    const headers = await logInAs(server, tenant.tenantId, 'PLANNER')
    const running = watchIntervals()
    const held = gate()
    brake.before = async (work) => {
      if (work === findEnds) await held.wait()
    }
    const leaving = new AbortController()
    const answer = await fetch(base + streamChanges.path, { headers, signal: leaving.signal })
    expect([answer.status, running()]).toEqual([200, 2])
    leaving.abort()
    await expect.poll(running).toBe(0)
    held.open()
    brake.before = undefined
    await settled(proxied)
    expect(running()).toBe(0)
  })

  test('that cannot begin ends, so that the browser reconnects', async () => {
    const tenant = await server.tenant()
    const headers = await logInAs(server, tenant.tenantId, 'PLANNER')
    const running = watchIntervals()
    brake.before = async (work) => {
      if (work === findEnds) throw new Error('the database is away')
    }
    const answer = await fetch(base + streamChanges.path, { headers })
    expect(await answer.text()).toBe('retry: 2000\n\n')
    expect(running()).toBe(0)
    expect(lines.join()).toContain('a stream could not begin')
  })

  test('begins with its position', async () => {
    const tenant = await server.tenant()
    const headers = await logInAs(server, tenant.tenantId, 'PLANNER')
    const leaving = new AbortController()
    const answer = await fetch(base + streamChanges.path, { headers, signal: leaving.signal })
    let text = ''
    for await (const chunk of answer.body!) {
      text += Buffer.from(chunk).toString()
      if (text.includes('id:')) break
    }
    expect(text).toMatch(/^retry: 2000\n\nid: 0-\d+\n\n$/)
    leaving.abort()
  })

  /** Completes another request, so that earlier work has progressed. */
  async function settled({ app }: TestServer): Promise<void> {
    await app.inject('/readyz')
  }
})
