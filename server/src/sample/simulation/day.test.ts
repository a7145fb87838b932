import { getSimulation } from '@cartage/contract/app/simulation'
import { afterAll, expect, test } from 'vitest'
import { runChecks } from '../../accounting/checks/views.ts'
import { statement } from '../../db/statement.ts'
import { createSmallHaulier, driveUntil, netWithServer, startWorld } from '../../testing/simulate.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const hour = 3_600_000
const base = Date.now()
let passed = 0
const world = netWithServer(() => server.app)
const server: TestServer = await startTestServer({ net: world.net, now: () => new Date(base + passed) })
afterAll(() => server.close())

const selectTrips = statement(
  'testing.select_driven_trips',
  'select trip_id, name, status, subcontractor_id is not null as is_carried from trip where tenant_id = $1 and ends_at < $2::timestamptz',
)
const selectStops = statement(
  'testing.select_driven_stops',
  `select s.stop_id, s.status, s.actual_start_at <= s.actual_end_at as is_in_order,
          extract(epoch from s.actual_start_at)::float8 as arrived, s.sequence, s.trip_id
     from trip_stop s where s.tenant_id = $1 order by s.trip_id, s.sequence`,
)
const selectMessages = statement(
  'testing.select_simulated_messages',
  `select m.kind, m.result, count(*)::integer as count from message m where m.tenant_id = $1 group by 1, 2 order by 1, 2`,
)
const selectEvents = statement(
  'testing.select_stop_events',
  `select distinct on (e.entity_id) e.entity_id as stop_id, e.type from event e
    where e.tenant_id = $1 and e.type in ('stop.at_stop', 'stop.completed') order by e.entity_id, e.sequence desc`,
)
const countDiffering = statement(
  'testing.count_differing_dispatches',
  'select count(*)::integer as count from dispatch where tenant_id = $1 and (differs_since is not null or trouble is not null)',
)
const countUnsent = statement(
  'testing.count_unsent',
  'select count(*)::integer as count from delivery_pending where tenant_id = $1',
)
const countDoubts = statement(
  'testing.count_jumps',
  'select count(*)::integer as count from position_doubt where tenant_id = $1',
)

interface Trip {
  trip_id: string
  status: string
}
interface Stop {
  stop_id: string
  trip_id: string
  status: string
  is_in_order: boolean | null
  arrived: number | null
}

test('after a simulated day at 600 x every trip is done or has a reason, and sent messages match the data', async () => {
  const tenant = await server.tenant()
  const { ctx } = server
  const { tenantId } = tenant
  await createSmallHaulier(ctx, tenantId)
  // A past working day of the last week.
  const day = [2, 3, 4].map((ago) => new Date(base - ago * 24 * hour)).find((one) => one.getUTCDay() % 6 !== 0)!
  const from = Date.parse(`${day.toISOString().slice(0, 10)}T03:00:00Z`)
  await startWorld(ctx, tenantId, { from_at: new Date(from).toISOString(), scenarios: ['late-boxes', 'illness'] })
  passed = (24 * hour) / 600
  await driveUntil(ctx, tenantId, from + 8 * hour)
  // The server is briefly unavailable, then limits requests: nothing is lost.
  world.failNext([{ status: null, failure: 'connection refused' }])
  await expect(driveUntil(ctx, tenantId, from + 20 * hour)).rejects.toThrow('FAILED')
  await tenant.asTenant((tx) =>
    tx.query(statement('testing.end_wait', 'update sample_simulation set due_at = now() where tenant_id = $1')),
  )
  await driveUntil(ctx, tenantId, from + 20 * hour, 'another process')
  await server.drain()
  const { simulation } = await (await tenant.user('PLANNER'))(getSimulation, {})
  const waiting = new Set(simulation!.waiting.map(({ trip_id }) => trip_id))
  const trips = await tenant.asTenant((tx) => tx.query<Trip>(selectTrips, new Date(from + 15 * hour).toISOString()))
  // Most trips of some days last into the next day: how many end on this one depends on the date.
  expect(trips.length).toBeGreaterThan(0)
  expect(trips.filter(({ status, trip_id }) => status !== 'COMPLETED' && !waiting.has(trip_id))).toEqual([])
  // The number of trips not driven because of illness is random.
  expect(trips.filter(({ status }) => status === 'COMPLETED').length).toBeGreaterThan(0)
  const stops = await tenant.asTenant((tx) => tx.query<Stop>(selectStops))
  expect(stops.filter(({ is_in_order }) => is_in_order === false)).toEqual([])
  for (const own of Map.groupBy(stops, ({ trip_id }) => trip_id).values()) {
    const times = own.flatMap(({ arrived }) => arrived ?? [])
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  }
  const messages = await tenant.asTenant((tx) => tx.query<{ kind: string; result: string }>(selectMessages))
  expect(messages.filter(({ result }) => result !== 'OK')).toEqual([])
  expect(new Set(messages.map(({ kind }) => kind))).toContain('tracking-update')
  expect([simulation!.rejected, simulation!.sent > 100]).toEqual([0, true])
  const events = await tenant.asTenant((tx) => tx.query<{ stop_id: string; type: string }>(selectEvents))
  const lastType = new Map(events.map(({ stop_id, type }) => [stop_id, type]))
  const expected = { AT_STOP: 'stop.at_stop', COMPLETED: 'stop.completed' } as Record<string, string>
  for (const { stop_id, status } of stops) expect(lastType.get(stop_id)).toBe(expected[status])
  const counts = await Promise.all(
    [countDiffering, countUnsent, countDoubts].map((one) => tenant.asTenant((tx) => tx.query<{ count: number }>(one))),
  )
  expect(counts.map(([row]) => row!.count)).toEqual([0, 0, 0])
  const checks = await ctx.db.inSnapshot(tenantId, runChecks)
  expect(checks.filter(({ breaches }) => breaches > 0)).toEqual([])
}, 240_000)
