import { type Expression, sql } from 'kysely'
import type { Composed } from '../query.ts'
import { type Combination, type Key, keyValue, orderOf, type Place, type Rows, type Value } from './declare.ts'

// A list with several parts reads the first rows of each from its own index and merges them. Limits are literals,
// because for a parameter the planner assumes a tenth of the table and sorts instead of walking.

/** Matching rows of one table, with their identity and order. */
export interface Part {
  rows: Rows
  id: Key
  keys: readonly Key[]
  /** Index of the declaration they belong to. */
  source: number
  /** Column values that are walked separately. */
  each?: { of: Key; values: readonly string[] } | undefined
}

/** A row with the values of its keys: `key_0`, `key_1` …. */
export type Keyed = Readonly<Record<`key_${number}`, string | null>> & { readonly id: string; readonly source?: number }

type Columns = readonly { as: string; value: Expression<unknown> }[]

const unionAll = sql` union all `

/** Place of a row in the order of keys. */
export function placeOf(row: Keyed, keys: readonly Key[]): Place {
  return keys.map((_, at) => row[`key_${at}`] ?? null)
}

/** The values of keys as columns. */
const keyColumns = (keys: readonly Key[]): Columns => keys.map((key, at) => ({ as: `key_${at}`, value: keyValue(key) }))

/** Sort order over these columns. */
function byColumns(keys: readonly Key[]): Expression<unknown> {
  return orderOf(
    keys,
    keys.map((_, at) => sql.ref(`key_${at}`)),
  )
}

function selected(rows: Rows, columns: Columns): Rows {
  return rows.select(columns.map(({ as, value }) => sql`${value}`.as(as)))
}

/** Maximum rows of a part, and the order that decides which; any order if absent. */
interface First {
  most?: number | undefined
  keys?: readonly Key[] | undefined
}

/** The first rows of a part. If walked per value, the first rows of each value, merged. */
function firstOf({ rows, each }: Part, columns: Columns, { most, keys }: First): Expression<unknown> {
  const few = (query: Rows) => {
    const ordered = keys ? query.orderBy(orderOf(keys)) : query
    return most === undefined ? ordered : ordered.limit(sql.lit(most))
  }
  if (!each) return few(selected(rows, columns))
  const own = rows.where(sql<boolean>`${keyValue(each.of)} = lead.value`)
  const ordering = keyColumns(keys ?? []).filter(({ as }) => !columns.some((column) => column.as === as))
  const ofEach = few(selected(own, [...columns, ...ordering]))
  const names = sql.join(columns.map(({ as }) => sql.ref(`one.${as}`)))
  return sql`(select ${names} from unnest(${each.values}::${sql.raw(each.of.type)}[]) as lead (value)
    cross join lateral (${ofEach}) as one${keys ? sql` order by ${byColumns(keys)}` : sql``}${most === undefined ? sql`` : sql` limit ${sql.lit(most)}`})`
}

/** Rows of all parts, as a table of a query. */
const together = (parts: readonly Expression<unknown>[]) => sql`(${sql.join(parts, unionAll)}) as part`

const isSeveral = (parts: readonly Part[]) => parts.some(({ source }) => source !== parts[0]!.source)

/** Selection from the combined parts. */
export interface Cut {
  offset: number
  limit: number
  /** For parts with few rows anywhere in the order: found first, then sorted. */
  isGathered?: boolean
}

/** A window over the rows of all parts, with their key values. */
export function windowOf(parts: readonly Part[], { offset, limit, isGathered = false }: Cut): Composed<Keyed> {
  const firstOnes = parts.map((part) => {
    const source = isSeveral(parts) ? [{ as: 'source', value: sql.lit(part.source) }] : []
    const columns = [...keyColumns(part.keys), { as: 'id', value: keyValue(part.id) }, ...source]
    // The offset prevents PostgreSQL from walking in the order of the outer query.
    if (isGathered) return selected(part.rows, columns).offset(sql.lit(0))
    return firstOf(part, columns, { keys: part.keys, most: offset + limit })
  })
  return sql<Keyed>`select * from ${together(firstOnes)}
    order by ${byColumns(parts[0]!.keys)} offset ${sql.lit(offset)} limit ${sql.lit(limit)}`
}

