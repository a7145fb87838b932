import { useMemo, useState } from 'react'

/** A row that can be chosen: its key, and what people call it. */
export interface Chosen {
  key: string
  label: string
  /** Where it is looked at as a whole. */
  path?: string | undefined
  /** Amounts of it that are added up, by what they are. */
  amounts?: Amounts
  /** The row as the list has it. */
  row?: unknown
}

/** Amounts by what they are, such as kilograms. */
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
  /** How many rows the list has; undefined until it answers. */
  readonly total: number | undefined
  /** The chosen rows as the list had them, also those that are no longer in sight. */
  readonly rows: readonly unknown[]
  /** The row chosen last: a range goes from there. */
  readonly anchor: number | undefined
  has(key: string): boolean
  /** What people call a chosen row; its key when the list gave it no name. */
  labelOf(key: string): string
  /** Where a chosen row is looked at as a whole; undefined when the list does not say. */
  pathOf(key: string): string | undefined
  /** The sum of the chosen rows. */
  readonly sums: Amounts
  toggle(row: Chosen, index: number): void
  /** Chooses these as well; `index` is where a range goes on from. */
  add(rows: readonly Chosen[], index: number): void
  /** Chooses these and no others. */
  choose(rows: readonly Chosen[]): void
  clear(): void
}

interface State {
  rows: ReadonlyMap<string, Chosen>
  anchor: number | undefined
}

const none: State = { rows: new Map(), anchor: undefined }

/** Most rows that "Select all" chooses, those at the top: what one request of a bulk action takes. */
export const mostAtOnce = 200

/** A selection for one table; `total` is how many rows the list has. */
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
 * The rows from the one chosen last to another, both included; those that are not loaded are left out.
 * @param rowAt undefined for a row that is not loaded
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
