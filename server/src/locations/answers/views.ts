import { setImmediate } from 'node:timers/promises'
import type { PlaceQuestion } from '@cartage/contract/locations/app/answers'
import { statement } from '../../db/statement.ts'
import type { Tx } from '../../db/tenant.ts'
import { findChoices, type KnownChoices } from '../cities.views.ts'
import { type Coordinates, greatCircleKm } from '../great-circle.rules.ts'
import { newestPlaces } from '../newest-places.views.ts'
import { saysNoCountry, type UsedPlace, usualCountries } from '../usual-countries.views.ts'
import type { WrittenPlace } from '../written-place.rules.ts'
import { answerFor, type PlaceAnswer } from './rules.ts'

/** A written place that may be ambiguous, with its customers. */
export interface WrittenUse extends UsedPlace {
  location_id: string | null
}

/** An ambiguous place. */
export interface OpenPlace<Asked extends WrittenUse = WrittenUse> {
  asked: Asked
  known: KnownChoices
}

/** Batch size, after which other work of the process gets its turn. */
const piece = 50

/**
 * The ambiguous ones of these places, and those with an assumed country. No database, because a sheet has thousands.
 * @param countriesOf where each is looked for if it has no country: `usualCountries`
 */
export async function findOpenPlaces<Asked extends WrittenUse>(
  asked: readonly Asked[],
  countriesOf: (place: Asked) => readonly string[],
): Promise<OpenPlace<Asked>[]> {
  const open: OpenPlace<Asked>[] = []
  for (const [at, place] of asked.entries()) {
    if (at % piece === piece - 1) await setImmediate()
    const known = await findChoices(place, countriesOf(place))
    if (known) open.push({ asked: place, known })
  }
  return open
}

const selectAnswers = statement(
  'locations.select_place_answers',
  `select a.spelling, a.company_id, a.latitude, a.longitude, a.radius_km from place_answer a
    where a.tenant_id = $1 and a.spelling = any($2::text[])`,
)

/** The answers for these spellings. */
export async function findAnswers(tx: Tx, spellings: readonly string[]): Promise<Map<string, PlaceAnswer[]>> {
  if (spellings.length === 0) return new Map()
  const rows = await tx.query<PlaceAnswer>(selectAnswers, [...new Set(spellings)])
  return Map.groupBy(rows, ({ spelling }) => spelling)
}

/** Maximum number of customers whose recent places are read. */
const mostCustomers = 20

const selectUsual = statement(
  'locations.select_usual_places',
  `select c.company_id, l.latitude, l.longitude
     from ${newestPlaces}
    where l.latitude is not null and l.longitude is not null`,
)

/** Earlier answers for ambiguous places, by their customers (PLACE-7); places without one are left out. */
export async function answersOf<Open extends OpenPlace>(
  tx: Tx,
  open: readonly Open[],
): Promise<Map<Open, PlaceAnswer>> {
  const spellings = open.map(({ known }) => known.spelling)
  const answers = await findAnswers(tx, spellings)
  return new Map(
    open.flatMap((one) => {
      const given = answers.get(one.known.spelling) ?? []
      const { companyIds } = one.asked
      const each = (companyIds.length === 0 ? [[]] : companyIds.map((id) => [id])).map((ids) => answerFor(given, ids))
      return each.includes(undefined) ? [] : [[one, each[0]!] as const]
    }),
  )
}

