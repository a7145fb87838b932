import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Problem } from '../http/problem.ts'
import { problemBody } from '../http/render-problem.ts'
import type {
  deeper,
  echo,
  fail,
  fill,
  forever,
  processId,
  reach,
  refuse,
  sentences,
} from '../testing/isolated-work.ts'
import { createPool, type Pool, type PoolSize } from './pool.ts'
import { task } from './task.ts'

const module = new URL('../testing/isolated-work.ts', import.meta.url)
const work = {
  echo: task<typeof echo>(module, 'echo'),
  sentences: task<typeof sentences>(module, 'sentences'),
  forever: task<typeof forever>(module, 'forever'),
  fill: task<typeof fill>(module, 'fill'),
  deeper: task<typeof deeper>(module, 'deeper'),
  refuse: task<typeof refuse>(module, 'refuse'),
  fail: task<typeof fail>(module, 'fail'),
  reach: task<typeof reach>(module, 'reach'),
  processId: task<typeof processId>(module, 'processId'),
}
const hour = 3_600_000
const pools: Pool[] = []

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

function poolOf(size: Partial<PoolSize> = {}): Pool {
  const waitingOfTenant = { calls: 100, bytes: 1_000_000 }
  const pool = createPool({ processes: 2, waitingOfTenant, waitingBytes: 1_000_000, idleMs: hour, ...size })
  pools.push(pool)
  return pool
}

const of = (tenantId: string, milliseconds = hour) => ({ tenantId, milliseconds })

test('LIMIT-15: values sent to a process and back are unchanged, also Buffers and sentences with values', async () => {
  const pool = poolOf()
  const given = { list: [1, null, 'é'], bytes: Buffer.from('%PDF-') }
  const answer = (await pool.run(work.echo, [given], of('a'))) as typeof given
  expect(answer).toEqual(given)
  expect(answer.bytes.toString('latin1')).toBe('%PDF-')
  const { found } = await pool.run(work.sentences, [], of('a'))
  expect(String(found[0]!.message)).toBe('Kade 12 has 3 gates.')
  expect(found[0]!.message.pattern).toBe('{0} has {1}.')
})

test('LIMIT-15: a Problem is returned with its code, list, sentences and headers; another error with its text', async () => {
  const pool = poolOf()
  const problem: unknown = await pool.run(work.refuse, [], of('a')).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(Problem)
  expect(problemBody(problem as Problem, 'r')).toMatchObject({
    code: 'validation_failed',
    message: 'body.total: must be 10',
    errors: [{ path: 'body.total', field: 'total', message: 'must be 10', detail: { code: 'total' } }],
  })
  expect((problem as Problem).headers).toEqual({ 'retry-after': '7' })
  await expect(pool.run(work.fail, [], of('a'))).rejects.toThrow('no such member')
})

test('LIMIT-15: work that never ends, or exhausts memory or the stack, is refused, and the next work is done', async () => {
  const pool = poolOf({ processes: 1 })
  const tooComplex = expect.objectContaining({ code: 'too_complex', status: 422 })
  await expect(pool.run(work.forever, [], of('a', 50))).rejects.toEqual(tooComplex)
  await expect(pool.run(work.fill, [], of('a'))).rejects.toEqual(tooComplex)
  await expect(pool.run(work.deeper, [0], of('a'))).rejects.toEqual(tooComplex)
  expect(await pool.run(work.echo, ['still here'], of('a'))).toBe('still here')
})

test('LIMIT-15: the work cannot write files, start processes, reach a network or read variables of the server', async () => {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const file = join(tmpdir(), `cartage-isolated-${process.pid}`)
  const { port } = listener.address() as AddressInfo
  expect(await poolOf().run(work.reach, [file, port], of('a'))).toEqual([])
  expect(existsSync(file)).toBe(false)
  listener.close()
})

test('LIMIT-15: running out of memory ends only that process, and a lost process is replaced', async () => {
  const pool = poolOf({ processes: 1 })
  const first = await pool.run(work.processId, [], of('a'))
  const lost = pool.run(work.forever, [], of('a')).catch((error: unknown) => error)
  process.kill(first, 'SIGABRT')
  expect(await lost).toMatchObject({ code: 'too_complex' })
  expect(await pool.run(work.processId, [], of('a'))).not.toBe(first)
})

test('LIMIT-16: endless work of one tenant delays no other', async () => {
  const pool = poolOf()
  const hostile = Array.from({ length: 10 }, () => pool.run(work.forever, [], of('hostile')).catch(() => 'ended'))
  expect(await pool.run(work.echo, ['other'], of('other'))).toBe('other')
  expect(await pool.run(work.echo, ['again'], of('other'))).toBe('again')
  await pool.close()
  expect(await Promise.all(hostile)).toEqual(hostile.map(() => 'ended'))
})

test('LIMIT-16: tenants take turns, however much work one of them has waiting', async () => {
  const pool = poolOf({ processes: 1 })
  const done: string[] = []
  const say = (tenantId: string, text: string) =>
    pool.run(work.echo, [text], of(tenantId)).then((answer) => done.push(answer as string))
  await Promise.all([say('a', 'a1'), say('a', 'a2'), say('a', 'a3'), say('b', 'b1'), say('c', 'c1')])
  expect(done.indexOf('b1')).toBeLessThan(done.indexOf('a3'))
  expect(done.indexOf('c1')).toBeLessThan(done.indexOf('a3'))
})

test('LIMIT-16: too much work of one tenant is 429, too much in total is 503, by number and by bytes', async () => {
  const pool = poolOf({ waitingOfTenant: { calls: 2, bytes: 2_000 }, waitingBytes: 3_000 })
  const codeOf = (answer: Promise<unknown>) =>
    answer.then(
      () => 'done',
      (error: unknown) => (error as Problem).code,
    )
  const held = [pool.run(work.forever, [], of('a')), pool.run(work.forever, [], of('b'))]
  const waiting = [codeOf(pool.run(work.echo, ['x'.repeat(1_500)], of('a')))]
  expect(await codeOf(pool.run(work.echo, ['x'.repeat(1_500)], of('a')))).toBe('rate_limited')
  waiting.push(codeOf(pool.run(work.echo, ['y'], of('a'))))
  expect(await codeOf(pool.run(work.echo, ['z'], of('a')))).toBe('rate_limited')
  expect(await codeOf(pool.run(work.echo, ['x'.repeat(1_500)], of('c')))).toBe('unavailable')
  const ended = held.map(codeOf)
  await pool.close()
  expect(await Promise.all([...waiting, ...ended])).toEqual(Array.from({ length: 4 }, () => 'unavailable'))
})
