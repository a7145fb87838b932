import { randomUUID } from 'node:crypto'
import { importTrip, type TripImportInput } from '@cartage/contract/inbound/trip-import'
import { listOrderDocuments, uploadOrder } from '@cartage/contract/orders/endpoints'
import { getTrip } from '@cartage/contract/trips/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { statement } from '../../db/statement.ts'
import { resourceOf } from '../../testing/data/fleet.ts'
import { eventsOf, rejection, simpleOrder } from '../../testing/data/orders.ts'
import { addOrder, orderStatusOf, tripOf, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { reportStops } from '../../trips/report.commands.ts'
import { findTripIdByIdentifier } from '../../trips/store.ts'

type Body = z.input<typeof TripImportInput>
type Stop = Body['planned_stops'][number]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

const hour = (at: number) => new Date(Date.UTC(2026, 1, 2, 8 + at)).toISOString()

function stopsOf(ids: readonly string[]): Stop[] {
  return ids.map((id, at) => ({ sequence: at, id, start_timestamp: hour(at), end_timestamp: hour(at + 1) }))
}

function bodyOf(ids: readonly string[], members: Partial<Body> = {}): Body {
  return { trip_identifier: `plan ${randomUUID()}`, planned_stops: stopsOf(ids), ...members }
}

async function stopIds(tenant: TestTenant) {
  const order = await addOrder(server, tenant)
  return { ...order, ids: order.stops.map(({ stop_id }) => stop_id) }
}

const send = (tenant: TestTenant, body: Body) => tenant.webhook(importTrip, { body })

async function errorsOf(tenant: TestTenant, body: Body): Promise<string> {
  const answer = await send(tenant, body)
  expect(answer?.errors?.map(({ error_type }) => error_type)).toContain('USER_INPUT_ERROR')
  return answer!.errors!.map(({ error_message }) => error_message).join('\n')
}

/** The stored trip with this identifier. */
async function tripNamed(tenant: TestTenant, identifier: string) {
  const id = await tenant.asTenant((tx) => findTripIdByIdentifier(tx, identifier))
  return id === undefined ? undefined : await tripOf(tenant, id)
}

test('SENSE-2: a plan in implausible years is refused as a whole', async () => {
  const tenant = await tripTenant(server)
  const { ids } = await stopIds(tenant)
  const [first, ...others] = stopsOf(ids)
  for (const year of ['0001', '1970', '9999']) {
    const odd = { ...first!, start_timestamp: `${year}-01-01T08:00:00Z` }
    const body = bodyOf(ids, { planned_stops: [odd, ...others] })
    expect(await errorsOf(tenant, body)).toContain('must be in the years 2000 to 2099')
    expect(await tripNamed(tenant, body.trip_identifier!)).toBeUndefined()
  }
})

const countTrips = statement('testing.count_trips', 'select count(*)::int as trips from trip t where t.tenant_id = $1')
const inboxItems = statement(
  'testing.inbox_items',
  'select path, reason from inbox_item i where i.tenant_id = $1 order by path',
)

async function tripCount(tenant: TestTenant): Promise<number> {
  return (await tenant.asTenant((tx) => tx.query<{ trips: number }>(countTrips)))[0]!.trips
}

describe('matching the trip', () => {
  test('TRIP-1: an unknown identifier creates a trip that is PLANNED at once, and the response reveals nothing of it', async () => {
    const tenant = await tripTenant(server)
    const { orderId, ids } = await stopIds(tenant)
    const body = bodyOf(ids)
    expect(await send(tenant, body)).toBeNull()
    const trip = await tripNamed(tenant, body.trip_identifier!)
    expect(trip).toMatchObject({ status: 'PLANNED', name: body.trip_identifier })
    expect(trip!.stops.map(({ stop_id, status }) => [stop_id, status])).toEqual(ids.map((id) => [id, 'PLANNED']))
    expect(await tenant.call(getTrip, { params: { trip_id: trip!.trip_id } })).toMatchObject({ status: 'PLANNED' })
    expect(await orderStatusOf(tenant, orderId)).toBe('PLANNED')
    expect((await eventsOf(tenant)).map(({ type }) => type)).toContain('trip.planned')
  })

  test('TRIP-1: a known identifier changes the trip: stops are added and removed, and repeated ones stay', async () => {
    const tenant = await tripTenant(server)
    const [one, other] = [await stopIds(tenant), await stopIds(tenant)]
    const body = bodyOf(one.ids)
    await send(tenant, body)
    const before = await tripNamed(tenant, body.trip_identifier!)
    expect(await send(tenant, { ...body, planned_stops: stopsOf(other.ids) })).toBeNull()
    const after = await tripNamed(tenant, body.trip_identifier!)
    expect(after!.trip_id).toBe(before!.trip_id)
    expect(after!.stops.map(({ stop_id }) => stop_id)).toEqual(other.ids)
    expect([await orderStatusOf(tenant, one.orderId), await orderStatusOf(tenant, other.orderId)]).toEqual([
      'TO_PLAN',
      'PLANNED',
    ])
  })

  test('TRIP-1: the same import again changes nothing, also five times at once', async () => {
    const tenant = await tripTenant(server)
    const { ids } = await stopIds(tenant)
    const body = bodyOf(ids)
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(tenant, body)))
    expect(answers).toEqual([null, null, null, null, null])
    expect(await tripCount(tenant)).toBe(1)
    const planned = (await eventsOf(tenant)).filter(({ type }) => type === 'trip.planned')
    expect(planned).toHaveLength(1)
    expect((await tripNamed(tenant, body.trip_identifier!))!.version).toBe(1)
  })

  test('TRIP-1: CANCELLED removes an existing trip, and only that', async () => {
    const tenant = await tripTenant(server)
    const { orderId, ids } = await stopIds(tenant)
    const body = bodyOf(ids)
    const cancel: Body = { trip_identifier: body.trip_identifier!, status: 'CANCELLED', planned_stops: [] }
    expect(await errorsOf(tenant, cancel)).toMatch(/no trip has this trip_identifier/)
    await send(tenant, body)
    expect(await send(tenant, cancel)).toBeNull()
    expect(await tripNamed(tenant, body.trip_identifier!)).toMatchObject({ status: 'CANCELLED', stops: [] })
    expect(await orderStatusOf(tenant, orderId)).toBe('TO_PLAN')
    expect(await send(tenant, cancel)).toBeNull()
  })

  test('TRIP-2: a cancelled identifier accepts no further updates, and its stops are free for another', async () => {
    const tenant = await tripTenant(server)
    const { ids } = await stopIds(tenant)
    const body = bodyOf(ids)
    await send(tenant, body)
    await send(tenant, { ...body, status: 'CANCELLED' })
    expect(await errorsOf(tenant, body)).toMatch(/is cancelled and can no longer be changed/)
    expect(await tripNamed(tenant, body.trip_identifier!)).toMatchObject({ status: 'CANCELLED', stops: [] })
    expect(await send(tenant, bodyOf(ids))).toBeNull()
  })

  test('TRIP-1: without an identifier each import is a separate trip, with a generated name', async () => {
    const tenant = await tripTenant(server)
    const { ids } = await stopIds(tenant)
    const body = { planned_stops: stopsOf(ids) }
    expect(await send(tenant, body)).toBeNull()
    expect(await errorsOf(tenant, body)).toMatch(/already planned on another trip/)
    expect(await tripCount(tenant)).toBe(1)
    expect(await errorsOf(tenant, { ...body, status: 'CANCELLED' })).toMatch(/required to cancel/)
  })
})

