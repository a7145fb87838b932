import { randomUUID } from 'node:crypto'
import { updateFleetStatus } from '@cartage/contract/inbound/status-update'
import { afterAll, expect, test } from 'vitest'
import { addOrder, plannedTrip, tripOf, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { basic, callWith } from '../../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('INB-7: a report that arrived before its trip is accepted when it is repeated under its webhook-id', async () => {
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

test('SENSE-2: an estimate in an implausible year is ignored, and the rest of the report applies to the stop', async () => {
  const tenant = await tripTenant(server)
  const { tripId, trip } = await plannedTrip(server, tenant)
  const id = trip.stops[0]!.stop_id
  const years = ['0001-01-01T00:00:00Z', '1899-12-30T00:00:00Z', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z']
  for (const eta_start of years) {
    const body = { updates: [{ stop: { id, eta_start }, event_time: '2026-02-02T08:00:00Z' }] }
    const { errors } = await tenant.webhook(updateFleetStatus, { body })
    expect(errors?.map(({ error_message }) => error_message)).toEqual([expect.stringContaining('2000 to 2099')])
  }
  const body = {
    updates: [{ stop: { id, eta_start: years[0], status: 'AT_STOP' as const }, event_time: '2026-02-02T08:00:00Z' }],
  }
  expect((await tenant.webhook(updateFleetStatus, { body })).errors).toHaveLength(1)
  expect((await tripOf(tenant, tripId))!.stops[0]).toMatchObject({ status: 'AT_STOP' })
})
