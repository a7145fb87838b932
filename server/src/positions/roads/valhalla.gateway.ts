import type { Coordinates } from '../../locations/great-circle.rules.ts'
import { type EngineDialect, numberOr, spokenUrl } from './dialect.gateway.ts'
import { profileOf, type RoadDemand } from './vehicle.rules.ts'

interface Cell {
  distance?: unknown
  time?: unknown
}
interface ValhallaMatrix {
  sources_to_targets?: (Cell | null)[][]
}

/** Valhalla: a matrix with one row, for lorries unless a profile is given. Its distances are kilometres. */
export const valhalla: EngineDialect = {
  mostTargets: 50,
  request(engine, from, targets, asked) {
    const { url } = engine
    const place = ({ latitude, longitude }: Coordinates) => ({ lat: latitude, lon: longitude })
    const costing = asked?.profile ?? profileOf(engine)
    const options = asked && optionsOf(costing, asked)
    const body = {
      ...{ sources: [place(from)], targets: targets.map(place), costing, units: 'kilometers' },
      ...(options && { costing_options: { [costing]: options } }),
    }
    const headers = { 'content-type': 'application/json' }
    return { url: spokenUrl(url, '/sources_to_targets', {}), method: 'POST', headers, body: JSON.stringify(body) }
  },
  read(answer, count) {
    const row = (answer as ValhallaMatrix).sources_to_targets?.[0]
    if (!Array.isArray(row)) return undefined
    return Array.from({ length: count }, (_, at) => {
      const km = row[at]?.distance
      return numberOr(typeof km === 'number' ? km * 1_000 : km, row[at]?.time)
    })
  },
  version: {
    url: ({ url }) => spokenUrl(url, '/status', {}),
    read: (answer) => (answer as { version?: unknown }).version,
  },
}

/** Its options for lorries and cars, in metres and tonnes; it supports dangerous goods, but not tunnel categories. */
function optionsOf(costing: string, { height, width, length, weight, axle, is_dangerous }: RoadDemand) {
  if (costing !== 'truck' && costing !== 'auto') return undefined
  const size = { height, width, length, weight }
  return costing === 'auto' ? size : { ...size, axle_load: axle, hazmat: is_dangerous }
}
