import { blockOrder } from '@cartage/contract/orders/app/commands'
import { OperationalVisibilityUpdate } from '@cartage/contract/outbound/visibility-event'
import { afterAll, describe, expect, test } from 'vitest'
import { listEventsOf } from '../deliveries/views.ts'
import { updateTenantSettings } from '../tenants/store.ts'
import { readTenantSettings } from '../tenants/tenants.views.ts'
import { auditOf, resourceOf } from '../testing/data/fleet.ts'
import { eventsOf, settle, type TestEvent } from '../testing/data/orders.ts'
import {
  addOrder,
  change,
  orderStatusOf,
  plannedStops,
  plannedTrip,
  tripOf,
  tripTenant,
} from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'
import { reportStops, type StopReport } from './report.commands.ts'
import { newTrip } from './state.rules.ts'

const server = await startTestServer()
afterAll(() => server.close())

async function report(tenant: TestTenant, ...reports: StopReport[]) {
  return await tenant.asTenant((tx) => reportStops(server.ctx, tx, reports, 'test'))
}

/** The events after the orders were accepted, each checked against the contract. */
async function eventsAfterAcceptance(tenant: TestTenant): Promise<TestEvent[]> {
  const events = (await eventsOf(tenant)).filter(({ type }) => type !== 'order.accepted')
  for (const { payload, sequence } of events) {
    expect(OperationalVisibilityUpdate.parse(payload)).toEqual(payload)
    expect(payload.events[0].sequence).toBe(sequence)
  }
  return events
}

const of = (events: TestEvent[], ...types: string[]) => events.filter(({ type }) => types.includes(type))

