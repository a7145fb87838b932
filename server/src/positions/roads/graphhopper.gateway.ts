import { type EngineDialect, numberOr, spokenUrl } from './dialect.gateway.ts'

interface GraphHopperRoute {
  paths?: { distance?: unknown; time?: unknown }[]
}

/** GraphHopper: a route for each pair, because its matrix is not part of the free engine. Its times are milliseconds. */
export const graphhopper: EngineDialect = {
  mostTargets: 1,
  request({ url, profile }, from, targets) {
    const point = [from, ...targets].map((place) => `${place.latitude.toFixed(4)},${place.longitude.toFixed(4)}`)
    const query = { point, profile: profile || 'truck', calc_points: 'false', instructions: 'false' }
    return { url: spokenUrl(url, '/route', query), method: 'GET', headers: {}, body: '' }
  },
  read(answer) {
    const path = (answer as GraphHopperRoute).paths?.[0]
    if (!path) return undefined
    return [numberOr(path.distance, typeof path.time === 'number' ? path.time / 1_000 : path.time)]
  },
  version: {
    url: ({ url }) => spokenUrl(url, '/info', {}),
    read: (answer) => (answer as { version?: unknown }).version,
  },
}
