import { type SelectQueryBuilder, sql } from 'kysely'
import { build } from '../../db/query.ts'
import type { DB } from '../../db/schema.ts'
import { isFewDays, type OrderFilters } from './rules.ts'

/** Orders that fit, as the beginning of a query. */
export type Orders = SelectQueryBuilder<DB & { o: DB['transport_order'] }, 'o', object>

/** What a list of orders is sorted by. */
export type OrderSort = 'created' | '-created' | 'pickup' | '-pickup'

// What is known to be one of a few words, a day or a number is written into the text of the query: PostgreSQL plans it
// for what it says, and finds the indexes that hold only the orders a filter wants. It stays a query of few spellings.

// The condition is true of every row. Indexes of lists have it, and are found by it alone (migration 0034).
const inList = sql<boolean>`o.created_at > '-infinity'`

/**
 * The orders that fit, in one or more parts that share none: each part is found through an index of its own.
 * @param found ids that a search has found; undefined without a search
 */
export function partsOf(filters: OrderFilters, found: readonly string[] | undefined): Orders[] {
  const query = fitting(filters, found)
  const states = [...new Set(filters.status)]
  if (states.length < 2 || isNarrow(filters, found)) return [inStates(query, states)]
  return states.map((state) => inStates(query, [state]))
}

/** The same for a walk in the order of a sort. By pickup there is one index for all states. */
export function partsWalked(filters: OrderFilters, found: readonly string[] | undefined, sort: OrderSort): Orders[] {
  if (sort.endsWith('created')) return partsOf(filters, found)
  return [inStates(fitting(filters, found), [...new Set(filters.status)])]
}

function fitting({ company, ...filters }: OrderFilters, found: readonly string[] | undefined): Orders {
  let query = build.selectFrom('transport_order as o').where(inList) as unknown as Orders
  if (found) query = query.where(sql<boolean>`o.order_id = any(${found}::uuid[])`)
  if (company.length === 1) query = query.where(sql<boolean>`o.company_id = ${company[0]}::uuid`)
  if (company.length > 1) query = query.where(sql<boolean>`o.company_id = any(${company}::uuid[])`)
  if (filters.pickup_from) query = query.where(sql<boolean>`o.pickup_on >= ${sql.lit(filters.pickup_from)}::date`)
  if (filters.pickup_to) query = query.where(sql<boolean>`o.pickup_on <= ${sql.lit(filters.pickup_to)}::date`)
  if (filters.is_adr !== undefined) query = query.where(isSo('is_adr', filters.is_adr))
  if (filters.is_tempered !== undefined) query = query.where(isSo('is_tempered', filters.is_tempered))
  if (filters.scenario.length > 0) {
    query = query.where(
      sql<boolean>`o.container_scenario is not null and o.container_scenario in (${words(filters.scenario)})`,
    )
  }
  return query
}

/** Whether another filter than the state leaves so few that all of them are looked at. */
function isNarrow(filters: OrderFilters, found: readonly string[] | undefined): boolean {
  const { company, is_adr, is_tempered, scenario } = filters
  return [
    found !== undefined,
    company.length > 0,
    is_adr === true,
    is_tempered === true,
    scenario.length > 0,
    isFewDays(filters),
  ].includes(true)
}

function inStates(query: Orders, states: readonly string[]): Orders {
  const others = states.filter((state) => state !== 'BLOCKED')
  if (states.length === 0) return query
  if (others.length === 0) return query.where(sql<boolean>`o.is_blocked`)
  const isThere = sql<boolean>`not o.is_blocked and o.status in (${words(others)})`
  if (others.length === states.length) return query.where(isThere)
  return query.where(sql<boolean>`(o.is_blocked or (${isThere}))`)
}

function isSo(member: 'is_adr' | 'is_tempered', wanted: boolean) {
  const column = sql.ref<boolean>(`o.${member}`)
  return wanted ? sql<boolean>`${column}` : sql<boolean>`not ${column}`
}

function words(values: readonly string[]) {
  return sql.join(values.map((value) => sql.lit(value)))
}
