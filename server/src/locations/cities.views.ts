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

/** Texts of the data files, read when first requested. All of them together are under 5 MB, so none is dropped. */
const texts = new Map<string, Promise<string>>()

/**
 * Where a place is, from the bundled towns and regions of postal codes (scripts/generate-cities.ts): never nearer to the
 * truth than a town. A postal code decides between towns of one name (PLACE-1).
 * @param usual two-letter codes of the countries where one that says no country is looked for first (PLACE-10)
 * @returns undefined when the country is not known, or both the town and the postal code
 */
export async function findPlace(written: WrittenPlace, usual: readonly string[] = []): Promise<FoundPlace | undefined> {
  return (await lookUp(written, usual))?.found
}

interface LookedUp {
  /** The country that is written; undefined where none is. */
  country: string | undefined
  /** The same for all ways to write it that are read alike. */
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
    // Parts of a name are believed only where the postal code bears them out: Halle Westf., Gemeente Halle.
    const found = townsNamed(text, cities, region !== undefined)
    return found.length === 0 ? undefined : found
  })
  const found = choosePlace(country, named ?? [], region, regions)
  return { country, spelling: `${town}|${code ?? ''}|${country}`, found }
}

/** Countries that lorries from Europe go to, where a place that says none may be. */
const around =
  'AD AL AT BA BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM TR UA XK'.split(
    ' ',
  )

/** Looks for a place that says no country where the haulier and its customer usually are, and in the countries around (PLACE-10). */
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

/** The towns of each reading of a name, the best first; with those of parts of it last. */
function townsNamed(text: string, cities: string, withParts: boolean): Town[][] {
  const names = candidateNames(text)
  return [...townsOf(names, cities), ...(withParts ? townsOf(partsOf(names), cities) : [])]
}

/** A place that may be one of several, or whose country is assumed, and how they differ. */
export interface KnownChoices {
  /** The same for all ways to write it that are read alike. */
  spelling: string
  /** None for one whose country is assumed: no one is asked, and what was said before counts (PLACE-10). */
  choices: Omit<PlaceChoice, 'usual_km'>[]
}

/**
 * The places that may be meant, of one that may be several.
 * @param usual countries where one that says none is looked for first
 * @returns undefined for one that is known without asking
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

/** The two-letter code of the country that is written, wherever it stands; undefined when none is known. */
export async function findCountry(written: WrittenPlace): Promise<string | undefined> {
  return await firstCountry(readPlace(written).countries)
}

/** A place may lie so far from the middle of its town, in kilometres. */
const farthestFromTown = 30

/**
 * PLACE-11: the two-letter code of the country that a place is in: the one that is written, else that of the town of its name which is
 * where the place was found. Where it was found is kept, so that an answer of a person counts and later orders change nothing.
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

/** The code of the region that a postal code lies in: the longest that it begins with. */
function longestBeginning(written: string, regions: readonly Region[]): string | undefined {
  const codes = regions.map(({ code }) => code).filter((code) => written === code || isBeginning(code, written))
  return codes.sort((one, other) => other.length - one.length)[0]
}

/** Letters are an area of their own and no beginning: E is London, EN is not. */
function isBeginning(code: string, written: string): boolean {
  return /^\d/.test(code) && written.startsWith(code)
}

async function countryCode(country: string): Promise<string | undefined> {
  const known = await dataFile('countries.txt')
  return findLine(known, foldName(country))?.[0]
}

/** The lines of a data file without its header; an empty text for a country without towns. */
function dataFile(name: string): Promise<string> {
  const known = texts.get(name)
  if (known) return known
  const read = readFile(new URL(name, folder), 'utf8').then(withoutHeader, nothingWhenMissing)
  texts.set(name, read)
  // A disk that fails now may work later.
  read.catch(() => texts.delete(name))
  return read
}

function withoutHeader(text: string): string {
  return text.replace(/^(#.*\n)+/, '')
}

/** A file of towns may be missing, the two lists may not: then nothing would be found and no one would know. */
function nothingWhenMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT' && /cities\/[A-Z]{2}\.txt$/.test(error.path ?? '')) return ''
  throw error
}

/** The time zone of a point, an IANA name; null for what is not a point on Earth. */
export async function findTimeZone({ latitude, longitude }: Coordinates): Promise<string | null> {
  // Loaded when first needed: start-up must not wait for a map of the world.
  const { default: lookUp } = await import('@photostructure/tz-lookup')
  const isPoint = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isPoint ? lookUp(latitude, longitude) : null
}

/** Where a place is, and what its clocks show. */
export interface Whereabouts {
  latitude: number | null
  longitude: number | null
  coordinate_source: 'GIVEN' | 'ESTIMATE' | 'UNKNOWN'
  estimate: PlaceEstimate | null
  time_zone: string | null
}

/**
 * Where a place is by the coordinates it was given, else by its town: for the loop that places new locations, and for who needs the
 * calendar of one before the loop came to it (TIME-4).
 * @param usual countries where one that says none is looked for first: `usualCountries`
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
  // PLACE-4: of places far apart none is planned with.
  if (!isOneArea(found)) return { ...nowhere, time_zone, estimate }
  return { latitude: north, longitude: east, time_zone, estimate, coordinate_source: 'ESTIMATE' }
}
