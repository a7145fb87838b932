import { useMemo, useState } from 'react'

/** A selectable row: its key and display name. */
export interface Chosen {
  key: string
  label: string
  /** Path of its page. */
  path?: string | undefined
  /** Its amounts to add up, by kind. */
  amounts?: Amounts
  /** Row data of the list. */
  row?: unknown
}

/** Amounts by kind, such as kilograms. */
export type Amounts = Readonly<Record<string, number>>

/** The sum of some amounts. */
export function sumOf(all: readonly Amounts[]): Amounts {
  const sum: Record<string, number> = {}
  for (const amounts of all) for (const [of, amount] of Object.entries(amounts)) sum[of] = (sum[of] ?? 0) + amount
  return sum
}

/** Rows that a bulk action applies to. */
export interface Selection {
  readonly keys: ReadonlySet<string>
  readonly count: number
  /** Number of rows in the list. Undefined until loaded. */
  readonly total: number | undefined
  /** Selected rows with their data, including those no longer visible. */
  readonly rows: readonly unknown[]
  /** Index of the row selected last, where a range starts. */
  readonly anchor: number | undefined
  has(key: string): boolean
  /** Name of a selected row. Its key if the list gave no name. */
  labelOf(key: string): string
  /** Path of a selected row's page. Undefined if the list gives none. */
  pathOf(key: string): string | undefined
  /** Sums of the selected rows. */
  readonly sums: Amounts
  toggle(row: Chosen, index: number): void
  /** Adds rows to the selection. `index` is where the next range starts. */
  add(rows: readonly Chosen[], index: number): void
  /** Selects only these rows. */
  choose(rows: readonly Chosen[]): void
  clear(): void
}

interface State {
  rows: ReadonlyMap<string, Chosen>
  anchor: number | undefined
}

const none: State = { rows: new Map(), anchor: undefined }

/** Maximum number of rows that "Select all" selects, from the top: the limit of a bulk request. */
export const mostAtOnce = 200

/** A selection for one table. `total` is the number of rows in the list. */
export function useSelection(total: number | undefined): Selection {
  const [{ rows, anchor }, setState] = useState(none)
  return useMemo(
    () => ({
      keys: new Set(rows.keys()),
      count: rows.size,
      total,
      rows: [...rows.values()].map(({ row }) => row),
      anchor,
      has: (key) => rows.has(key),
      labelOf: (key) => rows.get(key)?.label ?? key,
      pathOf: (key) => rows.get(key)?.path,
      sums: sumOf([...rows.values()].map(({ amounts = {} }) => amounts)),
      toggle(row, index) {
        setState((before) => {
          const after = new Map(before.rows)
          if (!after.delete(row.key)) after.set(row.key, row)
          return { rows: after, anchor: index }
        })
      },
      add(more, index) {
        setState((before) => {
          const after = new Map(before.rows)
          for (const row of more) after.set(row.key, row)
          return { rows: after, anchor: index }
        })
      },
      choose: (chosen) => setState({ rows: new Map(chosen.map((row) => [row.key, row])), anchor: undefined }),
      clear: () => setState(none),
    }),
    [rows, anchor, total],
  )
}

/**
 * Rows from the last selected one to another, both inclusive, without rows that are not loaded.
 * @param rowAt returns undefined for a row that is not loaded
 */
export function rangeOf(
  anchor: number | undefined,
  index: number,
  rowAt: (index: number) => Chosen | undefined,
): Chosen[] {
  const from = Math.min(anchor ?? index, index)
  const to = Math.max(anchor ?? index, index)
  return Array.from({ length: to - from + 1 }, (_, at) => rowAt(from + at)).filter((row) => row !== undefined)
}
