import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { statement } from '../../db/statement.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import type { TestTenant } from '../../testing/test-tenant.ts'
import { estimateRoad } from '../distance.rules.ts'
import { requestRoads } from './commands.ts'
import { type Engine, estimatedRoads, placeKey, type Road } from './rules.ts'
import { findEngine, openRoads } from './views.ts'

const server = await startTestServer()
const { ctx } = server
afterAll(() => server.close())
// Clears the missing routes of the test before.
beforeEach(async () => {
  server.answerWith(() => ({}))
  await server.drain()
  server.sent.length = 0
})

const from = { latitude: 51.2194, longitude: 4.4025, country: 'BE' }
const to = { latitude: 50.8503, longitude: 4.3517, country: 'BE' }
const way = { from_place: placeKey(from)!, to_place: placeKey(to)! }
const engine: Engine = { kind: 'OSRM', url: 'https://osrm.example', profile: null, whose: { tenant_id: 'a' } }
const found = { body: JSON.stringify({ code: 'Ok', distances: [[46_240]], durations: [[4_200]] }) }
const measured: Road = { distance_km: 46.2, driving_minutes: 70, is_estimated: false }
const estimate: Road = { ...estimateRoad(from, to)!, is_estimated: true }

/** Looks up the route in a transaction of the tenant, as planning does. */
async function look(tenant: TestTenant, of: Engine | undefined = engine): Promise<Road | undefined> {
  return await tenant.asTenant(async (tx) => (await openRoads(ctx, tx, of, [from, to])).find(from, to))
}

const failureOf = statement(
  'test.road_failure',
  'select kind, failure, since_at = last_at as is_first from road_failure where tenant_id = $1',
)

test('a tenant without an engine has no cost: no query, no row, no request', async () => {
  const tenant = await server.tenant()
  await tenant.asTenant(async (tx) => {
    const asked = await findEngine(ctx, tx)
    expect(asked).toBeUndefined()
    const none = { ...tx, query: () => Promise.reject(new Error('a query')) }
    const roads = await openRoads(ctx, none, asked, [from, to])
    expect(roads).toBe(estimatedRoads)
    expect(roads.find(from, to)).toEqual(estimate)
  })
  await server.drain()
  expect(server.sent).toEqual([])
})

describe('with an engine', () => {
  test('a transaction does not wait: missing roads are requested once in the background, and available the next time', async () => {
    const tenant = await server.tenant()
    server.answerWith(() => found)
    expect(await look(tenant)).toEqual(estimate)
    expect(await look(tenant)).toEqual(estimate)
    expect(server.sent).toEqual([])
    await server.drain()
    expect(await look(tenant)).toEqual(measured)
    await server.drain()
    expect(server.sent).toHaveLength(1)
  })

  test('roads belong to one tenant and one engine', async () => {
    const [tenant, other] = [await server.tenant(), await server.tenant()]
    server.answerWith(() => found)
    await requestRoads(ctx, { tenantId: tenant.tenantId, engine, ways: [way] })
    expect(await look(tenant)).toEqual(measured)
    expect(await look(other)).toEqual(estimate)
    expect(await look(tenant, { ...engine, profile: 'truck' })).toEqual(estimate)
  })

  test('places added later in a transaction are read as well', async () => {
    const tenant = await server.tenant()
    server.answerWith(() => found)
    await requestRoads(ctx, { tenantId: tenant.tenantId, engine, ways: [way] })
    await tenant.asTenant(async (tx) => {
      const roads = await openRoads(ctx, tx, engine, [to])
      expect(roads.find(from, to)).toEqual(estimate)
      await roads.include([from])
      expect(roads.find(from, to)).toEqual(measured)
    })
  })

  test('roads from the position of a vehicle are requested and not stored', async () => {
    const tenant = await server.tenant()
    server.answerWith(() => found)
    const passing = new Set([way.from_place])
    const roads = await requestRoads(ctx, { tenantId: tenant.tenantId, engine, ways: [way], passing })
    expect(roads).toMatchObject([{ distance_km: 46.2 }])
    expect(await look(tenant)).toEqual(estimate)
  })

  test('one that fails is paused for a minute, the failure is noted, and cleared by the next response', async () => {
    const tenant = await server.tenant()
    const question = { tenantId: tenant.tenantId, engine: { ...engine, url: 'https://down.example' }, ways: [way] }
    server.answerWith(() => ({ status: 503, body: '{"message":"starting"}' }))
    expect(await requestRoads(ctx, question)).toEqual([])
    expect(await requestRoads(ctx, question)).toEqual([])
    expect(server.sent).toHaveLength(1)
    const failures = () => tenant.asTenant((tx) => tx.query(failureOf))
    expect(await failures()).toEqual([{ kind: 'OSRM', failure: 'HTTP 503: starting', is_first: true }])
    server.answerWith(() => found)
    await requestRoads(ctx, { ...question, engine })
    expect(await failures()).toEqual([])
  })

  test('a pair without a road is not requested again at once', async () => {
    const tenant = await server.tenant()
    server.answerWith(() => ({ status: 400, body: '{"code":"NoSegment"}' }))
    expect(await look(tenant)).toEqual(estimate)
    await server.drain()
    expect(await look(tenant)).toEqual(estimate)
    await server.drain()
    expect(server.sent).toHaveLength(1)
  })

  test('no further request begins after the time limit', async () => {
    const tenant = await server.tenant()
    await requestRoads(ctx, { tenantId: tenant.tenantId, engine, ways: [way], withinMs: 0 })
    expect(server.sent).toEqual([])
  })
})

test('the engine of the installation comes from the environment, and invalid values are refused at startup', () => {
  expect(readConfig({}).routing).toBeUndefined()
  const ROUTING_URL = 'http://10.0.0.5:8989'
  expect(readConfig({ ROUTING_URL }).routing).toEqual({ kind: 'OSRM', url: ROUTING_URL, profile: null })
  const hopper = { ROUTING_URL, ROUTING_ENGINE: 'graphhopper', ROUTING_PROFILE: 'truck_40t' }
  expect(readConfig(hopper).routing).toEqual({ kind: 'GRAPHHOPPER', url: ROUTING_URL, profile: 'truck_40t' })
  for (const url of ['roads', 'ftp://roads.example', 'https://user:word@roads.example']) {
    expect(() => readConfig({ ROUTING_URL: url })).toThrow('ROUTING_URL must be an http or https address')
  }
  expect(() => readConfig({ ROUTING_ENGINE: 'google' })).toThrow('ROUTING_ENGINE is "google" but must be one of')
  expect(() => readConfig({ ...hopper, ROUTING_PROFILE: 'a b' })).toThrow('ROUTING_PROFILE is "a b"')
})

test('the engine of the installation is used by tenants without their own', async () => {
  const tenant = await server.tenant()
  const routing = { kind: 'VALHALLA', url: 'http://10.0.0.5:8002', profile: null } as const
  const installed = { ...ctx, config: { ...ctx.config, routing } }
  expect(await tenant.asTenant((tx) => findEngine(installed, tx))).toEqual({ ...routing, whose: 'operator' })
  const set = statement(
    'test.set_own_engine',
    `update tenant_setting
        set positions = positions || '{"road_engine": {"kind": "OSRM", "url": "https://osrm.example"}}'
      where tenant_id = $1`,
  )
  await tenant.asTenant((tx) => tx.query(set))
  expect(await tenant.asTenant((tx) => findEngine(installed, tx))).toEqual({
    ...engine,
    whose: { tenant_id: tenant.tenantId },
  })
})