/** The open questions about these places. Each choice has its distance from the customer's usual stops. */
export async function questionsOf(tx: Tx, open: readonly OpenPlace[]): Promise<PlaceQuestion[]> {
  const answers = await answersOf(tx, open)
  const left = open.filter((one) => one.known.choices.length > 0 && !answers.has(one))
  const customers = [...new Set(left.flatMap(({ asked }) => asked.companyIds))].slice(0, mostCustomers)
  const usual =
    customers.length === 0 ? [] : await tx.query<Coordinates & { company_id: string }>(selectUsual, customers)
  return left.map(({ asked, known }) => {
    const places = usual.filter(({ company_id }) => asked.companyIds.includes(company_id))
    const choices = known.choices.map((choice) => ({ ...choice, usual_km: nearestKm(choice, places) }))
    const { city, postal_code, country, location_id, companyIds } = asked
    const written = { city: city ?? '', postal_code: postal_code ?? '', country: country ?? '' }
    return { ...written, location_id, company_ids: [...companyIds], choices }
  })
}

/** The possible places of a written one; for a location, only as far as its customers have no answer (PLACE-7). */
export async function questionsAbout(tx: Tx, written: Omit<WrittenUse, 'companyIds'>): Promise<PlaceQuestion[]> {
  const { location_id } = written
  const customers = location_id === null ? [] : ((await findCustomers(tx, [location_id])).get(location_id) ?? [])
  const asked = [{ ...written, companyIds: customers }]
  return await questionsOf(tx, await findOpenPlaces(asked, await usualCountries(tx, asked)))
}

function nearestKm(choice: Coordinates, places: readonly Coordinates[]): number | null {
  if (places.length === 0) return null
  return Math.round(Math.min(...places.map((place) => greatCircleKm(choice, place))))
}

/** Number of newest orders scanned for the users of a place, because stops have no index by location. */
const mostLookedThrough = 5_000

const selectCustomers = statement(
  'locations.select_customers_of_places',
  `select distinct s.location_id, o.company_id
     from (select n.order_id, n.company_id from transport_order n
            where n.tenant_id = $1 and n.created_at > '-infinity'
            order by n.created_at desc, n.order_number desc limit ${mostLookedThrough}) o
     cross join lateral (
       select p.location_id from order_stop p where p.tenant_id = $1 and p.order_id = o.order_id limit 500) s
    where s.location_id = any($2::uuid[]) and o.company_id is not null`,
)

/** The customers among the newest orders that stop at these locations. */
export async function findCustomers(tx: Tx, locationIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ location_id: string; company_id: string }>(selectCustomers, locationIds)
  const byPlace = Map.groupBy(rows, ({ location_id }) => location_id)
  return new Map([...byPlace].map(([id, some]) => [id, some.map(({ company_id }) => company_id)]))
}

/** Maximum number of waiting locations read. */
const mostWaiting = 2_000

const selectUnclear = statement(
  'locations.list_unclear',
  `select l.location_id, coalesce(l.display_name, l.name, l.address, l.city, '') as name, l.city, l.postal_code, l.country
     from location l
    where l.tenant_id = $1 and l.is_unclear and not l.is_archived and l.merged_into is null
    order by l.location_id limit ${mostWaiting}`,
)

/** The first 2,000 waiting locations, each with its possible places. */
export async function findUnclear(tx: Tx): Promise<OpenPlace<WrittenUse & { name: string }>[]> {
  const waiting = await tx.query<UnclearLocation>(selectUnclear)
  const asked = await withCustomers(tx, waiting)
  const open = await findOpenPlaces(asked, await usualCountries(tx, asked))
  return open.filter(({ known }) => known.choices.length > 0)
}

/** Adds customers to locations without a country, because they determine the countries to search (PLACE-10). */
export async function withCustomers<Written extends WrittenPlace & { location_id: string }>(
  tx: Tx,
  locations: readonly Written[],
): Promise<(Written & UsedPlace)[]> {
  const open = locations.filter(saysNoCountry).map(({ location_id }) => location_id)
  const customers = open.length === 0 ? new Map<string, string[]>() : await findCustomers(tx, open)
  return locations.map((one) => ({ ...one, companyIds: customers.get(one.location_id) ?? [] }))
}

/** A location that waits for an answer which place it is. */
interface UnclearLocation extends WrittenPlace {
  location_id: string
  name: string
}
