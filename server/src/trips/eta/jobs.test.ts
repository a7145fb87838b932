import { updateLocation } from '@cartage/contract/locations/app/record'
import { getOrderStatus } from '@cartage/contract/orders/endpoints'
import {
  acceptStopProposal,
  dismissStopProposal,
  listStopProposals,
  setLocationFence,
} from '@cartage/contract/positions/app/fleet'
import { afterAll, describe, expect, test } from 'vitest'
import { byOperator } from '../../audit/rules.ts'
import { statement } from '../../db/statement.ts'
import { addSubscription } from '../../deliveries/subscriptions/commands.ts'
import { instantOf, localTime } from '../../locations/local-time.rules.ts'
import { eventsOf } from '../../testing/data/orders.ts'
import { change, plannedTrip, type TestTrip, tripOf, tripTenant } from '../../testing/data/trips.ts'
import * as visits from '../../testing/data/visits.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { reportStops } from '../report.commands.ts'
import { followPositions } from './commands.ts'

const server = await startTestServer()
const { ctx } = server
afterAll(() => server.close())

const { away, beyond, iso, mill, minute, now, shop, sendPositions: send } = visits

const millToShop = (tenant: TestTenant, begins: number, atShop: object = {}) =>
  visits.millToShop(server, tenant, begins, atShop)
const estimate = (tenant: TestTenant, trip: TestTrip) => visits.estimate(server, tenant, trip)

test('ST-10: a draft gets estimates, and its order shows none of its times before it is confirmed', async () => {
  const tenant = await tripTenant(server)
  const created = await plannedTrip(server, tenant, { status: 'CREATED' })
  const times = { planned_start_at: iso(60), planned_end_at: iso(90) }
  const [drafted] = await change(server, tenant, [created.tripId], ([trip]) => [
    { ...trip!, stops: trip!.stops.map((stop) => ({ ...stop, ...times, status: 'TO_PLAN' as const })) },
  ])
  await estimate(tenant, created)
  expect((await tripOf(tenant, drafted!.trip_id))!.stops[0]!.eta_start_at).not.toBeNull()
  const shown = await tenant.call(getOrderStatus, { params: { order_id: created.orders[0]!.orderId } })
  expect(shown.stops!.map(({ start_timestamp }) => start_timestamp)).toEqual([null, null])
})

const setGeofence = statement(
  'test.set_geofence',
  `update tenant_setting set positions = positions || jsonb_build_object('geofence', $2::text) where tenant_id = $1`,
)
const trustJumps = statement(
  'test.believe_jumps',
  `update tenant_setting set positions = positions || '{"max_speed_kmh": null}' where tenant_id = $1`,
)
const countReports = statement(
  'test.count_reports',
  'select source, is_applied, count(*)::integer as count from stop_report where tenant_id = $1 group by 1, 2 order by 1, 2',
)

const onlyResource = statement('test.only_resource', 'select resource_id from resource where tenant_id = $1')
const countDueEstimates = statement(
  'test.count_due_estimates',
  `select count(*)::integer as count from job where tenant_id = $1 and kind = 'trips.estimate' and ready_at <= now()`,
)