describe('published events', () => {
  test('ST-6 and ST-8: a planned trip, then each resource with its name on this trip', async () => {
    const tenant = await tripTenant(server)
    const { tripId, orders, trip } = await plannedTrip(server, tenant)
    expect(await tripOf(tenant, tripId)).toEqual(trip)
    const events = await eventsAfterAcceptance(tenant)
    expect(events.map(({ type, sequence }) => `${sequence} ${type}`)).toEqual([
      ...['1 trip.planned', '2 resource.assigned', '3 resource.assigned', '4 resource.assigned'],
    ])
    const [planned, tractor] = events
    expect(planned!.payload.events[0].update).toEqual({ id: tripId, type: 'Trip', status: 'PLANNED' })
    expect(planned!.payload.trip).toMatchObject({ id: tripId, name: 'T-000001', orders: [{ id: orders[0]!.orderId }] })
    expect(planned!.payload.trip.orders[0]).toMatchObject({ order_name: 'O-000001', customer: { name: 'Alpha' } })
    expect(planned!.payload.trip.orders[0].consignment.goods).toHaveLength(1)
    expect(planned!.payload.trip.stops[0]).toMatchObject({
      ...{ id: orders[0]!.stops[0]!.stop_id, status: 'PLANNED', stop_type: 'PICKUP' },
      ...{ eta_start_time: '2026-02-02T08:00:00Z', eta_end_time: '2026-02-02T08:30:00Z' },
      resources: [{ type: 'TRACTOR', license_plate: '1-AAA-111' }, { type: 'TRAILER' }, { type: 'DRIVER' }],
    })
    expect(tractor!.payload.events[0].update).toMatchObject({
      ...{ type: 'Resource', resource: { type: 'TRACTOR', name: 'Tractor 1', code: 'T1', license_plate: '1-AAA-111' } },
    })
    expect(tractor!.payload.events[0].update).not.toHaveProperty('operation')
  })

  test('ST-3 to ST-5 and ST-7: arrival, end of a stop, end of the trip, end of the order, in this order', async () => {
    const tenant = await tripTenant(server)
    const { tripId, orders, trip } = await plannedTrip(server, tenant, { resources: [] })
    const [pickup, delivery] = trip.stops.map(({ stop_id }) => stop_id) as [string, string]
    const orderId = orders[0]!.orderId
    await report(tenant, { stop_id: pickup, status: 'AT_STOP', event_at: '2026-02-02T08:05:00Z' })
    expect(await orderStatusOf(tenant, orderId)).toBe('IN_PROGRESS')
    await report(tenant, { stop_id: pickup, status: 'COMPLETED', event_at: '2026-02-02T09:35:00+01:00' })
    await report(tenant, { stop_id: delivery, status: 'COMPLETED', event_at: '2026-02-02T10:30:00Z' })
    expect(await orderStatusOf(tenant, orderId)).toBe('COMPLETED')
    const events = await eventsAfterAcceptance(tenant)
    const ofStop = (id: string) => events.filter(({ entity_id }) => entity_id === id)
    expect(ofStop(pickup).map(({ type, sequence }) => `${sequence} ${type}`)).toEqual([
      '1 stop.at_stop',
      '2 stop.completed',
    ])
    expect(ofStop(delivery).map(({ type }) => type)).toEqual(['stop.completed'])
    const shown = await tenant.asTenant((tx) => listEventsOf(tx, [{ entity_type: 'stop', entity_id: pickup }], 10))
    expect(shown.map(({ status }) => status)).toEqual(['COMPLETED', 'AT_STOP'])
    expect(ofStop(tripId).map(({ type }) => type)).toEqual(['trip.planned', 'trip.completed'])
    expect(ofStop(orderId).map(({ type, sequence }) => `${sequence} ${type}`)).toEqual(['2 order.completed'])
    const left = ofStop(pickup)[1]!.payload
    expect(left.events[0]).toMatchObject({
      timestamp: '2026-02-02T08:35:00Z',
      update: {
        ...{ id: pickup, type: 'Stop' },
        stop: { actual_start_timestamp: '2026-02-02T08:05:00Z', actual_end_timestamp: '2026-02-02T08:35:00Z' },
      },
    })
    expect(left.order).toMatchObject({ id: orderId, status: 'IN_TRANSIT', stops: [{ status: 'COMPLETED' }, {}] })
    const done = ofStop(orderId)[0]!.payload
    expect(done.events[0].update).toMatchObject({ id: orderId, type: 'Order', status: 'COMPLETED' })
    expect(done.order.stops[1]).toMatchObject({
      ...{ actual_start_timestamp: null, actual_end_timestamp: '2026-02-02T10:30:00Z' },
    })
    expect(of(events, 'trip.completed')[0]!.payload.events[0].update.status).toBe('COMPLETED')
  })

  test('ST-8: an added and a removed resource of a planned trip', async () => {
    const tenant = await tripTenant(server)
    const { tripId, resourceIds } = await plannedTrip(server, tenant)
    const other = (await resourceOf(tenant, { name: 'Trailer 2', trailer: {} })).id
    await change(server, tenant, [tripId], ([trip]) => [
      {
        ...trip!,
        resources: [
          trip!.resources[0]!,
          { resource_id: other, name: 'Red one', license_plate: 'X', container_number: null },
        ],
      },
    ])
    const later = (await eventsAfterAcceptance(tenant)).filter(({ sequence }) => sequence > 4)
    expect(later.map(({ type, payload }) => [type, payload.events[0].update.id])).toEqual([
      ['resource.unassigned', resourceIds[1]],
      ['resource.unassigned', resourceIds[2]],
      ['resource.assigned', other],
    ])
    expect(later[0]!.payload.events[0].update.operation).toBe('UNASSIGNED')
    expect(later[2]!.payload.events[0].update.resource).toMatchObject({ name: 'Red one', license_plate: 'X' })
  })

  test('ST-11: a tenant may have resources published at dispatch', async () => {
    const tenant = await tripTenant(server)
    await server.ctx.db.asWorker(tenant.tenantId, async (tx) => {
      await updateTenantSettings(tx, { ...(await readTenantSettings(tx)), resource_events_at_dispatch: true }, null)
    })
    const { tripId } = await plannedTrip(server, tenant)
    expect((await eventsAfterAcceptance(tenant)).map(({ type }) => type)).toEqual(['trip.planned'])
    await change(server, tenant, [tripId], ([trip]) => [{ ...trip!, is_dispatched: true }])
    expect(of(await eventsAfterAcceptance(tenant), 'resource.assigned')).toHaveLength(3)
    expect((await tripOf(tenant, tripId))!.stops[0]!.status).toBe('DISPATCHED')
  })

  test('a cancelled trip: unvisited stops leave it, resources are removed, others are notified once', async () => {
    const tenant = await tripTenant(server)
    const { tripId, orders, trip } = await plannedTrip(server, tenant)
    const [pickup] = trip.stops
    await report(tenant, { stop_id: pickup!.stop_id, status: 'AT_STOP', event_at: '2026-02-02T08:05:00Z' })
    await change(server, tenant, [tripId], ([one]) => [{ ...one!, status: 'CANCELLED' }])
    const events = await eventsAfterAcceptance(tenant)
    expect(of(events, 'resource.unassigned')).toHaveLength(3)
    const [cancelled, ...more] = of(events, 'trip.cancelled')
    expect(more).toEqual([])
    expect(cancelled!.payload.events[0].update).toEqual({
      id: tripId,
      type: 'Trip',
      status: 'CREATED',
      is_cancelled: true,
    })
    expect((await tripOf(tenant, tripId))!.stops.map(({ stop_id, status }) => [stop_id, status])).toEqual([
      [pickup!.stop_id, 'AT_STOP'],
    ])
    // What was reached continues, and the rest can be planned again.
    await report(tenant, { stop_id: pickup!.stop_id, status: 'COMPLETED', event_at: '2026-02-02T08:25:00Z' })
    expect(await orderStatusOf(tenant, orders[0]!.orderId)).toBe('IN_PROGRESS')
    const rest = plannedStops(orders[0]!.stops.slice(1))
    const again = await change(server, tenant, [], () => [
      newTrip(crypto.randomUUID(), 'Again', { status: 'PLANNED', stops: rest }),
    ])
    await report(tenant, { stop_id: rest[0]!.stop_id, status: 'COMPLETED', event_at: '2026-02-02T11:00:00Z' })
    expect((await tripOf(tenant, again[0]!.trip_id))!.status).toBe('COMPLETED')
    expect(await orderStatusOf(tenant, orders[0]!.orderId)).toBe('COMPLETED')
  })

  test('ST-10: moving a plan, notes and drafts notify no one', async () => {
    const tenant = await tripTenant(server)
    const { tripId } = await plannedTrip(server, tenant, { status: 'CREATED' })
    await change(server, tenant, [tripId], ([trip]) => [
      { ...trip!, note: 'mind the gate', stops: trip!.stops.toReversed() },
    ])
    expect(await eventsAfterAcceptance(tenant)).toEqual([])
  })

  test('an estimate is reported, with the order, only to receivers that select it', async () => {
    const tenant = await tripTenant(server)
    const { trip, tripId } = await plannedTrip(server, tenant, { resources: [] })
    const { stop_id } = trip.stops[1]!
    const eta = { eta_start_at: '2026-02-02T09:40:00Z', eta_end_at: '2026-02-02T10:10:00Z' }
    const version = (await tripOf(tenant, tripId))!.version
    expect(await report(tenant, { stop_id, event_at: '2026-02-02T08:00:00Z', ...eta })).toMatchObject([
      { outcome: 'APPLIED' },
    ])
    const [reported] = of(await eventsAfterAcceptance(tenant), 'stop.eta_changed')
    expect(reported!.payload.events[0].update).toMatchObject({
      ...{ type: 'Eta', stops: [{ id: stop_id, eta_start_time: eta.eta_start_at, eta_end_time: eta.eta_end_at }] },
    })
    expect(reported!.payload.order.stops[1].eta_start_time).toBe(eta.eta_start_at)
    // An estimate does not conflict with a change based on the plan read before it.
    expect((await tripOf(tenant, tripId))!.version).toBe(version)
    const older = { eta_start_at: '2026-02-02T12:00:00Z' }
    expect(await report(tenant, { stop_id, event_at: '2026-02-02T07:00:00Z', ...older })).toMatchObject([
      { outcome: 'KEPT' },
    ])
  })
})

