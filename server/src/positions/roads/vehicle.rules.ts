import type { RoadEngine } from '@cartage/contract/positions/app/road-engine'

/** Tunnels that dangerous goods may not go through: of this category and of those after it (ADR 1.9.5). */
export const tunnelCategories = ['B', 'C', 'D', 'E'] as const
export type TunnelCategory = (typeof tunnelCategories)[number]

/** What a vehicle with its trailer asks of a road, in metres and tonnes; what is not known is left out. */
export interface RoadVehicle {
  readonly is_van: boolean
  readonly height?: number | undefined
  readonly width?: number | undefined
  readonly length?: number | undefined
  readonly weight?: number | undefined
  readonly axle?: number | undefined
  /** It carries dangerous goods. */
  readonly is_dangerous: boolean
  readonly tunnel?: TunnelCategory | undefined
}

/** What an engine is asked with: the name of a profile where it is not the usual one, and measures where it takes them. */
export interface RoadDemand extends Omit<RoadVehicle, 'is_van'> {
  readonly profile?: string | undefined
}

/** One resource of a trip, as far as roads depend on it. */
export interface RoadResource {
  resource_type: string
  /** Members of the kind object; decimals are texts. */
  properties: Readonly<Record<string, unknown>>
}

/** ROAD-1: measures are rounded up to these, so that few kinds of vehicle share what engines answered. */
const steps = {
  height: [2, 2.5, 2.8, 3.2, 3.5, 3.8, 4, 4.2, 4.5],
  width: [2.1, 2.55, 2.6, 3, 3.5],
  length: [6, 7.5, 10, 12, 16.5, 18.75, 25.25],
  weight: [3.5, 7.5, 12, 18, 26, 32, 40, 44, 50, 60],
  axle: [2.5, 3.5, 7.5, 10, 11.5, 13],
} as const
const measures = ['height', 'width', 'length', 'weight', 'axle'] as const
type Measure = (typeof measures)[number]
/** More than any vehicle on a road has: a number in other units. */
const most: Readonly<Record<Measure, number>> = { height: 8, width: 8, length: 60, weight: 500, axle: 50 }

const motors: readonly string[] = ['TRACTOR', 'RIGID', 'VAN']
/** What lies on a tractor. */
const semiTrailers: readonly string[] = ['TRAILER', 'CHASSIS']
const trailers: readonly string[] = [...semiTrailers, 'FULL_TRAILER']
/** Metres of a tractor before its trailer. */
const beforeTrailer = 2.9
/** How much more than the mean the heaviest axle bears, and what a driven axle bears at most (directive 96/53/EC), in tonnes. */
const unevenAxles = 1.3
const mostAxle = 11.5

/**
 * What the vehicles of a trip ask of a road (ROAD-1): the highest and widest, the length and weight of all together. They are
 * as heavy as they may be, because a road that is planned is driven loaded sooner or later.
 * @returns undefined where nothing is known: the usual vehicle of an engine counts then
 */
export function roadVehicle(
  resources: readonly RoadResource[],
  danger: { is_dangerous: boolean; tunnel?: TunnelCategory | undefined } = { is_dangerous: false },
): RoadVehicle | undefined {
  const motor = resources.filter(({ resource_type: type }) => motors.includes(type))
  const behind = resources.filter(({ resource_type: type }) => trailers.includes(type))
  const driven = [...motor, ...behind]
  const largest = (name: string) => {
    const known = driven.flatMap((one) => numberOf(one, name) ?? [])
    return known.length === 0 ? undefined : Math.max(...known)
  }
  const weight = sumOf(driven, weightOf)
  const vehicle = {
    height: largest('exterior_height_m'),
    width: largest('exterior_width_m'),
    length: lengthOf(motor, behind),
    weight,
    axle: axleOf(driven, weight),
  }
  const is_van = behind.length === 0 && motor.length > 0 && motor.every(isVan)
  const known = measures.flatMap((name) => {
    const value = stepOf(name, vehicle[name])
    return value === undefined ? [] : [[name, value] as const]
  })
  if (known.length === 0 && !is_van && !danger.is_dangerous) return undefined
  return { is_van, is_dangerous: danger.is_dangerous, tunnel: danger.tunnel, ...Object.fromEntries(known) }
}

/** What the most demanding of several vehicles asks in each respect; undefined where nothing is known of any. */
export function largestOf(vehicles: readonly (RoadVehicle | undefined)[]): RoadVehicle | undefined {
  const known = vehicles.filter((vehicle) => vehicle !== undefined)
  if (known.length === 0) return undefined
  const largest = measures.flatMap((name) => {
    const values = known.flatMap((vehicle) => vehicle[name] ?? [])
    return values.length === 0 ? [] : [[name, Math.max(...values)] as const]
  })
  return {
    is_van: known.length === vehicles.length && known.every(({ is_van }) => is_van),
    is_dangerous: known.some(({ is_dangerous }) => is_dangerous),
    tunnel: tunnelCategories.find((category) => known.some(({ tunnel }) => tunnel === category)),
    ...Object.fromEntries(largest),
  }
}

/** A van is driven as a car is, up to 3.5 tonnes. */
function isVan(resource: RoadResource): boolean {
  return resource.resource_type === 'VAN' && (weightOf(resource) ?? 0) <= 3.5
}

