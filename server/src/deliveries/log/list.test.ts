import * as deliveries from '@cartage/contract/deliveries/app/record'
import { countLogEntries, exportLogEntries, getLogEntry, listLogEntries } from '@cartage/contract/events/app'
import { afterAll, afterEach, expect, test } from 'vitest'
import { orderTenant, settle, simpleOrder } from '../../testing/data/orders.ts'
import { addReceiver, eventsOf, publish } from '../../testing/servers/receiver.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { logInAs } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())
afterEach(() => server.answerWith(() => ({})))

test('the delivery of an order is found by its number, with both sides of the exchange', async () => {
  const tenant = await orderTenant(server)
  const { subscription_id, name } = await addReceiver(server, tenant)
  server.answerWith(() => ({ status: 202, body: 'thanks', headers: { 'x-seen': 'yes' } }))
  const { order_id } = await settle(server, tenant, simpleOrder())
  await settle(server, tenant, simpleOrder())
  await server.drain()
  const admin = await tenant.user('SUPER_ADMIN')
  const { items: all, total } = await admin(deliveries.listDeliveries, {})
  expect(total).toBe(all.length)
  expect(total).toBeGreaterThan(1)
  const number = all.find((row) => row.order_id === order_id)!.order_number!
  const found = await admin(deliveries.listDeliveries, { query: { q: number } })
  expect(found.items.length).toBe(found.total)
  expect(new Set(found.items.map((row) => row.order_id))).toEqual(new Set([order_id]))
  const [row] = found.items
  expect(row).toMatchObject({ subscription_id, receiver: name, state: 'DELIVERED', attempts: 1, last_status: 202 })
  const params = { event_id: row!.event_id, subscription_id }
  const detail = await admin(deliveries.getDelivery, { params })
  expect(detail.tries).toHaveLength(1)
  expect(detail.tries[0]).toMatchObject({ response_body: 'thanks', response_headers: { 'x-seen': 'yes' } })
  expect(detail.tries[0]!.request_headers).toMatchObject({ 'webhook-id': row!.event_id })
  expect(detail.tries[0]!.request_headers['webhook-signature']).toMatch(/^v1,/)
  expect(JSON.parse(detail.body)).toMatchObject({ events: expect.any(Array) })
})

test('a delivery that is sent again waits under its old key, and has one more attempt afterwards', async () => {
  const tenant = await server.tenant()
  const { subscription_id } = await addReceiver(server, tenant)
  server.answerWith(() => ({ status: 410 }))
  const [event] = await publish(tenant, eventsOf(crypto.randomUUID(), 1))
  server.answerWith(() => ({ status: 200 }))
  await server.drain()
  const admin = await tenant.user('SUPER_ADMIN')
  const key = { event_id: event!.event_id, subscription_id }
  const again = await admin(deliveries.resendDeliveries, { body: { deliveries: [key, key] } })
  expect(again.items.map(({ id, is_done }) => [id, is_done])).toEqual([
    [`${key.event_id}.${key.subscription_id}`, true],
    [`${key.event_id}.${key.subscription_id}`, false],
  ])
  const waiting = await admin(deliveries.listDeliveries, {})
  expect(waiting).toMatchObject({ total: 1, items: [{ state: 'PENDING', attempts: 0 }] })
  expect(await admin(deliveries.countDeliveries, {})).toMatchObject({
    by_state: { PENDING: 1, DELIVERED: 0, FAILED: 0 },
  })
  await server.drain()
  expect((await admin(deliveries.getDelivery, { params: key })).tries).toHaveLength(2)
})

test('failures since an instant are sent again, and no earlier ones', async () => {
  const tenant = await server.tenant()
  const { subscription_id } = await addReceiver(server, tenant)
  await publish(tenant, eventsOf(crypto.randomUUID(), 2))
  await server.drain()
  const dead = { name: 'test.all_dead', text: `update delivery set status = 'DEAD' where tenant_id = $1` }
  await tenant.asTenant((tx) => tx.query(dead))
  const admin = await tenant.user('SUPER_ADMIN')
  expect(await admin(deliveries.listDeliveries, { query: { state: 'FAILED' } })).toMatchObject({ total: 2 })
  const later = new Date(Date.now() + 3_600_000).toISOString()
  expect(await admin(deliveries.resendFailed, { body: { since: later } })).toEqual({ resent: 0 })
  const body = { since: '2020-01-01T00:00:00Z', subscription_id }
  expect(await admin(deliveries.resendFailed, { body })).toEqual({ resent: 2 })
})

