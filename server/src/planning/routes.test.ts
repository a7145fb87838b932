import { randomUUID } from 'node:crypto'
import type { Call } from '@cartage/contract/client'
import { blockOrder } from '@cartage/contract/orders/app/commands'
import {
  getPlanningBoard,
  getPlanningBoardParts,
  listDrivingTimes,
  listPlanningConflicts,
} from '@cartage/contract/planning/app/board'
import * as planning from '@cartage/contract/planning/app/commands'
import { afterAll, describe, expect, test } from 'vitest'
import { addCompany, auditOf, resourceOf } from '../testing/data/fleet.ts'
import { eventsOf, rejection } from '../testing/data/orders.ts'
import { addOrder, orderStatusOf, type TestOrder, tripOf, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

const give = planning.givePlanningCommand
const server = await startTestServer()
afterAll(() => server.close())

const override = { reason: 'a test says so' }

interface Desk {
  tenant: TestTenant
  call: Call
  orders: TestOrder[]
}

async function desk(count = 1): Promise<Desk> {
  const tenant = await tripTenant(server)
  const orders: TestOrder[] = []
  for (let at = 0; at < count; at += 1) orders.push(await addOrder(server, tenant))
  return { tenant, call: await tenant.user('PLANNER'), orders }
}

/** Plans orders into a new trip and returns it. */
async function planned({ call, orders }: Desk, some = orders) {
  const body = { order_ids: some.map(({ orderId }) => orderId), override }
  const answer = await call(give, { body: { kind: 'PLAN', ...body } })
  return answer.trips[0]!
}

describe('commands', () => {
  test('planning orders creates a trip: pickups before deliveries, with times, and nothing is reported yet', async () => {
    const one = await desk(2)
    const trip = await planned(one)
    expect(trip).toMatchObject({ status: 'CREATED', version: 1, name: 'T-000001' })
    expect(trip.stops.map(({ activity_label }) => activity_label.split(' ')[0])).toEqual([
      'Pickup',
      'Pickup',
      'Delivery',
      'Delivery',
    ])
    // 2 February 08:00 in Brussels, the start of the requested day.
    expect(trip.stops[0]).toMatchObject({
      planned_start_at: '2026-02-02T07:00:00Z',
      fixed_timestamp_type: 'CALCULATED',
    })
    expect(new Set(trip.stops.map(({ stop_group_id }) => stop_group_id)).size).toBe(2)
    expect(await orderStatusOf(one.tenant, one.orders[0]!.orderId)).toBe('TO_PLAN')
    expect((await eventsOf(one.tenant)).filter(({ entity_id }) => entity_id === trip.trip_id)).toEqual([])
  })

  test('given times and a given start are kept; the others are calculated around them', async () => {
    const { call, orders } = await desk()
    const [pickup, delivery] = orders[0]!.stops
    const times = [{ stop_id: delivery!.stop_id, start_at: '2026-02-03T12:00:00Z', end_at: '2026-02-03T12:45:00Z' }]
    const body = { order_ids: [orders[0]!.orderId], times, starts_at: '2026-02-02T05:00:00Z', override }
    const { trips } = await call(give, { body: { kind: 'PLAN', ...body } })
    expect(trips[0]!.stops).toMatchObject([
      { stop_id: pickup!.stop_id, planned_start_at: '2026-02-02T05:00:00Z', planned_end_at: '2026-02-02T05:30:00Z' },
      { planned_start_at: '2026-02-03T12:00:00Z', planned_end_at: '2026-02-03T12:45:00Z' },
    ])
    expect(trips[0]!.stops[1]!.fixed_timestamp_type).toBe('SET_BY_USER')
  })

  test('moving, resequencing, inserting, combining, unplanning', async () => {
    const one = await desk(2)
    const { call, tenant, orders } = one
    const [first, second] = [await planned(one, [orders[0]!]), await planned(one, [orders[1]!])]
    const into = { trip_id: second.trip_id, override }
    const moved = await call(give, { body: { kind: 'MOVE', ...into, order_ids: [orders[0]!.orderId] } })
    expect(moved.trips.map(({ trip_id, stops }) => [trip_id, stops.length]).toSorted()).toEqual(
      [
        [first.trip_id, 0],
        [second.trip_id, 4],
      ].toSorted(),
    )
    const stops = (await tripOf(tenant, second.trip_id))!.stops.map(({ stop_id }) => stop_id)
    const swapped = [stops[1]!, stops[0]!, ...stops.slice(2)]
    const sequence = await call(give, { body: { kind: 'RESEQUENCE', ...into, stop_ids: swapped } })
    expect(sequence.trips[0]!.stops.map(({ stop_id }) => stop_id)).toEqual(swapped)
    const location_id = orders[0]!.stops[0]!.location_id
    const given = { location_id, activity_label: 'Refuel', minutes: 20, before_stop_id: swapped[2] }
    const inserted = await call(give, { body: { kind: 'INSERT_STOP', ...into, ...given } })
    expect(inserted.trips[0]!.stops[2]).toMatchObject({ kind: 'STANDALONE', activity_label: 'Refuel', order_id: null })
    const back = await call(give, {
      body: { kind: 'MOVE', trip_id: first.trip_id, stop_ids: swapped.slice(0, 1), override },
    })
    expect(back.trips).toHaveLength(2)
    const combined = await call(give, { body: { kind: 'COMBINE', ...into, trip_ids: [first.trip_id] } })
    expect(combined.gone_trip_ids).toEqual([first.trip_id])
    expect(combined.trips[0]!.stops).toHaveLength(5)
    const left = await call(give, { body: { kind: 'UNPLAN', order_ids: [orders[0]!.orderId], override } })
    expect(left.trips[0]!.stops).toHaveLength(3)
  })

  test('an order is split at a transfer point: one trip drops it there, the other picks it up', async () => {
    const one = await desk()
    const trip = await planned(one)
    const location_id = one.orders[0]!.stops[0]!.location_id
    const body = { order_id: one.orders[0]!.orderId, from_trip_id: trip.trip_id, location_id, override }
    const { trips } = await one.call(give, { body: { kind: 'SPLIT', ...body } })
    const kinds = trips.map(({ stops }) => stops.map(({ kind }) => kind).join(' '))
    expect(kinds.toSorted()).toEqual(['ORDER TRANSFER_DROP', 'TRANSFER_PICKUP ORDER'])
  })

  test('a new trip gets its resources with its orders, and moves to others and another time, each as one command', async () => {
    const one = await desk()
    const [van, other] = [
      await resourceOf(one.tenant, { name: 'Van 1', van: {} }),
      await resourceOf(one.tenant, { name: 'Van 2', van: {} }),
    ]
    const order_ids = [one.orders[0]!.orderId]
    const body = { order_ids, new_trip: { resource_ids: [van.id] }, override }
    const [trip] = (await one.call(give, { body: { kind: 'PLAN', ...body } })).trips
    expect(trip!.resources.map(({ resource_id }) => resource_id)).toEqual([van.id])
    const { trip_id } = trip!
    const place = { trip_id, resource_ids: [other.id], starts_at: '2026-02-02T09:00:00Z', override }
    const dry = await one.call(give, { body: { kind: 'PLACE', ...place, dry_run: true } })
    expect(dry.trips[0]!.starts_at).toBe('2026-02-02T09:00:00Z')
    await one.call(give, { body: { kind: 'PLACE', ...place } })
    expect(await tripOf(one.tenant, trip_id)).toMatchObject({ resources: [{ resource_id: other.id }] })
    await one.call(planning.undoCommand, { body: {} })
    const back = await tripOf(one.tenant, trip_id)
    expect(back!.resources.map(({ resource_id }) => resource_id)).toEqual([van.id])
    expect(back!.stops[0]!.planned_start_at).toBe('2026-02-02T07:00:00.000Z')
    const unknown = one.call(give, { body: { kind: 'PLACE', trip_id, resource_ids: [randomUUID()] } })
    await expect(unknown).rejects.toMatchObject({ status: 404 })
    await expect(one.call(give, { body: { kind: 'PLACE', trip_id } })).rejects.toMatchObject({ status: 409 })
  })

  test('ST-8: resources are assigned with their names on the trip, and removed', async () => {
    const one = await desk()
    const trip = await planned(one)
    const van = await resourceOf(one.tenant, { name: 'Van 1', van: { license_plate: '1-AAA-111' } })
    const subcontractor_id = await addCompany(one.tenant)
    const { trip_id } = trip
    const resources = [{ resource_id: van.id, license_plate: '1-SUB-222' }]
    const given = await one.call(give, { body: { kind: 'ASSIGN', trip_id, resources, subcontractor_id, override } })
    expect(given.trips[0]).toMatchObject({ subcontractor_id, resources: [{ ...resources[0], name: null }] })
    const body = { trip_id, resource_ids: [van.id], subcontractor: true, override }
    const taken = await one.call(give, { body: { kind: 'TAKE_OFF', ...body } })
    expect(taken.trips[0]).toMatchObject({ subcontractor_id: null, resources: [] })
  })

  test('ST-6: confirming plans the orders and publishes; returning to draft unplans them; cancelling ends the trip', async () => {
    const one = await desk()
    const { trip_id } = await planned(one)
    const trip_ids = [trip_id]
    const confirmed = await one.call(give, { body: { kind: 'CONFIRM', trip_ids, override } })
    expect(confirmed.trips[0]).toMatchObject({ status: 'PLANNED', version: 2 })
    expect(confirmed.reasons.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['driver_missing', 'vehicle_missing']),
    )
    expect(await orderStatusOf(one.tenant, one.orders[0]!.orderId)).toBe('PLANNED')
    const back = await one.call(give, { body: { kind: 'TAKE_BACK', trip_ids } })
    expect(back.trips[0]).toMatchObject({ status: 'CREATED' })
    expect(await orderStatusOf(one.tenant, one.orders[0]!.orderId)).toBe('TO_PLAN')
    const ended = await one.call(give, { body: { kind: 'CANCEL', trip_ids } })
    expect(ended.trips[0]).toMatchObject({ status: 'CANCELLED', stops: [] })
  })

  test('ST-9: orders are put on hold and released; one on hold is not planned', async () => {
    const { call, orders } = await desk()
    const order_ids = [orders[0]!.orderId]
    const { command_id } = await call(give, { body: { kind: 'BLOCK', order_ids, reason: 'credit' } })
    expect(command_id).not.toBeNull()
    const problem = await rejection(call(give, { body: { kind: 'PLAN', order_ids, override } }))
    expect(problem).toMatchObject({ status: 409, body: { code: 'plan_refused' } })
    expect(problem.body.errors![0]!.message).toContain('credit')
    await call(give, { body: { kind: 'UNBLOCK', order_ids } })
    await call(give, { body: { kind: 'PLAN', order_ids, override } })
  })

  test('times are set by hand, and a new start recalculates all of them', async () => {
    const one = await desk()
    const trip = await planned(one)
    const { trip_id } = trip
    const times = [
      { stop_id: trip.stops[0]!.stop_id, start_at: '2026-02-02T09:00:00Z', end_at: '2026-02-02T10:00:00Z' },
    ]
    const set = await one.call(give, { body: { kind: 'SET_TIMES', trip_id, times, override } })
    expect(set.trips[0]!.stops[0]).toMatchObject({
      planned_start_at: '2026-02-02T09:00:00Z',
      fixed_timestamp_type: 'SET_BY_USER',
    })
    const body = { trip_id, starts_at: '2026-02-02T11:00:00Z', override }
    const added = await one.call(give, { body: { kind: 'SET_TIMES', ...body } })
    expect(added.trips[0]!.stops[0]).toMatchObject({
      planned_start_at: '2026-02-02T11:00:00Z',
      fixed_timestamp_type: 'CALCULATED',
    })
  })
})

