import type { PlaceCandidate } from '@cartage/contract/locations/endpoints'
import { type Coordinates, greatCircleKm } from './great-circle.rules.ts'

/** A town with the written name. */
export interface Town extends Coordinates {
  /** Number of inhabitants; 0 means unknown, not small (PLACE-2). */
  population: number
}

/** The area of the postal codes with a common prefix. */
export interface Region extends Coordinates {
  code: string
  /** Distance to the farthest place with such a postal code. */
  radius_km: number
  /** Its main town; empty for a few. */
  town: string
}

/** Towns of a name in one country, with its postal code regions. */
export interface CountryTowns {
  country: string
  towns: readonly Town[]
  regions: readonly Region[]
}

/** A possible place, with its country. */
export type FoundCandidate = PlaceCandidate & { country: string }

/** A located place and how it was found: the members of an estimate, with coordinates. */
export interface FoundPlace extends Coordinates {
  /**
   * TOWN: the only town of this name, or one far larger than the others. POSTAL_CODE: the town of this name in the
   * region of the postal code. REGION: the region of the postal code alone. AMBIGUOUS: the likeliest of several.
   */
  source: 'TOWN' | 'POSTAL_CODE' | 'REGION' | 'AMBIGUOUS'
  /** Maximum distance of the place from the coordinates. */
  radius_km: number
  /** Candidates of an AMBIGUOUS place, likeliest first. */
  candidates: FoundCandidate[]
  /** No town of this name is in the region of the postal code, which took precedence. */
  disagrees: boolean
}

/** A name alone means the largest town if it is this many times larger than the next. */
const farLarger = 20
/** Assumed population of a town of unknown size. */
const ofUnknown = 1_000
/** Accuracy of region borders, in kilometres. */
const borderKm = 15
/** Maximum number of candidate towns. */
const mostCandidates = 10

/**
 * Locates a place within one country (PLACE-1 to PLACE-3).
 * @param named the towns of each reading of the name, the best reading first
 * @param code the beginning of the postal code, where its region is known
 * @param regions all regions of the country
 * @returns undefined when neither the name nor the postal code is known
 */
export function choosePlace(
  country: string,
  named: readonly (readonly Town[])[],
  code: string | undefined,
  regions: readonly Region[],
): FoundPlace | undefined {
  const region = regions.find((some) => some.code === code)
  if (!region) {
    const likely = likelyTowns(named[0] ?? [])
    return likely.length === 0 ? undefined : placeAmong([{ country, towns: likely, regions }], 'TOWN')
  }
  const towns = townsInRegion(named, region, regions)
  if (towns.length > 0) return placeAmong([{ country, towns, regions }], 'POSTAL_CODE')
  // PLACE-3: if they disagree, the postal code takes precedence.
  const { latitude, longitude, radius_km } = region
  return { latitude, longitude, radius_km, source: 'REGION', candidates: [], disagrees: named.length > 0 }
}

/**
 * The towns of a name that lie in the region of a postal code.
 * @param named the towns of each reading of the name, the best reading first
 */
export function townsInRegion(
  named: readonly (readonly Town[])[],
  region: Region,
  regions: readonly Region[],
): readonly Town[] {
  for (const towns of named) {
    const within = towns.filter((town) => greatCircleKm(town, region) <= region.radius_km)
    const inside = belonging(within, region, regions)
    if (inside.length > 0) return likelyTowns(inside)
  }
  return []
}

/** Minimum population for towns outside the usual countries of haulier and customer. */
const leastElsewhere = 10_000

/**
 * Locates a place without a written country (PLACE-10): usual countries first, unless a town elsewhere is far larger.
 * @param coded towns confirmed by the region of the postal code in some country: they take precedence over those of the
 * name alone
 * @param named towns of the name
 * @param usual two-letter codes of the countries where the haulier is and the customer usually loads and unloads
 */