test('filters by endpoint, kind and time are AND-ed; a planner may look and not send again', async () => {
  const tenant = await server.tenant()
  const one = await addReceiver(server, tenant)
  const other = await addReceiver(server, tenant)
  await publish(tenant, eventsOf(crypto.randomUUID(), 3))
  await server.drain()
  const planner = await tenant.user('PLANNER')
  const count = async (query: object) => (await planner(deliveries.listDeliveries, { query })).total
  expect(await count({})).toBe(6)
  expect(await count({ receiver: one.subscription_id })).toBe(3)
  expect(await count({ receiver: other.subscription_id, type: 'order.accepted' })).toBe(3)
  expect(await count({ type: 'trip.planned' })).toBe(0)
  expect(await count({ from: new Date(Date.now() + 3_600_000).toISOString() })).toBe(0)
  expect(await count({ state: 'PENDING,FAILED' })).toBe(0)
  const window = await planner(deliveries.listDeliveries, { query: { offset: 4, limit: 3 } })
  expect(window.items).toHaveLength(2)
  const key = { event_id: window.items[0]!.event_id, subscription_id: window.items[0]!.subscription_id }
  await expect(planner(deliveries.resendDeliveries, { body: { deliveries: [key] } })).rejects.toMatchObject({
    status: 403,
  })
})

test('the log shows the newest first, keeps its place, and counts new entries meanwhile', async () => {
  const tenant = await orderTenant(server)
  await addReceiver(server, tenant)
  const { order_id } = await settle(server, tenant, simpleOrder())
  await server.drain()
  const viewer = await tenant.user('VIEWER')
  const before = await viewer(listLogEntries, {})
  expect(before.items[0]).toMatchObject({ order_id, event_type: 'order.accepted', deliveries: { delivered: 1 } })
  expect(before.items[0]!.entity_name).toBe(before.items[0]!.order_number)
  const until = before.last_position
  await settle(server, tenant, simpleOrder())
  await server.drain()
  const paused = await viewer(listLogEntries, { query: { until } })
  expect(paused.items.map((item) => item.event_id)).toEqual(before.items.map((item) => item.event_id))
  expect(paused.newer).toBe(1)
  const live = await viewer(listLogEntries, { query: { level: 'order' } })
  expect(live.total).toBe(before.total + 1)
  expect(await viewer(listLogEntries, { query: { type: 'trip.planned' } })).toMatchObject({ total: 0, items: [] })
  const searched = await viewer(listLogEntries, { query: { q: before.items[0]!.order_number! } })
  expect(searched.items.map((item) => item.order_id)).toEqual([order_id])
  const params = { event_id: before.items[0]!.event_id }
  expect(await viewer(getLogEntry, { params })).toMatchObject({ payload: { events: [{}] }, sent_to: null })
  const planner = await tenant.user('PLANNER')
  expect((await planner(getLogEntry, { params })).sent_to).toMatchObject([{ state: 'DELIVERED' }])
})

test('AUDIT-11: the log is narrowed to a span of time, with and without kind and search', async () => {
  const tenant = await server.tenant()
  await publish(tenant, eventsOf(crypto.randomUUID(), 6))
  await server.drain()
  const viewer = await tenant.user('VIEWER')
  const { items } = await viewer(listLogEntries, {})
  const oldest = [...items].reverse()
  // Two a day on three days.
  for (const [at, { event_id }] of oldest.entries()) {
    const text = `update event set recorded_at = timestamptz '2026-03-01T12:00:00Z' + make_interval(days => $3) where tenant_id = $1 and event_id = $2`
    await tenant.asTenant((tx) => tx.query({ name: 'test.date_event', text }, event_id, Math.floor(at / 2)))
  }
  const ids = async (query: object) =>
    (await viewer(listLogEntries, { query })).items.map(({ event_id }) => event_id).sort()
  const named = (...places: number[]) => places.map((at) => oldest[at]!.event_id).sort()
  const second = { from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z' }
  const type = oldest[0]!.event_type
  expect(await ids(second)).toEqual(named(2, 3))
  expect(await ids({ ...second, type })).toEqual(named(2, 3))
  expect(await ids({ ...second, q: oldest[0]!.entity_id })).toEqual(named(2, 3))
  expect(await ids({ from: '2026-03-02T12:00:00Z' })).toEqual(named(2, 3, 4, 5))
  expect(await ids({ to: '2026-03-02T12:00:00Z' })).toEqual(named(0, 1))
  expect(await ids({ from: '2026-03-04T00:00:00Z' })).toEqual([])
  expect(await ids({ ...second, type: 'trip.planned' })).toEqual([])
  expect(await viewer(countLogEntries, { query: second })).toEqual({ by_type: { [type]: 2 } })
  const headers = await logInAs(server, tenant.tenantId, 'VIEWER')
  const file = await server.app.inject({ url: exportLogEntries.path, headers, query: { ...second, type } })
  expect(file.body.trim().split('\n')).toHaveLength(3)
})
