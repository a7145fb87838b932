import { readFile } from 'node:fs/promises'
import { candidateNames, findLine, foldName } from './city-names.rules.ts'

const folder = new URL('../../data/', import.meta.url)

/** Texts of the data files, read when first requested. All of them together are under 5 MB, so none is dropped. */
const texts = new Map<string, Promise<string>>()

/** A point on the map, in degrees of WGS 84. */
export interface Point {
  latitude: number
  longitude: number
}

/**
 * The middle of a town, from the bundled data (scripts/generate-cities.ts).
 * @param country a two- or three-letter code, the letters on a number plate, or a name in a European language
 * @returns undefined when the country or the town is unknown
 */
export async function findCity(city: string, country: string): Promise<Point | undefined> {
  const code = await countryCode(country)
  if (code === undefined) return undefined
  const cities = await dataFile(`cities/${code}.txt`)
  for (const name of candidateNames(city)) {
    const line = findLine(cities, name)
    if (line) return { latitude: Number(line[0]), longitude: Number(line[1]) }
  }
  return undefined
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

/** A file of towns may be missing, the list of countries may not: then nothing would be found and no one would know. */
function nothingWhenMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT' && !error.path?.endsWith('countries.txt')) return ''
  throw error
}

/** The time zone of a point, an IANA name; null for what is not a point on Earth. */
export async function findTimeZone({ latitude, longitude }: Point): Promise<string | null> {
  // Loaded when first needed: start-up must not wait for a map of the world.
  const { default: lookUp } = await import('@photostructure/tz-lookup')
  const isPoint = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isPoint ? lookUp(latitude, longitude) : null
}
