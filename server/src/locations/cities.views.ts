import { readFile } from 'node:fs/promises'
import type { PlaceChoice } from '@cartage/contract/locations/app/answers'
import type { PlaceEstimate } from '@cartage/contract/locations/endpoints'
import { candidateNames, findLine, foldName, partsOf } from './city-names.rules.ts'
import { type Coordinates, greatCircleKm } from './great-circle.rules.ts'
import {
  type CountryTowns,
  chooseCountry,
  choosePlace,
  type FoundPlace,
  isOneArea,
  nearestRegion,
  type Region,
  type Town,
  townsInRegion,
} from './place.rules.ts'
import { readPlace, readPostalCode, type WrittenPlace } from './written-place.rules.ts'

const folder = new URL('../../data/', import.meta.url)

/** Contents of the data files, read on first request. Together they are under 5 MB, so none is evicted. */
const texts = new Map<string, Promise<string>>()

/**
 * Locates a place using the bundled towns and regions of postal codes (scripts/generate-cities.ts): never more precise
 * than a town. A postal code decides between towns of one name (PLACE-1).
 * @param usual two-letter codes of the countries to search first for a place without a country (PLACE-10)
 * @returns undefined when the country is not known, or both the town and the postal code
 */
export async function findPlace(written: WrittenPlace, usual: readonly string[] = []): Promise<FoundPlace | undefined> {
  return (await lookUp(written, usual))?.found
}

interface LookedUp {
  /** The written country; undefined if absent. */
  country: string | undefined
  /** Normalised spelling, equal for all equivalent ones. */
  spelling: string
  found: FoundPlace | undefined
}

async function lookUp(written: WrittenPlace, usual: readonly string[]): Promise<LookedUp | undefined> {
  const { countries, codes, towns } = readPlace(written)
  const country = await firstCountry(countries)
  const town = foldName(towns[0] ?? '').slice(0, 200)
  if (country === undefined) {
    if (written.country?.trim()) return undefined
    return { country, spelling: `${town}|${foldName(codes[0] ?? '')}|`, found: await lookAround(codes, towns, usual) }
  }
  const { cities, regions } = await placesOf(country)
  const code = firstOf(codes, (text) => readPostalCode(country, text))
  const region = code === undefined ? undefined : longestBeginning(code, regions)
  const named = firstOf(towns, (text) => {
    // Parts of a name only count if the postal code confirms them: Halle Westf., Gemeente Halle.
    const found = townsNamed(text, cities, region !== undefined)
    return found.length === 0 ? undefined : found
  })
  const found = choosePlace(country, named ?? [], region, regions)
  return { country, spelling: `${town}|${code ?? ''}|${country}`, found }
}

/** Countries that lorries from Europe drive to, searched for places without a country. */
const around =
  'AD AL AT BA BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM TR UA XK'.split(
    ' ',
  )

/** Looks for a place without a country in the usual ones of haulier and customer, and in those around (PLACE-10). */
async function lookAround(
  codes: readonly string[],
  towns: readonly string[],
  usual: readonly string[],
): Promise<FoundPlace | undefined> {
  const countries = await Promise.all([...new Set([...usual, ...around])].map(placesOf))
  for (const text of towns) {
    const coded = countries.flatMap(({ country, cities, regions }): CountryTowns[] => {
      const code = firstOf(codes, (some) => readPostalCode(country, some))
      const beginning = code === undefined ? undefined : longestBeginning(code, regions)
      const region = regions.find((some) => some.code === beginning)
      const towns = region ? townsInRegion(townsNamed(text, cities, true), region, regions) : []
      return towns.length > 0 ? [{ country, towns, regions }] : []
    })
    const name = candidateNames(text).find((some) => countries.some(({ cities }) => findLine(cities, some)))
    const named = countries.flatMap(({ country, cities, regions }): CountryTowns[] => {
      const [towns] = name === undefined ? [] : townsOf([name], cities)
      return towns ? [{ country, towns, regions }] : []
    })
    const found = chooseCountry(coded, named, usual)
    if (found) return found
  }
  return undefined
}

