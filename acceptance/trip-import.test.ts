import { randomUUID } from 'node:crypto'
import type { EventPage } from '@cartage/contract/events/endpoints'
import type { TripImportResponse } from '@cartage/contract/inbound/trip-import'
import type { OrderOutput } from '@cartage/contract/orders/order-output'
import type { OrderWithStatus } from '@cartage/contract/orders/order-status'
import type { TripOutput } from '@cartage/contract/trips/endpoints'
import { expect, test } from 'vitest'
import { order } from './bodies.ts'
import { a, b, expectProblem, orderPath, type Tenant, unique, waitFor } from './world.ts'

const path = '/v1/webhook/trip-import'
const hour = (at: number) => new Date(Date.UTC(2026, 2, 2, 8 + at)).toISOString()

async function orderWithStops(tenant = a) {
  const orderId = await tenant.applied(order())
  const { body } = await tenant.get<OrderWithStatus>(`${orderPath(orderId)}/status`)
  return { orderId, ids: (body.stops ?? []).map(({ id }) => id) }
}

const planned = (ids: string[]) =>
  ids.map((id, at) => ({ sequence: at, id, start_timestamp: hour(at), end_timestamp: hour(at + 1) }))

interface Import {
  trip_identifier?: string
  status?: string
  planned_stops: object[]
  primary_resources?: object[]
  [member: string]: unknown
}

const importOf = (ids: string[], more: object = {}): Import => ({
  trip_identifier: unique('plan'),
  planned_stops: planned(ids),
  ...more,
})

async function send(body: Import, tenant: Tenant = a): Promise<string[]> {
  const answer = await tenant.webhook<TripImportResponse | null>(path, { body })
  expect(answer.status, answer.text).toBe(200)
  for (const { error_type } of answer.body?.errors ?? []) expect(error_type).toBe('USER_INPUT_ERROR')
  return (answer.body?.errors ?? []).map(({ error_message }) => error_message ?? '')
}

const stateOf = async (orderId: string) => (await a.get<OrderOutput>(orderPath(orderId))).body.status

