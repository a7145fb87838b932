import { createLocationBooking, listTripBookings } from '@cartage/contract/bookings/app'
import type { Call } from '@cartage/contract/client'
import {
  addDispatchDestination,
  type DestinationKind,
  dispatchTrip,
  listTripDispatches,
  requestLocationBooking,
  resendDispatch,
} from '@cartage/contract/dispatch/app'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { order } from './bodies.ts'
import { messageFaults } from './document.ts'
import { hasOperator } from './operator.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { admin } from './session.ts'
import { a, cartage, setup, unique } from './world.ts'

interface Dispatched {
  operation: string
  revision: number
  payload: { id: string; stops: { id: string; status?: string }[]; orders: { id: string }[] }
}

let call: Call
let receiver: Receiver
beforeAll(async () => {
  call = await admin(a)
  receiver = await openReceiver()
})
afterAll(() => receiver.close())

/** Adds a partner whose messages go to the receiver; the path distinguishes partners. */
async function partner(kind: DestinationKind, members: object = {}) {
  const name = unique('Partner')
  const body = { kind, name, channel: { url: receiver.url }, ...members }
  return await call(addDispatchDestination, { body })
}

/** Plans a new order, dispatches the trip to a new subcontractor and confirms it. */
async function trip() {
  const name = unique('Hauler')
  const company = { name, code: name, currency: 'EUR', is_subcontractor: true }
  const answer = await a.post<{ id: string }>('/v1/companies/company', company)
  expect(answer.status, answer.text).toBe(200)
  const orderId = await a.applied(order())
  const override = { reason: 'acceptance' }
  const planned = await call(givePlanningCommand, {
    body: { kind: 'PLAN', order_ids: [orderId], new_trip: {}, override },
  })
  const tripId = planned.trips[0]!.trip_id
  await call(givePlanningCommand, {
    body: { kind: 'ASSIGN', trip_id: tripId, subcontractor_id: answer.body.id, override },
  })
  await call(givePlanningCommand, { body: { kind: 'CONFIRM', trip_ids: [tripId], override } })
  return { orderId, tripId, subcontractorId: answer.body.id }
}

const send = (tripId: string, to?: string) =>
  call(dispatchTrip, { params: { trip_id: tripId }, body: { dispatch_destination_id: to ?? null } })
const history = async (tripId: string) => (await call(listTripDispatches, { params: { trip_id: tripId } })).items