async function placesOf(country: string) {
  const [cities, regions] = await Promise.all([dataFile(`cities/${country}.txt`), regionsOf(country)])
  return { country, cities, regions }
}

/** The towns of each reading of a name, best first; those of partial names last. */
function townsNamed(text: string, cities: string, withParts: boolean): Town[][] {
  const names = candidateNames(text)
  return [...townsOf(names, cities), ...(withParts ? townsOf(partsOf(names), cities) : [])]
}

/** The choices for an ambiguous place, or for one with an assumed country. */
export interface KnownChoices {
  /** Normalised spelling, equal for all equivalent ones. */
  spelling: string
  /** Empty if only the country is assumed: no question is asked, and an earlier answer counts (PLACE-10). */
  choices: Omit<PlaceChoice, 'usual_km'>[]
}

/**
 * The choices for an ambiguous place.
 * @param usual countries to search first for a place without a country
 * @returns undefined when the place is unambiguous
 */
export async function findChoices(written: WrittenPlace, usual: readonly string[]): Promise<KnownChoices | undefined> {
  const { country, spelling, found } = (await lookUp(written, usual)) ?? {}
  if (spelling === undefined || (found?.source !== 'AMBIGUOUS' && country !== undefined)) return undefined
  const choices = (found?.candidates ?? []).map(async (candidate) => {
    const near = nearestRegion(candidate, await regionsOf(candidate.country))
    return { ...candidate, postal_codes: near?.region.code ?? null }
  })
  return { spelling, choices: await Promise.all(choices) }
}

function firstOf<Read>(texts: readonly string[], read: (text: string) => Read | undefined): Read | undefined {
  for (const text of texts) {
    const found = read(text)
    if (found !== undefined) return found
  }
  return undefined
}

/** The two-letter code of the written country, in whichever field; undefined if not recognised. */
export async function findCountry(written: WrittenPlace): Promise<string | undefined> {
  return await firstCountry(readPlace(written).countries)
}

/** Maximum distance of a place from the centre of its town, in kilometres. */
const farthestFromTown = 30

/**
 * PLACE-11: the two-letter code of a place's country: the written one, else that of the town of its name at the stored
 * coordinates. Uses stored coordinates, so that a person's answer counts and later orders change nothing.
 * @returns undefined where neither is known, and for a written country that is not known
 */
export async function countryOfPlace(
  place: WrittenPlace & { latitude: number | null; longitude: number | null },
): Promise<string | undefined> {
  const stated = await findCountry(place)
  const { latitude, longitude } = place
  if (stated !== undefined || place.country?.trim() || latitude === null || longitude === null) return stated
  const countries = await Promise.all(around.map(placesOf))
  for (const text of readPlace(place).towns) {
    const near = countries.flatMap(({ country, cities }) =>
      townsNamed(text, cities, true)
        .flat()
        .map((town) => ({ country, km: greatCircleKm(town, { latitude, longitude }) })),
    )
    const [nearest] = near.toSorted((one, other) => one.km - other.km)
    if (nearest && nearest.km <= farthestFromTown) return nearest.country
  }
  return undefined
}

async function firstCountry(texts: readonly string[]): Promise<string | undefined> {
  for (const text of texts) {
    const code = await countryCode(text)
    if (code !== undefined) return code
  }
  return undefined
}

function townsOf(names: readonly string[], cities: string): Town[][] {
  return names.flatMap((name) => {
    const values = findLine(cities, name)
    return values ? [townsOfLine(values)] : []
  })
}

function townsOfLine(values: readonly string[]): Town[] {
  return Array.from({ length: values.length / 3 }, (_, index) => {
    const [latitude, longitude, hundreds] = values.slice(index * 3, index * 3 + 3).map(Number)
    return { latitude: latitude!, longitude: longitude!, population: hundreds! * 100 }
  })
}

let regionsByCountry: Promise<Map<string, Region[]>> | undefined

