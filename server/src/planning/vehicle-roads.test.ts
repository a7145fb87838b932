import * as planning from '@cartage/contract/planning/app/commands'
import { afterAll, expect, test } from 'vitest'
import type { OutboundRequest } from '../context.ts'
import { statement } from '../db/statement.ts'
import { resourceOf } from '../testing/data/fleet.ts'
import { addOrder, tripOf, tripTenant } from '../testing/data/trips.ts'
import { startTestServer } from '../testing/start-test-server.ts'
import type { TestTenant } from '../testing/test-tenant.ts'

const server = await startTestServer()
afterAll(() => server.close())

const setEngine = statement(
  'test.set_valhalla',
  `update tenant_setting set positions = positions || jsonb_build_object('road_engine', $2::jsonb) where tenant_id = $1`,
)
const setLimit = statement(
  'test.set_road_limit',
  `update tenant_setting set planning_limits = planning_limits || jsonb_build_object('road_closed', $2::text) where tenant_id = $1`,
)
const countRoads = statement(
  'test.count_roads',
  'select count(*)::int as count, count(distinct vehicle)::int as vehicles from road where tenant_id = $1',
)

const override = { reason: 'a test says so' }
const [mill, shop] = [
  { name: 'Mill', city: 'Gent', country: 'BE', latitude: 51.05, longitude: 3.72 },
  { name: 'Shop', city: 'Lille', country: 'FR', latitude: 50.63, longitude: 3.06 },
]

/** A bridge of 4 metres on the only road: 80 km for lower vehicles, no road for higher ones. */
function lowBridge({ body }: Pick<OutboundRequest, 'body'>): { body: string } {
  const asked = JSON.parse(body || '{}')
  const height = asked.costing_options?.truck?.height ?? 0
  const cell = height > 4 ? null : { distance: height === 0 ? 70 : 80, time: 5_000 }
  return { body: JSON.stringify({ sources_to_targets: [asked.targets.map(() => cell)] }) }
}

const setValhalla = async (tenant: TestTenant) => {
  const engine = { kind: 'VALHALLA', url: 'https://valhalla.example', profile: null }
  await tenant.asTenant((tx) => tx.query(setEngine, JSON.stringify(engine)))
}

async function orderOf(tenant: TestTenant) {
  const goods = [{ description: 'Flour', quantity: 4, total_weight_kg: 1200 }]
  const [pickup_stop, delivery_stop] = [
    { location: mill, date: '2026-02-02' },
    { location: shop, date: '2026-02-03' },
  ]
  return await addOrder(server, tenant, { consignments: [{ pickup_stop, delivery_stop, goods }] })
}

test('ROAD-3: a bridge that is too low for the vehicle is a reason of the verdict, with the severity set by the tenant', async () => {
  const tenant = await tripTenant(server)
  await setValhalla(tenant)
  server.answerWith(lowBridge)
  const call = await tenant.user('PLANNER')
  const { orderId } = await orderOf(tenant)
  const lorry = async (height: string) => {
    const truck = {
      license_plate: `1-H-${height}`,
      exterior_height_m: height,
      gross_weight_vehicle_rating_weight_kg: 18_000,
    }
    return await resourceOf(tenant, { name: `Lorry ${height}`, truck })
  }
  const [low, high] = [await lorry('3.90'), await lorry('4.30')]
  const [trip] = (await call(planning.givePlanningCommand, { body: { kind: 'PLAN', order_ids: [orderId], override } }))
    .trips
  const assign = async (id: string, more: object = {}) => {
    const body = { trip_id: trip!.trip_id, resources: [{ resource_id: id }], override, ...more }
    return await call(planning.givePlanningCommand, { body: { kind: 'ASSIGN', ...body } })
  }
  // The first request starts the route lookup in the background.
  await assign(low.id, { dry_run: true })
  await assign(high.id, { dry_run: true })
  await server.drain()
  const fits = await assign(low.id, { dry_run: true })
  expect(fits.reasons.filter(({ code }) => code === 'road_closed')).toEqual([])
  expect(fits.trips[0]).toMatchObject({ distance_km: 80, distance_is_estimated: false })
  const refused = await assign(high.id, { dry_run: true })
  expect(refused.reasons.filter(({ code }) => code === 'road_closed')).toMatchObject([
    { severity: 'SOFT', message: expect.stringContaining('No road from Mill to Shop lets this vehicle through') },
  ])
  await tenant.asTenant((tx) => tx.query(setLimit, 'REFUSE'))
  const hard = await assign(high.id, { dry_run: true })
  expect(hard.reasons.find(({ code }) => code === 'road_closed')).toMatchObject({ severity: 'HARD' })
  await tenant.asTenant((tx) => tx.query(setLimit, 'OFF'))
  expect((await assign(high.id, { dry_run: true })).reasons.map(({ code }) => code)).not.toContain('road_closed')
  // ROAD-1: the trip and its later ETA use the road length for its vehicle.
  await assign(low.id, { override })
  await server.drain()
  expect(await tripOf(tenant, trip!.trip_id)).toMatchObject({ distance_km: 80 })
  const [kept] = await tenant.asTenant((tx) => tx.query<{ count: number; vehicles: number }>(countRoads))
  expect(kept!.vehicles).toBe(3)
})
