import type { Call } from '@cartage/contract/client'
import type { EventPage, LoggedEvent } from '@cartage/contract/events/endpoints'
import type { OrderOutput } from '@cartage/contract/orders/order-output'
import type { OrderWithStatus } from '@cartage/contract/orders/order-status'
import { givePlanningCommand } from '@cartage/contract/planning/app/commands'
import type { PlannedTrip } from '@cartage/contract/planning/app/trip'
import type { TripOutput } from '@cartage/contract/trips/endpoints'
import { beforeAll, expect, test } from 'vitest'
import { order } from './bodies.ts'
import { messageFaults, newsOf } from './document.ts'
import { admin } from './session.ts'
import { a, b, expectProblem, orderPath, unique, waitFor } from './world.ts'

let planner: Call
beforeAll(async () => {
  planner = await admin(a)
})

const override = { reason: 'acceptance' }
const tripPath = (id: string) => `/v1/trips/trip/${id}`
const tripOf = async (id: string) => (await a.get<TripOutput>(tripPath(id))).body
const orderOf = async (id: string) => (await a.get<OrderOutput>(orderPath(id))).body

/** Creates a resource; a van unless the members specify another kind. */
async function resource(members: object): Promise<string> {
  const answer = await a.post<{ id: string }>('/v1/resources/resource', { name: unique('Resource'), ...members })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.id
}

interface PlannedTripData {
  trip: PlannedTrip
  orderIds: string[]
  identifiers: string[]
}

/** Creates orders and plans them into a new draft trip. */
async function drafted(count = 1): Promise<PlannedTripData> {
  const identifiers = Array.from({ length: count }, () => unique())
  const orderIds: string[] = []
  for (const order_identifier of identifiers) orderIds.push(await a.applied(order({ order_identifier })))
  const { trips } = await planner(givePlanningCommand, { body: { kind: 'PLAN', order_ids: orderIds, override } })
  return { trip: trips[0]!, orderIds, identifiers }
}

async function confirmed(count = 1): Promise<PlannedTripData> {
  const created = await drafted(count)
  await planner(givePlanningCommand, { body: { kind: 'CONFIRM', trip_ids: [created.trip.trip_id], override } })
  return created
}

/** Reports the status of a stop as a subcontractor does. */
async function report(id: string, status: 'AT_STOP' | 'COMPLETED', event_time: string): Promise<void> {
  const body = { updates: [{ event_time, stop: { id, status } }] }
  const answer = await a.webhook<{ errors?: unknown[] } | null>('/v1/webhook/subco-status-update', { body })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body?.errors ?? []).toEqual([])
}