describe('stops of the trip', () => {
  type Change = (stops: Stop[]) => Stop[]
  const second = (members: Partial<Stop>): Change => {
    return ([first, other]) => [first!, { ...other!, ...members }]
  }

  test.each<[string, Change, RegExp]>([
    ['TRIP-3: no stop at all', () => [], /at least one stop/],
    ['TRIP-3: an unknown stop', second({ id: randomUUID() }), /planned_stops\.1\.id: no stop has this id/],
    ['TRIP-3: neither id nor location', second({ id: null }), /is required, or a location/],
    ['TRIP-3: an unknown location', second({ id: null, location: { id: randomUUID() } }), /no location has this id/],
    [
      'TRIP-3: a sequence from 1',
      (stops) => stops.map((stop) => ({ ...stop, sequence: stop.sequence + 1 })),
      /count from 0/,
    ],
    ['TRIP-3: a sequence twice', second({ sequence: 0 }), /without gaps and repeats/],
    ['TRIP-3: a stop twice', ([stop]) => [stop!, { ...stop!, sequence: 1 }], /appears twice/],
    ['TRIP-4: an end before the start', second({ end_timestamp: hour(0) }), /before its start_timestamp/],
    ['TRIP-4: times against the sequence', second({ start_timestamp: hour(-1) }), /sequence and times must agree/],
    [
      'TRIP-4: a delivery before its pickup',
      ([pickup, delivery]) => [
        { ...pickup!, id: delivery!.id! },
        { ...delivery!, id: pickup!.id! },
      ],
      /delivers before its pickup/,
    ],
    [
      'TRIP-4: a delivery whose pickup is not planned',
      ([, delivery]) => [{ ...delivery!, sequence: 0 }],
      /not picked up/,
    ],
  ])('%s fails the whole import', async (_, edit, words) => {
    const tenant = await tripTenant(server)
    const { orderId, ids } = await stopIds(tenant)
    const body = bodyOf(ids)
    expect(await errorsOf(tenant, { ...body, planned_stops: edit(body.planned_stops) })).toMatch(words)
    expect(await tripCount(tenant)).toBe(0)
    expect(await orderStatusOf(tenant, orderId)).toBe('TO_PLAN')
    expect((await tenant.asTenant((tx) => tx.query(inboxItems))).length).toBeGreaterThan(0)
  })

  test('TRIP-3: a stop that is planned on another trip fails the import and stays where it is', async () => {
    const tenant = await tripTenant(server)
    const { ids } = await stopIds(tenant)
    const first = bodyOf(ids)
    await send(tenant, first)
    expect(await errorsOf(tenant, bodyOf(ids))).toMatch(/already planned on another trip/)
    expect((await tripNamed(tenant, first.trip_identifier!))!.stops).toHaveLength(2)
    expect(await tripCount(tenant)).toBe(1)
  })

  test('TRIP-4: a pickup alone may be planned, and its delivery on a later trip', async () => {
    const tenant = await tripTenant(server)
    const { ids } = await stopIds(tenant)
    const [pickup, delivery] = stopsOf(ids)
    expect(await send(tenant, bodyOf([], { planned_stops: [{ ...pickup!, sequence: 0 }] }))).toBeNull()
    const early = { ...delivery!, sequence: 0, start_timestamp: hour(-2), end_timestamp: hour(-1) }
    expect(await errorsOf(tenant, bodyOf([], { planned_stops: [early] }))).toMatch(/before its pickup on another trip/)
    expect(await send(tenant, bodyOf([], { planned_stops: [{ ...delivery!, sequence: 0 }] }))).toBeNull()
  })

  test('TRIP-3: the order in the body is ignored, the sequence applies; fields are stored', async () => {
    const tenant = await tripTenant(server)
    const { ids } = await stopIds(tenant)
    const body = bodyOf(ids)
    const extra = { custom_fields: { dock: 7 }, fixed_timestamp_type: 'SET_BY_USER' as const }
    await send(tenant, { ...body, planned_stops: body.planned_stops.map((stop) => ({ ...stop, ...extra })).reverse() })
    const trip = await tripNamed(tenant, body.trip_identifier!)
    expect(trip!.stops.map(({ stop_id }) => stop_id)).toEqual(ids)
    expect(trip!.stops[0]).toMatchObject({ ...extra, planned_start_at: hour(0), planned_end_at: hour(1) })
  })

  test('TRIP-3: a location without a stop is a stop of the trip alone, and the same one in the next import', async () => {
    const tenant = await tripTenant(server)
    const { ids, stops } = await stopIds(tenant)
    const own = (at: number): Stop => ({
      ...{ sequence: at, start_timestamp: hour(at), end_timestamp: hour(at + 1) },
      location: { id: stops[0]!.location_id },
    })
    const body = bodyOf([], { planned_stops: [...stopsOf(ids), own(2)] })
    expect(await send(tenant, body)).toBeNull()
    const before = await tripNamed(tenant, body.trip_identifier!)
    expect(before!.stops.map(({ kind }) => kind)).toEqual(['ORDER', 'ORDER', 'STANDALONE'])
    expect(await send(tenant, body)).toBeNull()
    expect(await tripNamed(tenant, body.trip_identifier!)).toEqual(before)
  })

  test('TRIP-3: a visited stop cannot leave its trip', async () => {
    const tenant = await tripTenant(server)
    const { ids } = await stopIds(tenant)
    const body = bodyOf(ids)
    await send(tenant, body)
    const report = { stop_id: ids[0]!, status: 'COMPLETED' as const, event_at: hour(1) }
    await tenant.asTenant((tx) => reportStops(server.ctx, tx, [report], 'test'))
    const others = (await stopIds(tenant)).ids
    expect(await errorsOf(tenant, { ...body, planned_stops: stopsOf(others) })).toMatch(/already reached/)
    expect((await tripNamed(tenant, body.trip_identifier!))!.stops.map(({ stop_id }) => stop_id)).toEqual(ids)
    expect(await send(tenant, body)).toBeNull()
    expect(await tripNamed(tenant, body.trip_identifier!)).toMatchObject({ status: 'IN_PROGRESS' })
  })

  test('TRIP-3: a quote cannot be planned', async () => {
    const tenant = await tripTenant(server)
    const { stops } = await addOrder(server, tenant, { order_status: 'QUOTE' } as never)
    expect(await errorsOf(tenant, bodyOf(stops.map(({ stop_id }) => stop_id)))).toMatch(/is a quote/)
    expect(await tripCount(tenant)).toBe(0)
  })
})

