import { randomUUID } from 'node:crypto'
import { createLocationBooking, listTripBookings } from '@cartage/contract/bookings/app'
import type { Document } from '@cartage/contract/documents/endpoints'
import type { LocationBookingUpdateResponse } from '@cartage/contract/inbound/location-booking-update'
import type { StatusUpdateResponse } from '@cartage/contract/inbound/status-update'
import type { OrderOutput } from '@cartage/contract/orders/order-output'
import type { OrderWithStatus } from '@cartage/contract/orders/order-status'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { describe, expect, test } from 'vitest'
import { consignment, order, stop } from './bodies.ts'
import { admin } from './session.ts'
import { a, b, expectProblem, orderPath, type Tenant, unique } from './world.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 2, 8, minutes)).toISOString()
const any = (...values: string[]) => ({ matches_any: values })

interface Planned {
  tripName: string
  orderId: string
  reference: string
  /** Ids of pickup and delivery. */
  ids: string[]
}

/** An order on a trip planned by an optimiser, with unique references. */
async function planned(tenant: Tenant = a): Promise<Planned> {
  const reference = unique('ref')
  const { pickup_stop, delivery_stop, ...rest } = consignment({
    consignment_reference_number: `C ${reference}`,
    pickup_stop: stop('Quarry Noord', { activity: 'PICKUP', reference_number: `P ${reference}` }),
    delivery_stop: stop('Depot Zuid', { activity: 'DELIVERY', reference_number: `D ${reference}` }),
  })
  const consignments = [{ ...rest, pickup_stop, delivery_stop }]
  const orderId = await tenant.applied(order({ customer_reference_number: `PO ${reference}`, consignments }))
  const ids = (await stopsOf(orderId, tenant)).map(({ id }) => id)
  const tripName = unique('plan')
  const planned_stops = ids.map((id, index) => ({
    ...{ sequence: index, id },
    ...{ start_timestamp: at(index * 60), end_timestamp: at(index * 60 + 30) },
  }))
  const answer = await tenant.webhook('/v1/webhook/trip-import', { body: { trip_identifier: tripName, planned_stops } })
  expect([answer.status, answer.text]).toEqual([200, 'null'])
  return { tripName, orderId, reference, ids }
}

async function stopsOf(orderId: string, tenant: Tenant = a) {
  const { body } = await tenant.get<OrderWithStatus>(`${orderPath(orderId)}/status`)
  return body.stops ?? []
}

const statesOf = async (orderId: string) => (await stopsOf(orderId)).map(({ status }) => status)
const stateOf = async (orderId: string) => (await a.get<OrderOutput>(orderPath(orderId))).body.status

