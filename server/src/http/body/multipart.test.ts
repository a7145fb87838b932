import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { Problem } from '../problem.ts'
import { readBody } from './multipart.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('LIMIT-13: a file that does not arrive at 10 KiB a second is refused with 408, after ten seconds of grace', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const app = Fastify()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  let arrived = 0
  let failure: unknown
  app.post('/', async (request, reply) => {
    const count = async (bytes: AsyncIterable<Uint8Array>) => {
      for await (const chunk of bytes) arrived += chunk.length
    }
    failure = await readBody(request, 1_000_000, count).catch((error: unknown) => error)
    reply.hijack()
  })
  const trickle = new Readable({ read() {} })
  trickle.push('slow')
  const answer = app.inject({ method: 'POST', url: '/', payload: trickle, headers: { 'content-type': 'a/b' } })
  // The refusal closes the connection.
  answer.then(
    () => {},
    () => {},
  )
  await expect.poll(() => arrived).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(failure).toBeUndefined()
  await vi.advanceTimersByTimeAsync(4_000)
  await expect.poll(() => failure).toBeDefined()
  expect(failure).toBeInstanceOf(Problem)
  expect(failure).toMatchObject({ status: 408, code: 'request_timeout' })
  await app.close()
})
