import { afterAll, expect, test } from 'vitest'
import { toProblem } from '../http/render-problem.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import { openDatabase } from './open.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('OPS-4: a request that gets no connection is answered 503, and the next one is served again', async () => {
  const { connection } = server.ctx.db
  const db = openDatabase({ connection, poolSize: 1, onRefused: () => {} })
  const held = await db.shared.connect()
  const error = await db.shared.query('select 1').then(
    () => undefined,
    (failure: unknown) => failure,
  )
  expect(toProblem(error)).toMatchObject({ status: 503, code: 'unavailable' })
  held.release()
  expect((await db.shared.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await db.close()
})
