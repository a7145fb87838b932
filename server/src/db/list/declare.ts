import { type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { build } from '../query.ts'
import type { Tx } from '../tenant.ts'

/** A condition on a row of a list. */
export type Condition = Expression<boolean>

/** Rows of a list, as the beginning of a query. Their columns are named with the alias of the list: `o.status`. */
export type Rows = SelectQueryBuilder<Tables, string, object>
type Tables = Record<string, Record<string, unknown>>

/** A column that a list is ordered by. */
export interface Key {
  column: string
  /** What the text of a place is cast to: the type of the column. */
  type: 'text' | 'uuid' | 'timestamptz' | 'date'
  way?: 'desc'
  /** Where rows without a value are, when not where PostgreSQL has them: last upwards, first downwards. */
  nulls?: 'last'
  /** Some rows have no value. */
  isNullable?: true
}

/**
 * How one filter leaves rows: by a condition on the row, undefined when the value leaves all; or by ids that are found
 * first, with the indexes of a search. A filter with finding is not set when its value is undefined, false or empty.
 */
export type Filter<Value, Given> =
  | ((value: Value) => Condition | undefined)
  | { find(tx: Tx, value: NonNullable<Value>, given: Given): Promise<readonly string[]> }

/** What a list declares once; windows, counts, walks and files come from it. */
export interface Declaration<Filters, Sort extends string, Row, Given> {
  /** The table with its alias: `company as c`. */
  from: `${string} as ${string}`
  /** The column that distinguishes rows. */
  id: string
  /** Holds for every row. Indexes of lists have it, and are found by it alone. */
  always?: Condition
  /** The same for windows only: what is counted or written to a file is not reached through these indexes. */
  inOrder?: Condition
  /** What each filter leaves, in the order the conditions are written. */
  filters: { readonly [Name in keyof Filters]-?: Filter<Filters[Name], Given> }
  sorts: Readonly<Record<Sort, readonly Key[]>>
  /** What a file is written in the order of: all keys go the same way. */
  walk?: readonly Key[]
  /** Rows are counted up to this; all when absent. */
  mostCounted?: number
  /**
   * Limits are written into the text of queries. Of one that is a parameter the planner expects a tenth of the table,
   * and prefers a sort over walking an index.
   */
  hasWrittenLimits?: boolean
  /** Rows that come after all others, whatever the order, and the order they have. */
  last?: { these: Condition; others: Condition; keys: readonly Key[] }
  /**
   * Sets of filters that share no rows, each reached through an index of its own, together what the filters leave.
   * @param sort undefined where order does not matter
   */
  partsOf?(filters: Filters, sort: Sort | undefined): readonly Filters[]
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
export function up(column: string, type: Key['type'] = 'text'): Key {
  return { column, type }
}

/** A column that a list goes down by. */
export function down(column: string, type: Key['type'] = 'text'): Key {
  return { column, type, way: 'desc' }
}

/** Leaves rows whose column is one of the values; all when there are none. */
export function oneOf(column: string, type: 'text' | 'uuid' = 'text') {
  return (values: readonly string[]): Condition | undefined =>
    values.length === 0 ? undefined : sql<boolean>`${sql.ref(column)} = any(${values}::${sql.raw(type)}[])`
}

/** Leaves rows whose condition is as the value says; all without a value. */
export function isSo(condition: Condition) {
  return (value: boolean | undefined): Condition | undefined => {
    if (value === undefined) return undefined
    return value ? condition : sql<boolean>`not ${condition}`
  }
}

const loose = build as unknown as Kysely<Tables>

/** All rows of a table. */
export function rowsOf(from: string): Rows {
  return loose.selectFrom(from)
}

/** A query of a query; its columns are named with `few`. */
export function rowsAmong(query: Rows): Rows {
  return loose.selectFrom(query.as('few'))
}

/** The direction of keys as SQL. */
export function orderOf(keys: readonly Key[]): RawBuilder<unknown> {
  return sql.join(
    keys.map(({ column, way, nulls }) => {
      const words = [way === 'desc' && ' desc', nulls === 'last' && ' nulls last'].filter((word) => word !== false)
      return sql`${sql.ref(column)}${sql.raw(words.join(''))}`
    }),
  )
}
