import { type RawBuilder, sql } from 'kysely'
import type { Composed } from '../query.ts'
import type { Key, Place, Rows } from './declare.ts'

// A list with several parts gets the first rows of each from an index of its own, and puts these in order again.

/** A row with the values of its keys: `key_0`, `key_1` …. */
export type Keyed = Readonly<Record<`key_${number}`, string | null>> & { readonly id: string }

const unionAll = sql` union all `

/** The values of keys as columns of a query. */
export function valuesOf(keys: readonly Key[]) {
  return keys.map(({ column }, at) => sql.ref<string | null>(column).as(`key_${at}`))
}

/** The place of a row in the order of keys. */
export function placeOf(row: Keyed, keys: readonly Key[]): Place {
  return keys.map((_, at) => row[`key_${at}`] ?? null)
}

function orderBy(keys: readonly Key[]): RawBuilder<unknown> {
  return sql.join(keys.map(({ way = 'asc' }, at) => sql.raw(`"key_${at}" ${way}`)))
}

/** Which rows of the parts together. */
export interface Cut {
  keys: readonly Key[]
  offset: number
  limit: number
  /** For parts of few rows that lie anywhere in the order: they are found first and sorted then. */
  isGathered: boolean
}

/** A window of the rows of all parts. */
export function windowOf(
  parts: readonly Rows[],
  id: string,
  { keys, offset, limit, isGathered }: Cut,
): Composed<Keyed> {
  const firstOnes = parts.map((part) => {
    const rows = part.select([...valuesOf(keys), sql.ref<string>(id).as('id')])
    // The offset keeps PostgreSQL from walking in the order of the outer query instead.
    return isGathered ? rows.offset(sql.lit(0)) : rows.orderBy(orderBy(keys)).limit(sql.lit(offset + limit))
  })
  return sql<Keyed>`select * from (${sql.join(firstOnes, unionAll)}) as part
    order by ${orderBy(keys)} offset ${sql.lit(offset)} limit ${sql.lit(limit)}`
}

/** The places of every so manieth row of all parts, beginning with the first. */
export function everySoMany(parts: readonly Rows[], keys: readonly Key[], step: number): Composed<Keyed> {
  const rows = parts.map((part) => part.select(valuesOf(keys)))
  const names = sql.join(keys.map((_, at) => sql.raw(`"key_${at}"`)))
  return sql<Keyed>`select ${names} from (
      select part.*, row_number() over (order by ${orderBy(keys)}) as number
        from (${sql.join(rows, unionAll)}) as part
    ) as numbered where (number - 1) % ${sql.lit(step)} = 0 order by number`
}

/** The parts without what comes before a place; with the row at the place itself unless `isBehind`. */
export function partsFrom(parts: readonly Rows[], keys: readonly Key[], place: Place, isBehind: boolean): Rows[] {
  const [first] = keys
  const isDown = first!.way === 'desc'
  const isValued = (is: string) =>
    parts.map((part) => part.where(sql<boolean>`${sql.ref(first!.column)} ${sql.raw(is)}`))
  const comparison = sql.raw(`${isDown ? '<' : '>'}${isBehind ? '' : '='}`)
  if (place[0] !== null) {
    const rest = parts.map((part) => part.where(sql<boolean>`${columns(keys)} ${comparison} ${values(keys, place)}`))
    // Rows without a value are behind all others when the list goes up.
    return first!.isNullable && !isDown ? [...rest, ...isValued('is null')] : rest
  }
  const [others, behind] = [keys.slice(1), place.slice(1)]
  const rest = isValued('is null').map((part) =>
    part.where(sql<boolean>`${columns(others)} ${comparison} ${values(others, behind)}`),
  )
  // When it goes down they are before them.
  return isDown ? [...rest, ...isValued('is not null')] : rest
}

function columns(keys: readonly Key[]): RawBuilder<unknown> {
  const names = sql.join(keys.map(({ column }) => sql.ref(column)))
  return keys.length === 1 ? names : sql`(${names})`
}

function values(keys: readonly Key[], place: Place): RawBuilder<unknown> {
  const all = sql.join(keys.map(({ type }, at) => sql`${place[at]}::${sql.raw(type)}`))
  return keys.length === 1 ? all : sql`(${all})`
}

/** How many rows the parts have, counted up to `most` when given. */
export function countOf(parts: readonly Rows[], most: number | undefined): Composed<{ count: number }> {
  const ones = parts.map((part) => {
    const one = part.select(sql`1`.as('one'))
    return most === undefined ? one : one.limit(sql.lit(most))
  })
  return sql<{ count: number }>`select count(*)::integer as count from (${sql.join(ones, unionAll)}) as part`
}
