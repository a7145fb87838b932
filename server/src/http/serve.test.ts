import type { Endpoint } from '@cartage/contract/endpoint'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestServer } from '../testing/start-test-server.ts'
import { anonymous } from './caller.ts'
import { createHttp } from './listen.ts'
import { type Gate, type Handler, serve } from './serve.ts'

const server = await startTestServer()
afterAll(() => server.close())

const probe = {
  ...{ id: 'probe', method: 'GET', path: '/probe', tag: 'test', summary: 'Probe', auth: 'none', limit: 'none' },
  since: '1.0.0',
  response: z.object({ name: z.string(), parts: z.array(z.object({ id: z.string() })) }),
} as const satisfies Endpoint

/** Answer that a caller gets for a handler's result. */
async function answerOf(handler: Handler<typeof probe>) {
  const refuse = async () => Promise.reject(new Error('no one is to be asked'))
  const gate: Gate = {
    authenticate: {
      none: async () => anonymous,
      bearer: refuse,
      client: refuse,
      webhook: refuse,
      session: refuse,
      link: refuse,
    },
    admit: async () => ({ headers: {} }),
    once: refuse,
  }
  const app = createHttp(server.ctx)
  serve({ app, ctx: server.ctx, gate, served: new Set() }, probe, handler)
  const answer = await app.inject({ url: probe.path })
  await app.close()
  return { status: answer.statusCode, body: answer.json() as unknown }
}

test('a response has the members that its schema declares and no others, at any depth', async () => {
  const row = { name: 'Truck', password_hash: 'secret', parts: [{ id: '1', tenant_id: 'secret' }] }
  expect(await answerOf(async () => row)).toEqual({ status: 200, body: { name: 'Truck', parts: [{ id: '1' }] } })
})

test('a response that does not match its schema is an internal error, and reveals nothing of its content', async () => {
  const row = { name: 'secret', parts: 'secret' } as unknown as { name: string; parts: { id: string }[] }
  const { status, body } = await answerOf(async () => row)
  expect(status).toBe(500)
  expect(JSON.stringify(body)).not.toContain('secret')
})
