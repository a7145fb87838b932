import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestServer } from '../testing/start-test-server.ts'
import { estimateRoad } from './distance.rules.ts'
import { findRoads } from './gateway.ts'

const server = await startTestServer()
afterAll(() => server.close())
beforeEach(() => {
  server.sent.length = 0
})

const from = { latitude: 51.2194, longitude: 4.4025, country: 'BE' }
const to = { latitude: 50.8503, longitude: 4.3517, country: 'BE' }
const osrm = (url: string) => ({ kind: 'OSRM' as const, url })

describe('road engines', () => {
  test('without one nothing is asked and distances are estimated', async () => {
    const road = await findRoads(server.ctx, null, [[from, to]])
    expect(road(from, to)).toEqual(estimateRoad(from, to))
    expect(server.sent).toEqual([])
  })

  test('OSRM is asked once for each way, with longitude first', async () => {
    server.answerWith(() => ({ body: JSON.stringify({ code: 'Ok', routes: [{ distance: 46_240, duration: 4_200 }] }) }))
    const ways = [[from, to]] as const
    const road = await findRoads(server.ctx, osrm('https://osrm.example/'), ways)
    await findRoads(server.ctx, osrm('https://osrm.example/'), ways)
    expect(road(from, to)).toEqual({ distance_km: 46.2, driving_minutes: 70 })
    expect(server.sent.map(({ url }) => url)).toEqual([
      'https://osrm.example/route/v1/driving/4.4025,51.2194;4.3517,50.8503?overview=false&generate_hints=false',
    ])
  })

  test('an engine for cars does not make lorries faster than 80 km/h', async () => {
    server.answerWith(() => ({ body: JSON.stringify({ routes: [{ distance: 80_000, duration: 2_400 }] }) }))
    const road = await findRoads(server.ctx, osrm('https://fast.example'), [[from, to]])
    expect(road(from, to)?.driving_minutes).toBe(60)
  })

  test('Valhalla gets requests for routes of lorries', async () => {
    server.answerWith(() => ({ body: JSON.stringify({ sources_to_targets: [[{ distance: 47.51, time: 3_000 }]] }) }))
    const engine = { kind: 'VALHALLA' as const, url: 'https://valhalla.example' }
    const road = await findRoads(server.ctx, engine, [[from, to]])
    expect(road(from, to)).toEqual({ distance_km: 47.5, driving_minutes: 50 })
    expect(server.sent[0]).toMatchObject({ url: 'https://valhalla.example/sources_to_targets', method: 'POST' })
    expect(JSON.parse(server.sent[0]!.body)).toMatchObject({
      sources: [{ lat: 51.2194, lon: 4.4025 }],
      targets: [{ lat: 50.8503, lon: 4.3517 }],
      costing: 'truck',
    })
  })

  test.each([
    ['does not answer', { status: null, failure: 'timeout' }],
    ['fails', { status: 500, body: 'no' }],
    ['answers something else', { body: '{"routes":[{"distance":"far"}]}' }],
    ['answers no JSON', { body: '<html>' }],
    ['finds no road', { body: '{"code":"NoRoute","routes":[]}' }],
  ])('an engine that %s is passed over, and left alone for a minute', async (what, answer) => {
    server.answerWith(() => answer)
    const engine = osrm(`https://${what.replaceAll(' ', '-')}.example`)
    const road = await findRoads(server.ctx, engine, [[from, to]])
    expect(road(from, to)).toEqual(estimateRoad(from, to))
    await findRoads(server.ctx, engine, [[from, to]])
    expect(server.sent).toHaveLength(1)
  })
})
