import { updateFleetStatus } from '@cartage/contract/inbound/status-update'
import { listInboxItems, retryInbox } from '@cartage/contract/messages/app/record'
import { getOrder } from '@cartage/contract/orders/endpoints'
import { listPositions } from '@cartage/contract/positions/app/fleet'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { faultOfPart } from '../messages/parts.rules.ts'
import { resourceOf } from '../testing/data/fleet.ts'
import { sendMessage } from '../testing/data/messages.ts'
import { orderTenant, settle, simpleOrder } from '../testing/data/orders.ts'
import { plannedTrip, tripOf, tripTenant } from '../testing/data/trips.ts'
import { plantFault } from '../testing/plant-fault.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

const selectJobs = statement(
  'test.retry_jobs',
  `select payload -> 'paths' as paths, attempts from job where tenant_id = $1 and kind = 'messages.retry_parts'`,
)
const hurry = statement('test.retry_jobs_now', 'update job set ready_at = now() where tenant_id = $1')
const countReports = statement(
  'test.count_kept_reports',
  'select count(*)::int as count from stop_report where tenant_id = $1',
)

const jobsOf = (tenant: TestTenant) =>
  tenant.asTenant((tx) => tx.query<{ paths: string[]; attempts: number }>(selectJobs))
const inboxOf = async (tenant: TestTenant, status: 'OPEN' | 'RESOLVED' = 'OPEN') =>
  (await (await tenant.user('PLANNER'))(listInboxItems, { query: { status } })).items
const tryAgain = async (tenant: TestTenant) => {
  await tenant.asTenant((tx) => tx.query(hurry))
  await server.drain()
}

async function send(tenant: TestTenant, kind: string, updates: object[], key?: string) {
  const headers: Record<string, string> = key === undefined ? {} : { 'webhook-id': key }
  const answer = await sendMessage(server.app, tenant, { kind, headers, body: { updates } })
  return { status: answer.statusCode, body: answer.json() as unknown }
}

const leftOut = (path: string) => ({
  errors: [{ error_type: 'INTERNAL_ERROR', error_message: `${path}: ${faultOfPart}` }],
})

test('INB-10: a status that fails with an internal error blocks no other, and is applied once the problem is fixed', async () => {
  const tenant = await tripTenant(server)
  const trips = [
    await plannedTrip(server, tenant),
    await plannedTrip(server, tenant),
    await plannedTrip(server, tenant),
  ]
  const stops = trips.map(({ trip }) => trip.stops[0]!.stop_id)
  const statuses = async () =>
    await Promise.all(trips.map(async ({ tripId }) => (await tripOf(tenant, tripId))!.stops[0]!.status))
  const reports = async () => (await tenant.asTenant((tx) => tx.query<{ count: number }>(countReports)))[0]!.count
  const updates = stops.map((id) => ({ stop: { id, status: 'AT_STOP' }, event_time: '2026-02-02T08:00:00Z' }))
  const mend = await plantFault(server, 'stop_report', `new.stop_id = '${stops[1]}'`)
  const answer = { status: 200, body: leftOut('updates.1.stop') }
  expect(await send(tenant, 'fleet-status-update', updates, 'w-1')).toEqual(answer)
  const before = await statuses()
  expect(before).toEqual(['AT_STOP', before[1], 'AT_STOP'])
  expect(before[1]).not.toBe('AT_STOP')
  expect(await inboxOf(tenant)).toMatchObject([{ path: 'updates.1.stop', reason: faultOfPart }])
  expect(await jobsOf(tenant)).toEqual([{ paths: ['updates.1.stop'], attempts: 0 }])
  // Repeating the message has no further effect and gets the same response.
  expect(await send(tenant, 'fleet-status-update', updates, 'w-1')).toEqual(answer)
  expect(await reports()).toBe(2)
  await tryAgain(tenant)
  expect(await jobsOf(tenant)).toMatchObject([{ attempts: 1 }])
  expect(await inboxOf(tenant)).toMatchObject([{ path: 'updates.1.stop', attempts: 1 }])
  await mend()
  await tryAgain(tenant)
  expect(await statuses()).toEqual(['AT_STOP', 'AT_STOP', 'AT_STOP'])
  expect(await reports()).toBe(3)
  expect(await jobsOf(tenant)).toEqual([])
  expect(await inboxOf(tenant)).toEqual([])
  expect(await inboxOf(tenant, 'RESOLVED')).toMatchObject([{ path: 'updates.1.stop', closed_by_kind: 'system' }])
})