export function chooseCountry(
  coded: readonly CountryTowns[],
  named: readonly CountryTowns[],
  usual: readonly string[],
): FoundPlace | undefined {
  const isUsual = ({ country }: CountryTowns) => usual.includes(country)
  const borneOut = coded.some(isUsual) ? coded.filter(isUsual) : coded
  if (borneOut.length > 0) return placeAmong(borneOut, 'POSTAL_CODE')
  const near = likelyOf(named.filter(isUsual))
  const largest = Math.max(ofUnknown, ...near.flatMap(({ towns }) => towns.map(({ population }) => population)))
  const least = near.length === 0 ? leastElsewhere : Math.max(leastElsewhere, largest * farLarger)
  const elsewhere = named.filter((one) => !isUsual(one))
  const far = likelyOf(
    elsewhere.map((one) => ({ ...one, towns: one.towns.filter(({ population }) => population >= least) })),
  )
  const all = [...near, ...far]
  return all.length === 0 ? undefined : placeAmong(all, 'TOWN')
}

/** Towns of several countries, without those far smaller than the largest. */
function likelyOf(countries: readonly CountryTowns[]): CountryTowns[] {
  const likely = new Set(likelyTowns(countries.flatMap(({ towns }) => towns)))
  const left = countries.map((one) => ({ ...one, towns: one.towns.filter((town) => likely.has(town)) }))
  return left.filter(({ towns }) => towns.length > 0)
}

/** Towns not far smaller than the largest, largest first. Unknown sizes are villages, such as Aalst near Eindhoven. */
function likelyTowns(towns: readonly Town[]): Town[] {
  const largest = Math.max(...towns.map(({ population }) => population))
  const likely = towns.filter(({ population }) => (population || ofUnknown) * farLarger >= largest)
  return likely.sort((one, other) => other.population - one.population)
}

/**
 * Regions are stored as overlapping circles: keeps the towns within one that do not lie far more clearly in another.
 */
function belonging(towns: readonly Town[], region: Region, regions: readonly Region[]): Town[] {
  const excess = (town: Town) => {
    const nearest = Math.min(...regions.map((some) => greatCircleKm(town, some)))
    return greatCircleKm(town, region) - nearest
  }
  const measured = towns.map((town) => ({ town, km: excess(town) }))
  const least = Math.min(...measured.map(({ km }) => km))
  return measured.filter(({ km }) => km <= least + borderKm).map(({ town }) => town)
}

function placeAmong(countries: readonly CountryTowns[], source: 'TOWN' | 'POSTAL_CODE'): FoundPlace {
  const each = countries.flatMap(({ towns, ...of }) => towns.map((town) => ({ town, of })))
  const [first, ...others] = each.toSorted((one, other) => other.town.population - one.town.population)
  const { latitude, longitude, population } = first!.town
  const radius = townRadiusKm(population)
  const found = { latitude, longitude, source, radius_km: radius, candidates: [], disagrees: false }
  if (others.length === 0) return found
  const farthest = Math.max(...others.map(({ town }) => greatCircleKm(first!.town, town)))
  const candidates = [first!, ...others].slice(0, mostCandidates).map(({ town, of }) => candidateOf(town, of))
  return { ...found, source: 'AMBIGUOUS', radius_km: Math.ceil(farthest) + radius, candidates }
}

function candidateOf(
  { latitude, longitude, population }: Town,
  { country, regions }: Omit<CountryTowns, 'towns'>,
): FoundCandidate {
  const point = { latitude, longitude, radius_km: townRadiusKm(population) }
  const near = nearestRegion(
    point,
    regions.filter(({ town }) => town !== ''),
  )
  return { ...point, country, near: near?.region.town ?? null, near_km: near ? Math.round(near.km) : null }
}

/** The postal code region with its centre nearest to a point; undefined if none are known. */
export function nearestRegion(
  point: Coordinates,
  regions: readonly Region[],
): { region: Region; km: number } | undefined {
  const measured = regions.map((region) => ({ region, km: greatCircleKm(point, region) }))
  return measured.sort((one, other) => one.km - other.km)[0]
}

/** Maximum uncertainty of an estimate used for planning, in kilometres. */
const mostToPlanWith = 50

/**
 * Whether the likeliest of several places can represent all of them, because they are near each other. Otherwise the
 * location has no coordinates until a person chooses one, and planning treats the place as unknown (PLACE-4).
 */
export function isOneArea({ source, radius_km }: Pick<FoundPlace, 'source' | 'radius_km'>): boolean {
  return source !== 'AMBIGUOUS' || radius_km <= mostToPlanWith
}

/** Radius of a town: 2 km for a village, 12 for a million people. */
function townRadiusKm(population: number): number {
  return Math.max(2, Math.round(Math.sqrt(population) / 80))
}
