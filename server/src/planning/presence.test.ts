import { randomUUID } from 'node:crypto'
import { reportPlanningPresence } from '@cartage/contract/planning/app/presence'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const nothing = { order_ids: [], trip_ids: [], is_dragging: false }

test('planners with an open board see each other and their selections, until the board is closed or stops responding', async () => {
  const tenant = await server.tenant()
  const [planner, other] = [await tenant.user('PLANNER'), await tenant.user('SUPER_ADMIN')]
  const [one, two] = [randomUUID(), randomUUID()]
  const orderId = randomUUID()
  await planner(reportPlanningPresence, {
    body: { presence_id: one, order_ids: [orderId], trip_ids: [], is_dragging: true },
  })
  const report = { body: { ...nothing, presence_id: two } }
  const { items } = await other(reportPlanningPresence, report)
  expect(items.find(({ presence_id }) => presence_id === one)).toMatchObject({
    order_ids: [orderId],
    trip_ids: [],
    is_dragging: true,
    name: expect.any(String),
  })
  expect(items).toHaveLength(2)
  // The board of another person is neither taken over nor closed.
  const body = { ...nothing, presence_id: one }
  const again = await other(reportPlanningPresence, { body })
  expect(again.items.find(({ presence_id }) => presence_id === one)).toMatchObject({ is_dragging: true })
  await other(reportPlanningPresence, { body: { ...body, is_closed: true } })
  expect((await other(reportPlanningPresence, report)).items).toHaveLength(2)
  await planner(reportPlanningPresence, { body: { ...body, is_closed: true } })
  expect((await other(reportPlanningPresence, report)).items.map(({ presence_id }) => presence_id)).toEqual([two])
  await tenant.asTenant((tx) => tx.query(silence))
  expect((await planner(reportPlanningPresence, { body })).items).toMatchObject([{ presence_id: one }])
})

const silence = {
  name: 'test.silence_presence',
  text: `update planning_presence set seen_at = now() - interval '1 minute' where tenant_id = $1`,
}
