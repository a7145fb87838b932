import { sql } from 'kysely'
import type { Composed } from '../../db/query.ts'
import type { OrderSort, Orders } from './filter.views.ts'

/** What an order is sorted by, as text, and its id. */
export interface OrderKey {
  /** Null only for a day of pickup that the order does not say. */
  first: string | null
  /** Distinguishes orders that have the same first. */
  second: string
  order_id: string
}

/** Where an order is in a sorted list. */
export type Place = Pick<OrderKey, 'first' | 'second'>

const members = {
  created: { first: 'created_at', firstType: 'timestamptz', second: 'order_number', secondType: 'text' },
  pickup: { first: 'pickup_on', firstType: 'date', second: 'order_id', secondType: 'uuid' },
} as const

const membersOf = (sort: OrderSort) => (sort.endsWith('created') ? members.created : members.pickup)
const isDown = (sort: OrderSort) => sort.startsWith('-')

function placesOf(part: Orders, sort: OrderSort) {
  const { first, second } = membersOf(sort)
  return part.select([sql.ref(`o.${first}`).as('first'), sql.ref(`o.${second}`).as('second')])
}

function orderBy(sort: OrderSort) {
  const way = sql.raw(isDown(sort) ? 'desc' : 'asc')
  return sql`"first" ${way}, "second" ${way}`
}

const unionAll = sql` union all `

/**
 * A window of the orders of all parts. Each part gives its first ones, and these are put in order again.
 * @param isGathered for parts of few orders that lie anywhere in the order: they are found first and sorted then
 */
export function windowOf(
  parts: readonly Orders[],
  sort: OrderSort,
  { offset, limit, isGathered }: { offset: number; limit: number; isGathered: boolean },
): Composed<OrderKey> {
  const firstOnes = parts.map((part) => {
    const keys = placesOf(part, sort).select('o.order_id')
    // The offset keeps PostgreSQL from walking in the order of the outer query instead.
    return isGathered ? keys.offset(sql.lit(0)) : keys.orderBy(orderBy(sort)).limit(sql.lit(offset + limit))
  })
  return sql<OrderKey>`select * from (${sql.join(firstOnes, unionAll)}) as part
    order by ${orderBy(sort)} offset ${sql.lit(offset)} limit ${sql.lit(limit)}` as never
}

/** The places of every so manieth order of all parts, beginning with the first. */
export function everySoMany(parts: readonly Orders[], sort: OrderSort, step: number): Composed<Place> {
  const places = parts.map((part) => placesOf(part, sort))
  return sql<Place>`select "first", "second" from (
      select part.*, row_number() over (order by ${orderBy(sort)}) as number
        from (${sql.join(places, unionAll)}) as part
    ) as numbered where (number - 1) % ${sql.lit(step)} = 0 order by number` as never
}

/** The parts without what comes before a place; with the order at the place itself unless `isBeyond`. */
export function partsFrom(parts: readonly Orders[], sort: OrderSort, place: Place, isBeyond = false): Orders[] {
  const { first, firstType, second, secondType } = membersOf(sort)
  const comparison = sql.raw(`${isDown(sort) ? '<' : '>'}${isBeyond ? '' : '='}`)
  const at = sql`${place.second}::${sql.raw(secondType)}`
  const those = (condition: unknown) => parts.map((part) => part.where(condition as never))
  if (place.first !== null) {
    const row = sql`(${sql.ref(`o.${first}`)}, ${sql.ref(`o.${second}`)})`
    const after = those(sql<boolean>`${row} ${comparison} (${place.first}::${sql.raw(firstType)}, ${at})`)
    // Orders without a day stand behind all others.
    return sort === 'pickup' ? [...after, ...those(sql<boolean>`o.pickup_on is null`)] : after
  }
  const after = those(sql<boolean>`o.pickup_on is null and ${sql.ref(`o.${second}`)} ${comparison} ${at}`)
  // Turned round they are before them.
  return isDown(sort) ? [...after, ...those(sql<boolean>`o.pickup_on is not null`)] : after
}

/** How many orders the parts have, counted up to `most` when given. */
export function countOf(parts: readonly Orders[], most?: number): Composed<{ count: number }> {
  const ones = parts.map((part) => {
    const one = part.select(sql`1`.as('one'))
    return most === undefined ? one : one.limit(sql.lit(most))
  })
  return sql<{ count: number }>`select count(*)::integer as count from (${sql.join(ones, unionAll)}) as part` as never
}
