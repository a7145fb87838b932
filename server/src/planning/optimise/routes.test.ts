import type { Call } from '@cartage/contract/client'
import { changeCompanyRecord } from '@cartage/contract/companies/app/record'
import * as planning from '@cartage/contract/planning/app/commands'
import * as runs from '@cartage/contract/planning/app/optimise'
import { updateResource } from '@cartage/contract/resources/endpoints'
import { afterAll, describe, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { addCompany, resourceOf } from '../../testing/data/fleet.ts'
import { rejection } from '../../testing/data/orders.ts'
import { addOrder, plannedTrip, type TestOrder, tripOf, tripTenant } from '../../testing/data/trips.ts'
import { osrmAnswer, setOsrm } from '../../testing/servers/osrm.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'

const server = await startTestServer({ now: () => new Date('2026-02-01T00:00:00Z') })
afterAll(() => server.close())

const override = { reason: 'a test says so' }
const period = { from_at: '2026-02-02T00:00:00Z', to_at: '2026-02-05T00:00:00Z' }

interface Desk {
  tenant: TestTenant
  call: Call
  combinations: { resource_ids: string[] }[]
}

/** A tenant with combinations of a van and a driver; the first driver has no ADR licence. */
async function desk(combinations = 1): Promise<Desk> {
  const tenant = await tripTenant(server)
  const made: Desk['combinations'] = []
  for (let at = 0; at < combinations; at += 1) {
    const van = await resourceOf(tenant, { name: `Van ${at}`, van: { license_plate: `1-VAN-00${at}` } })
    const driver = await resourceOf(tenant, { name: `Driver ${at}`, driver: { first_name: 'D', last_name: `${at}` } })
    made.push({ resource_ids: [van.id, driver.id] })
  }
  return { tenant, call: await tenant.user('PLANNER'), combinations: made }
}

const toSecond = (instant: string | null) => instant?.slice(0, 19)
const idsOf = (orders: readonly TestOrder[]) => orders.map(({ orderId }) => orderId)

async function done({ call, combinations }: Desk, order_ids: readonly string[]) {
  const body = { order_ids: [...order_ids], combinations, ...period }
  const { optimisation_id } = await call(runs.startOptimisation, { body })
  await server.drain()
  return await call(runs.getOptimisation, { params: { optimisation_id } })
}

describe('runs that suggest trips', () => {
  test('OPT-6, OPT-13: all orders are suggested, nothing changes until trips are accepted, and one undo reverts all', async () => {
    const one = await desk()
    const orders = [await addOrder(server, one.tenant), await addOrder(server, one.tenant)]
    const run = await done(one, idsOf(orders))
    expect(run).toMatchObject({ status: 'DONE', failure: null, left_out: 0, before: { trips: 0 } })
    expect(run.after).toMatchObject({ planned_orders: 2, late_minutes: 0, distance_is_estimated: true })
    expect(run.trips.flatMap(({ stops }) => stops)).toHaveLength(4)
    const params = { optimisation_id: run.optimisation_id }
    const trips = run.trips.map(({ index }) => index)
    const accepted = await one.call(runs.acceptOptimisation, { params, body: { trips, override } })
    const trip = await tripOf(one.tenant, accepted.trips[0]!.trip_id!)
    expect(trip?.stops.map(({ stop_id }) => stop_id)).toEqual(run.trips[0]!.stops.map(({ stop_id }) => stop_id))
    expect(trip?.resources.map(({ resource_id }) => resource_id).toSorted()).toEqual(
      one.combinations[0]!.resource_ids.toSorted(),
    )
    // OPT-13
    const planned = trip?.stops.map(({ planned_start_at: from, planned_end_at: to }) => [from, to].map(toSecond))
    expect(planned).toEqual(run.trips[0]!.stops.map(({ start_at, end_at }) => [start_at, end_at].map(toSecond)))
    const { items } = await one.call(planning.listPlanningCommands, { query: {} })
    expect(items[0]).toMatchObject({ kind: 'PLAN_TRIPS' })
    const again = await rejection(one.call(runs.acceptOptimisation, { params, body: { trips, override } }))
    expect(again).toMatchObject({ body: { code: 'state_conflict' } })
    await one.call(planning.undoCommand, { body: {} })
    expect(await tripOf(one.tenant, accepted.trips[0]!.trip_id!)).toBeUndefined()
  })

  test('OPT-6: suggested trips that were undone can be accepted again, and no longer count as accepted', async () => {
    const one = await desk()
    const run = await done(one, idsOf([await addOrder(server, one.tenant)]))
    const params = { optimisation_id: run.optimisation_id }
    const accept = () => one.call(runs.acceptOptimisation, { params, body: { trips: [0], override } })
    await accept()
    await one.call(planning.undoCommand, { body: {} })
    expect(await one.call(runs.getOptimisation, { params })).toMatchObject({ accepted: 0, trips: [{ trip_id: null }] })
    const listed = await one.call(runs.listOptimisations, { query: {} })
    expect(listed.items).toMatchObject([{ accepted: 0 }])
    const again = await accept()
    expect(await tripOf(one.tenant, again.trips[0]!.trip_id!)).toBeDefined()
    await one.call(planning.undoCommand, { body: {} })
    expect(await one.call(runs.retryOptimisation, { params })).toMatchObject({ status: 'QUEUED' })
  })

  test('OPT-11: orders planned since the run stay where they are, and the suggestion shows this before it is accepted', async () => {
    const one = await desk(2)
    const orders = [await addOrder(server, one.tenant), await addOrder(server, one.tenant)]
    const run = await done(one, idsOf(orders))
    expect(run.trips.map(({ outdated }) => outdated)).toEqual(run.trips.map(() => null))
    expect(run.chosen).toEqual({ order_ids: idsOf(orders), combinations: one.combinations })
    const [first] = orders
    const body = { new_trip: { name: 'By hand' }, order_ids: [first!.orderId], override }
    const byHand = await one.call(planning.givePlanningCommand, { body: { kind: 'PLAN', ...body } })
    const params = { optimisation_id: run.optimisation_id }
    const now = await one.call(runs.getOptimisation, { params })
    const has = ({ stops }: (typeof now.trips)[number]) => stops.some(({ order_id }) => order_id === first!.orderId)
    const { index, outdated, stops } = now.trips.find(has)!
    expect(outdated).toBe(
      `${stops.find(({ order_id }) => order_id === first!.orderId)!.order_number} was planned on By hand after the run.`,
    )
    for (const other of now.trips.filter((trip) => !has(trip))) expect(other.outdated).toBeNull()
    const wish = { params, body: { trips: [index], override } }
    expect(await rejection(one.call(runs.acceptOptimisation, wish))).toMatchObject({ body: { code: 'state_conflict' } })
    expect(await tripOf(one.tenant, byHand.trips[0]!.trip_id)).toBeDefined()
    await one.call(planning.undoCommand, { body: {} })
    expect((await one.call(runs.getOptimisation, { params })).trips[index]!.outdated).toBeNull()
  })

  test('OPT-11: a resource with other work since the run makes a suggestion outdated, until that work is undone', async () => {
    const one = await desk()
    const run = await done(one, idsOf([await addOrder(server, one.tenant)]))
    const resource_ids = one.combinations[0]!.resource_ids
    const other = await addOrder(server, one.tenant)
    const [trip] = run.trips
    const body = { new_trip: { name: 'Other', resource_ids }, order_ids: [other.orderId], override }
    await one.call(planning.givePlanningCommand, {
      body: { kind: 'PLAN', ...body, starts_at: trip!.stops[0]!.start_at },
    })
    const params = { optimisation_id: run.optimisation_id }
    const [now] = (await one.call(runs.getOptimisation, { params })).trips
    expect(now!.outdated).not.toBeNull()
    await one.call(planning.undoCommand, { body: {} })
    expect((await one.call(runs.getOptimisation, { params })).trips[0]!.outdated).toBeNull()
  })

  test('OPT-12: accepting the same trips twice at once plans them once, by one command', async () => {
    const one = await desk()
    const run = await done(one, idsOf([await addOrder(server, one.tenant), await addOrder(server, one.tenant)]))
    const params = { optimisation_id: run.optimisation_id }
    const body = { trips: run.trips.map(({ index }) => index), override }
    const answers = await Promise.allSettled([1, 2, 3].map(() => one.call(runs.acceptOptimisation, { params, body })))
    const [kept, ...more] = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    expect(more).toEqual([])
    const { items } = await one.call(planning.listPlanningCommands, { query: {} })
    expect(items.map(({ kind, command_id }) => [kind, command_id])).toEqual([['PLAN_TRIPS', kept!.command_id]])
    for (const { trip_id } of kept!.trips) expect(await tripOf(one.tenant, trip_id!)).toBeDefined()
    await one.call(planning.undoCommand, { body: { command_id: kept!.command_id! } })
    expect(await one.call(runs.getOptimisation, { params })).toMatchObject({ accepted: 0 })
  })

  test('a run requests roads first, and previews use the results without waiting', async () => {
    const one = await desk()
    await setOsrm(one.tenant)
    const order = await addOrder(server, one.tenant)
    // Routes between town coordinates stay estimates even if a router measures them (PLACE-5).
    await one.tenant.asTenant((tx) => tx.query(placesGiven))
    server.answerWith((request) => (request.url.includes('/table/') ? osrmAnswer(request, 500, 7) : {}))
    const run = await done(one, [order.orderId])
    server.answerWith(() => ({}))
    expect(run.after).toMatchObject({ distance_km: 500, distance_is_estimated: false, planned_orders: 1 })
    const asked = server.sent.length
    const body = { target: { new_trip: { name: 'T' } }, order_ids: [order.orderId], override, dry_run: true }
    const { trips } = await one.call(planning.givePlanningCommand, { body: { kind: 'PLAN', ...body } })
    const [first, last] = trips[0]!.stops
    const drive = Date.parse(last!.planned_start_at!) - Date.parse(first!.planned_end_at!)
    // Seven hours with a break of 45 minutes.
    expect(drive).toBeGreaterThanOrEqual(7.75 * 3_600_000)
    expect(server.sent).toHaveLength(asked)
  })

  test('OPT-3: a confirmed trip is unchanged, and its combination drives around it; a draft is taken apart', async () => {
    const one = await desk()
    const resources = one.combinations[0]!.resource_ids
    const locked = await plannedTrip(server, one.tenant, { resources: [] })
    const draft = await plannedTrip(server, one.tenant, { resources: [], status: 'CREATED' })
    const body = { trip_id: locked.tripId, resources: resources.map((resource_id) => ({ resource_id })), override }
    await one.call(planning.givePlanningCommand, { body: { kind: 'ASSIGN', ...body } })
    const before = await tripOf(one.tenant, locked.tripId)
    const run = await done(one, idsOf([...locked.orders, ...draft.orders]))
    expect(run.left_out_orders).toMatchObject([{ order_id: locked.orders[0]!.orderId, code: 'locked' }])
    expect(run.present.map(({ trip_id }) => trip_id)).toEqual([draft.tripId])
    const busy = before!.stops
      .map(({ planned_end_at }) => planned_end_at!)
      .toSorted()
      .at(-1)!
    for (const { stops } of run.trips) expect(stops[0]!.start_at >= busy.slice(0, 19)).toBe(true)
    const params = { optimisation_id: run.optimisation_id }
    await one.call(runs.acceptOptimisation, { params, body: { trips: [0], override } })
    expect(await tripOf(one.tenant, draft.tripId)).toBeUndefined()
    expect(await tripOf(one.tenant, locked.tripId)).toEqual(before)
  })

  test('OPT-5, OPT-8: an order that no combination may carry is left out with the reason for each combination', async () => {
    const one = await desk(2)
    const goods = [{ description: 'Acid', quantity: 1, total_weight_kg: 500, adr_type: 'ADR' as const }]
    const stops = {
      pickup_stop: { location: { name: 'Mill', city: 'Gent', country: 'BE' }, date: '2026-02-02' },
      delivery_stop: { location: { name: 'Shop', city: 'Lille', country: 'FR' }, date: '2026-02-03' },
    }
    const orders = [
      await addOrder(server, one.tenant),
      await addOrder(server, one.tenant, { consignments: [{ ...stops, goods }] }),
    ]
    const run = await done(one, idsOf(orders))
    expect(run.left_out_orders).toMatchObject([{ order_id: orders[1]!.orderId, code: 'adr_licence_missing' }])
    const named = (order: TestOrder) => ({ optimisation_id: run.optimisation_id, order_id: order.orderId })
    const { combinations } = await one.call(runs.explainOptimisation, { params: named(orders[1]!) })
    expect(combinations.map(({ verdict, reasons }) => [verdict, reasons[0]!.code])).toEqual([
      ['HARD', 'adr_licence_missing'],
      ['HARD', 'adr_licence_missing'],
    ])
    const other = await one.call(runs.explainOptimisation, { params: named(orders[0]!) })
    expect(other.combinations.filter(({ is_suggested }) => is_suggested)).toHaveLength(1)
  })

  test('OPT-7: a run that fails has a reason and is run again; a cancelled one ends; an expired one is not accepted', async () => {
    const one = await desk()
    const orders = [await addOrder(server, one.tenant)]
    const body = { order_ids: idsOf(orders), combinations: one.combinations, ...period }
    const started = await one.call(runs.startOptimisation, { body })
    const params = { optimisation_id: started.optimisation_id }
    expect(await one.call(runs.cancelOptimisation, { params })).toMatchObject({ status: 'CANCELLED' })
    await server.drain()
    expect(await one.call(runs.getOptimisation, { params })).toMatchObject({ status: 'CANCELLED', trips: [] })
    await one.call(runs.retryOptimisation, { params })
    await one.tenant.asTenant((tx) => tx.query(killedOften))
    await server.drain()
    const failed = (await one.call(runs.listOptimisations, { query: {} })).items[0]!
    expect(failed).toMatchObject({ status: 'FAILED', failure: 'The server stopped while it ran. Run it again.' })
    await one.call(runs.retryOptimisation, { params })
    await server.drain()
    expect(await one.call(runs.getOptimisation, { params })).toMatchObject({ status: 'DONE', left_out: 0 })
    await one.tenant.asTenant((tx) => tx.query(timePasses))
    const late = await rejection(one.call(runs.acceptOptimisation, { params, body: { trips: [0] } }))
    expect(late).toMatchObject({ body: { code: 'state_conflict' } })
  })

  test('invalid periods and combinations are rejected, and combinations are offered as they were last used', async () => {
    const one = await desk(2)
    const body = { order_ids: [crypto.randomUUID()], combinations: one.combinations, ...period }
    const twice = { ...body, combinations: [...one.combinations, one.combinations[0]!] }
    expect(await rejection(one.call(runs.startOptimisation, { body: twice }))).toMatchObject({
      body: { code: 'validation_failed' },
    })
    const empty = { ...body, to_at: body.from_at }
    expect(await rejection(one.call(runs.startOptimisation, { body: empty }))).toMatchObject({
      body: { code: 'validation_failed' },
    })
    await plannedTrip(server, one.tenant)
    const { combinations } = await one.call(runs.listCombinations, {})
    expect(combinations.map(({ resources }) => resources.map(({ name }) => name))).toEqual([
      ['Tractor 1', 'Ann Driver', 'Trailer 1'],
      ['Van 0'],
      ['Van 1'],
    ])
  })
})

test('FIT-6: trips on a van of a carrier blocked since the run are accepted with the permission and a reason', async () => {
  const one = await desk()
  const director = await one.tenant.user('SUPER_ADMIN')
  const company_id = await addCompany(one.tenant)
  const params = { resource_id: one.combinations[0]!.resource_ids[0]! }
  await one.tenant.call(updateResource, { params, body: { subcontractor: { row_id: company_id } } })
  const run = await done(one, idsOf([await addOrder(server, one.tenant)]))
  const change = { params: { company_id }, body: { purchase: { status: 'BLOCKED' as const } } }
  await director(changeCompanyRecord, change)
  const wish = { params: { optimisation_id: run.optimisation_id }, body: { trips: [0], override } }
  const refused = await rejection(one.call(runs.acceptOptimisation, wish))
  expect(refused).toMatchObject({ status: 409, body: { code: 'plan_refused' } })
  const asked = await rejection(director(runs.acceptOptimisation, { ...wish, body: { trips: [0] } }))
  expect(asked).toMatchObject({ status: 409, body: { code: 'plan_doubtful' } })
  const accepted = await director(runs.acceptOptimisation, wish)
  const query = { trip_id: accepted.trips[0]!.trip_id! }
  const kept = await one.call(planning.listPlanningCommands, { query })
  expect(kept.items[0]).toMatchObject({
    override_reason: override.reason,
    overridden: expect.arrayContaining([expect.objectContaining({ code: 'carrier_blocked', severity: 'HARD' })]),
  })
})

const placesGiven = statement(
  'test.optimisation_places_given',
  `update location set coordinate_source = 'GIVEN' where tenant_id = $1 and latitude is not null`,
)
const killedOften = statement(
  'test.optimisation_killed',
  `update planning_optimisation set attempts = 3 where tenant_id = $1`,
)
const timePasses = statement(
  'test.optimisation_expires',
  `update planning_optimisation set expires_at = now() where tenant_id = $1`,
)
