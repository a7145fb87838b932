import type { Statement } from './statement.ts'
import type { Tx } from './tenant.ts'
import { columnsOfKeys } from './texts.ts'

/** Removes rows of a table by keys that are each written as one text, such as `<uuid> <instant>`. */
export interface Keys {
  /** SQL for a list of keys named `k`: the parameters of the statement from $2 on, one list per column. */
  readonly list: string
  /**
   * SQL condition: a row has one of these keys.
   * @param row alias of the row in the statement
   */
  is(row: string): string
  /**
   * Removes the rows of these keys.
   * @returns the number removed
   */
  remove(tx: Tx, removal: Statement, keys: readonly string[]): Promise<number>
}

/** SQL ending of a removal statement: counts the rows returned by its CTE `gone`. */
export const countGone = 'select count(*)::integer as rows from gone'

/** Keys of these columns and types, such as `{ resource_id: 'uuid', recorded_at: 'timestamptz' }`. */
export function keysOf(columns: Readonly<Record<string, string>>): Keys {
  const names = Object.keys(columns)
  const lists = Object.values(columns).map((type, at) => `$${at + 2}::${type}[]`)
  return {
    list: `unnest(${lists.join(', ')}) as k (${names.join(', ')})`,
    is: (row) => names.map((name) => `${row}.${name} = k.${name}`).join(' and '),
    async remove(tx, removal, keys) {
      const [row] = await tx.query<{ rows: number }>(removal, ...columnsOfKeys(keys, names.length))
      return row!.rows
    },
  }
}
