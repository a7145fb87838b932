import { type EngineDialect, numberOr, spokenUrl } from './dialect.gateway.ts'
import { profileOf, type RoadDemand, tunnelCategories } from './vehicle.rules.ts'

interface GraphHopperRoute {
  paths?: { distance?: unknown; time?: unknown }[]
}

/** GraphHopper: one route per pair, because its matrix is not part of the free engine. Its times are milliseconds. */
export const graphhopper: EngineDialect = {
  mostTargets: 1,
  request(engine, from, targets, asked) {
    const { url } = engine
    const profile = asked?.profile ?? profileOf(engine)
    const closed = asked ? closedTo(asked) : []
    if (closed.length > 0) {
      const points = [from, ...targets].map(({ latitude, longitude }) => [longitude, latitude])
      const body = {
        ...{ points, profile, calc_points: false, instructions: false },
        // Options of a single request cannot use the precomputed data.
        'ch.disable': true,
        custom_model: { priority: closed.map((condition) => ({ if: condition, multiply_by: '0' })) },
      }
      const headers = { 'content-type': 'application/json' }
      return { url: spokenUrl(url, '/route', {}), method: 'POST', headers, body: JSON.stringify(body) }
    }
    const point = [from, ...targets].map((place) => `${place.latitude.toFixed(4)},${place.longitude.toFixed(4)}`)
    const query = { point, profile, calc_points: 'false', instructions: 'false' }
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

/** Conditions of its custom model for roads closed to a vehicle. */
function closedTo({ height, width, length, weight, axle, is_dangerous, tunnel }: RoadDemand): string[] {
  const limits = { max_height: height, max_width: width, max_length: length, max_weight: weight, max_axle_load: axle }
  const lower = Object.entries(limits).flatMap(([name, value]) => (value === undefined ? [] : `${name} < ${value}`))
  if (!is_dangerous) return lower
  // ADR 1.9.5.2.2: goods that may not pass tunnels of a category may not pass those of stricter ones.
  const closed = tunnel ? tunnelCategories.slice(tunnelCategories.indexOf(tunnel)) : []
  return [...lower, 'hazmat == NO', ...closed.map((category) => `hazmat_tunnel == ${category}`)]
}
