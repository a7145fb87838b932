import { randomUUID } from 'node:crypto'
import type { Call } from '@cartage/contract/client'
import {
  type FleetStatusUpdatePayload,
  updateFleetStatus,
  updateSubcontractorStatus,
} from '@cartage/contract/inbound/status-update'
import { getOrderStatus } from '@cartage/contract/orders/endpoints'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { statement } from '../../db/statement.ts'
import { eventsOf, rejection } from '../../testing/data/orders.ts'
import { addOrder, orderStatusOf, plannedStops, plannedTrip, tripOf, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { basic, callWith, type TestTenant } from '../../testing/test-tenant.ts'

type Update = z.input<typeof FleetStatusUpdatePayload>['updates'][number]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

const at = (minutes: number) => new Date(Date.UTC(2026, 1, 2, 8, minutes)).toISOString()
const any = (...values: string[]) => ({ matches_any: values })

const ways = [
  { way: 'subco-status-update', endpoint: updateSubcontractorStatus },
  { way: 'fleet-status-update', endpoint: updateFleetStatus },
]

const send = (tenant: TestTenant, ...updates: Update[]) => tenant.webhook(updateFleetStatus, { body: { updates } })

/** Message of the only error. */
async function errorOf(tenant: TestTenant, ...updates: Update[]): Promise<string> {
  const { errors } = await send(tenant, ...updates)
  expect(errors).toHaveLength(1)
  expect(errors![0]!.error_type).toBe('USER_INPUT_ERROR')
  return errors![0]!.error_message ?? ''
}

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

describe.each(ways)('$way', ({ way, endpoint }) => {
  const reportUpdate = (call: Call, ...updates: Update[]) => call(endpoint, { body: { updates } })

  test('SU-4: AT_STOP and COMPLETED move the stop, its trip and its order, and are published', async () => {
    const tenant = await tripTenant(server)
    const { tripId, pickup, delivery, orders } = await tripWithStops(tenant)
    const { orderId } = orders[0]!
    const report = (id: string, status: 'AT_STOP' | 'COMPLETED', minutes: number) =>
      reportUpdate(tenant.webhook, { stop: { id, status }, event_time: at(minutes) })
    expect(await report(pickup.stop_id, 'AT_STOP', 0)).toEqual({})
    expect((await tripOf(tenant, tripId))!.status).toBe('IN_PROGRESS')
    expect(await orderStatusOf(tenant, orderId)).toBe('IN_PROGRESS')
    await report(pickup.stop_id, 'COMPLETED', 10)
    await report(delivery.stop_id, 'AT_STOP', 60)
    await report(delivery.stop_id, 'COMPLETED', 70)
    expect((await stopsNow(tenant, tripId))[0]).toMatchObject({
      status: 'COMPLETED',
      actual_start_at: at(0),
      actual_end_at: at(10),
    })
    expect(await orderStatusOf(tenant, orderId)).toBe('COMPLETED')
    const reported = (await eventsOf(tenant)).map(({ type }) => type).filter((type) => /^(stop|order\.comp)/.test(type))
    expect(reported.toSorted()).toEqual(
      ['order.completed', 'stop.at_stop', 'stop.at_stop', 'stop.completed', 'stop.completed'].toSorted(),
    )
    expect((await reportsOf(tenant)).map(({ source }) => source)).toEqual([way, way, way, way])
  })

  test('SU-7: a stop and a stop group are both accepted', async () => {
    const tenant = await tripTenant(server)
    const { tripId, pickup, delivery } = await tripWithStops(tenant)
    const updates: Update[] = [
      { stop: { id: pickup.stop_id, status: 'COMPLETED' }, event_time: at(0) },
      { stop_group: { id: delivery.stop_group_id, status: 'AT_STOP' }, event_time: at(30) },
    ]
    expect(await reportUpdate(tenant.webhook, ...updates)).toEqual({})
    expect((await stopsNow(tenant, tripId)).map(({ status }) => status)).toEqual(['COMPLETED', 'AT_STOP'])
  })

  test.each(['event_time', 'eta_start', 'eta_end'])('TIME-2: %s without offset is refused with 422', async (name) => {
    const tenant = await tripTenant(server)
    const { tripId, pickup } = await tripWithStops(tenant)
    const bodyWith = (instant: string): Update => {
      const news = name === 'event_time' ? {} : { [name]: instant }
      return {
        stop: { id: pickup.stop_id, status: 'AT_STOP', ...news },
        event_time: name === 'event_time' ? instant : at(0),
      }
    }
    for (const naive of ['2026-02-02T08:00:00', '2026-02-02 08:00', '2026-02-02', '']) {
      const refused = await rejection(reportUpdate(tenant.webhook, bodyWith(naive)))
      expect(refused.status).toBe(422)
      expect(JSON.stringify(refused.body)).toContain(name)
    }
    expect((await stopsNow(tenant, tripId))[0]!.status).toBe('PLANNED')
    expect(await reportsOf(tenant)).toEqual([])
    for (const good of ['2026-02-02T08:00:00Z', '2026-02-02T10:00:00+02:00']) {
      expect(await reportUpdate(tenant.webhook, bodyWith(good))).toEqual({})
    }
    expect((await stopsNow(tenant, tripId))[0]!.status_at).toBe('2026-02-02T08:00:00.000Z')
  })

  test('SU-1: an update without a subject is refused with 422', async () => {
    const tenant = await tripTenant(server)
    expect((await rejection(reportUpdate(tenant.webhook, { event_time: at(0) }))).status).toBe(422)
    expect((await rejection(tenant.webhook(endpoint, { body: {} as never }))).status).toBe(422)
  })
})

describe('matching the stop', () => {
  test('SU-1: the id takes precedence over the match', async () => {
    const tenant = await tripTenant(server)
    const { tripId, pickup, delivery } = await tripWithStops(tenant)
    const match = {
      matches_all: [{ order: { id: any(delivery.order_id!) }, stop: { stop_type: 'DELIVERY' as const } }],
    }
    await send(tenant, { stop: { id: pickup.stop_id, match, status: 'AT_STOP' }, event_time: at(0) })
    expect((await stopsNow(tenant, tripId)).map(({ status }) => status)).toEqual(['AT_STOP', 'PLANNED'])
    await send(tenant, { stop: { match, status: 'AT_STOP' }, event_time: at(1) })
    expect((await stopsNow(tenant, tripId)).map(({ status }) => status)).toEqual(['AT_STOP', 'AT_STOP'])
  })

  test('SU-1 to SU-3: a stop is found by its trip together with its own values, and by the trip alone only if the trip has one stop', async () => {
    const tenant = await tripTenant(server)
    const { trip, tripId, orders } = await tripWithStops(tenant)
    const { stops } = await tenant.call(getOrderStatus, { params: { order_id: orders[0]!.orderId } })
    const byTrip = { trip: { name: any('another', trip.name) } }
    expect(await errorOf(tenant, { stop: { match: { matches_all: [byTrip] } }, event_time: at(0) })).toMatch(
      /updates\.0\.stop: More than one stop/,
    )
    const matches_all = [byTrip, { stop: { stop_type: 'PICKUP' as const } }]
    expect(await send(tenant, { stop: { match: { matches_all }, status: 'AT_STOP' }, event_time: at(0) })).toEqual({})
    expect((await stopsNow(tenant, tripId))[0]).toMatchObject({ stop_id: stops?.[0]?.id, status: 'AT_STOP' })
  })

  test('SU-1: items without a match are reported and kept for people, the others apply', async () => {
    const tenant = await tripTenant(server)
    const { tripId, pickup } = await tripWithStops(tenant)
    const unplanned = await addOrder(server, tenant)
    const { errors } = await send(
      tenant,
      { stop: { id: randomUUID(), status: 'AT_STOP' }, event_time: at(0) },
      { stop: { status: 'AT_STOP' }, event_time: at(0) },
      { stop: { match: { matches_all: [] }, status: 'AT_STOP' }, event_time: at(0) },
      { stop_group: { id: randomUUID(), status: 'AT_STOP' }, event_time: at(0) },
      { stop: { id: unplanned.stops[0]!.stop_id, status: 'AT_STOP' }, event_time: at(0) },
      { stop: { id: pickup.stop_id, status: 'AT_STOP' }, event_time: at(0) },
    )
    expect(errors?.map(({ error_message }) => error_message)).toEqual([
      'updates.0.stop: Stop not found.',
      'updates.1.stop: Identify the stop by id or match.',
      expect.stringMatching(/^updates\.2\.stop: No criterion/),
      'updates.3.stop_group: Stop group not found.',
      'updates.4.stop: The stop is not on a trip, so its status cannot be updated yet.',
    ])
    expect((await inboxOf(tenant)).map(({ path }) => path)).toEqual([
      'updates.0.stop',
      'updates.1.stop',
      'updates.2.stop',
      'updates.3.stop_group',
      'updates.4.stop',
    ])
    expect((await stopsNow(tenant, tripId))[0]!.status).toBe('AT_STOP')
  })

  test('SU-5: the status of a group applies to every stop in it, and to no other', async () => {
    const tenant = await tripTenant(server)
    const orders = [await addOrder(server, tenant), await addOrder(server, tenant), await addOrder(server, tenant)]
    const { tripId, trip } = await plannedTrip(server, tenant, { orders })
    const [pickup] = trip.stops
    expect(trip.stops.map(({ stop_group_id }) => stop_group_id === pickup!.stop_group_id)).toEqual([
      ...[true, true, true],
      ...[false, false, false],
    ])
    await send(tenant, {
      stop_group: { id: pickup!.stop_group_id, status: 'COMPLETED', eta_end: at(5) },
      event_time: at(10),
    })
    expect((await stopsNow(tenant, tripId)).map(({ status }) => status)).toEqual([
      ...['COMPLETED', 'COMPLETED', 'COMPLETED'],
      ...['PLANNED', 'PLANNED', 'PLANNED'],
    ])
  })

  test('stops, groups, trips and references of another tenant are unknown', async () => {
    const [mine, theirs] = [await tripTenant(server), await tripTenant(server)]
    const { tripId, trip, pickup } = await tripWithStops(theirs)
    const status = 'COMPLETED' as const
    const { errors } = await send(
      mine,
      { stop: { id: pickup.stop_id, status }, event_time: at(0) },
      { stop_group: { id: pickup.stop_group_id, status }, event_time: at(0) },
      {
        stop: {
          match: { matches_all: [{ trip: { name: any(trip.name) }, stop: { stop_type: 'PICKUP' } }] },
          status,
        },
        event_time: at(0),
      },
    )
    expect(errors).toHaveLength(3)
    expect((await stopsNow(theirs, tripId))[0]!.status).toBe('PLANNED')
    expect(await reportsOf(theirs)).toEqual([])
  })
})

describe('effects of a report', () => {
  test('SU-4: without a status only the estimate changes, and a newer one wins over an older', async () => {
    const tenant = await tripTenant(server)
    const { tripId, pickup } = await tripWithStops(tenant)
    const reportUpdate = (minutes: number, eta: number) =>
      send(tenant, { stop: { id: pickup.stop_id, eta_start: at(eta), eta_end: at(eta + 15) }, event_time: at(minutes) })
    await reportUpdate(10, 100)
    await reportUpdate(0, 50)
    expect((await stopsNow(tenant, tripId))[0]).toMatchObject({
      status: 'PLANNED',
      eta_start_at: at(100),
      eta_end_at: at(115),
    })
    expect((await eventsOf(tenant)).filter(({ type }) => type === 'stop.eta_changed')).toHaveLength(1)
  })

  test('SU-4: a status never moves back; a late one is kept as history', async () => {
    const tenant = await tripTenant(server)
    const { tripId, pickup } = await tripWithStops(tenant)
    const reportUpdate = (status: 'AT_STOP' | 'COMPLETED', minutes: number) =>
      send(tenant, { stop: { id: pickup.stop_id, status }, event_time: at(minutes) })
    await reportUpdate('COMPLETED', 20)
    await reportUpdate('AT_STOP', 5)
    await reportUpdate('AT_STOP', 30)
    expect((await stopsNow(tenant, tripId))[0]).toMatchObject({ status: 'COMPLETED', status_at: at(20) })
    expect((await reportsOf(tenant)).map(({ status, is_applied }) => [status, is_applied])).toEqual([
      ['AT_STOP', true],
      ['COMPLETED', true],
      ['AT_STOP', false],
    ])
    expect((await eventsOf(tenant)).filter(({ type }) => type.startsWith('stop.'))).toHaveLength(1)
  })

  test('INB-1: a repeat has one effect, within a message, after it, and at once', async () => {
    const tenant = await tripTenant(server)
    const { pickup } = await tripWithStops(tenant)
    const update: Update = { stop: { id: pickup.stop_id, status: 'AT_STOP' }, event_time: at(0) }
    await send(tenant, update, update)
    await send(tenant, update)
    await Promise.all(Array.from({ length: 5 }, () => send(tenant, update)))
    expect(await reportsOf(tenant)).toHaveLength(1)
    expect((await eventsOf(tenant)).filter(({ type }) => type === 'stop.at_stop')).toHaveLength(1)
  })

  test('INB-2: a message under the same webhook-id gets the first answer', async () => {
    const tenant = await tripTenant(server)
    const { pickup } = await tripWithStops(tenant)
    const headers = { authorization: basic(tenant.webhookCredential), 'webhook-id': `msg_${randomUUID()}` }
    const call = callWith(server.app, headers)
    const updates: Update[] = [
      { stop: { id: pickup.stop_id, status: 'AT_STOP' }, event_time: at(0) },
      { stop: { id: randomUUID() }, event_time: at(0) },
    ]
    const answers = await Promise.all([1, 2, 3].map(() => call(updateFleetStatus, { body: { updates } })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]!.errors).toHaveLength(1)
    expect(await inboxOf(tenant)).toHaveLength(1)
  })

  test('INB-1: reports that are repeated and shuffled, in messages of any size, end in the same state as the ordered stream', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(1_000), { minLength: 6, maxLength: 24 }),
        fc.integer({ min: 1, max: 4 }),
        async (picks, size) => {
          const tenant = await tripTenant(server)
          const orders = [await addOrder(server, tenant), await addOrder(server, tenant)]
          const { tripId, trip } = await plannedTrip(server, tenant, { orders })
          const stream = trip.stops.flatMap(({ stop_id }, index): Update[] => [
            { stop: { id: stop_id, status: 'AT_STOP' }, event_time: at(index * 60) },
            { stop: { id: stop_id, status: 'COMPLETED' }, event_time: at(index * 60 + 20) },
          ])
          // Every report at least once, some repeated, in another order.
          const sent = [...stream, ...picks.map((pick) => stream[pick % stream.length]!)]
            .map((update, index) => ({ update, key: picks[index % picks.length]! * 31 + index * 17 }))
            .toSorted((one, other) => (one.key % 97) - (other.key % 97))
            .map(({ update }) => update)
          const messages = Array.from({ length: Math.ceil(sent.length / size) }, (_, index) =>
            sent.slice(index * size, (index + 1) * size),
          )
          const answers = await Promise.all(messages.map((updates) => send(tenant, ...updates)))
          expect(answers.every(({ errors }) => errors === undefined)).toBe(true)
          const after = (await tripOf(tenant, tripId))!
          expect(after.status).toBe('COMPLETED')
          expect(after.stops.map(({ status, actual_end_at }) => [status, actual_end_at])).toEqual(
            trip.stops.map((_, index) => ['COMPLETED', at(index * 60 + 20)]),
          )
          expect(await reportsOf(tenant)).toHaveLength(stream.length)
          const events = await eventsOf(tenant)
          expect(events.filter(({ type }) => type === 'stop.completed')).toHaveLength(trip.stops.length)
          expect(events.filter(({ type }) => type === 'order.completed')).toHaveLength(2)
          expect(events.filter(({ type }) => type === 'trip.completed')).toHaveLength(1)
        },
      ),
      { numRuns: 15 },
    )
  })

  test('SU-6: answers with an unconfigured key change nothing, are reported in errors and kept for people', async () => {
    const tenant = await tripTenant(server)
    const { pickup } = await tripWithStops(tenant)
    const question_answers = { 'no.such.question': 'yes' }
    const answer = await send(tenant, { stop: { id: pickup.stop_id, question_answers }, event_time: at(0) })
    expect(answer).toMatchObject({ errors: [{ error_message: expect.stringContaining('"no.such.question"') }] })
    expect((await inboxOf(tenant)).map(({ path }) => path)).toEqual([
      'updates.0.stop.question_answers.no.such.question',
    ])
  })

  test('a message of 2,000 items is accepted in one pass', async () => {
    const tenant = await tripTenant(server)
    const { tripId, pickup, delivery, trip } = await tripWithStops(tenant)
    const items = Array.from({ length: 2_000 }, (_, index): Update => {
      const stop = index % 2 ? pickup : delivery
      const byName = {
        trip: { name: any(trip.name) },
        stop: { stop_type: index % 2 ? ('PICKUP' as const) : ('DELIVERY' as const) },
      }
      const naming = index % 4 < 2 ? { id: stop.stop_id } : { match: { matches_all: [byName] } }
      return { stop: { ...naming, eta_start: at(index), eta_end: at(index + 5) }, event_time: at(index) }
    })
    expect(await send(tenant, ...items)).toEqual({})
    expect((await stopsNow(tenant, tripId)).map(({ eta_start_at }) => eta_start_at)).toEqual([at(1_999), at(1_998)])
    expect(await reportsOf(tenant)).toHaveLength(2_000)
    const tooMany = await rejection(send(tenant, ...items, items[0]!))
    expect(tooMany.status).toBe(422)
  })

  test('CLIENT-27: any media type is accepted, and unknown members are ignored', async () => {
    const tenant = await tripTenant(server)
    const { tripId, pickup } = await tripWithStops(tenant)
    const answer = await server.app.inject({
      method: 'POST',
      url: '/v1/webhook/subco-status-update/',
      headers: { authorization: basic(tenant.webhookCredential), 'content-type': 'text/plain' },
      payload: JSON.stringify({
        updates: [{ stop: { id: pickup.stop_id, status: 'AT_STOP', mood: 'good' }, event_time: at(0), extra: 1 }],
        sender: 'x',
      }),
    })
    expect([answer.statusCode, answer.json()]).toEqual([200, {}])
    expect((await stopsNow(tenant, tripId))[0]!.status).toBe('AT_STOP')
  })

  test('SU-4: a standalone stop of a trip is reported by its id', async () => {
    const tenant = await tripTenant(server)
    const order = await addOrder(server, tenant)
    const stops = plannedStops(order.stops)
    const own = { ...stops[0]!, stop_id: randomUUID(), kind: 'STANDALONE' as const, order_id: null }
    const { tripId } = await plannedTrip(server, tenant, { orders: [order], members: { stops: [own, ...stops] } })
    expect(await send(tenant, { stop: { id: own.stop_id, status: 'COMPLETED' }, event_time: at(0) })).toEqual({})
    expect((await stopsNow(tenant, tripId)).map(({ status }) => status)).toEqual(['COMPLETED', 'PLANNED', 'PLANNED'])
  })
})
