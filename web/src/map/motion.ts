import { bearing, type LatLon, metresBetween } from './geometry.ts'

/** Where something was at one moment. */
export interface Fix extends LatLon {
  recorded_at: string
}

/** How something moves, as far as its last two positions show. */
export interface Motion {
  /** STALE: the last position is too old to say. */
  state: 'MOVING' | 'STANDING' | 'STALE'
  /** Degrees from north; only while it moves. */
  heading: number | null
  /** Only while it moves. */
  speedKmh: number | null
  /** Since the last position. */
  ageMinutes: number
}

/** Minutes after which a position says nothing about now. */
export const staleMinutes = 30
/** Metres and speed below which a vehicle stands: positions of a parked one jump about. */
const leastMetres = 60
const leastKmh = 5
/** A faster one was not measured well. */
const mostKmh = 160

/** How something moves, from its last position and one of shortly before. */
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

/** Seconds between two positions from which heading and speed can be read. */
const leastSeconds = 20

/** What is known of a vehicle after another position came; the same when it is not newer. */
export function withFix<Known extends { position: Fix; before: Fix | null }>(known: Known, next: Fix): Known {
  const gap = (Date.parse(next.recorded_at) - Date.parse(known.position.recorded_at)) / 1_000
  if (!(gap > 0)) return known
  // Of a vehicle that reports every second, the position of 20 seconds ago stays the one to compare with.
  const before = gap >= leastSeconds || known.before === null ? known.position : known.before
  const age = (Date.parse(next.recorded_at) - Date.parse(before.recorded_at)) / 1_000
  return { ...known, position: next, before: age >= 3 * leastSeconds ? known.position : before }
}
