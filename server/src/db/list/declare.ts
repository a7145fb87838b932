import { type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { build } from '../query.ts'
import type { Tx } from '../tenant.ts'

type KeyType = 'text' | 'uuid' | 'timestamptz' | 'date' | 'integer' | 'bigint'

/** A condition on a row of a list. */
export type Condition = Expression<boolean>

/** Rows of a list, as the start of a query. Columns use the list's alias: `o.status`. */
export type Rows = SelectQueryBuilder<Tables, string, object>
type Tables = Record<string, Record<string, unknown>>

/** A column, or a computed value, that orders or identifies the rows of a list. */
export interface Key {
  column: string | Expression<unknown>
  /** Type to cast the text of a place to: that of the column. */
  type: KeyType
  way?: 'desc'
  /** Position of rows without a value, if not PostgreSQL's default: last when ascending, first when descending. */
  nulls?: 'last'
  /** Some rows have no value. */
  isNullable?: true
}

/**
 * How one filter selects rows: by a condition on the row, undefined if the value selects all; or by a search with its
 * own indexes, which returns ids of rows or a condition. A search filter is unset if its value is undefined, empty, or
 * false where false does not mean the other rows (`findsFalse`).
 */
export type Filter<Value, Given> =
  | ((value: Value) => Condition | undefined)
  | {
      find(tx: Tx, value: NonNullable<Value>, given: Given): Promise<readonly string[] | Condition>
      findsFalse?: true
    }

/** A value to count rows by: of the row itself, or looked up for the few counted rows. */
export type Value =
  | Expression<unknown>
  | { of: Expression<unknown>; shown(of: Expression<unknown>): Expression<unknown> }

/** Number of rows with this combination of values. */
export type Combination<Member extends string> = Readonly<Record<Member, string>> & { count: number }

/** Values of a column that are each walked separately. */
export interface Each<Filters> {
  of: Key
  /** The filter replaced by these values. */
  filter: keyof Filters
  values: readonly string[] | ((tx: Tx) => Promise<readonly string[]>)
}

/**
 * Declaration of a list, from which windows, counts, walks and files derive. A list of several tables has one
 * declaration per table. Their sorts have the same names, and the keys of a sort the same number, types and directions.
 */
export interface Declaration<Filters, Sort extends string, Row, Given> {
  /** The table with its alias: `company as c`. */
  from: `${string} as ${string}`
  /** Identity of a row: a UUID column or another key. */
  id: string | Key
  /** Condition that holds for every row. Indexes of lists contain it and only match with it. */
  always?: Condition
  /** The same for windows in some orders only. Counts and files do not use these indexes. */
  inOrder?: { readonly [Name in Sort]?: Condition }
  /** Condition of each filter, in the order they are written. */
  filters: { readonly [Name in keyof Filters]-?: Filter<Filters[Name], Given> }
  sorts: Readonly<Record<Sort, readonly Key[]>>
  /** Row order of files: all keys have the same direction. */
  walk?: readonly Key[]
  /** Limit for counting rows; unlimited if absent. */
  mostCounted?: number
  /** Values to count rows by, in addition to the filters. */
  values?: Readonly<Record<string, Value>>
  /** Limit for counting by value, and the order that decides which rows are counted. */
  counted?: { most: number; keys?: readonly Key[] }
  /** Rows that come after all others in any order, and their own order. */
  last?: { these: Condition; others: Condition; keys: readonly Key[] }
  /**
   * Disjoint sets of filters that together equal the given ones, each with its own index.
   * @param sort undefined if the order does not matter
   */
  partsOf?(filters: Filters, sort: Sort | undefined): readonly Filters[]
  /** Walks the rows separately for some values, if the index with their order begins with their column. */
  each?(filters: Filters, sort: Sort | undefined): Each<Filters> | undefined
  /** Whether few rows match anywhere in the order, so that they are found first and then sorted. */
  isGathered?(filters: Filters, sort: Sort): boolean
  /** Displayed data of these rows, in any order. Rows removed meanwhile are left out. */
  read(tx: Tx, ids: readonly string[], given: Given): Promise<readonly Row[]>
  idOf(row: Row): string
}

/** A window of a list. */
export interface Page<Sort> {
  sort: Sort
  offset: number
  limit: number
}

/** Position of a row in an order: its key values as text. */
export type Place = readonly (string | null)[]

/** Ascending sort key. */
export function up(column: Key['column'], type: KeyType = 'text'): Key {
  return { column, type }
}

/** Descending sort key. */
export function down(column: Key['column'], type: KeyType = 'text'): Key {
  return { column, type, way: 'desc' }
}

/** Selects rows whose column is one of the values; all if there are none. */
export function oneOf(column: string, type: 'text' | 'uuid' = 'text') {
  return (values: readonly string[]): Condition | undefined =>
    values.length === 0 ? undefined : sql<boolean>`${sql.ref(column)} = any(${values}::${sql.raw(type)}[])`
}

/** Selects rows whose column equals the value; all without one. */
export function is(column: string, type: 'text' | 'uuid' = 'text') {
  return (value: string | undefined): Condition | undefined =>
    value === undefined ? undefined : sql<boolean>`${sql.ref(column)} = ${value}::${sql.raw(type)}`
}

/** Selects rows at or after this instant; all without one. */
export function since(column: string) {
  return (at: string | undefined): Condition | undefined =>
    at === undefined ? undefined : sql<boolean>`${sql.ref(column)} >= ${at}::timestamptz`
}

/** Selects rows before this instant; all without one. */
export function until(column: string) {
  return (at: string | undefined): Condition | undefined =>
    at === undefined ? undefined : sql<boolean>`${sql.ref(column)} < ${at}::timestamptz`
}

/** Selects rows whose condition has the given truth value; all without a value. */
export function isSo(condition: Condition) {
  return (value: boolean | undefined): Condition | undefined => {
    if (value === undefined) return undefined
    return value ? condition : sql<boolean>`not ${condition}`
  }
}

/**
 * A condition on a computed or looked-up value. PostgreSQL has no statistics for it and assumes that one row in 200
 * matches, so it would read and sort all rows instead of walking an index. For a CASE it assumes every second one.
 */
export function likely(condition: Condition): Condition {
  return sql<boolean>`case when ${condition} then true else false end`
}

const loose = build as unknown as Kysely<Tables>

/** All rows of a table. */
export function rowsOf(from: string): Rows {
  return loose.selectFrom(from)
}

/** The value of a key as SQL. */
export function keyValue({ column }: Pick<Key, 'column'>): Expression<unknown> {
  return typeof column === 'string' ? sql.ref(column) : column
}

/** The direction of keys as SQL. */
export function orderOf(keys: readonly Key[], values: readonly Expression<unknown>[] = keys.map(keyValue)) {
  return sql.join(
    keys.map(({ way, nulls }, at) => {
      const words = [way === 'desc' && ' desc', nulls === 'last' && ' nulls last']
      return sql`${values[at]!}${sql.raw(words.filter((word) => word !== false).join(''))}`
    }),
  )
}