/** Places of every `step`-th row of all parts, beginning with the first. */
export function everySoMany(parts: readonly Part[], step: number): Composed<Keyed> {
  const { keys } = parts[0]!
  const rows = parts.map((part) => selected(part.rows, keyColumns(part.keys)))
  const names = sql.join(keys.map((_, at) => sql.raw(`"key_${at}"`)))
  return sql<Keyed>`select ${names} from (
      select part.*, row_number() over (order by ${byColumns(keys)}) as number from ${together(rows)}
    ) as numbered where (number - 1) % ${sql.lit(step)} = 0 order by number`
}

/** Number of rows in the parts, each counted up to `most` if given. */
export function countOf(parts: readonly Part[], most: number | undefined): Composed<{ count: number }> {
  const one = [{ as: 'one', value: sql`1` }]
  const ones = parts.map((part) => firstOf(part, one, { most }))
  return sql<{ count: number }>`select count(*)::integer as count from ${together(ones)}`
}

/** Number of rows per combination of values, over the first rows of each part if there is a limit. */
export function tallyOf<Member extends string>(
  parts: readonly { part: Part; values: Readonly<Record<Member, Value>>; first: First }[],
): Composed<Combination<Member>> {
  const members = Object.keys(parts[0]!.values) as Member[]
  const rows = parts.map(({ part, values, first }) =>
    firstOf(
      part,
      members.map((member) => ({ as: member, value: countedOf(values[member]) })),
      first,
    ),
  )
  const shown = members.map((member) => sql`${shownOf(parts[0]!.values[member], member)} as ${sql.ref(member)}`)
  const grouped = sql.join(members.map((_, at) => sql.lit(at + 1)))
  return sql<Combination<Member>>`select ${sql.join(shown)}, count(*)::integer as count
    from ${together(rows)} group by ${grouped}`
}

const isLookedUp = (value: Value) => 'shown' in value
const countedOf = (value: Value) => (isLookedUp(value) ? value.of : value)

function shownOf(value: Value, member: string): Expression<unknown> {
  const of = sql.ref(`part.${member}`)
  return isLookedUp(value) ? value.shown(of) : of
}

/** The parts from a place on, including the row at the place unless `isBehind`. */
export function partsFrom(parts: readonly Part[], place: Place, isBehind: boolean): Part[] {
  return parts.flatMap((part) => {
    const [first, ...others] = part.keys
    const where = (condition: Expression<boolean>): Part => ({ ...part, rows: part.rows.where(condition) })
    const isValued = (is: string) => sql<boolean>`${keyValue(first!)} ${sql.raw(is)}`
    const isDown = first!.way === 'desc'
    const comparison = sql.raw(`${isDown ? '<' : '>'}${isBehind ? '' : '='}`)
    const fromOn = (keys: readonly Key[], at: Place) => sql<boolean>`${columns(keys)} ${comparison} ${texts(keys, at)}`
    if (place[0] !== null) {
      const rest = where(fromOn(part.keys, place))
      // Ascending, rows without a value come after all others.
      return first!.isNullable && !isDown ? [rest, where(isValued('is null'))] : [rest]
    }
    const rest = where(sql<boolean>`${isValued('is null')} and ${fromOn(others, place.slice(1))}`)
    // Descending, they come before.
    return isDown ? [rest, where(isValued('is not null'))] : [rest]
  })
}

function columns(keys: readonly Key[]): Expression<unknown> {
  const values = sql.join(keys.map(keyValue))
  return keys.length === 1 ? values : sql`(${values})`
}

function texts(keys: readonly Key[], place: Place): Expression<unknown> {
  const all = sql.join(keys.map(({ type }, at) => sql`${place[at]}::${sql.raw(type)}`))
  return keys.length === 1 ? all : sql`(${all})`
}