describe('the rest', () => {
  test('TRIP-5: resources are given by id; omitted ones stay, an empty list removes them', async () => {
    const tenant = await tripTenant(server)
    const { ids } = await stopIds(tenant)
    const van = await resourceOf(tenant)
    const body = bodyOf(ids, { primary_resources: [{ id: van.id }] })
    const resources = async () => {
      const trip = await tripNamed(tenant, body.trip_identifier!)
      return trip?.resources.map(({ resource_id }) => resource_id)
    }
    expect(await errorsOf(tenant, { ...body, primary_resources: [{ id: randomUUID() }] })).toMatch(/no active resource/)
    expect(await errorsOf(tenant, { ...body, primary_resources: [{ id: van.id }, { id: van.id }] })).toMatch(
      /appears twice/,
    )
    await send(tenant, body)
    expect(await resources()).toEqual([van.id])
    await send(tenant, { trip_identifier: body.trip_identifier!, planned_stops: body.planned_stops })
    expect(await resources()).toEqual([van.id])
    await send(tenant, { ...body, primary_resources: [] })
    expect(await resources()).toEqual([])
  })

  test('TRIP-5: a failure at the sender plans nothing and is kept for people', async () => {
    const tenant = await tripTenant(server)
    const { ids } = await stopIds(tenant)
    const failure = { error_type: 'INTERNAL_ERROR' as const, error_message: 'No driver is free' }
    expect(await send(tenant, bodyOf(ids, { failure }))).toBeNull()
    expect(await tripCount(tenant)).toBe(0)
    expect(await tenant.asTenant((tx) => tx.query(inboxItems))).toEqual([
      { path: 'failure', reason: 'No driver is free' },
    ])
  })

  test('SU-6: answers of a stop take effect once, however often the import is repeated', async () => {
    const tenant = await tripTenant(server)
    const { ids, orderId } = await stopIds(tenant)
    const content = Buffer.from('%PDF-1.4 plan').toString('base64')
    const POD = { embedded_document: { content, content_type: 'application/pdf', filename: 'plan.pdf' } }
    const [pickup, delivery] = stopsOf(ids)
    const body = bodyOf([], { planned_stops: [pickup!, { ...delivery!, question_answers: { POD } }] })
    for (const _ of [1, 2, 3]) expect(await send(tenant, body)).toBeNull()
    const documents = await tenant.call(listOrderDocuments, { params: { order_id: orderId } })
    expect(documents.map(({ name }) => name)).toEqual([expect.stringMatching(/^plan_/)])
  })

  test('TRIP-5: stops left out by the optimiser are kept for people', async () => {
    const tenant = await tripTenant(server)
    const { ids } = await stopIds(tenant)
    const left = (await stopIds(tenant)).ids[0]!
    expect(await send(tenant, bodyOf(ids, { unassigned_stops: [{ stop_id: left, reason: 'Too far' }] }))).toBeNull()
    expect(await tenant.asTenant((tx) => tx.query(inboxItems))).toEqual([
      { path: 'unassigned_stops.0', reason: 'Too far' },
    ])
  })

  test('TRIP-3: a missing start, end or sequence, and an instant without offset, are refused with 422', async () => {
    const tenant = await tripTenant(server)
    const { ids } = await stopIds(tenant)
    for (const broken of [
      { start_timestamp: undefined },
      { end_timestamp: '2026-02-02T09:00:00' },
      { sequence: 'x' },
    ]) {
      const planned_stops = stopsOf(ids).map((stop) => ({ ...stop, ...broken })) as never
      expect((await rejection(send(tenant, bodyOf(ids, { planned_stops })))).status).toBe(422)
    }
    expect(await tripCount(tenant)).toBe(0)
  })

  test('stops, resources, locations and trips of another tenant are unknown', async () => {
    const [mine, theirs] = [await tripTenant(server), await tripTenant(server)]
    const foreign = await stopIds(theirs)
    const own = await stopIds(mine)
    const van = await resourceOf(theirs)
    expect(await errorsOf(mine, bodyOf(foreign.ids))).toMatch(/no stop has this id/)
    expect(await errorsOf(mine, bodyOf(own.ids, { primary_resources: [{ id: van.id }] }))).toMatch(/no active resource/)
    const body = bodyOf(foreign.ids)
    await send(theirs, body)
    expect(await send(mine, { ...bodyOf(own.ids), trip_identifier: body.trip_identifier! })).toBeNull()
    expect((await tripNamed(theirs, body.trip_identifier!))!.stops.map(({ stop_id }) => stop_id)).toEqual(foreign.ids)
  })

  test('TRIP-5: a trip of an order that is uploaded again follows the order', async () => {
    const tenant = await tripTenant(server)
    const { ids, orderIdentifier } = await stopIds(tenant)
    const body = bodyOf(ids)
    await send(tenant, body)
    await tenant.call(uploadOrder, {
      body: { ...simpleOrder(), operation: 'DELETE', order_identifier: orderIdentifier },
    })
    await server.drain()
    expect((await tripNamed(tenant, body.trip_identifier!))?.stops).toEqual([])
  })
})
