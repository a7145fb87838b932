import { randomUUID } from 'node:crypto'
import type { IntermodalBookingStatusPayload } from '@cartage/contract/inbound/intermodal-status'
import { updateIntermodalStatus } from '@cartage/contract/inbound/intermodal-status'
import {
  type LocationBookingUpdatePayload,
  updateLocationBooking,
} from '@cartage/contract/inbound/location-booking-update'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { byOperator } from '../../audit/rules.ts'
import {
  changeLocationBooking,
  createIntermodalBooking,
  createLocationBooking,
} from '../../bookings/change.commands.ts'
import { intermodalBookingsById, locationBookingsById } from '../../bookings/views.ts'
import { statement } from '../../db/statement.ts'
import { rejection } from '../../testing/data/orders.ts'
import { plannedTrip, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

type SlotUpdate = z.input<typeof LocationBookingUpdatePayload>['updates'][number]
type LegUpdate = z.input<typeof IntermodalBookingStatusPayload>['updates'][number]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

const any = (...values: string[]) => ({ matches_any: values })
const at = (minutes: number) => new Date(Date.UTC(2026, 1, 2, 8, minutes)).toISOString()

const turnOn = statement(
  'testing.turn_on_intermodal_status',
  'update tenant_setting set intermodal_status = true where tenant_id = $1',
)
const selectInbox = statement(
  'testing.select_booking_inbox',
  'select path from inbox_item i where i.tenant_id = $1 order by path',
)
const countReports = statement(
  'testing.count_booking_reports',
  'select count(*)::int as reports from booking_report r where r.tenant_id = $1',
)

const inboxOf = async (tenant: TestTenant) =>
  (await tenant.asTenant((tx) => tx.query<{ path: string }>(selectInbox))).map(({ path }) => path)
const reportCount = async (tenant: TestTenant) =>
  (await tenant.asTenant((tx) => tx.query<{ reports: number }>(countReports)))[0]!.reports

describe('location-booking-update', () => {
  const send = (tenant: TestTenant, ...updates: SlotUpdate[]) =>
    tenant.webhook(updateLocationBooking, { body: { updates } })

  async function createSlot(tenant: TestTenant, name?: string) {
    const { tripId, trip } = await plannedTrip(server, tenant)
    const stop_id = trip.stops[0]!.stop_id
    const given = { trip_id: tripId, stop_id, ...(name && { name }) }
    return await createLocationBooking(server.ctx, tenant.tenantId, byOperator, given)
  }

  const slotNow = async (tenant: TestTenant, id: string) =>
    (await tenant.asTenant((tx) => locationBookingsById(tx, [id])))[0]!

  test('LB-2: a booking is found by id and moves forward, its steps are stored', async () => {
    const tenant = await tripTenant(server)
    const { location_booking_id: id } = await createSlot(tenant)
    const step = { event_time: at(5), ok: true, type: 'CHECKED_IN', remark: 'Gate 4' }
    const update = {
      id,
      status: 'BOOKED' as const,
      event_time: at(0),
      execution_status: { execution_statuses: [step] },
    }
    expect(await send(tenant, update)).toBeNull()
    expect(await slotNow(tenant, id)).toMatchObject({ status: 'BOOKED', execution_statuses: [step] })
  })

  test('LB-2: a booking is found by its name and by the reference of the other side', async () => {
    const tenant = await tripTenant(server)
    const slot = await createSlot(tenant, 'L 1')
    await createSlot(tenant, 'L 2')
    const id = slot.location_booking_id
    await changeLocationBooking(server.ctx, tenant.tenantId, byOperator, id, { booking_reference: 'REF 1' })
    const byName = { match: { matches_all: [{ name: any('L 1', 'L 9') }] } }
    expect(await send(tenant, { ...byName, status: 'REQUESTED', event_time: at(0) })).toBeNull()
    expect((await slotNow(tenant, id)).status).toBe('REQUESTED')
    const both = { match: { matches_all: [{ booking_reference: any('REF 1') }, { name: any('L 1') }] } }
    expect(await send(tenant, { ...both, status: 'BOOKED', event_time: at(1) })).toBeNull()
    expect((await slotNow(tenant, id)).status).toBe('BOOKED')
  })

  test('LB-2: an item that matches no booking or several is reported and kept for people, the others apply', async () => {
    const tenant = await tripTenant(server)
    const one = await createSlot(tenant, 'L 1')
    await createSlot(tenant, 'L 2')
    const status = 'REQUESTED' as const
    const answer = await send(
      tenant,
      { id: randomUUID(), status },
      { match: { matches_all: [{ name: any('L 1', 'L 2') }] }, status },
      { match: { matches_all: [{ name: any('L 1') }, { booking_reference: any('x') }] }, status },
      { match: { matches_all: [] }, status },
      { match: { matches_all: [{ name: {} }] }, status },
      { status },
      { id: one.location_booking_id, status },
    )
    expect(answer?.errors?.map(({ error_message }) => error_message)).toEqual([
      'updates.0: Booking not found.',
      expect.stringMatching(/^updates\.1: More than one booking matches/),
      expect.stringMatching(/^updates\.2: No booking matches/),
      expect.stringMatching(/^updates\.3: No booking matches/),
      expect.stringMatching(/^updates\.4: No booking matches/),
      'updates.5: Identify the booking by id or match.',
    ])
    expect(await inboxOf(tenant)).toEqual([0, 1, 2, 3, 4, 5].map((index) => `updates.${index}`))
    expect((await slotNow(tenant, one.location_booking_id)).status).toBe(status)
  })

  test('LB-2: without event_time the time of receipt counts; an instant without offset is refused', async () => {
    const tenant = await tripTenant(server)
    const { location_booking_id: id } = await createSlot(tenant)
    const refused = await rejection(send(tenant, { id, status: 'BOOKED', event_time: '2026-02-02T08:00:00' }))
    expect(refused.status).toBe(422)
    const before = server.ctx.now().toISOString()
    await send(tenant, { id, status: 'BOOKED' })
    const { reported_at } = await slotNow(tenant, id)
    expect(Date.parse(reported_at!)).toBeGreaterThanOrEqual(Date.parse(before) - 1)
  })

  test('LB-1: a booking never moves back, and INB-1: a repeat has one effect', async () => {
    const tenant = await tripTenant(server)
    const { location_booking_id: id } = await createSlot(tenant)
    const booked = { id, status: 'BOOKED' as const, event_time: at(10) }
    await Promise.all([1, 2, 3, 4, 5].map(() => send(tenant, booked)))
    expect(await reportCount(tenant)).toBe(1)
    await send(tenant, { id, status: 'REQUESTED', event_time: at(20) })
    expect((await slotNow(tenant, id)).status).toBe('BOOKED')
    await send(tenant, { id, status: 'CANCELLED', event_time: at(30) })
    await send(tenant, booked)
    expect((await slotNow(tenant, id)).status).toBe('CANCELLED')
  })

  test('bookings of another tenant are unknown', async () => {
    const [mine, theirs] = [await tripTenant(server), await tripTenant(server)]
    const slot = await createSlot(theirs, 'L 1')
    const status = 'CANCELLED' as const
    const answer = await send(
      mine,
      { id: slot.location_booking_id, status },
      { match: { matches_all: [{ name: any('L 1') }] }, status },
    )
    expect(answer?.errors).toHaveLength(2)
    expect((await slotNow(theirs, slot.location_booking_id)).status).toBe('TO_REQUEST')
  })
})

describe('intermodal-status', () => {
  const send = (tenant: TestTenant, ...updates: LegUpdate[]) =>
    tenant.webhook(updateIntermodalStatus, { body: { updates } })

  async function createLeg(tenant: TestTenant, name?: string) {
    const { tripId, trip } = await plannedTrip(server, tenant)
    const [start, end] = trip.stops
    return await createIntermodalBooking(server.ctx, tenant.tenantId, byOperator, {
      trip_id: tripId,
      start_location_id: start!.location_id,
      end_location_id: end!.location_id,
      ...(name && { name }),
    } as Parameters<typeof createIntermodalBooking>[3])
  }

  async function openTenant(): Promise<TestTenant> {
    const tenant = await tripTenant(server)
    await tenant.asTenant((tx) => tx.query(turnOn))
    return tenant
  }

  const legNow = async (tenant: TestTenant, id: string) =>
    (await tenant.asTenant((tx) => intermodalBookingsById(tx, [id])))[0]!

  test('IM-1: it is off until the tenant turns it on: 403 with this reason, whatever the body', async () => {
    const tenant = await tripTenant(server)
    const { intermodal_booking_id: id } = await createLeg(tenant)
    for (const body of [{ updates: [{ id, status: { booking_status: 'BOOKED' } }] }, {}]) {
      const refused = await rejection(tenant.webhook(updateIntermodalStatus, { body: body as never }))
      expect([refused.status, refused.body.code]).toEqual([403, 'intermodal_status_off'])
      expect(refused.body.message).toMatch(/setting intermodal_status/)
    }
    expect((await legNow(tenant, id)).status).toBe('TO_REQUEST')
  })

  test('IM-1: where it is on, status, steps, failure and references are accepted', async () => {
    const tenant = await openTenant()
    const { intermodal_booking_id: id } = await createLeg(tenant)
    const step = { event_time: '2026-02-02T10:00:00+02:00', ok: true, type: 'GATE_IN' }
    const answer = await send(
      tenant,
      { id, event_time: at(0), status: { booking_status: 'BOOKED' }, booking_reference: 'CARRIER 7' },
      { id, event_time: at(1), status: { execution_statuses: [step, { ...step, type: 'POLISHED' }] } },
      { id, event_time: at(2), references: { arrival_reference_number: 'A 1', departure_reference_number: 'D 1' } },
      { id, event_time: at(3), status: { failure: { error_type: 'INTERNAL_ERROR', error_message: 'Ferry is full' } } },
    )
    expect(answer).toEqual({})
    expect(await legNow(tenant, id)).toMatchObject({
      status: 'BOOKED',
      booking_reference: 'CARRIER 7',
      arrival_reference_number: 'A 1',
      departure_reference_number: 'D 1',
      failure: { error_type: 'INTERNAL_ERROR', error_message: 'Ferry is full' },
      skip_dispatch: false,
    })
    const { execution_statuses } = await legNow(tenant, id)
    expect(execution_statuses.map(({ type }) => type).toSorted()).toEqual(['GATE_IN', 'POLISHED'])
    await send(tenant, { id, skip_dispatch: true })
    expect((await legNow(tenant, id)).skip_dispatch).toBe(true)
  })

  test('IM-1: an empty status, and an instant without offset, are refused with 422', async () => {
    const tenant = await openTenant()
    const { intermodal_booking_id: id } = await createLeg(tenant)
    for (const update of [
      { id, status: {} },
      { id, status: { booking_status: null, failure: null } },
      { id, event_time: '2026-02-02T08:00:00', status: { booking_status: 'BOOKED' as const } },
    ]) {
      expect((await rejection(send(tenant, update))).status).toBe(422)
    }
    expect(await reportCount(tenant)).toBe(0)
  })

  test('IM-1: booking_id and timestamp are still accepted, and references of carriers are stored but never matched', async () => {
    const tenant = await openTenant()
    const leg = await createLeg(tenant, 'M 1')
    const id = leg.intermodal_booking_id
    const old = { booking_id: id, timestamp: at(5), status: { booking_status: 'REQUESTED' as const } }
    expect(await send(tenant, old)).toEqual({})
    expect(await legNow(tenant, id)).toMatchObject({ status: 'REQUESTED' })
    const byName = { match: { matches_all: [{ name: any('M 1') }] }, booking_reference: 'other' }
    expect(await send(tenant, { ...byName, event_time: at(6), status: { booking_status: 'BOOKED' } })).toEqual({})
    expect(await legNow(tenant, id)).toMatchObject({ status: 'BOOKED', booking_reference: 'other' })
    const { errors } = await send(tenant, { booking_reference: 'other', status: { booking_status: 'CANCELLED' } })
    expect(errors).toHaveLength(1)
  })

  test('INB-1: repeats, shuffled and parallel, have one effect', async () => {
    const tenant = await openTenant()
    const { intermodal_booking_id: id } = await createLeg(tenant)
    const reported: LegUpdate[] = [
      { id, event_time: at(0), status: { booking_status: 'REQUESTED' } },
      { id, event_time: at(10), status: { booking_status: 'BOOKED' } },
    ]
    await Promise.all([...reported, ...reported.toReversed(), ...reported].map((update) => send(tenant, update)))
    expect(await reportCount(tenant)).toBe(2)
    expect((await legNow(tenant, id)).status).toBe('BOOKED')
  })

  test('bookings of another tenant are unknown', async () => {
    const [mine, theirs] = [await openTenant(), await openTenant()]
    const leg = await createLeg(theirs, 'M 1')
    const status = { booking_status: 'CANCELLED' as const }
    const { errors } = await send(
      mine,
      { id: leg.intermodal_booking_id, status },
      { booking_id: leg.intermodal_booking_id, status },
      { match: { matches_all: [{ name: any('M 1') }] }, status },
    )
    expect(errors).toHaveLength(3)
    expect((await legNow(theirs, leg.intermodal_booking_id)).status).toBe('TO_REQUEST')
  })
})