describe('reports', () => {
  test('repeated, late and out of order: the stop never moves back, and every report is stored', async () => {
    const tenant = await tripTenant(server)
    const { trip, tripId } = await plannedTrip(server, tenant, { resources: [] })
    const { stop_id } = trip.stops[0]!
    const at = { stop_id, status: 'AT_STOP' as const, event_at: '2026-02-02T08:05:00Z' }
    const left = { stop_id, status: 'COMPLETED' as const, event_at: '2026-02-02T08:30:00Z' }
    expect((await report(tenant, left, at)).map(({ outcome }) => outcome)).toEqual(['APPLIED', 'APPLIED'])
    expect((await report(tenant, at, left)).map(({ outcome }) => outcome)).toEqual(['KEPT', 'KEPT'])
    expect((await tripOf(tenant, tripId))!.stops[0]).toMatchObject({
      ...{
        status: 'COMPLETED',
        actual_start_at: '2026-02-02T08:05:00.000Z',
        actual_end_at: '2026-02-02T08:30:00.000Z',
      },
    })
    expect(of(await eventsAfterAcceptance(tenant), 'stop.at_stop', 'stop.completed').map(({ type }) => type)).toEqual([
      ...['stop.at_stop', 'stop.completed'],
    ])
    const other = { ...at, stop_id: crypto.randomUUID() }
    expect(await report(tenant, other)).toEqual([{ stop_id: other.stop_id, outcome: 'UNKNOWN' }])
  })

  test('20 parallel reports on the stops of one trip have the same effect as consecutive ones', async () => {
    const tenant = await tripTenant(server)
    const orders = [await addOrder(server, tenant), await addOrder(server, tenant)]
    const { trip, tripId } = await plannedTrip(server, tenant, { orders, resources: [] })
    const reports = trip.stops.flatMap(({ stop_id }) => [
      ...Array.from({ length: 3 }, () => ({ stop_id, status: 'AT_STOP' as const, event_at: '2026-02-02T08:05:00Z' })),
      ...Array.from({ length: 2 }, () => ({ stop_id, status: 'COMPLETED' as const, event_at: '2026-02-02T09:05:00Z' })),
    ])
    await Promise.all(reports.map((one) => report(tenant, one)))
    expect((await tripOf(tenant, tripId))!.status).toBe('COMPLETED')
    const events = await eventsAfterAcceptance(tenant)
    expect(of(events, 'stop.completed')).toHaveLength(4)
    expect(of(events, 'order.completed')).toHaveLength(2)
    expect(of(events, 'trip.completed')).toHaveLength(1)
  })

  test('a report on an unconfirmed trip is accepted, also for an order on hold', async () => {
    const tenant = await tripTenant(server)
    const { trip, tripId, orders } = await plannedTrip(server, tenant, { status: 'CREATED' })
    const planner = await tenant.user('PLANNER')
    await planner(blockOrder, { params: { order_id: orders[0]!.orderId }, body: { reason: 'unpaid' } })
    await report(tenant, { stop_id: trip.stops[0]!.stop_id, status: 'AT_STOP', event_at: '2026-02-02T08:05:00Z' })
    expect((await tripOf(tenant, tripId))!).toMatchObject({ status: 'IN_PROGRESS', stops: [{}, { status: 'PLANNED' }] })
    expect(of(await eventsAfterAcceptance(tenant), 'trip.planned')).toHaveLength(1)
  })
})