describe.each(['subco-status-update', 'fleet-status-update'])('%s', (way) => {
  async function report(...updates: object[]): Promise<string[]> {
    const answer = await a.webhook<StatusUpdateResponse>(`/v1/webhook/${way}`, { body: { updates } })
    expect(answer.status, answer.text).toBe(200)
    return (answer.body.errors ?? []).map(({ error_message }) => error_message ?? '')
  }

  test('SU-1, SU-4: stops are reported by id until the order is completed', async () => {
    const { orderId, ids } = await planned()
    for (const [index, id] of ids.entries()) {
      expect(await report({ stop: { id, status: 'AT_STOP' }, event_time: at(index * 60) })).toEqual([])
      expect(await stateOf(orderId)).toBe('IN_PROGRESS')
      expect(await report({ stop: { id, status: 'COMPLETED' }, event_time: at(index * 60 + 20) })).toEqual([])
    }
    expect([await stateOf(orderId), await statesOf(orderId)]).toEqual(['COMPLETED', ['COMPLETED', 'COMPLETED']])
    const [pickup] = await stopsOf(orderId)
    expect([pickup!.start_timestamp, pickup!.end_timestamp]).toEqual(['2026-03-02T08:00:00Z', '2026-03-02T08:20:00Z'])
  })

  test('SU-2, SU-3: a stop is found by its distinguishing values, and one of several values is enough', async () => {
    const { tripName, orderId, reference, ids } = await planned()
    const pickup = { stop: { stop_type: 'PICKUP' } }
    const ways = [
      [{ trip: { name: any('nothing', tripName) } }, pickup],
      [{ order: { customer_reference_number: any(`PO ${reference}`) } }, pickup],
      [{ order: { id: any(orderId) } }, pickup],
      [{ consignment: { reference_number: any(`C ${reference}`) }, ...pickup }],
      [{ order: { id: any(orderId) }, consignment: { order_sequence_number: 1 } }, pickup],
      [{ stop: { reference_number: any(`P ${reference}`) } }],
    ]
    for (const [index, matches_all] of ways.entries()) {
      expect(await report({ stop: { match: { matches_all }, eta_start: at(index) }, event_time: at(index) })).toEqual(
        [],
      )
      const [first, second] = await stopsOf(orderId)
      expect([first!.id, first!.start_timestamp]).toEqual([ids[0], `${at(index).slice(0, 19)}Z`])
      expect(second!.status).toBe('PLANNED')
    }
    const several = { match: { matches_all: [{ trip: { name: any(tripName) } }] }, status: 'COMPLETED' }
    expect((await report({ stop: several, event_time: at(0) })).join()).toMatch(/More than one stop/)
    const contradicting = [{ order: { id: any(orderId) } }, { stop: { reference_number: any('another') } }]
    const none = { match: { matches_all: contradicting }, status: 'COMPLETED' }
    expect((await report({ stop: none, event_time: at(0) })).join()).toMatch(/No stop matches/)
    expect((await report({ stop: { match: { matches_all: [] } }, event_time: at(0) })).join()).toMatch(/No criterion/)
    expect(await statesOf(orderId)).toEqual(['PLANNED', 'PLANNED'])
  })

  test('SU-4: a status never moves back, and a repeat has no effect', async () => {
    const { orderId, ids } = await planned()
    const completed = { stop: { id: ids[0], status: 'COMPLETED' }, event_time: at(30) }
    await Promise.all(Array.from({ length: 4 }, () => report(completed, completed)))
    await report({ stop: { id: ids[0], status: 'AT_STOP' }, event_time: at(10) })
    await report({ stop: { id: ids[0], status: 'AT_STOP' }, event_time: at(40) })
    expect(await statesOf(orderId)).toEqual(['COMPLETED', 'PLANNED'])
  })

  test('SU-5, SU-7: a group of stops is reported by its id, and its status applies to each stop in it', async () => {
    const orders = [await a.applied(order()), await a.applied(order())]
    const planner = await admin(a)
    const { trips } = await planner(givePlanningCommand, {
      body: { kind: 'PLAN', order_ids: orders, override: { reason: 'acceptance' } },
    })
    const [first, second] = trips[0]!.stops
    expect(first!.stop_group_id).toBe(second!.stop_group_id)
    const group = { id: first!.stop_group_id, status: 'COMPLETED' }
    expect(await report({ stop_group: group, event_time: at(0) })).toEqual([])
    for (const orderId of orders) expect((await statesOf(orderId))[0]).toBe('COMPLETED')
    expect((await report({ stop_group: { ...group, id: randomUUID() }, event_time: at(0) })).join()).toMatch(
      /Stop group not/,
    )
  })

  test('SU-6: an answer with a file becomes a document of the order', async () => {
    const { orderId, ids } = await planned()
    const content = Buffer.from('%PDF-1.4 signed').toString('base64')
    const POD = [{ embedded_document: { content, content_type: 'application/pdf', filename: 'signed.pdf' } }]
    const update = { stop: { id: ids[1], question_answers: { POD } }, event_time: at(0) }
    expect(await report(update)).toEqual([])
    expect(await report(update)).toEqual([])
    const { body } = await a.get<Document[]>(`${orderPath(orderId)}/documents`)
    expect(body).toHaveLength(1)
    expect(body[0]!.name).toMatch(/^signed_/)
  })

  test('TIME-2: instants without offset are refused, and nothing of the message is applied', async () => {
    const { orderId, ids } = await planned()
    const good = { stop: { id: ids[0], status: 'AT_STOP' }, event_time: '2026-03-02T10:00:00+02:00' }
    for (const bad of [
      { stop: { id: ids[1], status: 'AT_STOP' }, event_time: '2026-03-02T10:00:00' },
      { stop: { id: ids[1], eta_start: '2026-03-02T10:00:00' }, event_time: at(0) },
      { stop: { id: ids[1], eta_end: '2026-03-02 10:00' }, event_time: at(0) },
    ]) {
      expectProblem(await a.webhook(`/v1/webhook/${way}`, { body: { updates: [good, bad] } }), 422, 'validation_failed')
    }
    expect(await statesOf(orderId)).toEqual(['PLANNED', 'PLANNED'])
    expect(await report(good)).toEqual([])
    expect((await stopsOf(orderId))[0]).toMatchObject({ status: 'AT_STOP', start_timestamp: '2026-03-02T08:00:00Z' })
  })

  test('SU-1: stops of another tenant are unknown, and the other items of the message apply', async () => {
    const [mine, theirs] = [await planned(), await planned(b)]
    const errors = await report(
      { stop: { id: theirs.ids[0], status: 'COMPLETED' }, event_time: at(0) },
      {
        stop: {
          match: { matches_all: [{ stop: { reference_number: any(`P ${theirs.reference}`) } }] },
          status: 'COMPLETED',
        },
        event_time: at(0),
      },
      { stop: { id: mine.ids[0], status: 'COMPLETED' }, event_time: at(0) },
    )
    expect(errors).toEqual([
      'updates.0.stop: Stop not found.',
      expect.stringMatching(/^updates\.1\.stop: No stop matches/),
    ])
    expect(await statesOf(mine.orderId)).toEqual(['COMPLETED', 'PLANNED'])
    expect((await stopsOf(theirs.orderId, b)).map(({ status }) => status)).toEqual(['PLANNED', 'PLANNED'])
  })
})

