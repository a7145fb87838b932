import { randomUUID } from 'node:crypto'
import { listAuditRecords } from '@cartage/contract/audit/app'
import * as contract from '@cartage/contract/messages/app/record'
import { listInboxSuggestions, tryInboxItem } from '@cartage/contract/messages/app/suggestions'
import { listOrderDocuments } from '@cartage/contract/orders/endpoints'
import { afterAll, expect, test } from 'vitest'
import { pdf } from '../../testing/data/files.ts'
import { resourceOf } from '../../testing/data/fleet.ts'
import { sendMessage } from '../../testing/data/messages.ts'
import { orderTenant, rejection, settle, simpleOrder } from '../../testing/data/orders.ts'
import { plannedTrip, tripOf } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

const server = await startTestServer()
const { app } = server
afterAll(() => server.close())

function importFor(tenant: TestTenant, number: string) {
  return sendMessage(app, tenant, {
    kind: 'document-import',
    query: { filename: 'cmr.pdf', document_type: 'ORIGINAL_CMR', customer_reference_number: number },
    headers: { 'content-type': 'application/pdf' },
    body: pdf(number),
  })
}

const documentsOf = (tenant: TestTenant, orderId: string) =>
  tenant.call(listOrderDocuments, { params: { order_id: orderId } })

test('an update without a match waits in the inbox, once however often it is repeated', async () => {
  const tenant = await orderTenant(server)
  const user = await tenant.user('PLANNER')
  for (let count = 0; count < 3; count += 1) await importFor(tenant, 'LOST')
  await importFor(tenant, 'LOST TOO')
  const { items } = await user(contract.listInboxItems, {})
  expect(items).toMatchObject([
    { kind: 'document-import', status: 'OPEN', occurrences: 3, path: '', party: 'test webhooks' },
    { kind: 'document-import', status: 'OPEN', occurrences: 1 },
  ])
  expect(items[0]!.reason).toMatch(/No order matches/)
  expect(await user(contract.getInboxCounts, {})).toEqual({ open: 2, by_kind: { 'document-import': 2 } })
})

test('a person chooses the order, and the item is applied to it with its bytes', async () => {
  const tenant = await orderTenant(server)
  const admin = await tenant.user('SUPER_ADMIN')
  const { order_id } = await settle(server, tenant, simpleOrder())
  await importFor(tenant, 'LOST')
  const [item] = (await admin(contract.listInboxItems, {})).items
  const params = { inbox_item_id: item!.id }
  const unknown = admin(contract.resolveInboxItem, { params, body: { entity_type: 'order', entity_id: randomUUID() } })
  expect((await rejection(unknown)).status).toBe(404)
  const booking = admin(contract.resolveInboxItem, { params, body: { entity_type: 'booking', entity_id: order_id! } })
  expect((await rejection(booking)).status).toBe(422)
  const resolved = await admin(contract.resolveInboxItem, {
    params,
    body: { entity_type: 'order', entity_id: order_id! },
  })
  expect(resolved).toMatchObject({ status: 'RESOLVED', entity_type: 'order', entity_id: order_id, last_failure: null })
  const [document] = await documentsOf(tenant, order_id!)
  expect(document).toMatchObject({ name: 'cmr.pdf', type: 'ORIGINAL_CMR' })
  const again = admin(contract.resolveInboxItem, { params, body: { entity_type: 'order', entity_id: order_id! } })
  expect((await rejection(again)).status).toBe(409)
  expect(await documentsOf(tenant, order_id!)).toHaveLength(1)
  expect(await admin(contract.getInboxCounts, {})).toMatchObject({ open: 0 })
  const { items: trail } = await admin(listAuditRecords, { query: { entity_type: 'inbox_item', entity_id: item!.id } })
  expect(trail).toMatchObject([{ actor: { kind: 'user' }, changes: { status: { before: 'OPEN', after: 'RESOLVED' } } }])
})