describe('refused plans', () => {
  const draft = (stops: Parameters<typeof plannedStops>[0], status: 'CREATED' | 'PLANNED' = 'CREATED') =>
    newTrip(crypto.randomUUID(), 'Draft', { status, stops: plannedStops(stops) })

  test('an order on hold is not added to a trip, and no trip with it is confirmed', async () => {
    const tenant = await tripTenant(server)
    const planner = await tenant.user('PLANNER')
    const order = await addOrder(server, tenant)
    const { tripId, orders } = await plannedTrip(server, tenant, { status: 'CREATED' })
    for (const { orderId } of [order, orders[0]!]) {
      await planner(blockOrder, { params: { order_id: orderId }, body: { reason: 'unpaid' } })
    }
    const onHold = { code: 'state_conflict', message: expect.stringContaining('on hold') }
    await expect(change(server, tenant, [], () => [draft(order.stops)])).rejects.toMatchObject(onHold)
    const confirm = change(server, tenant, [tripId], ([trip]) => [{ ...trip!, status: 'PLANNED' }])
    await expect(confirm).rejects.toMatchObject(onHold)
    expect((await tripOf(tenant, tripId))!.status).toBe('CREATED')
  })

  test('a quote, and a cancelled order', async () => {
    const tenant = await tripTenant(server)
    const quote = await addOrder(server, tenant, { order_status: 'QUOTE' })
    const gone = await addOrder(server, tenant)
    await settle(server, tenant, { operation: 'DELETE', order_identifier: gone.orderIdentifier })
    for (const { stops } of [quote, gone]) {
      await expect(change(server, tenant, [], () => [draft(stops)])).rejects.toMatchObject({ code: 'state_conflict' })
    }
  })

  test('a stop planned by two planners at the same moment ends on one trip', async () => {
    const tenant = await tripTenant(server)
    const { stops } = await addOrder(server, tenant)
    const attempts = Array.from({ length: 6 }, () => change(server, tenant, [], () => [draft(stops)]))
    const results = await Promise.allSettled(attempts)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'state_conflict' })
    }
  })

  test('a visited stop leaves no trip, by any request', async () => {
    const tenant = await tripTenant(server)
    const { tripId, trip } = await plannedTrip(server, tenant, { resources: [] })
    await report(tenant, { stop_id: trip.stops[0]!.stop_id, status: 'AT_STOP', event_at: '2026-02-02T08:05:00Z' })
    const conflict = { code: 'state_conflict' }
    const empty = change(server, tenant, [tripId], ([one]) => [{ ...one!, stops: [] }])
    await expect(empty).rejects.toMatchObject(conflict)
    await expect(change(server, tenant, [tripId], () => [])).rejects.toMatchObject(conflict)
    // Writing an older plan, for example by an undo, does not make the stop unreached.
    await change(server, tenant, [tripId], () => [trip])
    expect((await tripOf(tenant, tripId))!.stops[0]).toMatchObject({ status: 'AT_STOP' })
  })
})

