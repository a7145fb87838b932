import { randomUUID } from 'node:crypto'
import { updateFleetStatus } from '@cartage/contract/inbound/status-update'
import { afterAll, expect, test } from 'vitest'
import { addOrder, plannedTrip, tripOf, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { basic, callWith } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('INB-7: a report that came before its trip is taken when it comes again under its webhook-id', async () => {
  const tenant = await tripTenant(server)
  const headers = { authorization: basic(tenant.webhookCredential), 'webhook-id': `msg_${randomUUID()}` }
  const order = await addOrder(server, tenant)
  const { order_id } = order.stops[0]!
  const matches_all = [
    { order: { id: { matches_any: [order_id!] } }, trip: {}, stop: { stop_type: 'PICKUP' as const } },
  ]
  const updates = [{ stop: { match: { matches_all }, status: 'AT_STOP' as const }, event_time: '2026-02-02T08:00:00Z' }]
  const call = callWith(server.app, headers)
  expect((await call(updateFleetStatus, { body: { updates } })).errors).toHaveLength(1)
  const { tripId } = await plannedTrip(server, tenant, { orders: [order] })
  for (let again = 0; again < 2; again += 1) expect(await call(updateFleetStatus, { body: { updates } })).toEqual({})
  expect((await tripOf(tenant, tripId))!.stops.map(({ status }) => status)).toContain('AT_STOP')
})
