import { type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { build } from '../query.ts'
import type { Tx } from '../tenant.ts'

type KeyType = 'text' | 'uuid' | 'timestamptz' | 'date' | 'integer' | 'bigint'

/** A condition on a row of a list. */
export type Condition = Expression<boolean>

/** Rows of a list, as the beginning of a query. Their columns are named with the alias of the list: `o.status`. */
export type Rows = SelectQueryBuilder<Tables, string, object>
type Tables = Record<string, Record<string, unknown>>

/** A column, or a value made of several, that a list is ordered by or knows its rows by. */
export interface Key {
  column: string | Expression<unknown>
  /** What the text of a place is cast to: the type of the column. */
  type: KeyType
  way?: 'desc'
  /** Where rows without a value are, when not where PostgreSQL has them: last upwards, first downwards. */
  nulls?: 'last'
  /** Some rows have no value. */
  isNullable?: true
}

/**
 * How one filter leaves rows: by a condition on the row, undefined when the value leaves all; or by what is found first,
 * with the indexes of a search: the ids of the rows, or a condition. A filter with finding is not set when its value is
 * undefined, empty, or false where false does not mean the other rows (`findsFalse`).
 */
export type Filter<Value, Given> =
  | ((value: Value) => Condition | undefined)
  | {
      find(tx: Tx, value: NonNullable<Value>, given: Given): Promise<readonly string[] | Condition>
      findsFalse?: true
    }

/** What rows are counted by: a value of the row, or one that is looked up for the few that are counted. */
export type Value =
  | Expression<unknown>
  | { of: Expression<unknown>; shown(of: Expression<unknown>): Expression<unknown> }

/** How many rows have this combination of values. */
export type Combination<Member extends string> = Readonly<Record<Member, string>> & { count: number }

/** Values of a column, for each of which rows are walked once. */
export interface Each<Filters> {
  of: Key
  /** The filter that these values stand for. */
  filter: keyof Filters
  values: readonly string[] | ((tx: Tx) => Promise<readonly string[]>)
}

/**
 * What a list declares once; windows, counts, walks and files come from it. A list of several tables has one declaration
 * for each: their sorts have the same names, and the keys of a sort the same number, types and directions.
 */
export interface Declaration<Filters, Sort extends string, Row, Given> {
  /** The table with its alias: `company as c`. */
  from: `${string} as ${string}`
  /** What distinguishes rows: a column with a UUID, or another key. */
  id: string | Key
  /** Holds for every row. Indexes of lists have it, and are found by it alone. */
  always?: Condition
  /** The same for windows in some orders: what is counted or written to a file is not reached through these indexes. */
  inOrder?: { readonly [Name in Sort]?: Condition }
  /** What each filter leaves, in the order the conditions are written. */
  filters: { readonly [Name in keyof Filters]-?: Filter<Filters[Name], Given> }
  sorts: Readonly<Record<Sort, readonly Key[]>>
  /** What a file is written in the order of: all keys go the same way. */
  walk?: readonly Key[]
  /** Rows are counted up to this; all when absent. */
  mostCounted?: number
  /** What rows are counted by, next to the filters. */
  values?: Readonly<Record<string, Value>>
  /** Where not all are counted by value: how many, and the order they are the first ones of. */
  counted?: { most: number; keys?: readonly Key[] }
  /** Rows that come after all others, whatever the order, and the order they have. */
  last?: { these: Condition; others: Condition; keys: readonly Key[] }
  /**
   * Sets of filters that share no rows, each reached through an index of its own, together what the filters leave.
   * @param sort undefined where order does not matter
   */
  partsOf?(filters: Filters, sort: Sort | undefined): readonly Filters[]
  /** Rows are walked once for each of some values, where the index that has their order begins with their column. */
  each?(filters: Filters, sort: Sort | undefined): Each<Filters> | undefined
  /** Whether so few rows fit, anywhere in the order, that they are found first and sorted then. */
  isGathered?(filters: Filters, sort: Sort): boolean
  /** What a list shows of these rows, in any order; without those that are gone. */
  read(tx: Tx, ids: readonly string[], given: Given): Promise<readonly Row[]>
  idOf(row: Row): string
}

/** The window of a list. */
export interface Page<Sort> {
  sort: Sort
  offset: number
  limit: number
}

/** Where a row is in an order: the values of its keys, as text. */
export type Place = readonly (string | null)[]

/** A column that a list goes up by. */
export function up(column: Key['column'], type: KeyType = 'text'): Key {
  return { column, type }
}

/** A column that a list goes down by. */
export function down(column: Key['column'], type: KeyType = 'text'): Key {
  return { column, type, way: 'desc' }
}

/** Leaves rows whose column is one of the values; all when there are none. */
export function oneOf(column: string, type: 'text' | 'uuid' = 'text') {
  return (values: readonly string[]): Condition | undefined =>
    values.length === 0 ? undefined : sql<boolean>`${sql.ref(column)} = any(${values}::${sql.raw(type)}[])`
}

/** Leaves rows whose column is the value; all without one. */
export function is(column: string, type: 'text' | 'uuid' = 'text') {
  return (value: string | undefined): Condition | undefined =>
    value === undefined ? undefined : sql<boolean>`${sql.ref(column)} = ${value}::${sql.raw(type)}`
}

/** Leaves rows that are at this instant or later; all without one. */
export function since(column: string) {
  return (at: string | undefined): Condition | undefined =>
    at === undefined ? undefined : sql<boolean>`${sql.ref(column)} >= ${at}::timestamptz`
}

/** Leaves rows that are before this instant; all without one. */
export function until(column: string) {
  return (at: string | undefined): Condition | undefined =>
    at === undefined ? undefined : sql<boolean>`${sql.ref(column)} < ${at}::timestamptz`
}

/** Leaves rows whose condition is as the value says; all without a value. */
export function isSo(condition: Condition) {
  return (value: boolean | undefined): Condition | undefined => {
    if (value === undefined) return undefined
    return value ? condition : sql<boolean>`not ${condition}`
  }
}

/**
 * A condition on a value that is computed or looked up. PostgreSQL knows nothing of such a value and expects one row of 200
 * to fit, so it would rather read and sort all rows than walk an index; of a CASE it expects every second one to fit.
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