test('an item is resolved by retrying it once its order has arrived', async () => {
  const tenant = await orderTenant(server)
  const user = await tenant.user('PLANNER')
  await importFor(tenant, 'LATE-1')
  await importFor(tenant, 'NEVER')
  const [item] = (await user(contract.listInboxItems, {})).items
  const still = await user(contract.retryInboxItem, { params: { inbox_item_id: item!.id } })
  expect(still).toMatchObject({ status: 'OPEN', attempts: 1, last_failure: expect.stringMatching(/No order matches/) })
  const { order_id } = await settle(server, tenant, simpleOrder({ customer_reference_number: 'LATE-1' }))
  expect(await user(contract.retryInbox, {})).toEqual({ tried: 2, resolved: 1, requested: 0 })
  expect(await documentsOf(tenant, order_id!)).toHaveLength(1)
  const { items } = await user(contract.listInboxItems, {})
  expect(items.map((one) => one.attempts)).toEqual([1])
  const settled = await user(contract.listInboxItems, { query: { status: 'RESOLVED' } })
  expect(settled.items.map((one) => one.id)).toEqual([item!.id])
})

test('LIVE-1: an item that was retried and still waits has changed in every list', async () => {
  const tenant = await orderTenant(server)
  const user = await tenant.user('PLANNER')
  const admin = await tenant.user('SUPER_ADMIN')
  await importFor(tenant, 'NEVER')
  const [item] = (await user(contract.listInboxItems, {})).items
  const changesOfItem = async () => {
    const { items } = await admin(listAuditRecords, { query: { entity_type: 'inbox_item', entity_id: item!.id } })
    return items.map(({ action, changes }) => [action, changes.reason?.after])
  }
  expect(await changesOfItem()).toEqual([])
  await user(contract.retryInbox, {})
  expect(await changesOfItem()).toEqual([['updated', expect.stringMatching(/No order matches/)]])
})

test('an item is dismissed with a reason, and the same item may be received again', async () => {
  const tenant = await orderTenant(server)
  const user = await tenant.user('PLANNER')
  await importFor(tenant, 'SPAM')
  const [item] = (await user(contract.listInboxItems, {})).items
  const params = { inbox_item_id: item!.id }
  const dismissed = await user(contract.dismissInboxItem, { params, body: { reason: 'not ours' } })
  expect(dismissed).toMatchObject({ status: 'DISMISSED', dismissal: 'not ours' })
  const again = user(contract.dismissInboxItem, { params, body: { reason: 'twice' } })
  expect((await rejection(again)).status).toBe(409)
  expect((await rejection(user(contract.retryInboxItem, { params }))).status).toBe(409)
  await importFor(tenant, 'SPAM')
  expect((await user(contract.listInboxItems, {})).items).toMatchObject([{ occurrences: 1 }])
})

test('SU-3: a status for an unknown stop is applied only to the stop a person chose', async () => {
  const tenant = await orderTenant(server)
  const user = await tenant.user('PLANNER')
  const { trip, tripId } = await plannedTrip(server, tenant)
  const [first] = trip.stops
  const event_time = '2026-02-02T08:10:00Z'
  const update = (id: string) => ({ event_time, stop: { id, status: 'AT_STOP' } })
  const body = { updates: [update(randomUUID()), update(randomUUID())] }
  const answer = await sendMessage(app, tenant, { kind: 'subco-status-update', body })
  expect([answer.statusCode, answer.json().errors.length]).toEqual([200, 2])
  const { items } = await user(contract.listInboxItems, {})
  expect(items).toHaveLength(2)
  const resolved = await user(contract.resolveInboxItem, {
    params: { inbox_item_id: items[0]!.id },
    body: { entity_type: 'stop', entity_id: first!.stop_id },
  })
  expect(resolved.status).toBe('RESOLVED')
  const after = await tripOf(tenant, tripId)
  expect(after!.stops.map((stop) => stop.status)).toEqual(['AT_STOP', 'PLANNED'])
  expect((await user(contract.listInboxItems, {})).items).toHaveLength(1)
})