describe('bookings', () => {
  const path = '/v1/webhook/location-booking-update'

  test('LB-2: a booking of a location is updated by its id or its name', async () => {
    const orderId = await a.applied(order())
    const planner = await admin(a)
    const override = { reason: 'acceptance' }
    const { trips } = await planner(givePlanningCommand, { body: { kind: 'PLAN', order_ids: [orderId], override } })
    const { trip_id, stops } = trips[0]!
    const name = unique('slot')
    const body = { trip_id, stop_id: stops[0]!.stop_id, name }
    const { location_booking_id: id } = await planner(createLocationBooking, { body })
    const states: unknown[] = []
    for (const naming of [{ id }, { match: { matches_all: [{ name: any(name) }] } }]) {
      const status = states.length === 0 ? 'REQUESTED' : 'BOOKED'
      const answer = await a.webhook(path, { body: { updates: [{ ...naming, status }] } })
      expect([answer.status, answer.text]).toEqual([200, 'null'])
      const { location_bookings } = await planner(listTripBookings, { params: { trip_id } })
      states.push(location_bookings[0]!.status)
    }
    expect(states).toEqual(['REQUESTED', 'BOOKED'])
    const unknown = { body: { updates: [{ id: randomUUID(), status: 'BOOKED' }, { status: 'BOOKED' }] } }
    const answer = await a.webhook<LocationBookingUpdateResponse>(path, unknown)
    expect([answer.status, answer.body.errors?.length]).toEqual([200, 2])
  })

  test('IM-1: the webhook for intermodal bookings is a preview: it is off, and its response explains this', async () => {
    const body = { updates: [{ id: randomUUID(), status: { booking_status: 'BOOKED' } }] }
    const problem = expectProblem(
      await a.webhook('/v1/webhook/intermodal-status', { body }),
      403,
      'intermodal_status_off',
    )
    expect(problem.message).toMatch(/intermodal_status/)
  })
})