/** Messages about a trip, once there are `count` of them. */
async function messagesAbout(tripId: string, count: number) {
  const about = () => receiver.messages.filter(({ text }) => text.includes(tripId))
  await expect.poll(() => about().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
  return about()
}

describe('a trip dispatched to a subcontractor', () => {
  test('DISP-1, DISP-3: CREATE, UPDATE and CANCEL in one format; its own reports make no message back', async () => {
    const { orderId, tripId, subcontractorId } = await trip()
    const { secret } = await partner('SUBCO', { subcontractor_id: subcontractorId })
    await send(tripId)
    const [created] = await messagesAbout(tripId, 1)
    expect(messageFaults(created!.text, 'subco-dispatch')).toEqual([])
    expect(() => new Webhook(secret!).verify(created!.text, created!.headers)).not.toThrow()
    const first = JSON.parse(created!.text) as Dispatched
    expect(first).toMatchObject({ operation: 'CREATE', payload: { id: tripId, orders: [{ id: orderId }] } })
    const [pickup] = first.payload.stops
    const reported = await a.webhook<{ errors?: object[] }>('/v1/webhook/subco-status-update', {
      body: { updates: [{ stop: { id: pickup!.id, status: 'COMPLETED' }, event_time: '2026-03-02T08:00:00+01:00' }] },
    })
    expect(reported.body?.errors ?? [], reported.text).toEqual([])
    const status = await a.get<{ status: string }>(`/v1/orders/order/${orderId}/status`)
    expect(status.body.status).toBe('IN_PROGRESS')
    const [, delivery] = first.payload.stops
    const times = [{ stop_id: delivery!.id, start_at: '2026-03-04T08:00:00Z', end_at: '2026-03-04T09:00:00Z' }]
    await call(givePlanningCommand, {
      body: { kind: 'SET_TIMES', trip_id: tripId, times, override: { reason: 'acceptance' } },
    })
    const [, updated] = await messagesAbout(tripId, 2)
    const second = JSON.parse(updated!.text) as Dispatched
    expect(second).toMatchObject({ operation: 'UPDATE', revision: 2 })
    await call(givePlanningCommand, {
      body: { kind: 'CANCEL', trip_ids: [tripId], override: { reason: 'acceptance' } },
    })
    const all = await messagesAbout(tripId, 3)
    const last = JSON.parse(all[2]!.text) as Dispatched
    expect(all).toHaveLength(3)
    expect(last).toEqual({ operation: 'CANCEL', revision: 3, payload: second.payload })
    expect(messageFaults(all[2]!.text, 'subco-dispatch')).toEqual([])
  }, 120_000)

  test('DISP-4: a refusal is in the history with the text of the receiver, and the message can be sent again', async () => {
    const { tripId, subcontractorId } = await trip()
    await partner('SUBCO', { subcontractor_id: subcontractorId })
    receiver.answerWith({ errors: [{ error_type: 'USER_INPUT_ERROR', error_message: 'No driver on Monday.' }] })
    const { dispatch_id } = await send(tripId)
    const [refused] = await messagesAbout(tripId, 1)
    await expect.poll(async () => (await history(tripId))[0]!.revisions[0]!.status, { timeout: 20_000 }).toBe('FAILED')
    expect((await history(tripId))[0]!.revisions[0]!.reason).toContain('No driver on Monday.')
    receiver.answerWith(undefined)
    await call(resendDispatch, { params: { dispatch_id, revision: 1 } })
    const [, again] = await messagesAbout(tripId, 2)
    expect(again!.text).toBe(refused!.text)
    expect(again!.headers['webhook-id']).toBe(refused!.headers['webhook-id'])
    await expect.poll(async () => (await history(tripId))[0]!.revisions[0]!.status, { timeout: 20_000 }).toBe('SENT')
  }, 120_000)
})

test('DISP-1: a fleet application gets the trip in groups of stops', async () => {
  const { tripId } = await trip()
  const { destination } = await partner('FLEET')
  await send(tripId, destination.dispatch_destination_id)
  const [message] = await messagesAbout(tripId, 1)
  expect(messageFaults(message!.text, 'fleet-dispatch')).toEqual([])
  const { payload } = JSON.parse(message!.text) as { payload: { stop_groups: { main_activity: string }[] } }
  expect(payload.stop_groups.map(({ main_activity }) => main_activity)).toEqual(['PICKUP', 'DELIVERY'])
}, 120_000)

test.runIf(hasOperator)(
  'DISP-1: the command line dispatches, shows, resends and withdraws',
  async () => {
    const { slug } = setup.a.tenant
    const { tripId, subcontractorId } = await trip()
    const flags = ['--url', receiver.url, '--subcontractor', subcontractorId]
    const createdOne = await cartage<{ destination: { dispatch_destination_id: string } }>(
      ...['dispatch', 'destinations', 'add', slug, 'SUBCO', unique('Partner'), ...flags],
    )
    const { destinations } = await cartage<{ destinations: object[] }>('dispatch', 'destinations', 'list', slug)
    expect(destinations).toContainEqual(createdOne.destination)
    const { dispatch_id } = await cartage<{ dispatch_id: string }>('dispatch', 'send', slug, tripId)
    const [first] = await messagesAbout(tripId, 1)
    await expect.poll(async () => (await history(tripId))[0]!.revisions[0]!.status, { timeout: 20_000 }).toBe('SENT')
    await cartage('dispatch', 'resend', slug, dispatch_id, '1')
    const [, again] = await messagesAbout(tripId, 2)
    expect(again!.text).toBe(first!.text)
    await cartage('dispatch', 'recall', slug, tripId)
    const shown = await cartage<{ dispatches: object[] }>('dispatch', 'history', slug, tripId)
    expect(shown.dispatches).toMatchObject([{ dispatch_id, is_open: false, revisions: [{ operation: 'CANCEL' }, {}] }])
  },
  120_000,
)

test('LB-1, LB-2: a time slot is requested and booked, and never moves back', async () => {
  const { tripId } = await trip()
  await partner('LOCATION_BOOKING')
  const { destination } = await partner('FLEET')
  const { dispatch_id: _dispatch } = await send(tripId, destination.dispatch_destination_id)
  const [handed] = await messagesAbout(tripId, 1)
  const groups = JSON.parse(handed!.text) as { payload: { stop_groups: { id: string }[] } }
  const body = { trip_id: tripId, stop_group_id: groups.payload.stop_groups[1]!.id }
  const { location_booking_id, name } = await call(createLocationBooking, { body })
  await call(requestLocationBooking, { params: { location_booking_id } })
  const [, requested] = await messagesAbout(tripId, 2)
  expect(messageFaults(requested!.text, 'location-booking')).toEqual([])
  expect(JSON.parse(requested!.text)).toMatchObject({ operation: 'CREATE', payload: { scenario: 'INBOUND' } })
  const report = async (members: object) => {
    const updates = [{ match: { matches_all: [{ name: { matches_any: [name] } }] }, ...members }]
    const answer = await a.webhook<{ errors?: object[] } | null>('/v1/webhook/location-booking-update', {
      body: { updates },
    })
    expect(answer.body?.errors ?? [], answer.text).toEqual([])
    return (await call(listTripBookings, { params: { trip_id: tripId } })).location_bookings[0]!.status
  }
  expect(await report({ status: 'BOOKED' })).toBe('BOOKED')
  expect(await report({ status: 'REQUESTED' })).toBe('BOOKED')
}, 120_000)