describe('estimates of stops', () => {
  test('exist for a new plan, and follow the positions of the vehicle', async () => {
    const tenant = await tripTenant(server)
    await tenant.asTenant((tx) => tx.query(trustJumps))
    const created = await millToShop(tenant, -20)
    const planned = (await tripOf(tenant, created.tripId))!
    expect(planned.stops[0]!.eta_start_at).not.toBeNull()
    expect(planned.distance_km).toBeGreaterThan(70)
    expect(planned.stops[1]!.mileage_km).toBe(planned.distance_km)
    await tenant.asTenant((tx) =>
      reportStops(ctx, tx, [{ stop_id: planned.stops[0]!.stop_id, status: 'COMPLETED', event_at: iso(-10) }], 'test'),
    )
    await send(tenant, [[-1, shop]])
    await server.drain()
    const there = (await tripOf(tenant, created.tripId))!.stops[1]!
    expect(Date.parse(there.eta_start_at!) - now).toBeLessThan(5 * minute)
    await send(tenant, [[0, mill]])
    await estimate(tenant, created)
    const back = (await tripOf(tenant, created.tripId))!
    expect(Date.parse(back.stops[1]!.eta_start_at!) - now).toBeGreaterThan(60 * minute)
    // Neither changes the version of the plan.
    expect(back.version).toBe((await tripOf(tenant, created.tripId))!.version)
  })

  test('do not wait for another tenant whose resource has the same id', async () => {
    const [tenant, other] = [await tripTenant(server), await tripTenant(server)]
    await millToShop(tenant, -20)
    const [resource] = await tenant.asTenant((tx) => tx.query<{ resource_id: string }>(onlyResource))
    const follow = (who: TestTenant) => who.asTenant((tx) => followPositions(ctx, tx, [resource!.resource_id]))
    for (let message = 0; message < 2; message += 1) await follow(other)
    await follow(tenant)
    const due = await tenant.asTenant((tx) => tx.query<{ count: number }>(countDueEstimates))
    expect(due).toEqual([{ count: 1 }])
  })

  test('reported by a partner stay until a position is newer', async () => {
    const tenant = await tripTenant(server)
    const created = await millToShop(tenant, 30)
    await send(tenant, [[-9, mill]])
    await server.drain()
    const stopId = (await tripOf(tenant, created.tripId))!.stops[1]!.stop_id
    const reported = { stop_id: stopId, event_at: iso(-5), eta_start_at: iso(400), eta_end_at: iso(430) }
    await tenant.asTenant((tx) => reportStops(ctx, tx, [reported], 'test'))
    await estimate(tenant, created)
    expect((await tripOf(tenant, created.tripId))!.stops[1]).toMatchObject({
      eta_start_at: iso(400),
      eta_end_at: iso(430),
    })
    await send(tenant, [[-1, mill]])
    await estimate(tenant, created)
    expect((await tripOf(tenant, created.tripId))!.stops[1]!.eta_start_at).not.toBe(iso(400))
  })

  test('ETA-1: wait for a window, except a requested one if the plan is earlier', async () => {
    const tomorrow = localTime(iso(1_440), 'Europe/Brussels').date
    for (const is_enforced of [true, false]) {
      const tenant = await tripTenant(server)
      const time_window = { start_time: '10:00', end_time: '12:00', is_enforced }
      const created = await millToShop(tenant, -20, { date: tomorrow, time_window })
      await send(tenant, [[0, mill]])
      await estimate(tenant, created)
      const { eta_start_at, eta_end_at } = (await tripOf(tenant, created.tripId))!.stops[1]!
      const opens = Date.parse(instantOf(tomorrow, '10:00', 'Europe/Brussels'))
      expect(Date.parse(eta_start_at!)).toBeLessThan(opens)
      expect(Date.parse(eta_end_at!) === opens + 30 * minute).toBe(is_enforced)
    }
  })

  test('wait until the location opens', async () => {
    const tenant = await tripTenant(server)
    const day = new Date(now + 3 * 1_440 * minute).toISOString().slice(0, 10)
    const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
    const opening_hours = `${months[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))} 09:00-17:00`
    const created = await millToShop(tenant, -20)
    const [, { location_id }] = (await tripOf(tenant, created.tripId))!.stops as [unknown, { location_id: string }]
    const admin = await tenant.user('SUPER_ADMIN')
    await admin(updateLocation, { params: { location_id }, body: { opening_hours } })
    await send(tenant, [[0, shop]])
    await estimate(tenant, created)
    const { eta_end_at } = (await tripOf(tenant, created.tripId))!.stops[1]!
    expect(Date.parse(eta_end_at!)).toBe(Date.parse(instantOf(day, '09:00', 'Europe/Brussels')) + 30 * minute)
  })

  test('receivers that request it are notified of an estimate that moved by five minutes, others never', async () => {
    for (const types of [['stop.eta_changed'], []]) {
      const tenant = await tripTenant(server)
      await addSubscription(ctx, tenant.tenantId, byOperator, {
        name: 'r',
        url: 'https://receiver.example/eta',
        event_types: types,
      } as never)
      const created = await millToShop(tenant, -20)
      await send(tenant, [[0, shop]])
      await estimate(tenant, created)
      const reported = (await eventsOf(tenant)).filter(({ type }) => type === 'stop.eta_changed')
      expect(reported.length > 0).toBe(types.length > 0)
    }
  })

  test('the routing engine of the tenant is used, outside the transaction', async () => {
    const tenant = await tripTenant(server)
    const setEngine = statement(
      'test.set_engine',
      `update tenant_setting
          set positions = positions || '{"road_engine": {"kind": "OSRM", "url": "https://roads.example"}}'
        where tenant_id = $1`,
    )
    await tenant.asTenant((tx) => tx.query(setEngine))
    server.answerWith(() => ({ body: JSON.stringify({ code: 'Ok', distances: [[99_900]], durations: [[6_000]] }) }))
    const created = await millToShop(tenant, 10)
    server.answerWith(() => ({}))
    expect((await tripOf(tenant, created.tripId))!.distance_km).toBe(99.9)
  })
})

