import { acceptStopProposal, listPositions, listStopProposals } from '@cartage/contract/positions/app/fleet'
import { afterAll, expect, test } from 'vitest'
import { statement } from '../db/statement.ts'
import { type TestTrip, tripTenant } from '../testing/data/trips.ts'
import * as visits from '../testing/data/visits.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

const { away, beyond, iso, mill, sendPositions: send } = visits
const shown = (minutes: number) => iso(minutes).replace('.000Z', 'Z')

const propose = statement(
  'test.propose_visits',
  `update tenant_setting set positions = positions || '{"geofence": "PROPOSE"}' where tenant_id = $1`,
)
const selectSources = statement(
  'test.select_report_sources',
  'select source from stop_report where tenant_id = $1 order by source',
)

const millToShop = (tenant: TestTenant, begins: number) => visits.millToShop(server, tenant, begins)
const estimate = (tenant: TestTenant, trip: TestTrip) => visits.estimate(server, tenant, trip)

test('TELE-1: a coarse position one second before each good one does not hide the visit', async () => {
  const tenant = await tripTenant(server)
  await tenant.asTenant((tx) => tx.query(propose))
  const created = await millToShop(tenant, -180)
  const off = { latitude: mill.latitude + 0.007, longitude: mill.longitude }
  const stay = [-180, -176, -172, -168, -164].flatMap((at) => [[at - 1 / 60, off] as const, [at, mill] as const])
  const leave = [-140, -130].flatMap((at) => [[at - 1 / 60, away] as const, [at, away] as const])
  await send(tenant, [...stay, ...leave])
  await estimate(tenant, created)
  const planner = await tenant.user('PLANNER')
  expect((await planner(listStopProposals, {})).items.map(({ kind, happened_at }) => [kind, happened_at])).toEqual([
    ['ARRIVAL', shown(-180)],
    ['DEPARTURE', shown(-140 - 1 / 60)],
  ])
})

test('TELE-1: of two positions of one moment the more accurate counts, in either order', async () => {
  const tenant = await tripTenant(server)
  await tenant.asTenant((tx) => tx.query(propose))
  const created = await millToShop(tenant, -180)
  const coarse = { latitude: mill.latitude + 0.05, longitude: mill.longitude, accuracy_m: 5_000 }
  const at = [-180, -176, -172]
  const good = at.map((one) => [one, mill] as const)
  await send(tenant, good.slice(0, 2))
  await send(
    tenant,
    at.map((one) => [one, coarse] as const),
  )
  await send(tenant, good)
  await send(tenant, [[-172 + 0.5, coarse]])
  await estimate(tenant, created)
  const planner = await tenant.user('PLANNER')
  expect((await planner(listStopProposals, {})).items).toMatchObject([{ kind: 'ARRIVAL', happened_at: shown(-180) }])
  // The map shows the accurate position, although the coarse one is half a minute newer.
  const { items } = await planner(listPositions, {})
  expect(items[0]!.states).toEqual([{ kind: 'POSITION', recorded_at: shown(-172), value: mill }])
})

test('TELE-2: a departure without a position is suggested and reported as an estimate', async () => {
  const tenant = await tripTenant(server)
  await tenant.asTenant((tx) => tx.query(propose))
  const created = await millToShop(tenant, -1_200)
  const dark = [
    [-1_200, mill],
    [-1_190, mill],
    [-40, beyond],
    [-30, beyond],
  ] as const
  await send(tenant, dark)
  await estimate(tenant, created)
  const planner = await tenant.user('PLANNER')
  const [, departure] = (await planner(listStopProposals, {})).items
  expect(departure).toMatchObject({ kind: 'DEPARTURE', earliest_at: shown(-1_190), latest_at: shown(-40) })
  expect(departure!.happened_at > shown(-1_190) && departure!.happened_at < shown(-40)).toBe(true)
  const params = (kind: string) => ({ params: { stop_id: departure!.stop_id, proposal_kind: kind } })
  await planner(acceptStopProposal, params('ARRIVAL'))
  await planner(acceptStopProposal, params('DEPARTURE'))
  const reports = await tenant.asTenant((tx) => tx.query<{ source: string }>(selectSources))
  expect(reports.map(({ source }) => source)).toEqual(['GEOFENCE', 'GEOFENCE_ESTIMATE'])
})