describe('the verdict', () => {
  test('a dry run reports it with the resulting trip, and changes nothing', async () => {
    const one = await desk()
    const trip = await planned(one)
    const fresh = await desk()
    await server.drain()
    const before = await tripOf(one.tenant, trip.trip_id)
    const audit = await one.tenant.asTenant((tx) => auditOf(tx, trip.trip_id))
    const body = { dry_run: true, trip_ids: [trip.trip_id] }
    const answer = await one.call(give, { body: { kind: 'CONFIRM', ...body } })
    expect(answer).toMatchObject({ command_id: null, verdict: 'SOFT', trips: [{ status: 'PLANNED' }] })
    const requested = { dry_run: true, order_ids: [fresh.orders[0]!.orderId] }
    expect((await fresh.call(give, { body: { kind: 'PLAN', ...requested } })).trips[0]!.stops).toHaveLength(2)
    expect(await tripOf(one.tenant, trip.trip_id)).toEqual(before)
    expect(await one.tenant.asTenant((tx) => auditOf(tx, trip.trip_id))).toEqual(audit)
    expect((await one.call(planning.listPlanningCommands, { query: {} })).items).toHaveLength(1)
    // The dry run did not take a number either.
    expect((await planned(fresh)).name).toBe('T-000001')
  })

  test('warnings require an override, which is stored with them; a HARD reason is refused', async () => {
    const one = await desk()
    const { trip_id } = await planned(one)
    const doubtful = await rejection(one.call(give, { body: { kind: 'CONFIRM', trip_ids: [trip_id] } }))
    expect(doubtful).toMatchObject({ status: 409, body: { code: 'plan_doubtful' } })
    await one.call(give, { body: { kind: 'CONFIRM', trip_ids: [trip_id], override: { reason: 'own driver' } } })
    const [command] = (await one.call(planning.listPlanningCommands, { query: {} })).items
    expect(command).toMatchObject({
      kind: 'CONFIRM',
      override_reason: 'own driver',
      by: 'Test PLANNER',
      status: 'DONE',
    })
    expect(command!.overridden.map(({ code }) => code)).toEqual(['driver_missing', 'vehicle_missing'])
    const van = await resourceOf(one.tenant, { name: 'V', van: {} })
    const other = await addOrder(server, one.tenant)
    const second = await planned(one, [other])
    const resources = [{ resource_id: van.id }]
    await one.call(give, { body: { kind: 'ASSIGN', trip_id, resources, override } })
    const twice = one.call(give, { body: { kind: 'ASSIGN', trip_id: second.trip_id, resources, override } })
    const refused = await rejection(twice)
    expect(refused.body.errors![0]!.detail).toMatchObject({ code: 'resource_overlap', resource_id: van.id })
    expect((await tripOf(one.tenant, second.trip_id))!.resources).toEqual([])
  })

  test('a trip changed by someone else is 409 with that person', async () => {
    const one = await desk()
    const { trip_id, version } = await planned(one)
    const colleague = await one.tenant.user('PLANNER')
    const van = await resourceOf(one.tenant, { name: 'V', van: {} })
    await colleague(give, { body: { kind: 'ASSIGN', trip_id, resources: [{ resource_id: van.id }], override } })
    const body = { trip_ids: [trip_id], versions: [{ trip_id, version }], override }
    const problem = await rejection(one.call(give, { body: { kind: 'CONFIRM', ...body } }))
    expect(problem).toMatchObject({ status: 409, body: { code: 'trip_changed' } })
    expect(problem.body.message).toContain('Test PLANNER')
    expect(problem.body.errors![0]!.detail).toMatchObject({ trip_id, version: 2 })
  })

  test('viewers are refused; unknown and foreign ids are 404', async () => {
    const [one, other] = [await desk(), await desk()]
    const viewer = await one.tenant.user('VIEWER')
    const order_ids = [one.orders[0]!.orderId]
    await expect(viewer(give, { body: { kind: 'PLAN', order_ids } })).rejects.toMatchObject({ status: 403 })
    await expect(viewer(planning.listPlanningCommands, { query: {} })).resolves.toMatchObject({ items: [] })
    const { trip_id } = await planned(one)
    for (const body of [
      { order_ids: [randomUUID()] },
      { order_ids, trip_id },
      { stop_ids: [one.orders[0]!.stops[0]!.stop_id] },
    ]) {
      await expect(other.call(give, { body: { kind: 'PLAN', ...body } })).rejects.toMatchObject({ status: 404 })
    }
    const resources = [{ resource_id: randomUUID() }]
    for (const body of [
      { trip_id, resources },
      { trip_id, subcontractor_id: randomUUID() },
    ]) {
      await expect(one.call(give, { body: { kind: 'ASSIGN', ...body } })).rejects.toMatchObject({ status: 404 })
    }
  })
})

