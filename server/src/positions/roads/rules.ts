import { createHash } from 'node:crypto'
import type { RoadEngine } from '@cartage/contract/positions/app/road-engine'
import type { Whose } from '../../context.ts'
import { type Coordinates, greatCircleKm } from '../../locations/great-circle.rules.ts'
import { estimateRoad, hasCoordinates, type Place } from '../distance.rules.ts'
import { demandOn, demandText, type RoadVehicle } from './vehicle.rules.ts'

/** A distance by road and how long a lorry drives for it, without breaks. */
export interface Road {
  distance_km: number
  driving_minutes: number
  /** An engine did not measure it: it is the great circle times a factor. */
  is_estimated: boolean
  /** ROAD-3: the engine knows a road between the places, and none for this vehicle. What is said is that of others. */
  is_closed?: true
}

/** Distance and driving time between two places for a vehicle; undefined when a place has no coordinates. */
export type RoadFinder = (from: Place, to: Place, vehicle?: RoadVehicle) => Road | undefined

/** From a place to a place, as roads are kept: two coordinates, rounded to about ten metres. */
export interface Way {
  from_place: string
  to_place: string
  /** What of the vehicle an engine is asked with (ROAD-1), as `demandText` writes it; absent or empty: its usual vehicle. */
  vehicle?: string | undefined
}

/** A way with what an engine measured. */
export interface MeasuredRoad extends Way {
  distance_km: number
  driving_minutes: number
}

/** A way with what is known of it: null where an engine has no road for the vehicle. */
export type KnownRoad = MeasuredRoad | (Way & { distance_km: null; driving_minutes: null })

/** An engine with who configured it. */
export interface Engine extends RoadEngine {
  /** Whose it is: the operator may use addresses of a private network. */
  whose: Whose
}

/** What decisions look up roads in. */
export interface Roads {
  readonly find: RoadFinder
  /** Reads what is known of the ways between these places and those so far. */
  include(places: Iterable<Place>): Promise<void>
  /** Requests what was looked up in vain, for work that may wait. */
  readonly open: { readonly engine: Engine; readonly book: RoadBook } | undefined
}

/** Every road estimated: for tenants without an engine, at no cost. */
export const estimatedRoads: Roads = { find: estimated, include: async () => {}, open: undefined }

function estimated(from: Place, to: Place): Road | undefined {
  const road = estimateRoad(from, to)
  return road && { ...road, is_estimated: true }
}

/** How a place is kept; undefined without coordinates. */
export function placeKey(place: Place): string | undefined {
  if (!hasCoordinates(place)) return undefined
  return `${rounded(place.latitude)},${rounded(place.longitude)}`
}

/** Four decimals, and never a zero with a sign. */
function rounded(degrees: number): string {
  return (Math.round(degrees * 10_000) / 10_000 + 0).toFixed(4)
}

/** The coordinates of a place by its key. */
export function coordinatesOf(key: string): Coordinates {
  const [latitude, longitude] = key.split(',').map(Number)
  return { latitude: latitude!, longitude: longitude! }
}

/** The name a way is found by. */
export function wayKey({ from_place, to_place, vehicle }: Way): string {
  return vehicle ? `${from_place} ${to_place} ${vehicle}` : `${from_place} ${to_place}`
}

/** The road of one vehicle. */
export function roadOfVehicle(find: RoadFinder, vehicle: RoadVehicle | undefined): RoadFinder {
  return vehicle ? (from, to) => find(from, to, vehicle) : find
}

/** How the roads of an engine are kept. Its address may hold a key, so it is not readable in it. */
export function engineKey({ kind, url, profile }: RoadEngine): string {
  const digest = createHash('sha256')
    .update(`${url} ${profile ?? ''}`)
    .digest('hex')
  return `${kind} ${digest.slice(0, 32)}`
}

/** Roads that are known, and those that were looked up in vain, each once. */
export class RoadBook {
  private readonly known = new Map<string, KnownRoad>()
  private readonly wanted = new Map<string, Way>()
  private readonly texts = new WeakMap<RoadVehicle, string>()
  private readonly engine: Engine | undefined

  /** @param engine it says what of a vehicle it is asked with; without one vehicles are all the same */
  constructor(engine?: Engine) {
    this.engine = engine
  }

  /** Adds what an engine answered. */
  add(roads: Iterable<KnownRoad>): void {
    for (const road of roads) {
      this.known.set(wayKey(road), road)
      this.wanted.delete(wayKey(road))
    }
  }

