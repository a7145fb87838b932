import { listDispatchBoard } from '@cartage/contract/dispatch/app/board'
import { getPlanningBoard } from '@cartage/contract/planning/app/board'
import { startOptimisation } from '@cartage/contract/planning/app/optimise'
import { listSamples } from '@cartage/contract/positions/app/fleet'
import { getCalendar } from '@cartage/contract/unavailabilities/app/calendar'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../../db/statement.ts'
import { instant } from '../../db/texts.ts'
import { dateAfter, instantOf } from '../../locations/local-time.rules.ts'
import { resourceOf } from '../../testing/data/fleet.ts'
import { rejection } from '../../testing/data/orders.ts'
import { addOrder, tripTenant } from '../../testing/data/trips.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { requestedTo } from './punctuality.views.ts'
import { requestedWindow } from './window.rules.ts'

const server = await startTestServer()
afterAll(() => server.close())

const endOfEach = statement(
  'test.ends_of_windows',
  `select ${instant(requestedTo('o', 'o.zone'))} as to_at
     from json_to_recordset($2::json) as o (place integer, requested_date date, window_start time, window_end time, zone text)
    where $1::uuid is not null order by o.place`,
)

test('TIME-4: a window ends in SQL at the same instant as in the rule, for any night and zone', async () => {
  const tenant = await tripTenant(server)
  const two = (value: number) => String(value).padStart(2, '0')
  const time = fc.option(
    fc.record({ hour: fc.nat(23), half: fc.nat(1) }).map(({ hour, half }) => `${two(hour)}:${two(half * 30)}`),
  )
  // Around clock changes, and on any day.
  const nights = [
    '2026-03-28',
    '2026-03-29',
    '2026-10-24',
    '2026-10-25',
    '2026-03-07',
    '2026-03-08',
    '2026-10-31',
    '2026-11-01',
  ]
  const day = fc.oneof(
    fc.constantFrom(...nights),
    fc.nat(3_000).map((days) => dateAfter('2024-01-01', days)),
  )
  const zone = fc.constantFrom('Europe/Amsterdam', 'Europe/London', 'America/New_York', 'Asia/Kolkata', 'UTC')
  const window = fc.record({ requested_date: day, window_start: time, window_end: time, zone })
  await fc.assert(
    fc.asyncProperty(fc.array(window, { minLength: 50, maxLength: 50 }), async (windows) => {
      const rows = await tenant.asTenant((tx) =>
        tx.query<{ to_at: string }>(endOfEach, JSON.stringify(windows.map((one, place) => ({ ...one, place })))),
      )
      const ends = windows.map((one) => `${requestedWindow(one, one.zone)!.to_at.slice(0, 19)}Z`)
      expect(rows.map(({ to_at }) => to_at)).toEqual(ends)
    }),
    { numRuns: 20 },
  )
})

test('TIME-5: a range of the maximum number of days is accepted, also with the extra hour of October', async () => {
  const tenant = await tripTenant(server)
  const van = await resourceOf(tenant, { name: 'Van', van: { license_plate: '1-VAN-001' } })
  const planner = await tenant.user('PLANNER')
  const midnight = (date: string) => instantOf(date, '00:00', 'Europe/Brussels')
  const order = await addOrder(server, tenant)
  /** Errors for a range that begins in summer, by its number of days. */
  const asked: [number, (from: string, to: string) => Promise<unknown>][] = [
    [62, (from, to) => planner(getPlanningBoard, { query: { from, to } })],
    [92, (start_time, end_time) => planner(getCalendar, { query: { start_time, end_time } })],
    [31, (from, to) => planner(listSamples, { params: { resource_id: van.id }, query: { from, to } })],
    [31, (from, to) => planner(listDispatchBoard, { query: { from, to } })],
    [
      7,
      (from_at, to_at) => {
        const combinations = [{ resource_ids: [van.id] }]
        return planner(startOptimisation, { body: { order_ids: [order.orderId], combinations, from_at, to_at } })
      },
    ],
  ]
  for (const [days, ask] of asked) {
    const from = dateAfter('2026-10-26', -days)
    await ask(midnight(from), midnight('2026-10-26'))
    expect(await rejection(ask(midnight(from), midnight('2026-10-27')))).toMatchObject({ status: 422 })
  }
})
