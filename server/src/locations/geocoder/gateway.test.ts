import { afterAll, expect, test } from 'vitest'
import { createNet } from '../../net/requests.ts'
import { nominatimPlace, photonAnswer, photonFeature, startGeocoder } from '../../testing/servers/geocoder.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { requestPlace } from './gateway.ts'

const server = await startTestServer()
afterAll(() => server.close())
const net = createNet(server.ctx.config, server.ctx.db)

const asked = { address: 'Am Güterbahnhof 3', postal_code: '33790', city: 'Halle', country: 'DE' }
const settings = { contact: 'it@haulier.example', per_second: 1 }

test('PLACE-9: Photon gets one text over HTTP, and returns how exact each place is', async () => {
  const body = photonAnswer(
    photonFeature([52.0603, 8.3605], { type: 'house', countrycode: 'DE', postcode: '33790', city: 'Halle (Westf.)' }),
    photonFeature([51.4825, 11.9705], { type: 'city', countrycode: 'DE', name: 'Halle (Saale)' }),
    photonFeature([51.4, 12], { type: 'state', countrycode: 'DE', name: 'Sachsen-Anhalt' }),
  )
  const geocoder = await startGeocoder(() => ({ body: JSON.stringify(body) }))
  try {
    const { hits, failure } = await requestPlace({ net }, { ...settings, kind: 'PHOTON', url: geocoder.url }, asked)
    expect(failure).toBeNull()
    expect(hits).toEqual([
      { latitude: 52.0603, longitude: 8.3605, precision: 'HOUSE', country: 'DE', postal_code: '33790' },
      { latitude: 51.4825, longitude: 11.9705, precision: 'TOWN', country: 'DE', postal_code: null },
    ])
    const [{ url, headers }] = geocoder.asked as [(typeof geocoder.asked)[number]]
    expect(`${url.pathname} ${url.searchParams.get('q')}`).toBe('/api Am Güterbahnhof 3, 33790 Halle, DE')
    expect(headers['user-agent']).toBe('Cartage (it@haulier.example)')
  } finally {
    await geocoder.stop()
  }
})

test('PLACE-9: Nominatim gets the members of the address, and its ranks show how exact a place is', async () => {
  const body = [
    nominatimPlace([52.0603, 8.3605], 30, { road: 'Am Güterbahnhof', postcode: '33790', country_code: 'de' }),
    nominatimPlace([52.0605, 8.3615], 26, { road: 'Am Güterbahnhof', postcode: '33790', country_code: 'de' }),
    nominatimPlace([52, 8.5], 12, { county: 'Kreis Gütersloh', country_code: 'de' }),
  ]
  const geocoder = await startGeocoder(() => ({ body: JSON.stringify(body) }))
  try {
    const url = `${geocoder.url}/nominatim/?key=k`
    const { hits } = await requestPlace({ net }, { ...settings, kind: 'NOMINATIM', url }, { ...asked, country: null })
    expect(hits.map(({ precision, country }) => `${precision} ${country}`)).toEqual(['HOUSE DE', 'STREET DE'])
    const request = geocoder.asked[0]!.url
    expect(request.pathname).toBe('/nominatim/search')
    expect(Object.fromEntries(request.searchParams)).toEqual({
      ...{ key: 'k', street: 'Am Güterbahnhof 3', postalcode: '33790', city: 'Halle' },
      ...{ format: 'jsonv2', addressdetails: '1', limit: '5' },
    })
  } finally {
    await geocoder.stop()
  }
})

test.each([
  [500, 'an error page', /HTTP 500/],
  [200, 'not JSON', /has no places/],
  [200, '{"message":"rate limited"}', /has no places/],
])('PLACE-9: a geocoder that answers %i %s has failed', async (status, body, failure) => {
  const geocoder = await startGeocoder(() => ({ status, body }))
  try {
    for (const kind of ['PHOTON', 'NOMINATIM'] as const) {
      const answer = await requestPlace({ net }, { ...settings, kind, url: geocoder.url }, asked)
      expect(answer).toEqual({ hits: [], failure: expect.stringMatching(failure) })
    }
  } finally {
    await geocoder.stop()
  }
})
