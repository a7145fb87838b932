import { listPlanningConflicts } from '@cartage/contract/planning/app/board'
import * as planning from '@cartage/contract/planning/app/commands'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { resourceOf } from '../testing/data/fleet.ts'
import { rejection } from '../testing/data/orders.ts'
import { addOrder, change, dayBefore, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const clock = { ...dayBefore }
const server = await startTestServer({ now: () => clock.now() })
afterAll(() => server.close())
afterEach(() => void Object.assign(clock, dayBefore))

const override = { reason: 'a test says so' }

test('HOURS-4: the times of a trip include the daily rest that is due after its driver’s previous trip', async () => {
  const tenant = await tripTenant(server)
  const call = await tenant.user('PLANNER')
  const { id } = await resourceOf(tenant, { name: 'An', driver: {} })
  const [first, second] = [await addOrder(server, tenant), await addOrder(server, tenant)]
  const on = (time: string) => `2026-02-03T${time}:00Z`
  const times = [
    { stop_id: first.stops[0]!.stop_id, start_at: on('05:00'), end_at: on('12:00') },
    { stop_id: first.stops[1]!.stop_id, start_at: on('12:30'), end_at: on('19:00') },
  ]
  const long = { order_ids: [first.orderId], times, new_trip: { resource_ids: [id] }, override }
  await call(planning.givePlanningCommand, { body: { kind: 'PLAN', ...long } })
  const body = { order_ids: [second.orderId], starts_at: on('19:05'), override, dry_run: true }
  const arrival = async (resource_ids: string[]) => {
    const { trips } = await call(planning.givePlanningCommand, {
      body: { kind: 'PLAN', ...body, new_trip: { resource_ids } },
    })
    return trips[0]!.stops[1]!.planned_start_at!
  }
  expect((await arrival([])) < on('23:00')).toBe(true)
  expect((await arrival([id])) > '2026-02-04T04:00:00Z').toBe(true)
})

test('HOURS-3, HOURS-4: an earlier trip counts with its reported times, also when it is completed', async () => {
  const tenant = await tripTenant(server)
  const call = await tenant.user('PLANNER')
  const { id } = await resourceOf(tenant, { name: 'An', driver: {} })
  const [first, second] = [await addOrder(server, tenant), await addOrder(server, tenant)]
  const on = (day: number, time: string) => `2026-02-0${day}T${time}:00Z`
  const timesOf = ({ stops }: typeof first, ...times: [string, string][]) =>
    times.map(([start_at, end_at], at) => ({ stop_id: stops[at]!.stop_id, start_at, end_at }))
  const plan = (order: typeof first, times: ReturnType<typeof timesOf>, dry_run: boolean) =>
    call(planning.givePlanningCommand, {
      body: { kind: 'PLAN', order_ids: [order.orderId], times, new_trip: { resource_ids: [id] }, override, dry_run },
    })
  const morning: [string, string] = [on(3, '05:00'), on(3, '12:00')]
  const { trips } = await plan(first, timesOf(first, morning, [on(3, '12:30'), on(3, '14:00')]), false)
  const nextDay = timesOf(second, [on(4, '04:00'), on(4, '04:30')], [on(4, '10:00'), on(4, '10:30')])
  expect(codes(await plan(second, nextDay, true))).not.toContain('daily_rest')
  const reported = [morning, [on(3, '12:30'), on(3, '19:00')]]
  await change(server, tenant, [trips[0]!.trip_id], (some) =>
    some.map((trip) => ({
      ...trip,
      status: 'COMPLETED',
      stops: trip.stops.map((stop, at) => {
        const [actual_start_at = null, actual_end_at = null] = reported[at]!
        return { ...stop, status: 'COMPLETED', actual_start_at, actual_end_at }
      }),
    })),
  )
  expect(codes(await plan(second, nextDay, true))).toContain('daily_rest')
  const { trips: timed } = await call(planning.givePlanningCommand, {
    body: {
      ...{ kind: 'PLAN', order_ids: [second.orderId], starts_at: on(3, '19:05'), override, dry_run: true },
      new_trip: { resource_ids: [id] },
    },
  })
  expect(timed[0]!.stops[1]!.planned_start_at! > on(4, '04:00')).toBe(true)
})

test('HOURS-4: a trip follows another one that the same command changes', async () => {
  const tenant = await tripTenant(server)
  const call = await tenant.user('PLANNER')
  const { id } = await resourceOf(tenant, { name: 'An', driver: {} })
  const [first, second] = [await addOrder(server, tenant), await addOrder(server, tenant)]
  const on = (time: string) => `2026-02-03T${time}:00Z`
  const times = [
    { stop_id: first.stops[0]!.stop_id, start_at: on('05:00'), end_at: on('12:00') },
    { stop_id: first.stops[1]!.stop_id, start_at: on('12:30'), end_at: on('19:00') },
  ]
  const order_ids = [first.orderId, second.orderId]
  const { trips } = await call(planning.givePlanningCommand, {
    body: { kind: 'PLAN', order_ids, times, new_trip: { resource_ids: [id] }, override },
  })
  const from = trips[0]!.trip_id
  const body = { order_ids: [second.orderId], starts_at: on('19:05'), override, dry_run: true }
  const arrival = async (resource_ids: string[]) => {
    const answer = await call(planning.givePlanningCommand, {
      body: { kind: 'MOVE', ...body, new_trip: { resource_ids } },
    })
    return answer.trips.find(({ trip_id }) => trip_id !== from)!.stops[1]!.planned_start_at!
  }
  expect((await arrival([])) < on('23:00')).toBe(true)
  expect((await arrival([id])) > '2026-02-04T04:00:00Z').toBe(true)
})

/** A planner at 10:07 on the day of two orders. */
async function atTen() {
  const tenant = await tripTenant(server)
  const call = await tenant.user('PLANNER')
  const orders = [await addOrder(server, tenant), await addOrder(server, tenant)]
  clock.now = () => new Date('2026-02-02T10:07:00Z')
  const give = (body: z.input<typeof planning.PlanningCommand>) => call(planning.givePlanningCommand, { body })
  return { call, give, order_ids: orders.map(({ orderId }) => [orderId]) }
}

const at = (time: string) => `2026-02-02T${time}:00Z`
const codes = ({ reasons }: planning.PlanningAnswer) => reasons.filter(({ is_new }) => is_new).map(({ code }) => code)

test('TIME-10: what would begin before now needs a reason, whichever command plans it; from now on it does not', async () => {
  const { give, order_ids } = await atTen()
  const [first, second] = order_ids
  const early = { kind: 'PLAN', order_ids: first!, starts_at: at('08:00') } as const
  const tried = await give({ ...early, dry_run: true })
  expect(tried).toMatchObject({ verdict: 'SOFT', reasons: [{ code: 'starts_before_now', severity: 'SOFT' }] })
  expect(await rejection(give(early))).toMatchObject({
    body: { code: 'plan_doubtful', errors: [{ detail: { code: 'starts_before_now' } }] },
    message: expect.stringMatching(/would have begun at 2 Feb 09:00, which has passed: choose a later start/),
  })
  const now = await give({ ...early, starts_at: at('10:00') })
  expect(now.verdict).toBe('OK')
  const { trip_id, stops } = now.trips[0]!
  const back = await give({ kind: 'PLACE', trip_id, starts_at: at('09:00'), dry_run: true })
  expect(codes(back)).toEqual(['starts_before_now'])
  const times = [{ stop_id: stops[0]!.stop_id, start_at: at('09:30'), end_at: at('10:30') }]
  expect(codes(await give({ kind: 'SET_TIMES', trip_id, times, dry_run: true }))).toEqual(['starts_before_now'])
  const before = { order_ids: second!, trip_id, before_stop_id: stops[0]!.stop_id }
  expect(codes(await give({ kind: 'PLAN', ...before, dry_run: true }))).toContain('starts_before_now')
  expect(codes(await give({ kind: 'PLACE', trip_id, starts_at: at('11:00') }))).toEqual([])
})

test('TIME-10: a trip that was driven without being recorded is planned with a reason, and is not a conflict afterwards', async () => {
  const { call, give, order_ids } = await atTen()
  const driven = { order_ids: order_ids[0]!, starts_at: at('06:00'), override: { reason: 'Driven by Jan already' } }
  const { trips, verdict } = await give({ kind: 'PLAN', ...driven })
  expect(verdict).toBe('SOFT')
  const { items } = await call(planning.listPlanningCommands, { query: {} })
  expect(items[0]).toMatchObject({
    override_reason: 'Driven by Jan already',
    overridden: [{ code: 'starts_before_now' }],
  })
  const { trip_id } = trips[0]!
  expect(codes(await give({ kind: 'UNPLAN', order_ids: order_ids[0]!, dry_run: true }))).toEqual([])
  await give({ kind: 'CONFIRM', trip_ids: [trip_id], override })
  const week = { from: '2026-02-01T00:00:00Z', to: '2026-02-08T00:00:00Z' }
  const standing = (await call(listPlanningConflicts, { query: week })).items.map(({ code }) => code)
  expect(standing).toEqual(['driver_missing', 'vehicle_missing'])
})