describe('undo', () => {
  test('goes back through the commands of one person, and forward again', async () => {
    const one = await desk()
    const { trip_id } = await planned(one)
    await one.call(give, { body: { kind: 'CONFIRM', trip_ids: [trip_id], override } })
    const planner = await one.tenant.user('PLANNER')
    await expect(planner(planning.undoCommand, { body: {} })).rejects.toMatchObject({ status: 409 })
    const dry = await one.call(planning.undoCommand, { body: { dry_run: true } })
    expect(dry.trips[0]).toMatchObject({ status: 'CREATED' })
    expect((await tripOf(one.tenant, trip_id))!.status).toBe('PLANNED')
    await one.call(planning.undoCommand, { body: {} })
    expect((await tripOf(one.tenant, trip_id))!.status).toBe('CREATED')
    const gone = await one.call(planning.undoCommand, { body: {} })
    expect(gone.gone_trip_ids).toEqual([trip_id])
    expect(await tripOf(one.tenant, trip_id)).toBeUndefined()
    await expect(one.call(planning.undoCommand, { body: {} })).rejects.toMatchObject({ status: 409 })
    await one.call(planning.redoCommand, { body: {} })
    await one.call(planning.redoCommand, { body: {} })
    expect((await tripOf(one.tenant, trip_id))!.status).toBe('PLANNED')
    const sequences = (await eventsOf(one.tenant)).filter(({ entity_id }) => entity_id === trip_id)
    expect(sequences.map(({ sequence }) => sequence)).toEqual(sequences.map((_, at) => at + 1))
    const { items } = await one.call(planning.listPlanningCommands, { query: { trip_id } })
    expect(items.map(({ kind, status }) => [kind, status])).toEqual([
      ['CONFIRM', 'DONE'],
      ['PLAN', 'DONE'],
    ])
  })

  test('is still possible, but redo ends, after a new command', async () => {
    const one = await desk(2)
    await planned(one, [one.orders[0]!])
    await one.call(planning.undoCommand, { body: {} })
    await planned(one, [one.orders[1]!])
    await expect(one.call(planning.redoCommand, { body: {} })).rejects.toMatchObject({ status: 409 })
  })

  test('is refused when someone changed the trip since, with the change and the person', async () => {
    const one = await desk()
    const { trip_id } = await planned(one)
    const colleague = await one.tenant.user('PLANNER')
    await colleague(give, { body: { kind: 'CONFIRM', trip_ids: [trip_id], override } })
    const problem = await rejection(one.call(planning.undoCommand, { body: {} }))
    expect(problem).toMatchObject({ status: 409, body: { code: 'undo_conflict' } })
    expect(problem.body.message).toMatch(/it is planned now.*Test PLANNER/s)
  })

  test('does not plan an order again that was put on hold meanwhile', async () => {
    const one = await desk()
    await planned(one)
    const order_ids = [one.orders[0]!.orderId]
    await one.call(give, { body: { kind: 'UNPLAN', order_ids, override } })
    await one.call(blockOrder, { params: { order_id: order_ids[0]! }, body: { reason: 'credit' } })
    const problem = await rejection(one.call(planning.undoCommand, { body: {} }))
    expect(problem.body.errors![0]!.message).toContain('put on hold since')
  })
})

