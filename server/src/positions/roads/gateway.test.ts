import { describe, expect, test } from 'vitest'
import type { OutboundAnswer, OutboundRequest } from '../../context.ts'
import { requestFromEngine } from './gateway.ts'
import type { Batch, Engine } from './rules.ts'

const [antwerp, brussels, gent] = ['51.2194,4.4025', '50.8503,4.3517', '51.0500,3.7200'] as const
const batch = { from_place: antwerp, to_places: [brussels, gent] }
const engines = {
  OSRM: { kind: 'OSRM', url: 'https://osrm.example/', profile: null, whose: { tenant_id: 'a' } },
  VALHALLA: { kind: 'VALHALLA', url: 'https://valhalla.example', profile: null, whose: 'operator' },
  GRAPHHOPPER: {
    kind: 'GRAPHHOPPER',
    url: 'https://hopper.example/api/1?key=k',
    profile: null,
    whose: { tenant_id: 'a' },
  },
} as const satisfies Record<string, Engine>

type Answer = Partial<OutboundAnswer>

/** Queries an engine with a given answer, and records the request. */
async function ask(engine: Engine, answer: Answer | ((request: OutboundRequest) => Answer), asked: Batch = batch) {
  const sent: OutboundRequest[] = []
  const usual: OutboundAnswer = { status: 200, headers: {}, body: '', address: null, duration_ms: 1, failure: null }
  const send = async (request: OutboundRequest) => {
    sent.push(request)
    return { ...usual, ...(typeof answer === 'function' ? answer(request) : answer) }
  }
  const net = { send, refusal: async () => null, connect: () => Promise.reject(new Error('not here')) }
  return { sent, answered: await requestFromEngine({ net }, engine, asked) }
}

const json = (body: unknown, status = 200): Answer => ({ status, body: JSON.stringify(body) })
const waypoint = { hint: 'x', distance: 3.2, name: 'Grote Markt', location: [4.4025, 51.2194] }
const osrmTable = (distances: unknown, durations: unknown) =>
  json({ code: 'Ok', distances, durations, destinations: [waypoint, waypoint], sources: [waypoint] })
const cell = (to_index: number, distance: unknown, time: unknown) => ({ distance, time, to_index, from_index: 0 })
const valhallaMatrix = (...row: unknown[]) =>
  json({ algorithm: 'costmatrix', units: 'kilometers', sources: [[]], targets: [[]], sources_to_targets: [row] })
const hopperRoute = (distance: unknown, time: unknown) =>
  json({
    hints: { 'visited_nodes.sum': 58 },
    info: { took: 2 },
    paths: [{ distance, weight: 307.8, time, transfers: 0 }],
  })

const roads = [
  { from_place: antwerp, to_place: brussels, distance_km: 46.2, driving_minutes: 70 },
  { from_place: antwerp, to_place: gent, distance_km: 59.8, driving_minutes: 80 },
]

