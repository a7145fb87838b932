import { testRoadEngine } from '@cartage/contract/positions/app/road-engine'
import { afterAll, describe, expect, test } from 'vitest'
import type { OutboundAnswer, OutboundRequest } from '../../context.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { checkEngine } from './check.commands.ts'
import { adviceFor } from './check.rules.ts'
import type { Engine } from './rules.ts'

const engines = {
  OSRM: { kind: 'OSRM', url: 'https://osrm.example', profile: null, whose: 'operator' },
  VALHALLA: { kind: 'VALHALLA', url: 'https://valhalla.example', profile: null, whose: 'operator' },
  GRAPHHOPPER: { kind: 'GRAPHHOPPER', url: 'https://hopper.example?key=k', profile: null, whose: 'operator' },
} as const satisfies Record<string, Engine>

/** Checks an engine with given answers per path. */
async function check(engine: Engine, answer: (request: OutboundRequest) => unknown) {
  const sent: string[] = []
  const usual: OutboundAnswer = { status: 200, headers: {}, body: '', address: null, duration_ms: 1, failure: null }
  const send = async (request: OutboundRequest) => {
    sent.push(request.url)
    const body = answer(request)
    return body === undefined ? { ...usual, status: 404 } : { ...usual, body: JSON.stringify(body) }
  }
  const net = { send, refusal: async () => null, connect: () => Promise.reject(new Error('not here')) }
  return { sent, found: await checkEngine({ net }, engine) }
}

const osrmRoad = { code: 'Ok', distances: [[99_700]], durations: [[5_400]] }

describe('testing a routing engine', () => {
  test('measures a road between two known towns, next to the estimate', async () => {
    const { found } = await check(engines.OSRM, ({ url }) =>
      url.includes('/nearest/') ? { code: 'Ok', data_version: '2026-11-01' } : osrmRoad,
    )
    expect(found).toMatchObject({ kind: 'OSRM', version: '2026-11-01', failure: null, advice: null })
    expect(found.road).toMatchObject({ from: 'Rotterdam', to: 'Antwerp', distance_km: 99.7, driving_minutes: 90 })
    expect(found.road!.estimated_km).toBeGreaterThan(78)
  })

  test.each([
    [engines.VALHALLA, { sources_to_targets: [[{ distance: 99.7, time: 5_400 }]] }, '/status', '3.5.1'],
    [engines.GRAPHHOPPER, { paths: [{ distance: 99_700, time: 5_400_000 }] }, '/info?key=k', '10.2'],
  ])('reports its version: %s', async (engine, road, path, version) => {
    const { found, sent } = await check(engine, ({ url }) => (url.endsWith(path) ? { version } : road))
    expect([found.version, found.road?.distance_km]).toEqual([version, 99.7])
    expect(sent).toHaveLength(2)
  })

  test('has no version when the response is something else', async () => {
    const { found } = await check(engines.VALHALLA, ({ url }) =>
      url.endsWith('/status') ? [] : { sources_to_targets: [[{ distance: 99.7, time: 5_400 }]] },
    )
    expect(found.version).toBeNull()
  })

  test('uses towns of the country that the engine covers', async () => {
    const none = { code: 'Ok', distances: [[null]], durations: [[null]] }
    const there = { code: 'Ok', distances: [[312_000]], durations: [[16_000]] }
    const { found } = await check(engines.OSRM, ({ url }) => (url.includes('41.6488') ? there : none))
    expect(found.road).toMatchObject({ from: 'Madrid', to: 'Zaragoza', distance_km: 312 })
  })

  test('without any road recommends loading a map', async () => {
    const { found, sent } = await check(engines.OSRM, () => ({ code: 'Ok', distances: [[null]], durations: [[null]] }))
    expect(found).toMatchObject({ road: null, failure: null, advice: 'LOAD_MAP' })
    expect(sent.length).toBeGreaterThan(5)
  })

  test('stops after a failure, with the reason', async () => {
    const { found, sent } = await check(engines.OSRM, () => ({ hello: 1 }))
    expect(found).toMatchObject({ failure: 'HTTP 200: the answer has no distances', advice: 'CHECK_KIND_OR_PROFILE' })
    expect(sent).toHaveLength(1)
  })
})

test.each([
  ['address_refused: 10.0.0.5 is private', 'PRIVATE_ADDRESS'],
  ['connection_failed: ECONNREFUSED', 'CHECK_ADDRESS'],
  ['timeout: no complete answer in time', 'CHECK_ADDRESS'],
  ['HTTP 401: Wrong credentials', 'CHECK_KEY'],
  ['HTTP 429: the answer is not JSON', 'CHECK_KEY'],
  ['HTTP 200: the answer is not JSON', 'OTHER_PROGRAM'],
  ['HTTP 502: the answer is not JSON', 'OTHER_PROGRAM'],
  ['HTTP 500: try later', 'FAULT_OF_ENGINE'],
  ['HTTP 400: Profile truck does not exist', 'CHECK_KIND_OR_PROFILE'],
])('%s: %s', (failure, advice) => {
  expect(adviceFor(failure)).toBe(advice)
})

const server = await startTestServer()
afterAll(() => server.close())

describe('the page of settings', () => {
  const engine = { kind: 'OSRM' as const, url: 'https://roads.example', profile: null }

  test('tests an engine before it is saved, and stores nothing', async () => {
    const tenant = await server.tenant()
    server.answerWith(() => ({ body: JSON.stringify(osrmRoad) }))
    const { check: found } = await (await tenant.user('SUPER_ADMIN'))(testRoadEngine, { body: { engine } })
    expect(found).toMatchObject({ is_operators: false, road: { distance_km: 99.7 } })
  })

  test('reports that there is none', async () => {
    const tenant = await server.tenant()
    const user = await tenant.user('SUPER_ADMIN')
    expect(await user(testRoadEngine, { body: { engine: null } })).toEqual({ check: null })
  })
})