test('the board: trips, resources, absences and unplanned orders, page by page', async () => {
  const one = await desk(2)
  const { trip_id } = await planned(one, [one.orders[0]!])
  const van = await resourceOf(one.tenant, { name: 'V', van: {} })
  const query = { from: '2026-02-01T00:00:00Z', to: '2026-02-08T00:00:00Z' }
  const board = await one.call(getPlanningBoard, { query })
  expect(board.trips.map((trip) => trip.trip_id)).toEqual([trip_id])
  expect(board.resources.map(({ resource_id }) => resource_id)).toEqual([van.id])
  expect(board.unplanned.map(({ order_id }) => order_id)).toEqual([one.orders[1]!.orderId])
  expect(board.unplanned[0]!.stops).toMatchObject([{ trip_id: null }, { trip_id: null }])
  expect(board.unplanned[0]!.load).toMatchObject({ is_dangerous: false, container_feet: null })
  expect(board.orders.map(({ order_id }) => order_id)).toEqual([one.orders[0]!.orderId])
  expect(board.places).toHaveLength(2)
  expect(board).toMatchObject({ next_cursor: null, is_cut: false })
  await one.call(give, { body: { kind: 'CONFIRM', trip_ids: [trip_id], override } })
  const conflicts = await one.call(listPlanningConflicts, { query })
  expect(conflicts.items.map(({ code }) => code)).toEqual(['driver_missing', 'vehicle_missing'])
  const later = { from: '2026-03-01T00:00:00Z', to: '2026-03-08T00:00:00Z' }
  expect((await one.call(getPlanningBoard, { query: later })).trips).toEqual([])
  const order_ids = one.orders.map(({ orderId }) => orderId).join(',')
  const parts = await one.call(getPlanningBoardParts, { query: { ...query, trip_ids: trip_id, order_ids } })
  const again = await one.call(getPlanningBoard, { query })
  expect(parts).toEqual({
    trips: again.trips,
    ...{ orders: expect.arrayContaining(again.orders), asked: again.asked, carriers: again.carriers },
    unplanned: again.unplanned,
    places: again.places,
    gone_trip_ids: [],
  })
  const outside = await one.call(getPlanningBoardParts, { query: { ...later, trip_ids: trip_id } })
  expect(outside).toMatchObject({ trips: [], gone_trip_ids: [trip_id], unplanned: [] })
  const backwards = one.call(getPlanningBoard, { query: { from: query.to, to: query.from } })
  await expect(backwards).rejects.toMatchObject({ status: 422 })
})