describe('requests', () => {
  test('OSRM gets a request for one row of a table, with longitude first', async () => {
    const { sent, answered } = await ask(engines.OSRM, osrmTable([[46_240.4, 59_800]], [[4_200, 4_800.2]]))
    expect(answered).toEqual({ roads, none: [], failure: null })
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://osrm.example/table/v1/driving/4.4025,51.2194;4.3517,50.8503;3.7200,51.0500?sources=0&destinations=1;2&annotations=duration,distance&generate_hints=false',
    ])
  })

  test('Valhalla gets a request for truck routes, at the address of the operator', async () => {
    const { sent, answered } = await ask(engines.VALHALLA, valhallaMatrix(cell(0, 46.24, 4_200), cell(1, 59.8, 4_800)))
    expect(answered).toEqual({ roads, none: [], failure: null })
    expect(sent[0]).toMatchObject({
      url: 'https://valhalla.example/sources_to_targets',
      method: 'POST',
      whose: 'operator',
    })
    expect(JSON.parse(sent[0]!.body)).toEqual({
      sources: [{ lat: 51.2194, lon: 4.4025 }],
      targets: [
        { lat: 50.8503, lon: 4.3517 },
        { lat: 51.05, lon: 3.72 },
      ],
      costing: 'truck',
      units: 'kilometers',
    })
  })

  test('GraphHopper gets a request for a pair with latitude first, and the key in its address is kept', async () => {
    const one = { ...batch, to_places: [brussels] }
    const { sent, answered } = await ask(engines.GRAPHHOPPER, hopperRoute(46_240.4, 4_200_000), one)
    expect(answered).toEqual({ roads: roads.slice(0, 1), none: [], failure: null })
    expect(sent[0]!.url).toBe(
      'https://hopper.example/api/1/route?key=k&point=51.2194,4.4025&point=50.8503,4.3517&profile=truck&calc_points=false&instructions=false',
    )
  })

  test('a profile of the tenant is used', async () => {
    for (const kind of ['OSRM', 'VALHALLA', 'GRAPHHOPPER'] as const) {
      const { sent } = await ask({ ...engines[kind], profile: 'adr_40t' }, {})
      expect(`${sent[0]!.url} ${sent[0]!.body}`).toContain('adr_40t')
    }
  })
})

describe('ROAD-2: measures of a vehicle are part of the request', () => {
  const adr = 'height=4.2 width=2.55 length=16.5 weight=40 axle=11.5 adr=D'

  test('ROAD-2: to Valhalla as options of its costing', async () => {
    const asked = { ...batch, vehicle: adr }
    const { sent, answered } = await ask(engines.VALHALLA, valhallaMatrix(cell(0, 46.24, 4_200), null), asked)
    expect(JSON.parse(sent[0]!.body)).toMatchObject({
      costing: 'truck',
      costing_options: { truck: { height: 4.2, width: 2.55, length: 16.5, weight: 40, axle_load: 11.5, hazmat: true } },
    })
    expect(answered.roads).toEqual([{ ...roads[0], vehicle: adr }])
    expect(answered.none).toEqual([{ from_place: antwerp, to_place: gent, vehicle: adr }])
    const van = await ask(engines.VALHALLA, {}, { ...batch, vehicle: 'profile=auto height=2.8' })
    expect(JSON.parse(van.sent[0]!.body)).toMatchObject({ costing: 'auto', costing_options: { auto: { height: 2.8 } } })
  })

  test('ROAD-2: to GraphHopper as conditions of roads that are closed to it', async () => {
    const asked = { from_place: antwerp, to_places: [brussels], vehicle: adr }
    const { sent } = await ask(engines.GRAPHHOPPER, hopperRoute(46_240, 4_200_000), asked)
    expect(sent[0]).toMatchObject({ method: 'POST', url: 'https://hopper.example/api/1/route?key=k' })
    const body = JSON.parse(sent[0]!.body)
    expect(body).toMatchObject({
      profile: 'truck',
      'ch.disable': true,
      points: [
        [4.4025, 51.2194],
        [4.3517, 50.8503],
      ],
    })
    expect(body.custom_model.priority).toEqual(
      [
        ...['max_height < 4.2', 'max_width < 2.55', 'max_length < 16.5', 'max_weight < 40', 'max_axle_load < 11.5'],
        ...['hazmat == NO', 'hazmat_tunnel == D', 'hazmat_tunnel == E'],
      ].map((condition) => ({ if: condition, multiply_by: '0' })),
    )
  })

  test('ROAD-2: to OSRM by the name of a profile', async () => {
    const { sent } = await ask(engines.OSRM, {}, { ...batch, vehicle: 'profile=van' })
    expect(sent[0]!.url).toContain('/table/v1/van/')
  })
})

