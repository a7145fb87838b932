import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A place in the format of Photon 0.5. */
export function photonFeature(
  [latitude, longitude]: readonly [number, number],
  properties: Readonly<Record<string, unknown>>,
): object {
  return {
    type: 'Feature',
    geometry: { coordinates: [longitude, latitude], type: 'Point' },
    properties: { osm_type: 'N', osm_id: 26699410, osm_key: 'place', ...properties },
  }
}

/** An answer of Photon. */
export function photonAnswer(...features: object[]): object {
  return { features, type: 'FeatureCollection' }
}

/** A place in the format of Nominatim 4 with format=jsonv2 and addressdetails=1: coordinates are texts. */
export function nominatimPlace(
  [latitude, longitude]: readonly [number, number],
  place_rank: number,
  address: Readonly<Record<string, unknown>>,
): object {
  return {
    place_id: 95110512,
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
    osm_type: 'way',
    osm_id: 124219170,
    ...{ lat: String(latitude), lon: String(longitude), category: 'building', type: 'industrial', place_rank },
    ...{ importance: 0.00007, addresstype: 'building', name: '', display_name: 'Am Güterbahnhof 3, Halle' },
    address,
    boundingbox: ['52.0601', '52.0605', '8.3601', '8.3612'],
  }
}

/** A geocoder on this machine with the given answers, and its received requests. */
export async function startGeocoder(answer: (url: URL) => { status?: number; body: string }) {
  const asked: { url: URL; headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://geocoder')
    asked.push({ url, headers: request.headers })
    const { status = 200, body } = answer(url)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