test('HOURS-5: the hours of a driver include the trips in the range, even if the route is estimated', async () => {
  const one = await desk()
  const driver = await resourceOf(one.tenant, { name: 'D', driver: {} })
  const { trip_id } = await planned(one)
  const query = { from: '2026-02-01T23:00:00Z', to: '2026-02-08T23:00:00Z', driver_ids: driver.id }
  expect(await one.call(listDrivingTimes, { query })).toEqual({ items: [] })
  await one.call(give, { body: { kind: 'ASSIGN', trip_id, resources: [{ resource_id: driver.id }], override } })
  const { items } = await one.call(listDrivingTimes, { query })
  expect(items.map(({ resource_id }) => resource_id)).toEqual([driver.id])
  const { days, weeks, pauses, faults, source } = items[0]!
  const driven = days.reduce((sum, { driving_minutes }) => sum + driving_minutes, 0)
  expect(driven).toBeGreaterThan(0)
  expect(weeks).toMatchObject([{ starts_on: '2026-02-02', driving_minutes: driven, fortnight_minutes: driven }])
  expect({ source, faults }).toEqual({ source: 'PLAN', faults: [] })
  // The delivery is on the next day: there is a night before it.
  expect(pauses.map(({ kind }) => kind)).toContain('DAILY_REST')
})