/** Answers if no road leads to a place: the engine is fine then. */
const none: [string, Engine, Answer][] = [
  ['OSRM, cells without a value', engines.OSRM, osrmTable([[null, null]], [[null, null]])],
  ['OSRM, no segment', engines.OSRM, json({ code: 'NoSegment', message: 'Could not find a matching segment' }, 400)],
  ['OSRM, no table', engines.OSRM, json({ code: 'NoTable', message: 'No table found' }, 400)],
  ['OSRM, no route', engines.OSRM, json({ code: 'NoRoute', message: 'Impossible route' }, 400)],
  ['OSRM, the edge of the map', engines.OSRM, osrmTable([[0, 12]], [[0, 1]])],
  ['OSRM, huge numbers', engines.OSRM, osrmTable([[1e300, 2147483647]], [[1, 2147483647]])],
  ['OSRM, texts', engines.OSRM, osrmTable([['46240', '1']], [['4200', '1']])],
  ['OSRM, too few cells', engines.OSRM, osrmTable([[]], [[]])],
  ['Valhalla, cells without a value', engines.VALHALLA, valhallaMatrix(cell(0, null, null), null)],
  [
    'Valhalla, no edges',
    engines.VALHALLA,
    json({ error_code: 171, error: 'No suitable edges near location', status_code: 400, status: 'Bad Request' }, 400),
  ],
  [
    'GraphHopper, no point',
    engines.GRAPHHOPPER,
    json({ message: 'Cannot find point 1: 51.05,3.72', hints: [{ point_index: 1 }] }, 400),
  ],
  [
    'GraphHopper, no connection',
    engines.GRAPHHOPPER,
    json(
      { message: 'Connection between locations not found', hints: [{ details: '…ConnectionNotFoundException' }] },
      400,
    ),
  ],
]

test.each(none)('a place without a road is skipped: %s', async (_, engine, answer) => {
  const { answered } = await ask(engine, answer)
  expect(answered).toMatchObject({ roads: [], failure: null })
  expect(answered.none).toHaveLength(2)
})

/** Answers that mean that the engine does not work. */
const failing: [string, Answer, string][] = [
  ['timeout', { status: null, failure: 'timeout: no complete answer in time' }, 'timeout: no complete answer in time'],
  ['HTML', { status: 502, body: '<html>Bad gateway</html>' }, 'HTTP 502: the answer is not JSON'],
  ['HTML with success', { body: '<html>' }, 'HTTP 200: the answer is not JSON'],
  ['no text', { body: '' }, 'HTTP 200: the answer is not JSON'],
  ['null', { body: 'null' }, 'HTTP 200: the answer is not JSON'],
  ['an answer that was cut', { body: '{"code":"Ok","distances":[[1' }, 'HTTP 200: the answer is not JSON'],
  ['another answer', json({ hello: [] }), 'HTTP 200: the answer has no distances'],
  [
    'no matrix',
    json({ code: 'Ok', distances: null, sources_to_targets: {}, paths: [] }),
    'HTTP 200: the answer has no distances',
  ],
  ['a fault of the server', json({ error: 'try\nlater' }, 500), 'HTTP 500: try later'],
  [
    'a wrong profile',
    json({ message: 'Profile truck does not exist', code: 'InvalidValue' }, 400),
    'HTTP 400: Profile truck does not exist',
  ],
  ['a wrong key', json({ message: 'Wrong credentials' }, 401), 'HTTP 401: Wrong credentials'],
]

describe.each(Object.values(engines))('$kind', (engine) => {
  test.each(failing)('fails with the reason: %s', async (_, answer, failure) => {
    const { answered, sent } = await ask(engine, answer)
    expect(answered).toEqual({ roads: [], none: [], failure })
    expect(sent).toHaveLength(1)
  })
})

test('one place off the map does not affect the others of its table', async () => {
  const { answered, sent } = await ask(engines.OSRM, ({ url }) => {
    if (url.includes('3.7200')) return json({ code: 'NoSegment', message: 'Could not find a matching segment' }, 400)
    return osrmTable([[46_240]], [[4_200]])
  })
  expect(sent).toHaveLength(3)
  expect(answered).toEqual({ roads: roads.slice(0, 1), none: [{ from_place: antwerp, to_place: gent }], failure: null })
})
