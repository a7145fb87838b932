import { countryCode } from '../countries.ts'
import { type Coordinates, greatCircleKm } from '../locations/great-circle.rules.ts'

/** A place to measure from or to. Degrees of WGS 84; the country as an ISO 3166 code of two letters, when known. */
export interface Place {
  latitude: number | null
  longitude: number | null
  country?: string | null
  /** True: the coordinates are those of the town, not of the place. */
  is_estimate?: boolean
  /** The location id: two different locations in one town are not the same place. */
  place_id?: string
}

/** A distance by road and its driving time for a lorry, without breaks. */
export interface RoadEstimate {
  distance_km: number
  driving_minutes: number
}

/**
 * Kilometres by road per kilometre as the crow flies: estimates rounded to 0.05, lower where the network is dense and
 * the land is flat, higher where mountains and coasts are in the way.
 */
const roadFactors: Readonly<Record<string, number>> = {
  AT: 1.35,
  BE: 1.25,
  BG: 1.35,
  CH: 1.4,
  CZ: 1.3,
  DE: 1.25,
  DK: 1.35,
  EE: 1.25,
  ES: 1.3,
  FI: 1.3,
  FR: 1.25,
  GB: 1.3,
  GR: 1.5,
  HR: 1.45,
  HU: 1.3,
  IE: 1.3,
  IT: 1.4,
  LT: 1.25,
  LU: 1.3,
  LV: 1.25,
  NL: 1.25,
  NO: 1.6,
  PL: 1.25,
  PT: 1.3,
  RO: 1.35,
  SE: 1.3,
  SI: 1.35,
  SK: 1.4,
  TR: 1.35,
}
const otherRoadFactor = 1.35

/** Speed of a lorry on each part of a distance: streets first, then roads, then motorways. */
const speedProfile = [
  { km: 10, kmPerHour: 35 },
  { km: 40, kmPerHour: 55 },
  { km: Number.POSITIVE_INFINITY, kmPerHour: 72 },
] as const

/**
 * Estimates the distance by road without a map: the great circle times a factor for the two countries, driven with a
 * lorry's speed profile. Ignores ferries, bridges and bans, unlike a distance engine (see `gateway.ts`).
 * @returns kilometres with one decimal and whole minutes; undefined when one of the places has no usable coordinates
 */
export function estimateRoad(from: Place, to: Place): RoadEstimate | undefined {
  if (!hasCoordinates(from) || !hasCoordinates(to)) return undefined
  if (isOneTown(from, to))
    return { distance_km: withinTownKm, driving_minutes: Math.round(drivingMinutes(withinTownKm)) }
  const factor = (roadFactor(from.country) + roadFactor(to.country)) / 2
  const km = greatCircleKm(from, to) * factor
  return { distance_km: Math.round(km * 10) / 10, driving_minutes: Math.round(drivingMinutes(km)) }
}

/**
 * Assumed kilometres between two places with the coordinates of the same town: somewhere within it, not 0 (PLACE-5).
 */
const withinTownKm = 5

function isOneTown(from: Place & Coordinates, to: Place & Coordinates): boolean {
  const isVague = Boolean(from.is_estimate && to.is_estimate)
  const areTwo = from.place_id !== undefined && to.place_id !== undefined && from.place_id !== to.place_id
  return isVague && areTwo && from.latitude === to.latitude && from.longitude === to.longitude
}

/** Driving minutes of a lorry for a number of kilometres, without breaks. */
export function drivingMinutes(km: number): number {
  let left = km
  let minutes = 0
  for (const part of speedProfile) {
    const driven = Math.min(left, part.km)
    minutes += (driven / part.kmPerHour) * 60
    left -= driven
  }
  return minutes
}

/** Whether a place has valid coordinates. */
export function hasCoordinates<P extends Place>(place: P): place is P & Coordinates {
  return isWithin(place.latitude, 90) && isWithin(place.longitude, 180)
}

function isWithin(degrees: number | null, most: number): boolean {
  return typeof degrees === 'number' && Number.isFinite(degrees) && Math.abs(degrees) <= most
}

function roadFactor(country: string | null | undefined): number {
  return roadFactors[countryCode(country) ?? ''] ?? otherRoadFactor
}
