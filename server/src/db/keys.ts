import type { Statement } from './statement.ts'
import type { Tx } from './tenant.ts'
import { columnsOfKeys } from './texts.ts'

/** How rows of a table are removed by keys that are written as one text each, such as `<uuid> <instant>`. */
export interface Keys {
  /** SQL for a list of keys called `k`: the parameters of the statement from $2 on, a list for each column. */
  readonly list: string
  /** SQL for whether a row has one of these keys. @param row what the statement calls it */
  is(row: string): string
  /** Removes the rows of these keys. @returns how many there were */
  remove(tx: Tx, removal: Statement, keys: readonly string[]): Promise<number>
}

/** SQL that counts what a removal called `gone` returned, which is the end of such a statement. */
export const countGone = 'select count(*)::integer as rows from gone'

/** Keys of these columns with their types, such as `{ resource_id: 'uuid', recorded_at: 'timestamptz' }`. */
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