describe('geofences', () => {
  const drive = [
    [-200, away],
    [-180, mill],
    [-170, mill],
    [-150, mill],
    [-140, away],
    [-130, away],
    [-60, shop],
    [-50, shop],
    [-30, shop],
    [-20, beyond],
    [-10, beyond],
  ] as const

  test('an impossible position is not a departure', async () => {
    const tenant = await tripTenant(server)
    await tenant.asTenant((tx) => tx.query(setGeofence, 'APPLY'))
    const created = await millToShop(tenant, -180)
    const nowhere = { latitude: 0, longitude: 0 }
    const there = Array.from({ length: 12 }, (_, at) => [-180 + at * 2, at > 3 && at < 9 ? nowhere : mill] as const)
    await send(tenant, there)
    await estimate(tenant, created)
    expect((await tripOf(tenant, created.tripId))!.stops[0]).toMatchObject({ status: 'AT_STOP', actual_end_at: null })
  })

  test('are off unless the tenant turns them on', async () => {
    const tenant = await tripTenant(server)
    const created = await millToShop(tenant, -180)
    await send(tenant, drive)
    await estimate(tenant, created)
    const planner = await tenant.user('PLANNER')
    expect(await planner(listStopProposals, {})).toEqual({ items: [] })
  })

  test('suggest arrivals and departures, which a planner accepts or dismisses once', async () => {
    const tenant = await tripTenant(server)
    await tenant.asTenant((tx) => tx.query(setGeofence, 'PROPOSE'))
    const created = await millToShop(tenant, -180)
    await send(tenant, drive)
    await estimate(tenant, created)
    const planner = await tenant.user('PLANNER')
    const { items } = await planner(listStopProposals, {})
    expect(items.map(({ kind, happened_at }) => [kind, happened_at]).sort()).toEqual(
      [
        ['ARRIVAL', iso(-180)],
        ['ARRIVAL', iso(-60)],
        ['DEPARTURE', iso(-140)],
        ['DEPARTURE', iso(-20)],
      ].map(([kind, at]) => [kind, at!.replace('.000Z', 'Z')]),
    )
    const [first, second] = (await tripOf(tenant, created.tripId))!.stops
    expect(first!.status).toBe('PLANNED')
    const of = (stop_id: string, proposal_kind: string) => ({ params: { stop_id, proposal_kind } })
    await planner(dismissStopProposal, of(second!.stop_id, 'ARRIVAL'))
    expect(await planner(acceptStopProposal, of(first!.stop_id, 'ARRIVAL'))).toMatchObject({ state: 'ACCEPTED' })
    expect((await tripOf(tenant, created.tripId))!.stops[0]).toMatchObject({
      status: 'AT_STOP',
      actual_start_at: iso(-180),
    })
    await expect(planner(acceptStopProposal, of(first!.stop_id, 'ARRIVAL'))).rejects.toMatchObject({ status: 409 })
    await expect(planner(acceptStopProposal, of(first!.stop_id, 'OTHER'))).rejects.toMatchObject({ status: 404 })
    await estimate(tenant, created)
    const left = (await planner(listStopProposals, {})).items
    expect(left.map(({ kind, stop_id }) => [kind, stop_id]).sort()).toEqual(
      [first!, second!].map(({ stop_id }) => ['DEPARTURE', stop_id]).sort(),
    )
  })

  test('applied, the stop times equal those of the ordered stream, however late and often positions arrive', async () => {
    const tenant = await tripTenant(server)
    await tenant.asTenant((tx) => tx.query(setGeofence, 'APPLY'))
    const created = await millToShop(tenant, -180)
    // The last positions to arrive are the earliest of both visits: reported times have to be corrected.
    const late = new Set([-180, -60, -140])
    await send(tenant, drive.filter(([at]) => !late.has(at)).toReversed())
    await estimate(tenant, created)
    expect((await tripOf(tenant, created.tripId))!.stops).toMatchObject([
      { status: 'COMPLETED', actual_start_at: iso(-170), actual_end_at: iso(-130) },
      { status: 'COMPLETED', actual_start_at: iso(-50), actual_end_at: iso(-20) },
    ])
    const trip = (await tripOf(tenant, created.tripId))!
    expect(trip.status).toBe('COMPLETED')
    const reports = await tenant.asTenant((tx) => tx.query(countReports))
    expect(reports).toEqual([{ source: 'GEOFENCE', is_applied: true, count: 4 }])
    await send(tenant, [...drive, ...drive])
    await estimate(tenant, created)
    expect((await tripOf(tenant, created.tripId))!.stops).toMatchObject([
      { status: 'COMPLETED', actual_start_at: iso(-180), actual_end_at: iso(-140) },
      { status: 'COMPLETED', actual_start_at: iso(-60), actual_end_at: iso(-20) },
    ])
  })

  test('a reported instant moves when positions arrive late', async () => {
    const tenant = await tripTenant(server)
    await tenant.asTenant((tx) => tx.query(setGeofence, 'APPLY'))
    const created = await millToShop(tenant, -180)
    const early = drive.filter(([at]) => at <= -130)
    await send(
      tenant,
      early.filter(([at]) => at !== -180 && at !== -140),
    )
    await estimate(tenant, created)
    expect((await tripOf(tenant, created.tripId))!.stops[0]).toMatchObject({
      actual_start_at: iso(-170),
      actual_end_at: null,
      status: 'AT_STOP',
    })
    await send(tenant, early)
    await estimate(tenant, created)
    const corrected = { actual_start_at: iso(-180), actual_end_at: iso(-140), status: 'COMPLETED' }
    expect((await tripOf(tenant, created.tripId))!.stops[0]).toMatchObject(corrected)
    await send(tenant, drive)
    await estimate(tenant, created)
    expect((await tripOf(tenant, created.tripId))!.stops).toMatchObject([
      corrected,
      { actual_start_at: iso(-60), actual_end_at: iso(-20), status: 'COMPLETED' },
    ])
  })

  test('an earlier visit that is detected late replaces the reported one', async () => {
    const tenant = await tripTenant(server)
    await tenant.asTenant((tx) => tx.query(setGeofence, 'APPLY'))
    const created = await millToShop(tenant, -180)
    await send(tenant, [
      [-70, mill],
      [-60, mill],
    ])
    await estimate(tenant, created)
    expect((await tripOf(tenant, created.tripId))!.stops[0]).toMatchObject({
      status: 'AT_STOP',
      actual_start_at: iso(-70),
    })
    await send(
      tenant,
      drive.filter(([at]) => at <= -130),
    )
    await estimate(tenant, created)
    expect((await tripOf(tenant, created.tripId))!.stops[0]).toMatchObject({
      status: 'COMPLETED',
      actual_start_at: iso(-180),
      actual_end_at: iso(-140),
    })
  })

  test('the radius of a location replaces the default one', async () => {
    const tenant = await tripTenant(server)
    await tenant.asTenant((tx) => tx.query(setGeofence, 'PROPOSE'))
    const created = await millToShop(tenant, -180)
    const admin = await tenant.user('SUPER_ADMIN')
    const location_id = (await tripOf(tenant, created.tripId))!.stops[0]!.location_id
    const near = { latitude: mill.latitude + 0.02, longitude: mill.longitude }
    await send(tenant, [
      [-180, near],
      [-160, near],
    ])
    await estimate(tenant, created)
    expect((await admin(listStopProposals, {})).items).toEqual([])
    expect(await admin(setLocationFence, { params: { location_id }, body: { radius_m: 3_000 } })).toEqual({
      radius_m: 3_000,
    })
    await estimate(tenant, created)
    expect((await admin(listStopProposals, {})).items).toMatchObject([{ kind: 'ARRIVAL' }])
    expect(await admin(setLocationFence, { params: { location_id }, body: { radius_m: null } })).toEqual({
      radius_m: 300,
    })
    await estimate(tenant, created)
    expect((await admin(listStopProposals, {})).items).toEqual([])
  })
})
