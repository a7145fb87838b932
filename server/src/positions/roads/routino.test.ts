import { afterAll, describe, expect, test } from 'vitest'
import { createNet } from '../../net/requests.ts'
import { findRoutino, startRoutino } from '../../testing/servers/routino.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { requestRoads } from './commands.ts'
import { type Engine, placeKey, type Road } from './rules.ts'
import { openRoads } from './views.ts'

const router = findRoutino()

/** From 1 to 2 a road under a bridge of 2.8 metres, and a longer one via 3; between 2 and 4 a one-way road. */
const map = `<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6">
  <node id="1" version="1" lat="51.0000" lon="4.0000"/>
  <node id="2" version="1" lat="51.0000" lon="4.1000"/>
  <node id="3" version="1" lat="51.0500" lon="4.0500"/>
  <node id="4" version="1" lat="51.1000" lon="4.1000"/>
  <way id="10" version="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/><tag k="maxheight" v="2.8"/></way>
  <way id="11" version="1"><nd ref="1"/><nd ref="3"/><tag k="highway" v="primary"/></way>
  <way id="12" version="1"><nd ref="3"/><nd ref="2"/><tag k="highway" v="primary"/></way>
  <way id="13" version="1"><nd ref="2"/><nd ref="4"/><tag k="highway" v="primary"/></way>
</osm>`
const at = (latitude: number, longitude: number) => ({ latitude, longitude, country: 'BE' })
const [one, two, four, far] = [at(51, 4), at(51, 4.1), at(51.1, 4.1), at(40, 4)]

describe.skipIf(router === undefined)('a real engine', async () => {
  if (router === undefined) return
  const [server, routino] = await Promise.all([startTestServer(), startRoutino(router, map)])
  afterAll(async () => {
    await Promise.all([server.close(), routino.close()])
  })
  // Uses the real network: the operator's address is on this machine.
  const ctx = { ...server.ctx, net: createNet(server.ctx.config, server.ctx.db) }

  /** Requests these roads from the engine, and looks them up. */
  async function measure(members: Partial<Engine>): Promise<(Road | undefined)[]> {
    const { tenantId, asTenant } = await server.tenant()
    const engine: Engine = { kind: 'OSRM', url: routino.url, profile: null, whose: 'operator', ...members }
    const ways = [two, four, far].map((to) => ({ from_place: placeKey(one)!, to_place: placeKey(to)! }))
    await requestRoads(ctx, { tenantId, engine, ways })
    return await asTenant(async (tx) => {
      const { find } = await openRoads(ctx, tx, engine, [one, two, four, far])
      return [two, four, far].map((to) => find(one, to))
    })
  }

  test('routes trucks around a low bridge, covers the rest of its map, and estimates elsewhere', async () => {
    const [low, around, off] = await measure({})
    expect(low).toMatchObject({ distance_km: 13.2, is_estimated: false })
    expect(around).toMatchObject({ distance_km: 24.3, is_estimated: false })
    expect(around!.driving_minutes).toBeGreaterThanOrEqual(18)
    expect(off).toMatchObject({ is_estimated: true })
  })

  test('routes cars under it, and a truck is never faster than 80 km/h', async () => {
    const [low] = await measure({ profile: 'motorcar' })
    expect(low).toEqual({ distance_km: 7, driving_minutes: 5, is_estimated: false })
  })

  test('is not contacted at a private address set by a tenant', async () => {
    const [low] = await measure({ whose: { tenant_id: 'a' } })
    expect(low).toMatchObject({ is_estimated: true })
  })
})
