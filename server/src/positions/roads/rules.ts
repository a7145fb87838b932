import { createHash } from 'node:crypto'
import type { RoadEngine } from '@cartage/contract/positions/app/road-engine'
import type { Whose } from '../../context.ts'
import { type Coordinates, greatCircleKm } from '../../locations/great-circle.rules.ts'
import { estimateRoad, hasCoordinates, type Place } from '../distance.rules.ts'
import { demandOn, demandText, type RoadVehicle } from './vehicle.rules.ts'

/** A distance by road and its driving time for a lorry, without breaks. */
export interface Road {
  distance_km: number
  driving_minutes: number
  /** Not measured by an engine: the great circle times a factor. */
  is_estimated: boolean
  /** ROAD-3: the engine has a road between the places, but not for this vehicle. The values are for other vehicles. */
  is_closed?: true
}

/** Distance and driving time between two places for a vehicle; undefined when a place has no coordinates. */
export type RoadFinder = (from: Place, to: Place, vehicle?: RoadVehicle) => Road | undefined

/** From one place to another, in stored form: two coordinates, rounded to about ten metres. */
export interface Way {
  from_place: string
  to_place: string
  /** Vehicle demands sent to an engine (ROAD-1), as written by `demandText`; absent or empty: its usual vehicle. */
  vehicle?: string | undefined
}

/** A route measured by an engine. */
export interface MeasuredRoad extends Way {
  distance_km: number
  driving_minutes: number
}

/** A route with its stored result: null if an engine has no road for the vehicle. */
export type KnownRoad = MeasuredRoad | (Way & { distance_km: null; driving_minutes: null })

/** An engine and its owner. */
export interface Engine extends RoadEngine {
  /** Its owner: the operator may use addresses of a private network. */
  whose: Whose
}

/** Road lookups for decisions. */
export interface Roads {
  readonly find: RoadFinder
  /** Loads the stored roads between these places and those included before. */
  include(places: Iterable<Place>): Promise<void>
  /** The engine and its missing roads, for work that may wait for them. */
  readonly open: { readonly engine: Engine; readonly book: RoadBook } | undefined
}

/** Estimates every road: for tenants without an engine, at no cost. */
export const estimatedRoads: Roads = { find: estimated, include: async () => {}, open: undefined }

function estimated(from: Place, to: Place): Road | undefined {
  const road = estimateRoad(from, to)
  return road && { ...road, is_estimated: true }
}

/** The stored key of a place; undefined without coordinates. */
export function placeKey(place: Place): string | undefined {
  if (!hasCoordinates(place)) return undefined
  return `${rounded(place.latitude)},${rounded(place.longitude)}`
}

/** Four decimals, and no negative zero. */
function rounded(degrees: number): string {
  return (Math.round(degrees * 10_000) / 10_000 + 0).toFixed(4)
}

/** The coordinates in a place key. */
export function coordinatesOf(key: string): Coordinates {
  const [latitude, longitude] = key.split(',').map(Number)
  return { latitude: latitude!, longitude: longitude! }
}

/** The lookup key of a route. */
export function wayKey({ from_place, to_place, vehicle }: Way): string {
  return vehicle ? `${from_place} ${to_place} ${vehicle}` : `${from_place} ${to_place}`
}

/** A finder of the roads for one vehicle. */
export function roadOfVehicle(find: RoadFinder, vehicle: RoadVehicle | undefined): RoadFinder {
  return vehicle ? (from, to) => find(from, to, vehicle) : find
}

/** The key under which roads of an engine are stored. Hashed, because its address may contain a secret. */
export function engineKey({ kind, url, profile }: RoadEngine): string {
  const digest = createHash('sha256')
    .update(`${url} ${profile ?? ''}`)
    .digest('hex')
  return `${kind} ${digest.slice(0, 32)}`
}

/** Known roads, and missing ones without duplicates. */
export class RoadBook {
  private readonly known = new Map<string, KnownRoad>()
  private readonly wanted = new Map<string, Way>()
  private readonly texts = new WeakMap<RoadVehicle, string>()
  private readonly engine: Engine | undefined

  /** @param engine determines which vehicle demands it accepts; without one all vehicles are alike */
  constructor(engine?: Engine) {
    this.engine = engine
  }

  /** Adds the answers of an engine. */
  add(roads: Iterable<KnownRoad>): void {
    for (const road of roads) {
      this.known.set(wayKey(road), road)
      this.wanted.delete(wayKey(road))
    }
  }

  /** The answer of an engine, else an estimate. Never fails. */
  readonly find: RoadFinder = (from, to, vehicle) => {
    const [from_place, to_place] = [placeKey(from), placeKey(to)]
    if (from_place === undefined || to_place === undefined) return undefined
    // PLACE-5: a route between imprecise places is imprecise too.
    const isVague = Boolean(from.is_estimate || to.is_estimate)
    if (from_place === to_place && isVague) return estimated(from, to)
    if (from_place === to_place) return { distance_km: 0, driving_minutes: 0, is_estimated: false }
    const asked = this.textOf(vehicle)
    const road = this.measured({ from_place, to_place, ...(asked === '' ? {} : { vehicle: asked }) })
    if (road && road.distance_km !== null) return roadFrom(road, isVague)
    // ROAD-3: until it is known, or if there is none for the vehicle, the road for other vehicles.
    const others = asked === '' ? undefined : this.measured({ from_place, to_place })
    if (!others || others.distance_km === null) return estimated(from, to)
    if (road === undefined) return roadFrom(others, true)
    return isVague ? roadFrom(others, true) : { ...roadFrom(others, false), is_closed: true }
  }

  /** The known road of a route; otherwise it is recorded as missing. */
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

  /** The estimated routes, in the order of their first lookup. */
  missing(): Way[] {
    return [...this.wanted.values()]
  }
}

function roadFrom({ distance_km, driving_minutes }: MeasuredRoad, is_estimated: boolean): Road {
  return { distance_km, driving_minutes, is_estimated }
}

/** No lorry averages more than this, even if an engine for cars does. */
const mostKmPerHour = 80
/** Longer than any route by road on Earth. */
const mostKm = 25_000
/** How far an engine may move either place to reach its roads, in kilometres. */
const snapKm = 10

/** An engine's answer for one route: metres and seconds, if it found any. */
export interface Measured {
  metres: number
  seconds: number
}

/**
 * The road in an answer. Implausible answers are rejected: no numbers, too long, or shorter than the straight line,
 * which happens when an engine moves a place outside its map to the edge.
 */
export function roadOf(way: Way, measured: Measured | undefined): MeasuredRoad | undefined {
  if (!measured) return undefined
  const km = measured.metres / 1_000
  const straight = greatCircleKm(coordinatesOf(way.from_place), coordinatesOf(way.to_place))
  const isTrue = km >= 0 && km <= mostKm && km >= straight - snapKm && measured.seconds >= 0
  if (!isTrue) return undefined
  // A ferry takes days at most: longer times mean "never".
  const minutes = Math.max(measured.seconds / 60, (km / mostKmPerHour) * 60)
  if (!(minutes <= 60 * 24 * 30)) return undefined
  return { ...way, distance_km: Math.round(km * 10) / 10, driving_minutes: Math.round(minutes) }
}

/** Routes that one request can answer. */
export interface Batch {
  from_place: string
  to_places: readonly string[]
  /** Vehicle demands sent to the engine, as in `Way`. */
  vehicle?: string | undefined
}

/** Groups routes by their start and vehicle, with a maximum number per batch. */
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
