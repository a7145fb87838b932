import { bearing, type LatLon, metresBetween } from './geometry.ts'

/** Position at one moment. */
export interface Fix extends LatLon {
  recorded_at: string
}

/** Motion derived from the last two positions. */
export interface Motion {
  /** STALE: the last position is too old. */
  state: 'MOVING' | 'STANDING' | 'STALE'
  /** Degrees from north; only while moving. */
  heading: number | null
  /** Only while moving. */
  speedKmh: number | null
  /** Age of the last position. */
  ageMinutes: number
}

/** Minutes after which a position is outdated. */
export const staleMinutes = 30
/** Distance and speed below which a vehicle counts as standing, because positions of parked vehicles jitter. */
const leastMetres = 60
const leastKmh = 5
/** A higher speed is a measurement error. */
const mostKmh = 160

/** Motion from the last position and a slightly earlier one. */
export function motionOf(last: Fix, before: Fix | null, now: number): Motion {
  const at = Date.parse(last.recorded_at)
  const ageMinutes = Math.max(0, (now - at) / 60_000)
  const still = { heading: null, speedKmh: null, ageMinutes }
  if (ageMinutes > staleMinutes) return { state: 'STALE', ...still }
  const hours = before === null ? 0 : (at - Date.parse(before.recorded_at)) / 3_600_000
  if (before === null || hours <= 0) return { state: 'STANDING', ...still }
  const metres = metresBetween(before, last)
  const speedKmh = metres / 1_000 / hours
  if (metres < leastMetres || speedKmh < leastKmh) return { state: 'STANDING', ...still }
  return { state: 'MOVING', heading: bearing(before, last), speedKmh: Math.min(speedKmh, mostKmh), ageMinutes }
}

/** Minimum seconds between two positions used for heading and speed. */
const leastSeconds = 20

/** Adds a position to a vehicle's data; returns the same object if it is not newer. */
export function withFix<Known extends { position: Fix; before: Fix | null }>(known: Known, next: Fix): Known {
  const gap = (Date.parse(next.recorded_at) - Date.parse(known.position.recorded_at)) / 1_000
  if (!(gap > 0)) return known
  // For a vehicle that reports every second, the position of 20 seconds ago stays the reference.
  const before = gap >= leastSeconds || known.before === null ? known.position : known.before
  const age = (Date.parse(next.recorded_at) - Date.parse(before.recorded_at)) / 1_000
  return { ...known, position: next, before: age >= 3 * leastSeconds ? known.position : before }
}
