import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { findPgbouncer, startPgbouncer } from '../testing/servers/pgbouncer.ts'
import { startProxy, type TcpProxy } from '../testing/servers/proxy.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { DatabaseClient } from './client.ts'
import { isConnectionGone, isUnavailable } from './failure.ts'
import { cut } from './hosts/look.ts'
import { openDatabase } from './open.ts'

const { host, ...login } = inject('connection')
const closing: (() => Promise<unknown>)[] = []
let proxy: TcpProxy

beforeEach(async () => {
  proxy = await startProxy({ path: join(host!, `.s.PGSQL.${login.port}`) })
  closing.push(() => proxy.close())
  // Fakes only the timers of the watch. Everything else keeps real time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0).reverse()) await close()
})

const throughProxy = () => ({ ...login, host: '127.0.0.1', port: proxy.port, database: 'postgres' })

async function connected(more: object = {}): Promise<DatabaseClient> {
  const client = new DatabaseClient({ ...throughProxy(), ...more })
  client.on('error', () => {})
  await client.connect()
  closing.push(async () => cut(client))
  return client
}

/** More than the time of two unanswered checks. */
const patience = { timeout: 30_000 }

/** Advances the watch second by second until a condition holds. */
async function passUntil(happened: () => boolean): Promise<void> {
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      return happened()
    }, patience)
    .toBe(true)
}

/** Outcome of a statement that never gets an answer. */
async function endOf(statement: Promise<unknown>): Promise<unknown> {
  let end: unknown
  statement.then(
    () => {
      end = 'answered'
    },
    (error: unknown) => {
      end = error
    },
  )
  await passUntil(() => end !== undefined)
  return end
}

test.each([
  ['answers get lost', 'down'],
  ['statements get lost', 'up'],
] as const)('OPS-26: when %s the connection is closed, and a caller may retry', async (_what, way) => {
  const client = await connected()
  proxy.links()[0]!.silence(way)
  const end = await endOf(client.query('select 1'))
  expect([isUnavailable(end), isConnectionGone(end)]).toEqual([true, true])
})

test('OPS-26: a connection to a machine that no longer responds at all is closed', async () => {
  const client = await connected()
  proxy.onLink((link) => link.silence('up', 'down'))
  proxy.links()[0]!.silence('up', 'down')
  expect(await endOf(client.query('select 1'))).toSatisfy(isConnectionGone)
})

test('OPS-26: a slow statement is waited for, because its server reports that it is running', async () => {
  const client = await connected()
  let isAnswered = false
  const long = client.query('select pg_sleep(1.5)').then(() => {
    isAnswered = true
  })
  await passUntil(() => isAnswered)
  await long
  // It was queried more than once.
  expect(proxy.count()).toBeGreaterThan(2)
})

test('OPS-26: a server without free connections is alive, and is waited for', async () => {
  const role = `few_${randomUUID().replaceAll('-', '')}`
  const administrator = new pg.Client({ ...login, host, database: 'postgres' })
  await administrator.connect()
  closing.push(async () => {
    await administrator.query(`drop role ${role}`)
    await administrator.end()
  })
  await administrator.query(`create role ${role} login connection limit 1`)
  const client = await connected({ user: role })
  proxy.links()[0]!.silence('down')
  const answer = vi.fn()
  client.query('select 1').then(answer, answer)
  await passUntil(() => proxy.count() > 2)
  expect(answer).not.toHaveBeenCalled()
})

test.skipIf(!findPgbouncer())(
  'OPS-26: behind a pooler, which uses its own session ids, a long statement is waited for',
  async () => {
    const pooler = await startPgbouncer(findPgbouncer()!, { ...login, host: host! }, 'session', ['extra_float_digits'])
    closing.push(() => pooler.stop())
    const client = await connected({ port: pooler.connection.port })
    const answer = vi.fn()
    client.query('select pg_sleep(1.5)').then(answer, answer)
    await passUntil(() => answer.mock.calls.length > 0)
    expect(answer.mock.calls[0]![0]).toMatchObject({ rowCount: 1 })
  },
)

test('OPS-26: an idle connection is left alone', async () => {
  await connected()
  proxy.links()[0]!.silence('up', 'down')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(proxy.count()).toBe(1)
  expect(proxy.links()).toHaveLength(1)
})

test('OPS-26: together with a silent connection, idle ones without later activity are closed, and no others', async () => {
  const [silent, resting, busy, heard] = [await connected(), await connected(), await connected(), await connected()]
  const ended: string[] = []
  for (const [name, client] of Object.entries({ resting, busy, heard })) client.once('end', () => ended.push(name))
  const long = busy.query('select pg_sleep(2)')
  proxy.links()[0]!.silence('down')
  const lost = endOf(silent.query('select 1'))
  await vi.advanceTimersByTimeAsync(2_000)
  await heard.query('select 1')
  expect(await lost).toSatisfy(isConnectionGone)
  expect(ended).toEqual(['resting'])
  await long
})

test('OPS-26: a pool replaces a closed connection', async () => {
  const server = await startTestServer()
  closing.push(() => server.close())
  const connection = { ...throughProxy(), database: server.ctx.db.connection.database! }
  const db = openDatabase({ connection, poolSize: 1, onRefused: () => {} })
  closing.push(() => db.close())
  await db.shared.query('select 1')
  for (const link of proxy.links()) link.silence('down')
  expect(await endOf(db.shared.query('select 1'))).toSatisfy(isUnavailable)
  expect((await db.shared.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
