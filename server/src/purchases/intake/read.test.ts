import { afterAll, expect, test } from 'vitest'
import { purchaseTenant } from '../../testing/data/money/purchases.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('LIMIT-15: while a document that takes seconds is read, other requests are answered', async () => {
  const purchases = await purchaseTenant(server)
  const state = { isDone: false }
  const body = `<Invoice>${'&#65;'.repeat(1_900_000)}</Invoice>`
  const reading = purchases.send(body, { 'content-type': 'application/xml' }).then((answer) => {
    state.isDone = true
    return answer
  })
  let answered = 0
  while (!state.isDone) {
    expect((await server.app.inject('/healthz')).statusCode).toBe(200)
    answered += 1
    await new Promise((resolve) => setImmediate(resolve))
  }
  // If read in this process, it would block requests until it ends.
  expect(answered).toBeGreaterThan(300)
  expect((await reading).statusCode).toBe(422)
})