function numberOf({ properties }: RoadResource, name: string): number | undefined {
  const number = Number(properties[name] ?? Number.NaN)
  return Number.isFinite(number) && number > 0 ? number : undefined
}

/** Tonnes a vehicle has at most; of a tractor those it has itself. */
function weightOf(resource: RoadResource): number | undefined {
  const kg = numberOf(resource, 'gross_weight_vehicle_rating_weight_kg') ?? numberOf(resource, 'tare_weight_kg')
  return kg === undefined ? undefined : kg / 1_000
}

/** Undefined where one is not known: less than all together would open a road that is closed. */
function sumOf(resources: readonly RoadResource[], of: (one: RoadResource) => number | undefined): number | undefined {
  const each = resources.map(of)
  if (each.length === 0 || each.includes(undefined)) return undefined
  return each.reduce<number>((sum, one) => sum + one!, 0)
}

function lengthOf(motor: readonly RoadResource[], behind: readonly RoadResource[]): number | undefined {
  const length = (one: RoadResource) => numberOf(one, 'exterior_length_m')
  const isOnTractor = motor.some(({ resource_type: type }) => type === 'TRACTOR') && behind.length > 0
  if (!isOnTractor) return sumOf([...motor, ...behind], length)
  const all = sumOf(behind, length)
  return all === undefined ? undefined : all + beforeTrailer
}

function axleOf(resources: readonly RoadResource[], weight: number | undefined): number | undefined {
  const axles = sumOf(resources, ({ properties: { axle_configuration: configuration } }) => {
    const wheels = /^AC_(\d+)_/.exec(String(configuration ?? ''))?.[1]
    return wheels === undefined ? undefined : Number(wheels) / 2
  })
  if (axles === undefined || weight === undefined) return undefined
  return Math.max(weight / axles, Math.min(mostAxle, (weight / axles) * unevenAxles))
}

function stepOf(name: Measure, value: number | undefined): number | undefined {
  if (value === undefined || value > most[name]) return undefined
  // A millimetre that was rounded is not another class.
  return steps[name].find((step) => value <= step + 0.001) ?? Math.ceil(value)
}

/** The profiles of an engine for its usual vehicle, and for vans. */
const usualProfiles: Readonly<Record<RoadEngine['kind'], { usual: string; van: string | null }>> = {
  OSRM: { usual: 'driving', van: null },
  VALHALLA: { usual: 'truck', van: 'auto' },
  GRAPHHOPPER: { usual: 'truck', van: null },
}

/** What an engine is asked with for a vehicle; undefined where it is asked as for every other. */
export function demandOn(engine: Omit<RoadEngine, 'url'>, vehicle: RoadVehicle | undefined): RoadDemand | undefined {
  if (!vehicle) return undefined
  const { is_van, ...needs } = vehicle
  const profile = profileFor(engine, vehicle)
  const named = profile === profileOf(engine) ? {} : { profile }
  if (takesMeasures(engine, profile)) return { ...named, ...needs }
  return 'profile' in named ? { ...named, is_dangerous: false } : undefined
}

/** The profile of an engine where nothing is known of the vehicle. */
export function profileOf({ kind, profile }: Omit<RoadEngine, 'url'>): string {
  return profile || usualProfiles[kind].usual
}

function profileFor(engine: Omit<RoadEngine, 'url'>, { is_van, is_dangerous }: RoadVehicle): string {
  if (is_dangerous && engine.adr_profile) return engine.adr_profile
  const van = engine.van_profile || (engine.profile ? null : usualProfiles[engine.kind].van)
  return (is_van && van) || profileOf(engine)
}

/** Valhalla takes measures for its own costings; GraphHopper where its map has the limits of roads; OSRM knows only profiles. */
function takesMeasures({ kind, takes_measures }: Omit<RoadEngine, 'url'>, profile: string): boolean {
  if (kind === 'VALHALLA') return profile === 'truck' || profile === 'auto'
  return kind === 'GRAPHHOPPER' && takes_measures === true
}

/** How what was asked is kept with a road, and read again. */
export function demandText(asked: RoadDemand): string {
  const { profile, is_dangerous, tunnel } = asked
  const pairs = [
    profile === undefined ? [] : `profile=${profile}`,
    measures.map((name) => (asked[name] === undefined ? [] : `${name}=${asked[name]}`)),
    is_dangerous ? `adr=${tunnel ?? 'yes'}` : [],
  ]
  return pairs.flat(2).join(' ')
}

/** What was asked, from its text. */
export function readDemand(text: string): RoadDemand {
  const given = new Map(text.split(' ').map((pair) => pair.split('=') as [string, string]))
  const known = measures.flatMap((name) => (given.has(name) ? [[name, Number(given.get(name))] as const] : []))
  const adr = given.get('adr')
  const tunnel = tunnelCategories.find((category) => category === adr)
  return {
    ...(given.has('profile') ? { profile: given.get('profile') } : {}),
    ...Object.fromEntries(known),
    is_dangerous: adr !== undefined,
    ...(tunnel ? { tunnel } : {}),
  }
}

/** The strictest category of a tunnel code such as "(C/D)": what it is in a tank, because a load may be in one. */
export function tunnelCategoryOf(code: string | undefined): TunnelCategory | undefined {
  const letter = /[B-E]/i.exec(code ?? '')?.[0]?.toUpperCase()
  return tunnelCategories.find((category) => category === letter)
}
