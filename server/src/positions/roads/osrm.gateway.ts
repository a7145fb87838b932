import { type EngineDialect, numberOr, spokenUrl } from './dialect.gateway.ts'
import { profileOf } from './vehicle.rules.ts'

interface OsrmTable {
  code?: unknown
  distances?: unknown[][]
  durations?: unknown[][]
}

/** OSRM: one table row per place, with longitude first. The profile is the one its data was built with. */
export const osrm: EngineDialect = {
  mostTargets: 50,
  request(engine, from, targets, asked) {
    const places = [from, ...targets].map((place) => `${place.longitude.toFixed(4)},${place.latitude.toFixed(4)}`)
    const path = `/table/v1/${encodeURIComponent(asked?.profile ?? profileOf(engine))}/${places.join(';')}`
    const destinations = targets.map((_, at) => at + 1).join(';')
    const query = { sources: '0', destinations, annotations: 'duration,distance', generate_hints: 'false' }
    return { url: spokenUrl(engine.url, path, query), method: 'GET', headers: {}, body: '' }
  },
  read(answer, count) {
    const { code, distances, durations } = answer as OsrmTable
    if (code !== 'Ok' || !Array.isArray(distances?.[0]) || !Array.isArray(durations?.[0])) return undefined
    const [metres, seconds] = [distances[0], durations[0]]
    return Array.from({ length: count }, (_, at) => numberOr(metres[at], seconds[at]))
  },
  // It does not report its own version, only that of its data, if built with one.
  version: {
    url: ({ url, profile }, { latitude, longitude }) =>
      spokenUrl(url, `/nearest/v1/${encodeURIComponent(profile || 'driving')}/${longitude},${latitude}`, {}),
    read: (answer) => (answer as { data_version?: unknown }).data_version,
  },
}
