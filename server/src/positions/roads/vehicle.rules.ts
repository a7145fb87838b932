import type { RoadEngine } from '@cartage/contract/positions/app/road-engine'

/** Tunnel categories, least strict first: goods barred from one are barred from all later ones (ADR 1.9.5). */
export const tunnelCategories = ['B', 'C', 'D', 'E'] as const
export type TunnelCategory = (typeof tunnelCategories)[number]

/** Road demands of a vehicle with its trailer, in metres and tonnes; unknown ones are left out. */
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

/** Demands sent to an engine: the profile if it is not the usual one, and dimensions if it accepts them. */
export interface RoadDemand extends Omit<RoadVehicle, 'is_van'> {
  readonly profile?: string | undefined
}

/** A resource of a trip, as needed for its road demands. */
export interface RoadResource {
  resource_type: string
  /** Fields of the kind object; decimals are strings. */
  properties: Readonly<Record<string, unknown>>
}

/**
 * ROAD-1: dimensions are rounded up to these steps, so that engine answers can be shared by few classes of vehicles.
 */
const steps = {
  height: [2, 2.5, 2.8, 3.2, 3.5, 3.8, 4, 4.2, 4.5],
  width: [2.1, 2.55, 2.6, 3, 3.5],
  length: [6, 7.5, 10, 12, 16.5, 18.75, 25.25],
  weight: [3.5, 7.5, 12, 18, 26, 32, 40, 44, 50, 60],
  axle: [2.5, 3.5, 7.5, 10, 11.5, 13],
} as const
const measures = ['height', 'width', 'length', 'weight', 'axle'] as const
type Measure = (typeof measures)[number]
/** More than any road vehicle has: the value must be in other units. */
const most: Readonly<Record<Measure, number>> = { height: 8, width: 8, length: 60, weight: 500, axle: 50 }

const motors: readonly string[] = ['TRACTOR', 'RIGID', 'VAN']
/** Trailers that rest on a tractor. */
const semiTrailers: readonly string[] = ['TRAILER', 'CHASSIS']
const trailers: readonly string[] = [...semiTrailers, 'FULL_TRAILER']
/** Metres of a tractor in front of its trailer. */
const beforeTrailer = 2.9
/**
 * Load of the heaviest axle relative to the mean, and maximum load of a driven axle (directive 96/53/EC), in tonnes.
 */
const unevenAxles = 1.3
const mostAxle = 11.5

/**
 * Road demands of the vehicles of a trip (ROAD-1): maximum height and width, total length and weight. Assumes the
 * permitted weight, because a planned road is driven loaded sooner or later.
 * @returns undefined when nothing is known: the engine's usual vehicle counts then
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

/** The maximum of several vehicles in each respect; undefined if nothing is known of any. */
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

/** A van up to 3.5 tonnes is routed like a car. */
function isVan(resource: RoadResource): boolean {
  return resource.resource_type === 'VAN' && (weightOf(resource) ?? 0) <= 3.5
}

function numberOf({ properties }: RoadResource, name: string): number | undefined {
  const number = Number(properties[name] ?? Number.NaN)
  return Number.isFinite(number) && number > 0 ? number : undefined
}

/** Permitted weight of a vehicle in tonnes; for a tractor its own part. */
function weightOf(resource: RoadResource): number | undefined {
  const kg = numberOf(resource, 'gross_weight_vehicle_rating_weight_kg') ?? numberOf(resource, 'tare_weight_kg')
  return kg === undefined ? undefined : kg / 1_000
}

/** Undefined if one is unknown, because a partial sum would open roads that are closed. */
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
  // A rounded millimetre does not change the class.
  return steps[name].find((step) => value <= step + 0.001) ?? Math.ceil(value)
}

/** Profiles of an engine for its usual vehicle, and for vans. */
const usualProfiles: Readonly<Record<RoadEngine['kind'], { usual: string; van: string | null }>> = {
  OSRM: { usual: 'driving', van: null },
  VALHALLA: { usual: 'truck', van: 'auto' },
  GRAPHHOPPER: { usual: 'truck', van: null },
}

/** Demands sent to an engine for a vehicle; undefined for its usual vehicle. */
export function demandOn(engine: Omit<RoadEngine, 'url'>, vehicle: RoadVehicle | undefined): RoadDemand | undefined {
  if (!vehicle) return undefined
  const { is_van, ...needs } = vehicle
  const profile = profileFor(engine, vehicle)
  const named = profile === profileOf(engine) ? {} : { profile }
  if (takesMeasures(engine, profile)) return { ...named, ...needs }
  return 'profile' in named ? { ...named, is_dangerous: false } : undefined
}

/** The profile of an engine for an unknown vehicle. */
export function profileOf({ kind, profile }: Omit<RoadEngine, 'url'>): string {
  return profile || usualProfiles[kind].usual
}

function profileFor(engine: Omit<RoadEngine, 'url'>, { is_van, is_dangerous }: RoadVehicle): string {
  if (is_dangerous && engine.adr_profile) return engine.adr_profile
  const van = engine.van_profile || (engine.profile ? null : usualProfiles[engine.kind].van)
  return (is_van && van) || profileOf(engine)
}

/**
 * Valhalla accepts dimensions for its own costings, GraphHopper if its map has road limits, and OSRM only has profiles.
 */
function takesMeasures({ kind, takes_measures }: Omit<RoadEngine, 'url'>, profile: string): boolean {
  if (kind === 'VALHALLA') return profile === 'truck' || profile === 'auto'
  return kind === 'GRAPHHOPPER' && takes_measures === true
}

/** The demands as text, to be stored with a road and read back. */
export function demandText(asked: RoadDemand): string {
  const { profile, is_dangerous, tunnel } = asked
  const pairs = [
    profile === undefined ? [] : `profile=${profile}`,
    measures.map((name) => (asked[name] === undefined ? [] : `${name}=${asked[name]}`)),
    is_dangerous ? `adr=${tunnel ?? 'yes'}` : [],
  ]
  return pairs.flat(2).join(' ')
}

/** The demands from their text. */
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

/** The strictest category of a tunnel code such as "(C/D)": the one for tanks, because the load may be in one. */
export function tunnelCategoryOf(code: string | undefined): TunnelCategory | undefined {
  const letter = /[B-E]/i.exec(code ?? '')?.[0]?.toUpperCase()
  return tunnelCategories.find((category) => category === letter)
}
