import { type FleetStatusUpdatePayload, updateFleetStatus } from '@cartage/contract/inbound/status-update'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { statement } from '../../db/statement.ts'
import { rejection } from '../../testing/data/orders.ts'
import { plannedTrip, tripOf, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

type Update = z.input<typeof FleetStatusUpdatePayload>['updates'][number]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

const at = (minutes: number) => new Date(Date.UTC(2026, 1, 2, 8, minutes)).toISOString()

const send = (tenant: TestTenant, ...updates: Update[]) => tenant.webhook(updateFleetStatus, { body: { updates } })

async function tripWithStops(tenant: TestTenant) {
  const created = await plannedTrip(server, tenant)
  const [pickup, delivery] = created.trip.stops
  return { ...created, pickup: pickup!, delivery: delivery! }
}

async function stopsNow(tenant: TestTenant, tripId: string) {
  return (await tripOf(tenant, tripId))!.stops
}

const selectReports = statement(
  'testing.select_stop_reports',
  `select stop_id, status, is_applied, source from stop_report r where r.tenant_id = $1 order by event_at, stop_id`,
)
const selectInbox = statement(
  'testing.select_inbox',
  'select path, reason from inbox_item i where i.tenant_id = $1 order by path',
)

interface Kept {
  stop_id: string
  status: string | null
  is_applied: boolean
  source: string
}

const reportsOf = (tenant: TestTenant) => tenant.asTenant((tx) => tx.query<Kept>(selectReports))
const inboxOf = (tenant: TestTenant) => tenant.asTenant((tx) => tx.query<{ path: string; reason: string }>(selectInbox))

describe('times of reports', () => {
  test('SU-4: an arrival that is reported after the completion is stored as the arrival time', async () => {
    const tenant = await tripTenant(server)
    const { tripId, pickup } = await tripWithStops(tenant)
    const report = (status: 'AT_STOP' | 'COMPLETED', minutes: number) =>
      send(tenant, { stop: { id: pickup.stop_id, status }, event_time: at(minutes) })
    await report('COMPLETED', 20)
    expect((await stopsNow(tenant, tripId))[0]!.actual_start_at).toBeNull()
    expect(await report('AT_STOP', 5)).toEqual({})
    expect((await stopsNow(tenant, tripId))[0]).toMatchObject({
      ...{ status: 'COMPLETED', status_at: at(20), actual_start_at: at(5), actual_end_at: at(20) },
    })
  })

  test('SU-4: a completion before the known arrival gets the reason for its refusal, each time it is repeated', async () => {
    const tenant = await tripTenant(server)
    const { tripId, pickup, delivery } = await tripWithStops(tenant)
    await send(tenant, { stop: { id: pickup.stop_id, status: 'AT_STOP' }, event_time: at(10) })
    const early: Update = { stop: { id: pickup.stop_id, status: 'COMPLETED' }, event_time: at(9) }
    const other: Update = { stop: { id: delivery.stop_id, status: 'AT_STOP' }, event_time: at(60) }
    for (const _time of ['first', 'again']) {
      const { errors } = await send(tenant, early, other)
      expect(errors?.map(({ error_message }) => error_message)).toEqual([
        'updates.0.stop: COMPLETED at 2026-02-02T08:09:00Z is before the arrival at 2026-02-02T08:10:00Z, so it was not applied. Send when the stop was left.',
      ])
    }
    expect((await stopsNow(tenant, tripId)).map(({ status }) => status)).toEqual(['AT_STOP', 'AT_STOP'])
    expect((await inboxOf(tenant)).every(({ path }) => path === 'updates.0.stop')).toBe(true)
    expect(await inboxOf(tenant)).not.toEqual([])
    expect((await reportsOf(tenant)).filter(({ is_applied }) => !is_applied)).not.toEqual([])
  })

  test('SU-4: an expected arrival alone shifts the expected departure', async () => {
    const tenant = await tripTenant(server)
    const { tripId, pickup } = await tripWithStops(tenant)
    const report = (minutes: number, eta: object) =>
      send(tenant, { stop: { id: pickup.stop_id, ...eta }, event_time: at(minutes) })
    await report(0, { eta_start: at(100), eta_end: at(115) })
    await report(1, { eta_start: at(300) })
    expect((await stopsNow(tenant, tripId))[0]).toMatchObject({ eta_start_at: at(300), eta_end_at: at(315) })
    await server.drain()
    expect((await stopsNow(tenant, tripId))[0]!.eta_end_at! >= at(300)).toBe(true)
    const { errors } = await report(2, { eta_end: at(200) })
    expect(errors?.[0]?.error_message).toContain('is before the expected arrival at')
    expect((await stopsNow(tenant, tripId))[0]).toMatchObject({ eta_start_at: at(300), eta_end_at: at(315) })
  })

  test('SU-4: an expected departure before the expected arrival is refused with 422, of stops and of groups', async () => {
    const tenant = await tripTenant(server)
    const { tripId, pickup } = await tripWithStops(tenant)
    // The same minute in another time zone is not earlier.
    const eta = { eta_start: '2026-02-02T12:00:00+02:00', eta_end: '2026-02-02T10:00:00Z' }
    expect(await send(tenant, { stop: { id: pickup.stop_id, ...eta }, event_time: at(0) })).toEqual({})
    const before = { ...eta, eta_end: '2026-02-02T11:59:00+02:00' }
    const stop = await rejection(send(tenant, { stop: { id: pickup.stop_id, ...before }, event_time: at(1) }))
    const group = await rejection(
      send(tenant, { stop_group: { id: pickup.stop_group_id, ...before }, event_time: at(1) }),
    )
    for (const [refused, of] of [[stop, 'stop'] as const, [group, 'stop_group'] as const]) {
      expect(refused.status).toBe(422)
      expect(refused.body).toMatchObject({ errors: [{ path: `updates.0.${of}.eta_end` }] })
    }
    expect((await stopsNow(tenant, tripId))[0]!.eta_end_at).toBe(at(120))
  })

  test('TIME-2: an instant more than 10 minutes ahead, or 30 days before the trip begins, is refused in errors', async () => {
    const tenant = await tripTenant(server)
    const { tripId, pickup } = await tripWithStops(tenant)
    const report = (time: number) =>
      send(tenant, { stop: { id: pickup.stop_id, eta_start: at(0) }, event_time: new Date(time).toISOString() })
    const minute = 60_000
    const now = server.ctx.now().getTime()
    expect((await report(now + 11 * minute)).errors?.[0]?.error_message).toMatch(
      /^updates\.0\.stop: event_time .* ahead/,
    )
    expect(await report(now + 9 * minute)).toEqual({})
    const monthBefore = Date.parse(at(0)) - 30 * 1_440 * minute
    const { errors } = await report(monthBefore - minute)
    expect(errors?.[0]?.error_message).toContain('more than 30 days before the trip is planned to begin')
    expect(await report(monthBefore + minute)).toEqual({})
    expect(await inboxOf(tenant)).toHaveLength(2)
    expect((await stopsNow(tenant, tripId))[0]!.eta_start_at).toBe(at(0))
  })
})