async function regionsOf(country: string): Promise<readonly Region[]> {
  regionsByCountry ??= dataFile('postal-regions.txt').then(readRegions)
  regionsByCountry.catch(() => {
    regionsByCountry = undefined
  })
  return (await regionsByCountry).get(country) ?? []
}

function readRegions(text: string): Map<string, Region[]> {
  const rows = text.trimEnd().split('\n')
  const regions = rows.map((row) => {
    const [key, latitude, longitude, km, town] = row.split('|')
    const [country, code] = key!.split(' ')
    const radius_km = Number(km)
    return { country, code: code!, latitude: Number(latitude), longitude: Number(longitude), radius_km, town: town! }
  })
  return Map.groupBy(regions, ({ country }) => country!)
}

/** The code of the region of a postal code: the longest matching prefix. */
function longestBeginning(written: string, regions: readonly Region[]): string | undefined {
  const codes = regions.map(({ code }) => code).filter((code) => written === code || isBeginning(code, written))
  return codes.sort((one, other) => other.length - one.length)[0]
}

/** Letters are an area of their own, not a prefix: E is London, EN is not. */
function isBeginning(code: string, written: string): boolean {
  return /^\d/.test(code) && written.startsWith(code)
}

async function countryCode(country: string): Promise<string | undefined> {
  const known = await dataFile('countries.txt')
  return findLine(known, foldName(country))?.[0]
}

/** The lines of a data file without its header; empty for a country without towns. */
function dataFile(name: string): Promise<string> {
  const known = texts.get(name)
  if (known) return known
  const read = readFile(new URL(name, folder), 'utf8').then(withoutHeader, nothingWhenMissing)
  texts.set(name, read)
  // Not cached, because a disk failure may be temporary.
  read.catch(() => texts.delete(name))
  return read
}

function withoutHeader(text: string): string {
  return text.replace(/^(#.*\n)+/, '')
}

/** A file of towns may be missing, but not the two lists: the failure to find anything would go unnoticed. */
function nothingWhenMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT' && /cities\/[A-Z]{2}\.txt$/.test(error.path ?? '')) return ''
  throw error
}

/** The time zone of a point, an IANA name; null for invalid coordinates. */
export async function findTimeZone({ latitude, longitude }: Coordinates): Promise<string | null> {
  // Loaded on first use, so that start-up does not wait for a map of the world.
  const { default: lookUp } = await import('@photostructure/tz-lookup')
  const isPoint = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isPoint ? lookUp(latitude, longitude) : null
}

/** The coordinates and time zone of a place. */
export interface Whereabouts {
  latitude: number | null
  longitude: number | null
  coordinate_source: 'GIVEN' | 'ESTIMATE' | 'UNKNOWN'
  estimate: PlaceEstimate | null
  time_zone: string | null
}

/**
 * Locates a place by its given coordinates, else by its town: for the loop that places new locations, and for callers
 * that need the local calendar earlier (TIME-4).
 * @param usual countries to search first for a place without a country: `usualCountries`
 */
export async function findWhereabouts(
  { latitude, longitude, ...written }: WrittenPlace & { latitude: number | null; longitude: number | null },
  usual: readonly string[],
): Promise<Whereabouts> {
  if (latitude !== null && longitude !== null) {
    const time_zone = await findTimeZone({ latitude, longitude })
    return { latitude, longitude, time_zone, estimate: null, coordinate_source: 'GIVEN' }
  }
  const nowhere = { latitude: null, longitude: null, coordinate_source: 'UNKNOWN' } as const
  const found = await findPlace(written, usual)
  if (!found) return { ...nowhere, time_zone: null, estimate: null }
  const { latitude: north, longitude: east, candidates: among, ...kept } = found
  const estimate = { ...kept, candidates: among.map(({ country: _country, ...candidate }) => candidate) }
  const time_zone = await findTimeZone(found)
  // PLACE-4: candidates that are far apart give no coordinates.
  if (!isOneArea(found)) return { ...nowhere, time_zone, estimate }
  return { latitude: north, longitude: east, time_zone, estimate, coordinate_source: 'ESTIMATE' }
}