/** The trip with this name reported in the log. */
async function tripNamed(name: string): Promise<TripOutput> {
  let id: string | undefined
  await waitFor(async () => {
    let cursor: string | null = null
    do {
      const query: string = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`
      const { body } = await a.get<EventPage>(`/v1/events${query}`)
      const reported = body.items.find(
        ({ type, payload }) => type === 'trip.planned' && JSON.stringify(payload).includes(name),
      )
      id = reported?.entity_id ?? id
      cursor = body.next_cursor ?? null
    } while (cursor !== null && id === undefined)
    return id !== undefined
  })
  return (await a.get<TripOutput>(`/v1/trips/trip/${id}`)).body
}

test('TRIP-1: an unknown identifier creates a trip, a known one changes it, CANCELLED removes it', async () => {
  const [one, other] = [await orderWithStops(), await orderWithStops()]
  const body = importOf(one.ids)
  expect(await send(body)).toEqual([])
  expect([await stateOf(one.orderId), await stateOf(other.orderId)]).toEqual(['PLANNED', 'TO_PLAN'])
  expect(await send({ ...body, planned_stops: planned(other.ids) })).toEqual([])
  expect([await stateOf(one.orderId), await stateOf(other.orderId)]).toEqual(['TO_PLAN', 'PLANNED'])
  expect(await send({ ...body, status: 'CANCELLED', planned_stops: [] })).toEqual([])
  expect(await stateOf(other.orderId)).toBe('TO_PLAN')
  expect(await send(importOf([], { status: 'CANCELLED' }))).toEqual([expect.stringMatching(/no trip has this/)])
})

test('TRIP-2: a cancelled identifier accepts no further updates', async () => {
  const { orderId, ids } = await orderWithStops()
  const body = importOf(ids)
  await send(body)
  await send({ ...body, status: 'CANCELLED' })
  expect(await send(body)).toEqual([expect.stringMatching(/is cancelled/)])
  expect(await stateOf(orderId)).toBe('TO_PLAN')
})

test('TRIP-3: a stop that is unknown, planned elsewhere or out of sequence fails the whole import', async () => {
  const [free, taken] = [await orderWithStops(), await orderWithStops()]
  await send(importOf(taken.ids))
  const broken: [object[], RegExp][] = [
    [planned([...free.ids, randomUUID()]), /no stop has this id/],
    [planned([...free.ids, ...taken.ids]), /already planned on another trip/],
    [planned(free.ids).map((stop) => ({ ...stop, sequence: stop.sequence + 1 })), /count from 0/],
    [[], /at least one stop/],
  ]
  for (const [planned_stops, words] of broken) {
    expect((await send(importOf([], { planned_stops }))).join('\n')).toMatch(words)
  }
  expect([await stateOf(free.orderId), await stateOf(taken.orderId)]).toEqual(['TO_PLAN', 'PLANNED'])
  for (const missing of ['start_timestamp', 'end_timestamp', 'sequence']) {
    const planned_stops = planned(free.ids).map((stop) => ({ ...stop, [missing]: undefined }))
    expectProblem(await a.webhook(path, { body: importOf([], { planned_stops }) }), 422, 'validation_failed')
  }
})

test('TRIP-4: the sequence agrees with the times, and a delivery comes after its pickup', async () => {
  const { orderId, ids } = await orderWithStops()
  const [first, second] = planned(ids)
  const back = [first!, { ...second!, start_timestamp: hour(-2), end_timestamp: hour(-1) }]
  expect((await send(importOf([], { planned_stops: back }))).join()).toMatch(/sequence and times must agree/)
  expect((await send(importOf([...ids].reverse()))).join()).toMatch(/delivers before its pickup/)
  expect(await stateOf(orderId)).toBe('TO_PLAN')
})

test('TRIP-5: resources are given by id, the trip is PLANNED at once without approval, and the response has no trip', async () => {
  const { ids } = await orderWithStops()
  const van = await a.post<{ id: string }>('/v1/resources/resource', { name: unique('Van'), van: {} })
  const unknown = importOf(ids, { primary_resources: [{ id: randomUUID() }] })
  expect((await send(unknown)).join()).toMatch(/no active resource has this id/)
  const body = importOf(ids, { primary_resources: [{ id: van.body.id }] })
  const answer = await a.webhook(path, { body })
  expect([answer.status, answer.text]).toEqual([200, 'null'])
  const trip = await tripNamed(body.trip_identifier!)
  expect(trip).toMatchObject({ status: 'PLANNED', name: body.trip_identifier })
  expect(JSON.stringify(trip)).toContain(van.body.id)
})

test('TRIP-1: the same import five times at once makes one trip', async () => {
  const { ids } = await orderWithStops()
  const body = importOf(ids)
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(body)))
  expect(answers).toEqual([[], [], [], [], []])
  expect((await tripNamed(body.trip_identifier!)).name).toBe(body.trip_identifier)
})

test('TIME-2: an instant without offset is refused', async () => {
  const { ids } = await orderWithStops()
  const planned_stops = planned(ids).map((stop) => ({ ...stop, end_timestamp: stop.end_timestamp.slice(0, 19) }))
  expectProblem(await a.webhook(path, { body: importOf([], { planned_stops }) }), 422)
})

test('TRIP-3: stops and resources of another tenant are unknown', async () => {
  const [mine, theirs] = [await orderWithStops(), await orderWithStops(b)]
  const van = await b.post<{ id: string }>('/v1/resources/resource', { name: unique('Van'), van: {} })
  expect((await send(importOf(theirs.ids))).join()).toMatch(/no stop has this id/)
  const body = importOf(mine.ids, { primary_resources: [{ id: van.body.id }] })
  expect((await send(body)).join()).toMatch(/no active resource has this id/)
  const name = unique('plan')
  expect(await send(importOf(theirs.ids, { trip_identifier: name }), b)).toEqual([])
  expect(await send(importOf(mine.ids, { trip_identifier: name }))).toEqual([])
})