test('INB-10: errors of other updates are reported with it, in the order of the message', async () => {
  const tenant = await tripTenant(server)
  const [one, other] = [await plannedTrip(server, tenant), await plannedTrip(server, tenant)]
  const report = (id: string) => ({ stop: { id, status: 'AT_STOP' }, event_time: '2026-02-02T08:00:00Z' }) as const
  const [faulty, fine] = [one.trip.stops[0]!.stop_id, other.trip.stops[0]!.stop_id]
  const mend = await plantFault(server, 'stop_report', `new.stop_id = '${faulty}'`)
  const updates = [report('00000000-0000-4000-8000-000000000001'), report(faulty), report(fine)]
  const { errors } = await tenant.webhook(updateFleetStatus, { body: { updates } })
  expect(errors!.map(({ error_message }) => error_message)).toEqual([
    'updates.0.stop: Stop not found.',
    `updates.1.stop: ${faultOfPart}`,
  ])
  expect(await jobsOf(tenant)).toMatchObject([{ paths: ['updates.1.stop'] }])
  await mend()
})

test('INB-10: if no part can be applied the message is refused as a whole, and its key is not used up', async () => {
  const tenant = await tripTenant(server)
  const { trip, tripId } = await plannedTrip(server, tenant)
  const updates = trip.stops.map(({ stop_id: id }, at) => ({
    stop: { id, status: 'AT_STOP' },
    event_time: `2026-02-02T08:0${at}:00Z`,
  }))
  const mend = await plantFault(server, 'stop_report', `new.tenant_id = '${tenant.tenantId}'`)
  expect((await send(tenant, 'fleet-status-update', updates, 'w-1')).status).toBe(500)
  expect(await inboxOf(tenant)).toMatchObject([{ path: '' }])
  expect(await jobsOf(tenant)).toEqual([])
  await mend()
  expect(await send(tenant, 'fleet-status-update', updates, 'w-1')).toEqual({ status: 200, body: {} })
  expect((await tripOf(tenant, tripId))!.stops[0]!.status).toBe('AT_STOP')
  expect(await inboxOf(tenant)).toEqual([])
})

test('INB-10: positions of the other vehicles are stored, and failed ones when they are sent again', async () => {
  const tenant = await server.tenant()
  const trucks = ['Truck 1', 'Truck 2', 'Truck 3', 'Truck 4']
  const ids: string[] = []
  for (const name of trucks) ids.push((await resourceOf(tenant, { name, tractor: {} })).id)
  const timestamp = new Date(Date.now() - 60_000).toISOString()
  const updates = trucks.map((name) => ({
    tracking_match: { matches_any: [{ resource: { vehicle: { name: { matches_any: [name] } } } }] },
    tracking_update_data: [{ position: { timestamp, latitude: 51, longitude: 4 } }],
  }))
  const located = async () => {
    const { items } = await (await tenant.user('PLANNER'))(listPositions, {})
    return ids.map((id) => (items.find(({ resource_id }) => resource_id === id)?.states.length ?? 0) > 0)
  }
  const mend = await plantFault(server, 'position_sample', `new.resource_id = '${ids[2]}'`)
  expect(await send(tenant, 'tracking-update', updates)).toEqual({ status: 200, body: leftOut('updates.2') })
  expect(await located()).toEqual([true, true, false, true])
  await mend()
  await tryAgain(tenant)
  expect(await located()).toEqual([true, true, true, true])
  expect(await inboxOf(tenant)).toEqual([])
})

test('INB-10: parts that fail with an internal error are tried one by one, and records are created once', async () => {
  const tenant = await orderTenant(server)
  const orders: string[] = []
  for (let at = 0; at < 24; at++) orders.push((await settle(server, tenant, simpleOrder())).order_id!)
  const goods = () =>
    Promise.all(
      orders.map(async (order_id) => {
        const { consignments } = await tenant.call(getOrder, { params: { order_id } })
        return consignments[0]!.goods!.length
      }),
    )
  const [usual] = await goods()
  const updates = orders.map((id) => ({
    match: { matches_all: [{ order: { id: { matches_any: [id] } } }] },
    consignment: {
      updates: [{ good: { updates: [{ update: { operation: 'CREATE', data: { description: 'Rye' } } }] } }],
    },
  }))
  const faulty = orders.slice(0, 22)
  const list = faulty.map((id) => `'${id}'`).join(', ')
  const mend = await plantFault(server, 'transport_order', `new.order_id in (${list})`)
  const { status, body } = await send(tenant, 'partial-order-update', updates, 'w-1')
  expect(status).toBe(200)
  expect((body as { errors: unknown[] }).errors).toHaveLength(22)
  expect(await goods()).toEqual(orders.map((id) => usual! + (faulty.includes(id) ? 0 : 1)))
  expect(await inboxOf(tenant)).toMatchObject([{ part_count: 22 }])
  await mend()
  await tryAgain(tenant)
  expect(await goods()).toEqual(orders.map(() => usual! + 1))
  expect(await inboxOf(tenant)).toEqual([])
  expect(await (await tenant.user('PLANNER'))(retryInbox, {})).toMatchObject({ tried: 0 })
})
