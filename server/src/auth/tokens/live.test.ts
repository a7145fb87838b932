import { afterAll, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { removeClient } from '../clients/commands.ts'
import { createLiveCheck } from './live.views.ts'

const server = await startTestServer()
afterAll(() => server.close())

/** The same context with its queries counted, or all failing. */
function counting(fail = false): { ctx: Context; asked: () => number } {
  let asked = 0
  const shared = {
    query(...given: [never]) {
      asked += 1
      return fail ? Promise.reject(new Error('Connection terminated')) : server.ctx.db.shared.query(...given)
    },
  }
  return { ctx: { ...server.ctx, db: { ...server.ctx.db, shared: shared as never } }, asked: () => asked }
}

test('many parallel requests share few look-ups, and each gets the answer for its own credential', async () => {
  const tenants = await Promise.all(Array.from({ length: 4 }, () => server.tenant()))
  const { ctx, asked } = counting()
  const { credential: isLive } = createLiveCheck(ctx)
  const calls = Array.from({ length: 400 }, (_, index) => {
    const tenant = tenants[index % 4]!
    const isForeign = index % 5 === 0
    const clientId = isForeign ? tenants[(index + 1) % 4]!.client.client_id : tenant.client.client_id
    return isLive(tenant.tenantId, clientId).then((version) => expect(version !== undefined).toBe(!isForeign))
  })
  await Promise.all(calls)
  expect(asked()).toBeLessThanOrEqual(4)
})

test('AUTH-8: under load, no request that starts after a removal is accepted', async () => {
  const tenant = await server.tenant()
  const { credential: isLive } = createLiveCheck(server.ctx)
  let isRemoved = false
  const loop = async () => {
    for (let round = 0; round < 200; round += 1) {
      const startedAfter = isRemoved
      const version = await isLive(tenant.tenantId, tenant.client.client_id)
      if (startedAfter) expect(version).toBeUndefined()
    }
  }
  const remove = async () => {
    await removeClient(server.ctx, tenant.tenantId, byOperator, tenant.client.client_id)
    isRemoved = true
  }
  await Promise.all([...Array.from({ length: 20 }, loop), remove()])
  expect(await isLive(tenant.tenantId, tenant.client.client_id)).toBeUndefined()
})

test('when the database is unavailable every waiting request fails, and the next one asks again', async () => {
  const { ctx, asked } = counting(true)
  const { credential: isLive } = createLiveCheck(ctx)
  const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => isLive('t', `c${index}`)))
  expect(answers.every(({ status }) => status === 'rejected')).toBe(true)
  const before = asked()
  await expect(isLive('t', 'c')).rejects.toThrow('Connection terminated')
  expect(asked()).toBe(before + 1)
})