/** Log events about these entities, each validated, in log order. */
async function eventsAbout(...ids: string[]): Promise<LoggedEvent[]> {
  const found: LoggedEvent[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`
    const { body } = await a.get<EventPage>(`/v1/events${query}`)
    found.push(...body.items.filter(({ entity_id }) => ids.includes(entity_id)))
    cursor = body.next_cursor ?? null
  } while (cursor !== null)
  for (const { payload } of found) expect(messageFaults(JSON.stringify(payload))).toEqual([])
  return found
}

/** Waits until the log has a number of events of a type about these entities; returns all about them. */
async function eventsOf(type: string, count: number, ...ids: string[]): Promise<LoggedEvent[]> {
  await waitFor(async () => (await eventsAbout(...ids)).filter((event) => event.type === type).length >= count)
  return await eventsAbout(...ids)
}

test('ST-6, ST-8: a confirmed trip is reported, then each resource on it with its name on this trip', async () => {
  const { trip } = await drafted()
  const { trip_id } = trip
  const resources = [
    { resource_id: await resource({ van: { license_plate: '1-OWN-111' } }), license_plate: '2-HIR-222' },
    { resource_id: await resource({ driver: { last_name: 'Peeters' } }) },
  ]
  await planner(givePlanningCommand, { body: { kind: 'ASSIGN', trip_id, resources, override } })
  await planner(givePlanningCommand, { body: { kind: 'CONFIRM', trip_ids: [trip_id], override } })
  const events = await eventsOf('resource.assigned', 2, trip_id)
  expect(events.map(({ type }) => type)).toEqual(['trip.planned', 'resource.assigned', 'resource.assigned'])
  expect(newsOf(events[0]!).events[0]!.update).toMatchObject({ id: trip_id, type: 'Trip', status: 'PLANNED' })
  expect(newsOf(events[0]!).trip).toMatchObject({ id: trip_id, name: trip.name })
  expect(newsOf(events[1]!).events[0]!.update).toMatchObject({ resource: { type: 'VAN', license_plate: '2-HIR-222' } })
  const { resource_allocations } = await tripOf(trip_id)
  expect(resource_allocations).toMatchObject([
    { resource: { license_plate: '2-HIR-222', is_external_resource: false } },
    { resource: { last_name: 'Peeters' } },
  ])
})

test('ST-3, ST-4, ST-5, ST-7: arrivals and ends of stops are reported, then the end of the trip and of the orders', async () => {
  const { trip, orderIds } = await confirmed(2)
  const stopIds = trip.stops.map(({ stop_id }) => stop_id)
  expect(await Promise.all(orderIds.map(async (id) => (await orderOf(id)).status))).toEqual(['PLANNED', 'PLANNED'])
  await report(stopIds[0]!, 'AT_STOP', '2026-03-02T09:00:00+01:00')
  expect((await tripOf(trip.trip_id)).stops[0]!.status).toBe('AT_STOP')
  for (const id of stopIds) await report(id, 'COMPLETED', '2026-03-02T12:00:00+01:00')
  expect((await tripOf(trip.trip_id)).status).toBe('COMPLETED')
  expect(await Promise.all(orderIds.map(async (id) => (await orderOf(id)).status))).toEqual(['COMPLETED', 'COMPLETED'])
  const events = await eventsOf('order.completed', 2, trip.trip_id, ...stopIds, ...orderIds)
  const driven = events.filter(({ type }) => !['order.accepted', 'trip.planned', 'stop.eta_changed'].includes(type))
  expect(driven.map(({ type }) => type).sort()).toEqual(
    [
      'order.completed',
      'order.completed',
      'stop.at_stop',
      ...stopIds.map(() => 'stop.completed'),
      'trip.completed',
    ].sort(),
  )
  expect(driven.slice(-2).map(({ type }) => type)).toContain('order.completed')
  const arrival = driven.find(({ type }) => type === 'stop.at_stop')!
  expect(newsOf(arrival).events[0]!.update).toMatchObject({
    ...{ id: stopIds[0], type: 'Stop', stop: { status: 'AT_STOP', actual_start_timestamp: '2026-03-02T08:00:00Z' } },
  })
})

test('READ-5: times of a stop are estimates until its arrival and departure, on the trip and on the order', async () => {
  const { trip, orderIds } = await confirmed()
  const id = trip.stops[0]!.stop_id
  const times = async () => {
    const stops = [(await tripOf(trip.trip_id)).stops, (await orderOf(orderIds[0]!)).stops ?? []]
    return stops
      .map((list) => list.find((stop) => stop.id === id)!)
      .map((stop) => [stop.start_timestamp, stop.end_timestamp])
  }
  // The ETA may be recalculated between the two reads.
  const agreed = async () => {
    await waitFor(async () => {
      const [one, other] = await times()
      return String(one) === String(other)
    })
    return (await times())[0]!
  }
  const [start, end] = await agreed()
  expect(start).toBeTruthy()
  expect(end).toBeTruthy()
  await report(id, 'AT_STOP', '2026-03-02T09:10:00Z')
  expect((await agreed())[0]).toBe('2026-03-02T09:10:00Z')
  await report(id, 'COMPLETED', '2026-03-02T09:40:00Z')
  expect(await agreed()).toEqual(['2026-03-02T09:10:00Z', '2026-03-02T09:40:00Z'])
})

test('READ-6: the documents of a trip are a list, and so are its costs', async () => {
  const { trip } = await drafted()
  expect((await a.get(`${tripPath(trip.trip_id)}/documents`)).body).toEqual([])
  expect((await a.get(`${tripPath(trip.trip_id)}/costs`)).body).toEqual({ charges: [] })
})

test('ST-10: a draft notifies no one, and shows no times on its order', async () => {
  const { trip, orderIds } = await drafted()
  const { stops, shipments } = (await a.get<OrderWithStatus>(`${orderPath(orderIds[0]!)}/status`)).body
  expect(stops!.map(({ start_timestamp }) => start_timestamp)).toEqual([null, null])
  expect(shipments).toEqual([])
  expect(await eventsAbout(trip.trip_id)).toEqual([])
})

test('ORD-7: a cancelled order leaves its trip; visited stops stay unchanged', async () => {
  const { trip, orderIds, identifiers } = await confirmed(2)
  const stopsOf = (id: string) => trip.stops.filter(({ order_id }) => order_id === id).map(({ stop_id }) => stop_id)
  const [first, second] = orderIds.map(stopsOf) as [string[], string[]]
  await report(first[0]!, 'COMPLETED', '2026-03-02T09:00:00Z')
  await a.applied({ operation: 'DELETE', order_identifier: identifiers[0] })
  await waitFor(async () => (await tripOf(trip.trip_id)).stops.length === 3)
  const left = (await tripOf(trip.trip_id)).stops.map(({ id }) => id)
  expect(left.sort()).toEqual([first[0]!, ...second].sort())
  for (const id of second) await report(id, 'COMPLETED', '2026-03-03T09:00:00Z')
  expect((await tripOf(trip.trip_id)).status).toBe('COMPLETED')
})

test('ST-6: a cancelled trip is read as a draft with a note, and its orders can be planned again', async () => {
  const { trip, orderIds } = await confirmed()
  await planner(givePlanningCommand, { body: { kind: 'CANCEL', trip_ids: [trip.trip_id], override } })
  expect(await tripOf(trip.trip_id)).toMatchObject({ status: 'CREATED', is_cancelled: true, stops: [] })
  expect((await orderOf(orderIds[0]!)).status).toBe('TO_PLAN')
  const [, cancelled] = await eventsOf('trip.cancelled', 1, trip.trip_id)
  expect(newsOf(cancelled!).events[0]!.update).toMatchObject({ type: 'Trip', status: 'CREATED', is_cancelled: true })
  const { trips } = await planner(givePlanningCommand, { body: { kind: 'PLAN', order_ids: orderIds, override } })
  expect(trips[0]!.stops.map(({ stop_id }) => stop_id).sort()).toEqual(trip.stops.map(({ stop_id }) => stop_id).sort())
})

test('a trip of another tenant is not found, the same as one that never existed', async () => {
  const { trip } = await drafted()
  for (const id of [trip.trip_id, crypto.randomUUID()]) {
    for (const part of ['', '/costs', '/documents']) expectProblem(await b.get(`${tripPath(id)}${part}`), 404)
  }
})
