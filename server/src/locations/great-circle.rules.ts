/** Mean radius of the Earth (IUGG). */
const earthRadiusKm = 6371.0088

/**
 * Kilometres between two points along a great circle (haversine), exact to half a percent.
 */
export function greatCircleKm(from: Coordinates, to: Coordinates): number {
  const rise = radians(to.latitude - from.latitude)
  const turn = radians(to.longitude - from.longitude)
  const shrink = Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude))
  const half = Math.sin(rise / 2) ** 2 + shrink * Math.sin(turn / 2) ** 2
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** A point with valid coordinates. */
export interface Coordinates {
  latitude: number
  longitude: number
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
