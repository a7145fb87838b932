import { statement } from '../db/statement.ts'
import type { Tx } from '../db/tenant.ts'
import { findCountry } from './cities.views.ts'
import { newestPlaces } from './newest-places.views.ts'
import { readPlace, type WrittenPlace } from './written-place.rules.ts'

const selectHome = statement(
  'locations.select_home_countries',
  `select distinct e.country from billing_entity e
    where e.tenant_id = $1 and not e.is_archived and e.country is not null order by e.country`,
)

/** Maximum number of customers whose newest orders are read. */
const mostCustomers = 100

const selectOfCustomers = statement(
  'locations.select_countries_of_customers',
  `select distinct c.company_id, l.country
     from ${newestPlaces}
    where l.country is not null
    order by c.company_id, l.country`,
)

/** A written place, and the customers that use it. */
export interface UsedPlace extends WrittenPlace {
  companyIds: readonly string[]
}

/**
 * The countries to search for each of these places if it has none (PLACE-10): two-letter codes of the haulier's country
 * and of those in the newest orders of its customers. Nothing is read if every place has a country.
 */
export async function usualCountries<Used extends UsedPlace>(
  tx: Tx,
  places: readonly Used[],
): Promise<(place: Used) => readonly string[]> {
  const open = places.filter(saysNoCountry)
  if (open.length === 0) return () => []
  const customers = [...new Set(open.flatMap(({ companyIds }) => companyIds))].slice(0, mostCustomers)
  const home = await tx.query<{ country: string }>(selectHome)
  const theirs =
    customers.length === 0 ? [] : await tx.query<{ company_id: string; country: string }>(selectOfCustomers, customers)
  const ofHome = home.map(({ country }) => country)
  const ofCustomers = new Map<string, string[]>()
  for (const { company_id, country } of theirs) {
    const code = await findCountry({ city: null, postal_code: null, country })
    if (code !== undefined) ofCustomers.set(company_id, [...(ofCustomers.get(company_id) ?? []), code])
  }
  return ({ companyIds }) => [...new Set([...ofHome, ...companyIds.flatMap((id) => ofCustomers.get(id) ?? [])])]
}

/** Whether no field of a place contains a country. */
export function saysNoCountry(place: WrittenPlace): boolean {
  return !place.country?.trim() && readPlace(place).countries.length === 0
}
