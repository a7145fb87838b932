/** A place on Earth. */
export interface LatLon {
  latitude: number
  longitude: number
}

/** West, south, east, north. */
export type Bounds = readonly [number, number, number, number]

const earthM = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180
const degrees = (angle: number) => (angle * 180) / Math.PI

/** Metres between two places along the great circle. */
export function metresBetween(one: LatLon, other: LatLon): number {
  const north = radians(other.latitude - one.latitude)
  const east = radians(other.longitude - one.longitude)
  const half =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(east / 2) ** 2
  return 2 * earthM * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** Direction from one place to another in degrees from north, clockwise; 0 to 360. */
export function bearing(from: LatLon, to: LatLon): number {
  const east = radians(to.longitude - from.longitude)
  const [south, north] = [radians(from.latitude), radians(to.latitude)]
  const y = Math.sin(east) * Math.cos(north)
  const x = Math.cos(south) * Math.sin(north) - Math.sin(south) * Math.cos(north) * Math.cos(east)
  return (degrees(Math.atan2(y, x)) + 360) % 360
}

/** Destination point at a distance in metres and a direction. */
export function placeAt({ latitude, longitude }: LatLon, metres: number, direction: number): LatLon {
  const angle = metres / earthM
  const from = radians(latitude)
  const turn = radians(direction)
  const to = Math.asin(Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(turn))
  const east = Math.atan2(
    Math.sin(turn) * Math.sin(angle) * Math.cos(from),
    Math.cos(angle) - Math.sin(from) * Math.sin(to),
  )
  return { latitude: degrees(to), longitude: ((longitude + degrees(east) + 540) % 360) - 180 }
}

/** A circle around a place as the ring of a polygon: longitude and latitude, closed. */
export function circleRing(centre: LatLon, metres: number): [number, number][] {
  const points = Array.from({ length: 65 }, (_, index): [number, number] => {
    const { latitude, longitude } = placeAt(centre, metres, (index % 64) * (360 / 64))
    return [longitude, latitude]
  })
  return points
}

/** Smallest box that contains all places; undefined without places. */
export function boundsOf(places: readonly LatLon[]): Bounds | undefined {
  if (places.length === 0) return undefined
  const longitudes = places.map(({ longitude }) => longitude)
  const latitudes = places.map(({ latitude }) => latitude)
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)]
}