  /** What an engine answered, else an estimate. It never fails. */
  readonly find: RoadFinder = (from, to, vehicle) => {
    const [from_place, to_place] = [placeKey(from), placeKey(to)]
    if (from_place === undefined || to_place === undefined) return undefined
    // PLACE-5: what lies between places that are not known exactly is not known exactly either.
    const isVague = Boolean(from.is_estimate || to.is_estimate)
    if (from_place === to_place && isVague) return estimated(from, to)
    if (from_place === to_place) return { distance_km: 0, driving_minutes: 0, is_estimated: false }
    const asked = this.textOf(vehicle)
    const road = this.measured({ from_place, to_place, ...(asked === '' ? {} : { vehicle: asked }) })
    if (road && road.distance_km !== null) return roadFrom(road, isVague)
    // ROAD-3: meanwhile, or where there is none for the vehicle, the road of others.
    const others = asked === '' ? undefined : this.measured({ from_place, to_place })
    if (!others || others.distance_km === null) return estimated(from, to)
    if (road === undefined) return roadFrom(others, true)
    return isVague ? roadFrom(others, true) : { ...roadFrom(others, false), is_closed: true }
  }

  /** What is known of a way; it is wanted otherwise. */
  private measured(way: Way): KnownRoad | undefined {
    const road = this.known.get(wayKey(way))
    if (!road) this.wanted.set(wayKey(way), way)
    return road
  }

  private textOf(vehicle: RoadVehicle | undefined): string {
    if (!vehicle || !this.engine) return ''
    const known = this.texts.get(vehicle)
    if (known !== undefined) return known
    const asked = demandOn(this.engine, vehicle)
    const text = asked ? demandText(asked) : ''
    this.texts.set(vehicle, text)
    return text
  }

  /** The ways that were estimated, in the order in which they were looked up first. */
  missing(): Way[] {
    return [...this.wanted.values()]
  }
}

function roadFrom({ distance_km, driving_minutes }: MeasuredRoad, is_estimated: boolean): Road {
  return { distance_km, driving_minutes, is_estimated }
}

/** No lorry is faster over a whole way, whatever an engine for cars says. */
const mostKmPerHour = 80
/** Longer than any way by road between two places on Earth. */
const mostKm = 25_000
/** How far an engine may move both places to reach its roads, in kilometres. */
const snapKm = 10

/** What an engine answered for one way: metres and seconds, unless it found none. */
export interface Measured {
  metres: number
  seconds: number
}

/**
 * The road an answer stands for. An answer that cannot be true is not taken: no numbers, too long, or shorter than the
 * straight line, as engines answer that moved a place outside their map to the edge of it.
 */
export function roadOf(way: Way, measured: Measured | undefined): MeasuredRoad | undefined {
  if (!measured) return undefined
  const km = measured.metres / 1_000
  const straight = greatCircleKm(coordinatesOf(way.from_place), coordinatesOf(way.to_place))
  const isTrue = km >= 0 && km <= mostKm && km >= straight - snapKm && measured.seconds >= 0
  if (!isTrue) return undefined
  // A ferry takes days at most: what takes longer is an engine's word for "never".
  const minutes = Math.max(measured.seconds / 60, (km / mostKmPerHour) * 60)
  if (!(minutes <= 60 * 24 * 30)) return undefined
  return { ...way, distance_km: Math.round(km * 10) / 10, driving_minutes: Math.round(minutes) }
}

/** Ways that one request can answer. */
export interface Batch {
  from_place: string
  to_places: readonly string[]
  /** What of the vehicle it is asked with, as in `Way`. */
  vehicle?: string | undefined
}

/** Ways by the place they begin at and the vehicle, at most so many in a batch. */
export function batchesOf(ways: readonly Way[], most: number): Batch[] {
  const each = new Map(ways.map((way) => [wayKey(way), way])).values()
  const from = Map.groupBy(each, ({ from_place, vehicle }) => `${from_place} ${vehicle ?? ''}`)
  return [...from.values()].flatMap((some) => {
    const { from_place, vehicle } = some[0]!
    const targets = some.map(({ to_place }) => to_place)
    const pieces = Array.from({ length: Math.ceil(targets.length / most) }, (_, at) => at * most)
    const of = vehicle ? { from_place, vehicle } : { from_place }
    return pieces.map((at) => ({ ...of, to_places: targets.slice(at, at + most) }))
  })
}