test('INB-4, INB-5: the stop with the reference and time of an update comes first, and a dry run changes nothing', async () => {
  const tenant = await orderTenant(server)
  const user = await tenant.user('PLANNER')
  const { trip, tripId } = await plannedTrip(server, tenant)
  await plannedTrip(server, tenant)
  const [pickup] = trip.stops
  // The trip name with a typing error: no stop matches it.
  const name = { matches_any: [`${trip.name.toLowerCase()} /`] }
  const match = { matches_all: [{ trip: { name }, stop: { stop_type: 'PICKUP' } }] }
  const news = { event_time: '2026-02-02T08:10:00Z', stop: { match, status: 'AT_STOP' } }
  await sendMessage(app, tenant, { kind: 'subco-status-update', body: { updates: [news] } })
  const [item] = (await user(contract.listInboxItems, {})).items
  expect(item).toMatchObject({ target_type: 'stop', closed_by_kind: null })
  const params = { inbox_item_id: item!.id }
  const { entity_type, items } = await user(listInboxSuggestions, { params })
  expect(entity_type).toBe('stop')
  expect(items[0]!.entity_id).toBe(pickup!.stop_id)
  expect(items[0]!.text).toContain(trip.name)
  expect(items[0]!.reasons).toContain('REFERENCE')
  const searched = await user(listInboxSuggestions, { params, query: { q: trip.name } })
  expect(
    searched.items
      .slice(0, 2)
      .map((one) => one.entity_id)
      .toSorted(),
  ).toEqual(trip.stops.map(({ stop_id }) => stop_id).toSorted())
  const body = { entity_type: 'stop', entity_id: pickup!.stop_id } as const
  const trial = await user(tryInboxItem, { params, body })
  expect(trial.failure).toBeNull()
  const changed = trial.records.find(({ entity_id }) => entity_id === pickup!.stop_id)
  expect(changed!.changes.status).toEqual({ before: 'PLANNED', after: 'AT_STOP' })
  expect((await tripOf(tenant, tripId))!.stops[0]!.status).toBe('PLANNED')
  expect((await user(contract.getInboxItem, { params })).status).toBe('OPEN')
  const resolved = await user(contract.resolveInboxItem, { params, body })
  expect(resolved).toMatchObject({ status: 'RESOLVED', closed_by: expect.any(String), closed_by_kind: 'user' })
  expect(resolved.entity_name).toEqual(expect.any(String))
  expect((await rejection(user(tryInboxItem, { params, body }))).status).toBe(409)
})

test('INB-4: a position of an unknown plate suggests the vehicle whose plate differs by a typing error', async () => {
  const tenant = await orderTenant(server)
  const user = await tenant.user('SUPER_ADMIN')
  const vehicle = await resourceOf(tenant, { name: '1-ABC-234' })
  await resourceOf(tenant, { name: '2-XYZ-999' })
  const position = { timestamp: new Date(Date.now() - 60_000).toISOString(), latitude: 51.05, longitude: 3.72 }
  const tracking_match = { matches_any: [{ resource: { vehicle: { name: { matches_any: ['1 ABC 235'] } } } }] }
  const updates = [{ tracking_match, tracking_update_data: [{ position }] }]
  const sent = await sendMessage(app, tenant, { kind: 'tracking-update', body: { updates } })
  expect(sent.statusCode, sent.body).toBe(200)
  const [item] = (await user(contract.listInboxItems, {})).items
  const { items } = await user(listInboxSuggestions, { params: { inbox_item_id: item!.id } })
  expect(items).toMatchObject([{ entity_type: 'resource', entity_id: vehicle.id, reasons: ['PLATE'] }])
})

test('the inbox of one tenant is hidden from another, and from users who may not read messages', async () => {
  const [tenant, other] = [await orderTenant(server), await orderTenant(server)]
  await importFor(tenant, 'MINE')
  const [mine, theirs] = [await tenant.user('PLANNER'), await other.user('PLANNER')]
  const [item] = (await mine(contract.listInboxItems, {})).items
  const params = { inbox_item_id: item!.id }
  expect((await theirs(contract.listInboxItems, {})).items).toEqual([])
  expect((await rejection(theirs(listInboxSuggestions, { params }))).status).toBe(404)
  expect((await rejection(theirs(contract.retryInboxItem, { params }))).status).toBe(404)
  expect((await rejection(theirs(contract.dismissInboxItem, { params, body: { reason: 'x' } }))).status).toBe(404)
  expect((await rejection((await tenant.user('ACCOUNTANT'))(contract.listInboxItems, {}))).status).toBe(403)
})
