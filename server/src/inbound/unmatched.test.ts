import { randomUUID } from 'node:crypto'
import { listInboxItems, retryInboxItem } from '@cartage/contract/messages/app/record'
import { afterAll, expect, test } from 'vitest'
import { sendMessage } from '../testing/data/messages.ts'
import { addOrder, plannedTrip, tripOf, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

const at = '2026-02-02T08:00:00Z'
const entry = (id: string) => ({ stop: { id, status: 'AT_STOP' }, event_time: at })

async function send(tenant: TestTenant, updates: object[]) {
  const answer = await sendMessage(server.app, tenant, { kind: 'subco-status-update', body: { updates } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as { errors?: { error_message: string }[] }
}

test('2,000 unknown stops in one message are one item with their count and the first of them', async () => {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const { errors } = await send(
    tenant,
    Array.from({ length: 2_000 }, () => entry(randomUUID())),
  )
  expect(errors).toHaveLength(2_000)
  const { items } = await planner(listInboxItems, {})
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ path: '*', part_count: 2_000 })
  expect(items[0]!.reason).toBe('2000 parts of this message match no record. Stop not found. (2000)')
  expect((items[0]!.item as { parts: object[] }).parts).toHaveLength(20)
})

test('twenty are kept separately: each can be applied to a record', async () => {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  await send(
    tenant,
    Array.from({ length: 20 }, () => entry(randomUUID())),
  )
  const { items } = await planner(listInboxItems, {})
  expect(items.map(({ part_count }) => part_count)).toEqual(Array(20).fill(1))
})

test('on a retry, the parts of a summary that match by now are applied, the others stay, and matched ones are not run twice', async () => {
  const tenant = await tripTenant(server)
  const planner = await tenant.user('PLANNER')
  const done = await plannedTrip(server, tenant)
  const order = await addOrder(server, tenant)
  const unknown = Array.from({ length: 30 }, () => randomUUID())
  const [early] = done.trip.stops
  await send(tenant, [...unknown, order.stops[0]!.stop_id, early!.stop_id].map(entry))
  const [item] = (await planner(listInboxItems, {})).items
  expect(item).toMatchObject({ part_count: 31 })
  const params = { inbox_item_id: item!.id }
  expect(await planner(retryInboxItem, { params })).toMatchObject({ status: 'OPEN', part_count: 31 })
  const later = await plannedTrip(server, tenant, { orders: [order] })
  expect(await planner(retryInboxItem, { params })).toMatchObject({ status: 'RESOLVED' })
  expect((await tripOf(tenant, later.tripId))!.stops[0]).toMatchObject({ status: 'AT_STOP' })
  const { items } = await planner(listInboxItems, {})
  expect(items).toMatchObject([{ part_count: 30, path: '*' }])
  expect((items[0]!.item as { paths: string[] }).paths).toHaveLength(30)
})

test('SU-6: an unconfigured key is reported in errors, and the rest of the message applies', async () => {
  const tenant = await tripTenant(server)
  const { trip, tripId } = await plannedTrip(server, tenant)
  const reported = { ...entry(trip.stops[0]!.stop_id) }
  const answer = await send(tenant, [{ ...reported, stop: { ...reported.stop, question_answers: { seal: 'S-1' } } }])
  expect(answer.errors).toMatchObject([{ error_message: expect.stringContaining('No question path key "seal"') }])
  expect((await tripOf(tenant, tripId))!.stops[0]).toMatchObject({ status: 'AT_STOP' })
})
