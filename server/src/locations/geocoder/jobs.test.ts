import { createLocation, getLocation } from '@cartage/contract/locations/app/record'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { at, planner } from '../../testing/data/locations.ts'
import { photonAnswer, photonFeature } from '../../testing/servers/geocoder.ts'
import { startTestServer } from '../../testing/start-test-server.ts'

const environment = { NODE_ENV: 'test', GEOCODING_URL: 'http://photon.example', GEOCODING_PER_SECOND: '100' }
const server = await startTestServer({ config: readConfig(environment) })
const without = await startTestServer()
afterAll(() => Promise.all([server.close(), without.close()]))
beforeEach(() => {
  server.sent.length = 0
})

const asked = () => server.sent.filter(({ url }) => url.startsWith('http://photon.example'))
const found = (place: readonly [number, number], properties: object) => ({
  body: JSON.stringify(photonAnswer(photonFeature(place, { ...properties }))),
})

test('PLACE-9: the geocoder is used for towns missing in the built-in data, once per address', async () => {
  const { call } = await planner(server)
  server.answerWith(() => found([46.2, 6.14], { type: 'street', countrycode: 'CH' }))
  const unknown = { address: 'Chemin du Test 4', city: 'Nullepart-les-Bains', country: 'CH' }
  const one = await call(createLocation, { body: { ...unknown, name: 'One' } })
  const other = await call(createLocation, { body: { ...unknown, name: 'Other' } })
  await call(createLocation, { body: { name: 'Known', city: 'Hamburg', country: 'DE' } })
  await server.drain()
  for (const { id } of [one, other]) {
    expect(await call(getLocation, at(id))).toMatchObject({
      ...{ latitude: 46.2, longitude: 6.14, is_coordinate_estimate: true, time_zone: 'Europe/Zurich' },
      estimate: { source: 'GEOCODER', radius_km: 1 },
    })
  }
  expect(asked()).toHaveLength(1)
  expect(asked()[0]).toMatchObject({ whose: 'operator', method: 'GET' })
  expect(asked()[0]!.url).not.toContain('One')
})

test('PLACE-9: a street decides between several towns of one name; locations with coordinates are not looked up', async () => {
  const { call } = await planner(server)
  server.answerWith(() => found([52.06, 8.36], { type: 'house', countrycode: 'DE', postcode: '33790' }))
  const body = { name: 'Depot', address: 'Am Güterbahnhof 3', city: 'Halle', country: 'DE' }
  const { id } = await call(createLocation, { body })
  await call(createLocation, { body: { ...body, name: 'Given', latitude: 51.48, longitude: 11.97 } })
  await call(createLocation, { body: { name: 'Without a street', city: 'Neustadt', country: 'DE' } })
  await server.drain()
  expect(await call(getLocation, at(id))).toMatchObject({ latitude: 52.06, estimate: { source: 'GEOCODER' } })
  expect(asked()).toHaveLength(1)
})

test('PLACE-9: a geocoder that fails is paused, and the location stays where it was placed', async () => {
  const { call } = await planner(server)
  server.answerWith(() => ({ status: 503, body: 'busy' }))
  const body = { name: 'Depot', address: 'Teststraat 1', postal_code: '9300', city: 'Nergenshuizen', country: 'BE' }
  const one = await call(createLocation, { body })
  await call(createLocation, { body: { ...body, address: 'Teststraat 2' } })
  await server.drain()
  expect(await call(getLocation, at(one.id))).toMatchObject({
    estimate: { source: 'REGION' },
    time_zone: 'Europe/Brussels',
  })
  expect(asked()).toHaveLength(1)
})

test('PLACE-9: without a geocoder there are no requests', async () => {
  const { call } = await planner(without)
  await call(createLocation, { body: { name: 'X', address: 'Teststraat 1', city: 'Nergenshuizen', country: 'BE' } })
  await without.drain()
  expect(without.sent).toEqual([])
})
