import { readFile } from 'node:fs/promises'
import type { PlaceChoice } from '@cartage/contract/locations/app/answers'
import type { PlaceEstimate } from '@cartage/contract/locations/endpoints'
import { candidateNames, findLine, foldName, partsOf } from './city-names.rules.ts'
import type { Coordinates } from './great-circle.rules.ts'
import { choosePlace, type FoundPlace, isOneArea, nearestRegion, type Region, type Town } from './place.rules.ts'
import { readPlace, readPostalCode, type WrittenPlace } from './written-place.rules.ts'

const folder = new URL('../../data/', import.meta.url)

/** Texts of the data files, read when first requested. All of them together are under 5 MB, so none is dropped. */
const texts = new Map<string, Promise<string>>()

/**
 * Where a place is, from the bundled towns and regions of postal codes (scripts/generate-cities.ts): never nearer to the
 * truth than a town. A postal code decides between towns of one name (PLACE-1).
 * @returns undefined when the country is unknown, or both the town and the postal code
 */
export async function findPlace(written: WrittenPlace): Promise<FoundPlace | undefined> {
  return (await lookUp(written))?.found
}

async function lookUp(written: WrittenPlace) {
  const { countries, codes, towns } = readPlace(written)
  const country = await firstCountry(countries)
  if (country === undefined) return undefined
  const [cities, regions] = await Promise.all([dataFile(`cities/${country}.txt`), regionsOf(country)])
  const code = firstOf(codes, (text) => readPostalCode(country, text))
  const region = code === undefined ? undefined : longestBeginning(code, regions)
  const named = firstOf(towns, (text) => {
    const names = candidateNames(text)
    const named = townsOf(names, cities)
    // Parts of a name are believed only where the postal code bears them out: Halle Westf., Gemeente Halle.
    const parts = region === undefined ? [] : townsOf(partsOf(names), cities)
    return named.length + parts.length === 0 ? undefined : [...named, ...parts]
  })
  const spelling = `${foldName(towns[0] ?? '').slice(0, 200)}|${code ?? ''}|${country}`
  return { country, regions, spelling, found: choosePlace(named ?? [], region, regions) }
}

/** A place that may be one of several, and how they differ. */
export interface KnownChoices {
  /** The same for all ways to write it that are read alike. */
  spelling: string
  choices: Omit<PlaceChoice, 'usual_km'>[]
}

/** The places that may be meant, of one that may be several; undefined for others. */
export async function findChoices(written: WrittenPlace): Promise<KnownChoices | undefined> {
  const looked = await lookUp(written)
  if (looked?.found?.source !== 'AMBIGUOUS') return undefined
  const { country, regions, spelling, found } = looked
  const choices = found.candidates.map((candidate) => ({
    ...candidate,
    country,
    postal_codes: nearestRegion(candidate, regions)?.region.code ?? null,
  }))
  return { spelling, choices }
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
 */
export async function findWhereabouts({
  latitude,
  longitude,
  ...written
}: WrittenPlace & { latitude: number | null; longitude: number | null }): Promise<Whereabouts> {
  if (latitude !== null && longitude !== null) {
    const time_zone = await findTimeZone({ latitude, longitude })
    return { latitude, longitude, time_zone, estimate: null, coordinate_source: 'GIVEN' }
  }
  const nowhere = { latitude: null, longitude: null, coordinate_source: 'UNKNOWN' } as const
  const found = await findPlace(written)
  if (!found) return { ...nowhere, time_zone: null, estimate: null }
  const { latitude: north, longitude: east, ...estimate } = found
  const time_zone = await findTimeZone(found)
  // PLACE-4: of places far apart none is planned with.
  if (!isOneArea(found)) return { ...nowhere, time_zone, estimate }
  return { latitude: north, longitude: east, time_zone, estimate, coordinate_source: 'ESTIMATE' }
}