describe('a restored trip', () => {
  test('continues the sequence of its events, and keeps its ids', async () => {
    const tenant = await tripTenant(server)
    const { tripId, trip } = await plannedTrip(server, tenant, { resources: [] })
    const eta = {
      stop_id: trip.stops[0]!.stop_id,
      event_at: '2026-02-02T07:00:00Z',
      eta_start_at: '2026-02-02T08:10:00Z',
    }
    await report(tenant, eta)
    await change(server, tenant, [tripId], () => [])
    expect(await tripOf(tenant, tripId)).toBeUndefined()
    const [back] = await change(server, tenant, [], () => [trip])
    expect(back).toMatchObject({ trip_id: tripId, status: 'PLANNED', stops: [{ stop_id: eta.stop_id }, {}] })
    await report(tenant, { ...eta, status: 'AT_STOP', event_at: '2026-02-02T08:12:00Z' })
    const events = await eventsAfterAcceptance(tenant)
    const sequences = (id: string) => events.filter(({ entity_id }) => entity_id === id).map(({ type }) => type)
    expect(sequences(tripId)).toEqual(['trip.planned', 'trip.cancelled', 'trip.planned'])
    expect(sequences(eta.stop_id)).toEqual(['stop.eta_changed', 'stop.at_stop'])
  })
})

describe('the audit trail', () => {
  test('has the author of each plan and its state changes, without estimates', async () => {
    const tenant = await tripTenant(server)
    const { tripId, trip } = await plannedTrip(server, tenant, { resources: [] })
    const { stop_id } = trip.stops[0]!
    await report(tenant, { stop_id, event_at: '2026-02-02T07:00:00Z', eta_start_at: '2026-02-02T08:10:00Z' })
    await report(tenant, { stop_id, status: 'AT_STOP', event_at: '2026-02-02T08:05:00Z' })
    const records = await tenant.asTenant((tx) => auditOf(tx, tripId))
    expect(records.map(({ action }) => action)).toEqual(['created', 'updated'])
    expect(Object.keys(records[1]!.changes).sort()).toEqual(['status', 'stops'])
  })
})
